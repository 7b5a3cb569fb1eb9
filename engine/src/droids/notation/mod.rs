//! The notation of positions, views and turns.

mod offsets;
mod read;
mod write;

pub(super) use read::{parse_state, parse_view};
pub(super) use write::{format_state, format_view};

use super::action::{Action, read_action};
use crate::notation::{ParseError, Scanner};

/// The separator of a turn's actions.
const NEXT_ACTION: &str = " ; ";

/// Returns the number of seats in a position's text, the letters of its second field, or `None` if
/// the field has other characters.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    let seats = text.split(' ').nth(1)?;
    let is_valid = seats.chars().all(|c| "SWNE".contains(c));
    is_valid.then_some(seats.len())
}

/// Returns the text of a turn: its actions in order.
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
