//! The course of a round: the order of drawing, setting and sending, the orders of the mad robot (DR-37), and the end of
//! the round (DR-8 to DR-19).

use super::hand::{ColourCounts, KindCounts};
use super::robot::Robot;
use super::rules::Rules;
use super::ruleset::{HAND_SIZE, MAD_ROBOT_SIDE, PROGRAMMES_PER_SHEET};
use super::side::{Side, Sides};
use super::square::{Arrow, Square};
use super::state::{Pending, Phase, PublicState, State};
use super::stone::{Colour, Kind, Stone};
use super::transmitter::{Slot, Transmitter};

impl PublicState {
    /// Returns the first of these seats in the order of the round, clockwise from its starter
    /// (DR-8).
    pub(super) fn first_in_round(&self, seats: Sides) -> Option<Side> {
        let starter = self.starter?;
        let order = std::iter::once(starter).chain(starter.clockwise());
        { order }.find(|side| seats.contains(*side))
    }

    /// Returns the next of these seats clockwise after a side; the side itself is the last
    /// candidate.
    fn next_clockwise(seats: Sides, after: Side) -> Option<Side> {
        after.clockwise().find(|side| seats.contains(*side))
    }

    /// Sets the starter of the first round (DR-7).
    pub(super) fn set_starter(&mut self, starter: Side) {
        self.pending.clear();
        self.starter = Some(starter);
        self.acting = Some(starter);
    }

    /// Stops a seat that has no stone or no open slot (DR-13).
    fn stop_if_forced(&mut self, side: Side) {
        let has_stones = self.hands[side.index()].total() > 0;
        if !has_stones || self.bank(side).open_slots().is_empty() {
            self.done = self.done.with(side);
        }
    }

    /// Removes the pending entries of a seat that leaves.
    fn remove_pending(&mut self, leaver: Side) {
        self.pending.retain(|pending| match pending {
            Pending::Stone(side, _) | Pending::Die(side) | Pending::Lift(side) => *side != leaver,
            Pending::Start(..) | Pending::SoloDie | Pending::MadRobot => true,
        });
        if let Some(Pending::Start(seats, _)) = self.pending.first_mut() {
            *seats = seats.without(leaver);
        }
    }

    /// Makes the only remaining seat of a start roll the starter.
    fn start_if_alone(&mut self) {
        if let Some(Pending::Start(mut seats, _)) = self.pending.first().copied()
            && seats.len() == 1
            && let Some(starter) = seats.next()
        {
            self.set_starter(starter);
        }
    }

    /// Returns `true` if a seat can send a stone (DR-18).
    #[inline]
    pub fn can_send(&self, side: Side) -> bool {
        Transmitter::all().any(|transmitter| self.is_sendable(side, transmitter))
    }

    /// Returns `true` if a seat can send the front stone of a transmitter: it is not covered, and
    /// its column has a robot for the stone (DR-14, DR-15, DR-26).
    #[inline]
    pub(super) fn is_sendable(&self, side: Side, transmitter: Transmitter) -> bool {
        let bank = self.bank(side);
        if bank.strips.contains(transmitter) {
            return false;
        }
        match bank.front(transmitter) {
            None => false,
            Some((_, stone)) => self.fits(side, transmitter, stone.kind()),
        }
    }

    /// Returns `true` if a transmitter's column has a robot for a kind of stone.
    #[inline]
    pub fn fits(&self, side: Side, transmitter: Transmitter, kind: Kind) -> bool {
        match kind.colour() {
            Colour::Grey => self.repairer_for(side, transmitter).is_some(),
            Colour::Violet | Colour::Blue | Colour::Red => {
                let droid = self.droid(side).square;
                droid.is_some_and(|square| side.column(square) == transmitter)
            }
        }
    }

    /// Returns the active seats that have neither stopped nor finished.
    pub(super) const fn unfinished(&self) -> Sides {
        self.active().difference(self.done)
    }
}

impl Rules {
    /// Selects the next seat of the draw phase, the first in order with fewer than seven stones, or
    /// starts the set phase (DR-10).
    pub(super) fn continue_draw_phase(&self, state: &mut State) {
        let table = &mut state.table;
        if !table.pending.is_empty() {
            return;
        }
        let is_drawing = |side: &Side| table.hands[side.index()].total() < HAND_SIZE;
        let drawing = table.active().filter(is_drawing).collect();
        match table.first_in_round(drawing) {
            Some(side) => table.acting = Some(side),
            None => self.start_set_phase(state),
        }
    }

