//! The notation of positions, views and turns.

mod offsets;
mod read;
mod write;

use super::action::{Action, read_action};
use super::game::Droids;
use super::guide;
use super::state::{State, View};
use crate::game::{GameNotation, Viewer};
use crate::notation::{ParseError, Scanner};
use crate::seat::Seat;
use read::{parse_state, parse_view};
use write::{format_state, format_view};

/// The separator of a turn's actions.
const NEXT_ACTION: &str = " ; ";

/// Returns the text of a turn: its actions in order.
fn format_turn(actions: &[Action]) -> String {
    let texts: Vec<_> = actions.iter().map(Action::to_string).collect();
    texts.join(NEXT_ACTION)
}

/// Reads a turn: at least one action.
fn parse_turn(text: &str) -> Result<Vec<Action>, ParseError> {
    let mut scan = Scanner::new("turn", text);
    let mut actions = vec![read_action(&mut scan)?];
    while scan.accept(NEXT_ACTION) {
        actions.push(read_action(&mut scan)?);
    }
    scan.finish()?;
    Ok(actions)
}

/// Returns the number of seats of the text of a position, or `None` if it shows none.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    let seats = text.split(' ').nth(1)?;
    let is_valid = seats.chars().all(|c| "SWNE".contains(c));
    is_valid.then_some(seats.len())
}

impl GameNotation for Droids {
    fn format_position(&self, state: &State) -> String {
        format_state(&self.rules, state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        parse_state(&self.rules, text)
    }

    fn format_view(&self, view: &View) -> String {
        format_view(&self.rules, view)
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<View, ParseError> {
        parse_view(&self.rules, viewer, text)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, _view: &View, actions: &[Action]) -> String {
        format_turn(actions)
    }

    fn parse_turn(&self, _view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        parse_turn(text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        let side = self.rules.side_of(seat);
        side.map_or_else(|| format!("seat {seat}"), |side| side.to_string())
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        let has_won = |index: usize| {
            // The solo player is always first, and has a point if the match is won (DR-43).
            places.get(index) == Some(&1) && (!self.rules.is_solo() || points.first() == Some(&1))
        };
        let sides = self.rules.seats.enumerate();
        let winners = sides.filter_map(|(index, side)| has_won(index).then_some(side));
        guide::ending(&self.rules, rule, winners.collect())
    }
}
