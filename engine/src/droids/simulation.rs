//! Changes of the public state for searches: in the send phase nothing is hidden, so they need no
//! hands (DR-39).

use super::public_state::PublicState;
use super::rules::Rules;
use super::side::Side;
use super::stone::Stone;
use super::transmitter::{Slot, Transmitter};

impl PublicState {
    /// Puts a stone on an empty slot.
    pub fn put_stone(&mut self, side: Side, slot: Slot, stone: Stone) {
        self.banks[side.index()].put(slot, stone);
    }

    /// Removes the stone of a slot.
    pub fn remove_stone(&mut self, side: Side, slot: Slot) {
        self.banks[side.index()].remove(slot);
    }

    /// Lifts the strip of a transmitter.
    pub fn lift_strip(&mut self, side: Side, transmitter: Transmitter) {
        self.banks[side.index()].strips.lift(transmitter);
    }

    /// Removes all stones from the transmitters of a side.
    pub fn clear_stones(&mut self, side: Side) {
        self.banks[side.index()].clear();
    }
}

impl Rules {
    /// Starts the send phase with the stones on the transmitters, as after the last `stop`.
    pub fn skip_to_send_phase(&self, table: &mut PublicState) {
        table.pending.clear();
        self.start_send_phase(table);
    }
}
