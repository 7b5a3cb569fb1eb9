//! What a search does with a table: in the send phase nothing is hidden, so no hands are needed
//! (DR-39).

use super::public_state::PublicState;
use super::rules::Rules;
use super::side::Side;
use super::stone::Stone;
use super::transmitter::{Slot, Transmitter};

impl PublicState {
    /// Lays a stone on a free slot.
    pub fn lay_on(&mut self, side: Side, slot: Slot, stone: Stone) {
        self.banks[side.index()].put(slot, stone);
    }

    /// Takes the stone off a slot.
    pub fn pick_up(&mut self, side: Side, slot: Slot) {
        self.banks[side.index()].take(slot);
    }

    /// Takes the strip off a transmitter.
    pub fn uncover(&mut self, side: Side, transmitter: Transmitter) {
        self.banks[side.index()].strips.lift(transmitter);
    }

    /// Takes all stones of a side off its transmitters.
    pub fn clear(&mut self, side: Side) {
        self.banks[side.index()].clear();
    }
}

impl Rules {
    /// The send phase begins with the stones that lie on the transmitters, as it does when all have
    /// stopped.
    pub fn begin_sends(&self, table: &mut PublicState) {
        table.pending.clear();
        self.send_first(table);
    }
}
