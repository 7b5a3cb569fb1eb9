//! The text of positions, views and turns.

mod offsets;
mod read;
mod write;

pub(super) use read::{parse_state, parse_view};
pub(super) use write::{format_state, format_view};

use super::action::{Action, read_action};
use crate::notation::{ParseError, Scanner};

/// What stands between the actions of a turn.
const NEXT_ACTION: &str = " ; ";

/// Number of seats in a position's text: the letters of its second field.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    let seats = text.split(' ').nth(1)?;
    let known = seats.chars().all(|c| "SWNE".contains(c));
    known.then_some(seats.len())
}

/// The text of a turn: its actions in order.
pub(super) fn format_turn(actions: &[Action]) -> String {
    let texts: Vec<_> = actions.iter().map(Action::to_string).collect();
    texts.join(NEXT_ACTION)
}

/// Reads a turn: at least one action.
pub(super) fn parse_turn(text: &str) -> Result<Vec<Action>, ParseError> {
    let mut scan = Scanner::new("turn", text);
    let mut actions = vec![read_action(&mut scan)?];
    while scan.accept(NEXT_ACTION) {
        actions.push(read_action(&mut scan)?);
    }
    scan.finish()?;
    Ok(actions)
}
