//! Carrying out actions that are known to be legal.

use super::action::Action;
use super::public_state::{Pending, PublicState};
use super::roll::Roll;
use super::rules::Rules;
use super::ruleset::SOLO_SIDE;
use super::side::Side;
use super::state::State;
use super::stone::{Colour, Kind, Stone};
use super::transmitter::Transmitter;

impl PublicState {
    /// The highest roll starts; those who share it roll again (DR-7).
    fn start(&mut self, roll: Roll, number: u8) {
        let highest = roll.highest_sides();
        match { highest }.next() {
            Some(starter) if highest.len() == 1 => self.begin(starter),
            _ => self.pending[0] = Pending::Start(highest, number.saturating_add(1)),
        }
    }
}

impl Rules {
    /// A seat does something.
    pub(super) fn apply_side_action(&self, state: &mut State, side: Side, action: Action) {
        let table = &mut state.table;
        match action {
            Action::Draw(colour) => table.pending.push(Pending::Stone(side, colour)),
            Action::DrawAll(draws) => {
                for colour in Colour::ALL {
                    let count = draws.counts().of(colour);
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
                self.go_on_setting(state);
            }
            Action::Send {
                transmitter,
                target,
            } => self.send(table, side, transmitter, target),
            Action::Lift(strip) => self.lift(table, side, strip),
            Action::Leave(_) | Action::Stone(_) | Action::Die(_) | Action::Start(_) => {}
        }
    }

    /// The owner of a strip has it lifted (DR-27).
    pub fn lift(&self, table: &mut PublicState, owner: Side, strip: Transmitter) {
        table.banks[owner.index()].strips.lift(strip);
        table.pending.remove(0);
        self.settle(table);
    }

    /// The die that is pending names a transmitter, which is covered (DR-25).
    pub fn roll(&self, table: &mut PublicState, die: Transmitter) {
        if let Some(Pending::Die(side)) = table.pending.first().copied() {
            table.pending.remove(0);
            table.banks[side.index()].strips.lay(die);
            self.settle(table);
        }
    }

    /// Chance has drawn something.
    pub(super) fn apply_chance_outcome(&self, state: &mut State, action: Action) {
        let Some(pending) = state.table.pending.first().copied() else {
            return;
        };
        match (pending, action) {
            (Pending::Start(_, number), Action::Start(roll)) => {
                state.table.start(roll, number);
            }
            (Pending::Stone(side, _), Action::Stone(kind)) => self.draw(state, side, kind),
            (Pending::SoloDie, Action::Die(die)) => self.shift(&mut state.table, die),
            (Pending::Die(_), Action::Die(die)) => self.roll(&mut state.table, die),
            _ => {}
        }
    }

    /// A seat has drawn a stone (DR-10).
    fn draw(&self, state: &mut State, side: Side, kind: Kind) {
        state.hands[side.index()].add(kind, 1);
        let table = &mut state.table;
        table.hands[side.index()].add(kind.colour());
        table.pending.remove(0);
        self.go_on_drawing(state);
    }

    /// The round's solo die (DR-37).
    fn shift(&self, table: &mut PublicState, die: Transmitter) {
        let number = die.number() as u8;
        table.pending.remove(0);
        table.shift = Some(number);
        self.load_mad_robot(table, number);
        table.acting = Some(SOLO_SIDE);
    }
}
