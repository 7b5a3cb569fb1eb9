//! The transitions between positions: the effects of legal actions.

use super::action::Action;
use super::roll::Roll;
use super::rules::Rules;
use super::ruleset::SOLO_SIDE;
use super::side::Side;
use super::state::{Pending, PublicState, State};
use super::stone::{Colour, Kind, Stone};
use super::transmitter::Transmitter;

impl PublicState {
    /// Applies the start roll: the highest number starts; tied seats roll again, until a last roll after which
    /// the first of them starts (DR-7). Every roll has a number of its own, and so a chance key.
    fn apply_start_roll(&mut self, roll: Roll, number: u8) {
        let highest = roll.highest_sides();
        match number.checked_add(1) {
            Some(next) if highest.len() > 1 => self.pending[0] = Pending::Start(highest, next),
            _ => {
                if let Some(starter) = { highest }.next() {
                    self.set_starter(starter);
                }
            }
        }
    }
}

impl Rules {
    /// Applies an action of a seat.
    pub(super) fn apply_side_action(&self, state: &mut State, side: Side, action: Action) {
        let table = &mut state.table;
        match action {
            Action::Draw(colour) => table.pending.push(Pending::Stone(side, colour)),
            Action::DrawAll(draws) => {
                for colour in Colour::ALL {
                    let count = draws.counts().count(colour);
                    let stones = std::iter::repeat_n(Pending::Stone(side, colour), count.into());
                    table.pending.extend(stones);
                }
            }
            Action::Set { kind, arrow, slot } => {
                if let Some(stone) = Stone::new(kind, arrow) {
                    self.set(state, side, stone, slot);
                }
            }
            Action::Stop => {
                table.done = table.done.with(side);
                self.continue_set_phase(state);
            }
            Action::Send {
                transmitter,
                target,
            } => self.send(table, side, transmitter, target),
            Action::Lift(strip) => self.lift(table, side, strip),
            Action::Leave(_) | Action::Stone(_) | Action::Die(_) | Action::Start(_) => {}
        }
    }

    /// Lifts a strip of its owner (DR-27).
    pub fn lift(&self, table: &mut PublicState, owner: Side, strip: Transmitter) {
        table.banks[owner.index()].strips.lift(strip);
        table.pending.remove(0);
        self.resolve_pending(table);
    }

    /// Applies the pending die: covers the transmitter that it selects (DR-25).
    pub fn roll(&self, table: &mut PublicState, die: Transmitter) {
        if let Some(Pending::Die(side)) = table.pending.first().copied() {
            table.pending.remove(0);
            table.banks[side.index()].strips.cover(die);
            self.resolve_pending(table);
        }
    }

    /// Applies a chance outcome.
    pub(super) fn apply_chance_outcome(&self, state: &mut State, action: Action) {
        let Some(pending) = state.table.pending.first().copied() else {
            return;
        };
        match (pending, action) {
            (Pending::Start(_, number), Action::Start(roll)) => {
                state.table.apply_start_roll(roll, number);
            }
            (Pending::Stone(side, _), Action::Stone(kind)) => self.add_to_hand(state, side, kind),
            (Pending::SoloDie, Action::Die(die)) => self.apply_solo_die(&mut state.table, die),
            (Pending::Die(_), Action::Die(die)) => self.roll(&mut state.table, die),
            _ => {}
        }
    }

    /// Adds a drawn stone to a hand (DR-10).
    fn add_to_hand(&self, state: &mut State, side: Side, kind: Kind) {
        state.hands[side.index()].add(kind, 1);
        let table = &mut state.table;
        table.hands[side.index()].add(kind.colour());
        table.pending.remove(0);
        self.continue_draw_phase(state);
    }

    /// Applies the round's solo die (DR-37).
    fn apply_solo_die(&self, table: &mut PublicState, die: Transmitter) {
        let number = die.number() as u8;
        table.pending.remove(0);
        table.solo_die = Some(number);
        self.load_mad_robot(table, number);
        table.acting = Some(SOLO_SIDE);
    }
}
