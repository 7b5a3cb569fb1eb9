//! What a search does with a table: in the send phase nothing is hidden, so no hands are needed
//! (DR-39).

use super::action::Action;
use super::rules::Rules;
use super::side::Side;
use super::stone::Stone;
use super::table::{Phase, Table};
use super::transmitter::{Slot, Transmitter};

impl Table {
    /// Lays a stone on the free slot of a transmitter that is nearest the field; `false` if there is
    /// none, or a strip covers it.
    pub fn lay(&mut self, side: Side, transmitter: Transmitter, stone: Stone) -> bool {
        let open = self.bank(side).open();
        match { open }.find(|slot| slot.transmitter() == transmitter) {
            Some(slot) => {
                self.lay_on(side, slot, stone);
                true
            }
            None => false,
        }
    }

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
    pub fn begin_sends(&self, table: &mut Table) {
        table.phase = Phase::Set;
        table.pending.clear();
        self.send_first(table);
    }

    /// Appends what a side may send now.
    pub fn sends(&self, table: &Table, side: Side, sends: &mut Vec<Action>) {
        self.list_sends(table, side, sends);
    }

    /// Sends the front stone of a transmitter of the side whose turn it is.
    pub fn play_send(&self, table: &mut Table, transmitter: Transmitter, target: Option<Side>) {
        if let Some(side) = table.acting {
            self.send(table, side, transmitter, target);
        }
    }

    /// The die that is pending names a transmitter.
    pub fn play_die(&self, table: &mut Table, die: Transmitter) {
        self.roll(table, die);
    }

    /// The strip that is to be lifted is this one.
    pub fn play_lift(&self, table: &mut Table, owner: Side, strip: Transmitter) {
        self.lift(table, owner, strip);
    }

    /// Carries out an order as if a side sent it now, and nothing else of the round; what it causes
    /// (dice, a lift) becomes pending.
    pub fn try_order(
        &self,
        table: &mut Table,
        side: Side,
        transmitter: Transmitter,
        stone: Stone,
        target: Option<Side>,
    ) {
        self.carry_out(table, side, transmitter, stone, target);
    }

    /// The mad robot answers, if there is one (DR-37).
    pub fn try_answer(&self, table: &mut Table) {
        self.answer_of_mad_robot(table);
    }
}
