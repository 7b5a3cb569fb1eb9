//! Drawn openings (NW-32).

use super::position::Position;
use super::rules::Rules;
use crate::chance::RootSeed;

/// Draws the first turns of a match.
pub(super) fn draw(_rules: &Rules, start: Position, _turns: u32, _seed: RootSeed) -> Position {
    start
}