    fn start_set_phase(&self, state: &mut State) {
        let table = &mut state.table;
        table.phase = Phase::Set;
        for side in table.active() {
            table.stop_if_forced(side);
        }
        match table.first_in_round(table.unfinished()) {
            Some(side) => table.acting = Some(side),
            None => self.end_set_phase(state),
        }
    }

    /// Sets a stone of a hand on a slot (DR-11).
    pub(super) fn set(&self, state: &mut State, side: Side, stone: Stone, slot: Slot) {
        state.hands[side.index()].remove(stone.kind());
        let table = &mut state.table;
        table.hands[side.index()].remove(stone.kind().colour());
        table.banks[side.index()].put(slot, stone);
        table.stop_if_forced(side);
        self.continue_set_phase(state);
    }

    /// Selects the next seat of the set phase, clockwise among those that have not stopped, or ends
    /// the phase (DR-13).
    pub(super) fn continue_set_phase(&self, state: &mut State) {
        let table = &mut state.table;
        let next = table
            .acting
            .and_then(|acting| PublicState::next_clockwise(table.unfinished(), acting));
        match next {
            Some(side) => table.acting = Some(side),
            None => self.end_set_phase(state),
        }
    }

    /// Returns the hands to their containers and starts the send phase (DR-13).
    fn end_set_phase(&self, state: &mut State) {
        state.hands = Default::default();
        self.start_send_phase(&mut state.table);
    }

    /// Starts the send phase of a search with the stones on the transmitters, as after the last `stop`.
    pub fn skip_to_send_phase(&self, table: &mut PublicState) {
        table.pending.clear();
        self.start_send_phase(table);
    }

    /// Starts the send phase.
    pub(super) fn start_send_phase(&self, table: &mut PublicState) {
        table.hands = Default::default();
        table.phase = Phase::Send;
        table.done = Sides::EMPTY;
        table.senders = table.active();
        table.sent = [0; 4];
        table.acting = table.first_in_round(table.active());
        self.skip_to_sender(table);
    }

    /// Ends the rounds of seats that cannot send, until the acting seat can send or no seat is left
    /// (DR-18).
    fn skip_to_sender(&self, table: &mut PublicState) {
        while let Some(side) = table
            .acting
            .filter(|side| table.unfinished().contains(*side))
        {
            if table.can_send(side) {
                return;
            }
            table.banks[side.index()].clear();
            if self.is_solo() {
                table.banks[MAD_ROBOT_SIDE.index()].clear();
            }
            table.done = table.done.with(side);
            table.acting = PublicState::next_clockwise(table.unfinished(), side);
        }
        self.end_round(table);
    }

    /// Sends the front stone of a transmitter (DR-14, DR-15).
    pub fn send(
        &self,
        table: &mut PublicState,
        side: Side,
        transmitter: Transmitter,
        target: Option<Side>,
    ) {
        let Some((slot, stone)) = table.bank(side).front(transmitter) else {
            return;
        };
        table.banks[side.index()].remove(slot);
        table.sent[side.index()] += 1;
        self.execute(table, side, transmitter, stone, target);
        if self.is_solo() {
            table.pending.push(Pending::MadRobot);
        }
        self.resolve_pending(table);
    }

    /// Continues after an order, a die or a lift: the mad robot acts, goals are tested, and the
    /// next seat sends.
    pub(super) fn resolve_pending(&self, table: &mut PublicState) {
        loop {
            match table.pending.first().copied() {
                Some(Pending::Die(side)) if self.is_beyond_damage(table, side) => {
                    table.pending.remove(0);
                }
                Some(Pending::MadRobot) => {
                    table.pending.remove(0);
                    if self.end_by_goal(table) {
                        return;
                    }
                    self.run_mad_robot(table);
                }
                Some(_) => return,
                None => break,
            }
        }
        if self.end_by_goal(table) {
            return;
        }
        self.advance_sender(table);
    }

    /// Advances to the next seat that can send.
    fn advance_sender(&self, table: &mut PublicState) {
        let acting = table.acting;
        table.acting =
            acting.and_then(|acting| PublicState::next_clockwise(table.unfinished(), acting));
        self.skip_to_sender(table);
    }

