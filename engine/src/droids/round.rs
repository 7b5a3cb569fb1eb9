//! The course of a round: who draws, sets and sends next, and what a round's end brings (DR-8 to
//! DR-19).

use super::hand::{ColourCounts, KindCounts};
use super::public_state::{Pending, Phase, PublicState};
use super::rules::Rules;
use super::ruleset::{HAND_SIZE, MAD_ROBOT_SIDE};
use super::side::{Side, Sides};
use super::state::State;
use super::stone::{Colour, Kind, Stone};
use super::transmitter::{Slot, Transmitter};

impl PublicState {
    /// The first seat of these in the order of the round: clockwise from its starter (DR-8).
    pub(super) fn first_of(&self, seats: Sides) -> Option<Side> {
        let starter = self.starter?;
        let order = std::iter::once(starter).chain(starter.clockwise());
        { order }.find(|side| seats.contains(*side))
    }

    /// The next seat of these clockwise after a side, which is the last one itself.
    fn next_of(seats: Sides, after: Side) -> Option<Side> {
        after.clockwise().find(|side| seats.contains(*side))
    }

    /// The start roll has named the starter (DR-7).
    pub(super) fn begin(&mut self, starter: Side) {
        self.pending.clear();
        self.starter = Some(starter);
        self.acting = Some(starter);
    }

    /// A seat without a stone or without a slot for it has stopped (DR-13).
    fn stop_if_it_must(&mut self, side: Side) {
        let has_stones = self.hands[side.index()].total() > 0;
        if !has_stones || self.bank(side).open().is_empty() {
            self.done = self.done.with(side);
        }
    }

    /// What is pending for a seat that leaves vanishes.
    fn drop_pending(&mut self, leaver: Side) {
        self.pending.retain(|pending| match pending {
            Pending::Stone(side, _) | Pending::Die(side) | Pending::Lift(side) => *side != leaver,
            Pending::Start(..) | Pending::SoloDie | Pending::MadRobot => true,
        });
        if let Some(Pending::Start(seats, _)) = self.pending.first_mut() {
            *seats = seats.without(leaver);
        }
    }

    /// A seat that is left alone in a start roll starts.
    fn start_if_alone(&mut self) {
        if let Some(Pending::Start(mut seats, _)) = self.pending.first().copied()
            && seats.len() == 1
            && let Some(starter) = seats.next()
        {
            self.begin(starter);
        }
    }

    /// Whether a seat can send something (DR-18).
    #[inline]
    pub(super) fn can_send(&self, side: Side) -> bool {
        Transmitter::all().any(|transmitter| self.is_sendable(side, transmitter))
    }

    /// Whether a seat can send the front stone of a transmitter: it is not covered, and a robot that
    /// the stone fits stands in its column (DR-14, DR-15, DR-26).
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

    /// Whether a robot stands in a transmitter's column that a kind of stone fits.
    #[inline]
    pub fn fits(&self, side: Side, transmitter: Transmitter, kind: Kind) -> bool {
        match kind.colour() {
            Colour::Grey => self.repairer_for(side, transmitter).is_some(),
            Colour::Violet | Colour::Blue | Colour::Red => {
                let own = self.droid(side).square;
                own.is_some_and(|square| side.column(square) == transmitter)
            }
        }
    }

    /// Active seats that have not stopped or finished.
    pub(super) const fn busy(&self) -> Sides {
        self.active().difference(self.done)
    }
}

impl Rules {
    /// Goes on in the draw phase: the first in order that has not drawn seven draws; after the last
    /// one setting begins (DR-10).
    pub(super) fn go_on_drawing(&self, state: &mut State) {
        let table = &mut state.table;
        if !table.pending.is_empty() {
            return;
        }
        let hungry = |side: &Side| table.hands[side.index()].total() < HAND_SIZE;
        let hungry = table.active().filter(hungry).collect();
        match table.first_of(hungry) {
            Some(side) => table.acting = Some(side),
            None => self.begin_setting(state),
        }
    }

    fn begin_setting(&self, state: &mut State) {
        let table = &mut state.table;
        table.phase = Phase::Set;
        for side in table.active() {
            table.stop_if_it_must(side);
        }
        match table.first_of(table.busy()) {
            Some(side) => table.acting = Some(side),
            None => self.begin_sending(state),
        }
    }