    /// Removes a seat from the match, with its stones and its pending entries (DR-41).
    pub(super) fn leave(&self, state: &mut State, leaver: Side) {
        state.hands[leaver.index()] = KindCounts::default();
        let table = &mut state.table;
        table.hands[leaver.index()] = ColourCounts::default();
        table.out = table.out.with(leaver);
        table.banks[leaver.index()].clear();
        let was_pending = !table.pending.is_empty();
        table.remove_pending(leaver);
        if self.end_by_leaving(table) {
            return;
        }
        let was_to_act = table.acting == Some(leaver) && !was_pending;
        match table.phase {
            Phase::Draw => {
                table.start_if_alone();
                self.continue_draw_phase(state);
            }
            Phase::Set if was_to_act => self.continue_set_phase(state),
            Phase::Send if was_to_act => self.advance_sender(table),
            Phase::Send if was_pending => self.resolve_pending(table),
            Phase::Set | Phase::Send | Phase::Over(_) => {}
        }
    }

    /// Ends a round: eliminates the seats that have sent nothing (DR-19), and ends the match or
    /// starts the next round (DR-9).
    fn end_round(&self, table: &mut PublicState) {
        let is_idle = |side: &Side| table.sent[side.index()] == 0;
        let idle: Sides = table.active().filter(is_idle).collect();
        table.out = table.out.union(idle);
        if self.end_by_round(table, idle) {
            return;
        }
        table.round += 1;
        table.phase = Phase::Draw;
        table.done = Sides::EMPTY;
        table.senders = Sides::EMPTY;
        table.sent = [0; 4];
        table.solo_die = None;
        for bank in &mut table.banks {
            bank.clear();
        }
        let next = table
            .starter
            .and_then(|starter| PublicState::next_clockwise(table.active(), starter));
        table.starter = next;
        table.acting = next;
        if self.is_solo() {
            table.pending.push(Pending::SoloDie);
        }
    }
}

impl Rules {
    /// Loads the mad robot's transmitters for the round's die (DR-37).
    pub(super) fn load_mad_robot(&self, table: &mut PublicState, die: u8) {
        let (Some(programmes), Some(square)) = (&self.programmes, table.mad_robot) else {
            return;
        };
        let sheet = usize::from(table.round + 1) % 2;
        let column = MAD_ROBOT_SIDE.column(square).index();
        for transmitter in Transmitter::all() {
            let shifted =
                transmitter.index() + 2 * PROGRAMMES_PER_SHEET + usize::from(die) - 1 - column;
            let orders = programmes.orders(sheet, shifted % PROGRAMMES_PER_SHEET);
            for (index, order) in orders.iter().enumerate() {
                table.banks[MAD_ROBOT_SIDE.index()].put(Slot::new(transmitter, index), *order);
            }
        }
    }

    /// Executes the first remaining order of the mad robot's column, if there is one.
    pub fn run_mad_robot(&self, table: &mut PublicState) {
        let Some(square) = table.mad_robot else {
            return;
        };
        let Some((slot, stone)) =
            table.banks[MAD_ROBOT_SIDE.index()].front(MAD_ROBOT_SIDE.column(square))
        else {
            return;
        };
        table.banks[MAD_ROBOT_SIDE.index()].remove(slot);
        if stone.kind() == Kind::F4 {
            for arrow in Arrow::STRAIGHT {
                self.shoot(table, square, arrow);
            }
        } else {
            let steps = self.steps[stone.kind().index()];
            self.walk(table, Robot::Mad, stone.arrow(), steps);
        }
    }

    /// Returns `true` if all four neighbours of the mad robot are edge, wall or obstacle.
    pub(super) fn is_mad_robot_enclosed(&self, table: &PublicState) -> bool {
        table
            .mad_robot
            .is_some_and(|square| self.is_closed(table, square))
    }

    /// Returns `true` if all four neighbours of a square are edge, wall or obstacle.
    pub(super) fn is_closed(&self, table: &PublicState, square: Square) -> bool {
        self.closed_sides(table, square) == Arrow::STRAIGHT.len()
    }

    /// Returns the number of neighbours of a square that are edge, wall or obstacle.
    pub(super) fn closed_sides(&self, table: &PublicState, square: Square) -> usize {
        let is_closed = |arrow: &&Arrow| {
            let next = square.step(**arrow);
            next.is_none_or(|next| self.blocks(table).contains(next))
        };
        Arrow::STRAIGHT.iter().filter(is_closed).count()
    }
}