    /// Sets a stone of a hand on a slot (DR-11).
    pub(super) fn set(&self, state: &mut State, side: Side, stone: Stone, slot: Slot) {
        state.hands[side.index()].remove(stone.kind());
        let table = &mut state.table;
        table.hands[side.index()].remove(stone.kind().colour());
        table.banks[side.index()].put(slot, stone);
        table.stop_if_it_must(side);
        self.go_on_setting(state);
    }

    /// Goes on in the set phase: the next clockwise that has not stopped sets; after the last one
    /// the hands go back and sending begins (DR-13).
    pub(super) fn go_on_setting(&self, state: &mut State) {
        let table = &mut state.table;
        let next = table
            .acting
            .and_then(|acting| PublicState::next_of(table.busy(), acting));
        match next {
            Some(side) => table.acting = Some(side),
            None => self.begin_sending(state),
        }
    }

    fn begin_sending(&self, state: &mut State) {
        state.hands = Default::default();
        self.send_first(&mut state.table);
    }

    /// The send phase begins.
    pub(super) fn send_first(&self, table: &mut PublicState) {
        table.hands = Default::default();
        table.phase = Phase::Send;
        table.done = Sides::EMPTY;
        table.senders = table.active();
        table.sent = [0; 4];
        table.acting = table.first_of(table.active());
        self.let_send(table);
    }

    /// The seat whose turn it is sends if it can; else its round is over and the next one is looked
    /// at (DR-18).
    fn let_send(&self, table: &mut PublicState) {
        while let Some(side) = table.acting.filter(|side| table.busy().contains(*side)) {
            if table.can_send(side) {
                return;
            }
            table.banks[side.index()].clear();
            if self.is_solo() {
                table.banks[MAD_ROBOT_SIDE.index()].clear();
            }
            table.done = table.done.with(side);
            table.acting = PublicState::next_of(table.busy(), side);
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
        table.banks[side.index()].take(slot);
        table.sent[side.index()] += 1;
        self.execute(table, side, transmitter, stone, target);
        if self.is_solo() {
            table.pending.push(Pending::MadRobot);
        }
        self.settle(table);
    }

    /// Goes on after an order, a die or a lift: the mad robot answers, goals are tested, the next
    /// seat sends.
    pub(super) fn settle(&self, table: &mut PublicState) {
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
        self.pass_on(table);
    }

    /// The next seat sends.
    fn pass_on(&self, table: &mut PublicState) {
        let acting = table.acting;
        table.acting = acting.and_then(|acting| PublicState::next_of(table.busy(), acting));
        self.let_send(table);
    }

    /// A seat leaves the match: its stones go back, and what is pending for it vanishes (DR-41).
    pub(super) fn leave(&self, state: &mut State, leaver: Side) {
        state.hands[leaver.index()] = KindCounts::default();
        let table = &mut state.table;
        table.hands[leaver.index()] = ColourCounts::default();
        table.out = table.out.with(leaver);
        table.banks[leaver.index()].clear();
        let was_pending = !table.pending.is_empty();
        table.drop_pending(leaver);
        if self.end_by_leaving(table) {
            return;
        }
        let was_asked = table.acting == Some(leaver) && !was_pending;
        match table.phase {
            Phase::Draw => {
                table.start_if_alone();
                self.go_on_drawing(state);
            }
            Phase::Set if was_asked => self.go_on_setting(state),
            Phase::Send if was_asked => self.pass_on(table),
            Phase::Send if was_pending => self.settle(table),
            Phase::Set | Phase::Send | Phase::Over(_) => {}
        }
    }

    /// The end of a round: who sent nothing is out (DR-19); then the match may be over, or the next
    /// round begins (DR-9).
    fn end_round(&self, table: &mut PublicState) {
        let idle = |side: &Side| table.sent[side.index()] == 0;
        let idle: Sides = table.active().filter(idle).collect();
        table.out = table.out.union(idle);
        if self.end_by_round(table, idle) {
            return;
        }
        table.round += 1;
        table.phase = Phase::Draw;
        table.done = Sides::EMPTY;
        table.senders = Sides::EMPTY;
        table.sent = [0; 4];
        table.shift = None;
        for bank in &mut table.banks {
            bank.clear();
        }
        let next = table
            .starter
            .and_then(|starter| PublicState::next_of(table.active(), starter));
        table.starter = next;
        table.acting = next;
        if self.is_solo() {
            table.pending.push(Pending::SoloDie);
        }
    }
}
