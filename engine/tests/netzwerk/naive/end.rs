//! The end of a match and its winner.

use super::position::{Phase, Position, Side};
use super::robots;
use super::rules::Rules;

/// The end of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// The winner, or `None` in a draw.
    pub(crate) winner: Option<Side>,
    /// The rule that ended the match.
    pub(crate) rule: &'static str,
}

impl End {
    fn won(side: Side, rule: &'static str) -> Self {
        let winner = Some(side);
        Self { winner, rule }
    }

    fn drawn(rule: &'static str) -> Self {
        Self { winner: None, rule }
    }
}

/// Returns the end of the match, or `None` if it is not over. `occurrences` counts how often the
/// position has occurred at the start of a turn.
pub(crate) fn end(rules: &Rules, position: &Position, occurrences: usize) -> Option<End> {
    if let Some(side) = position.departed {
        return Some(End::won(side.other(), "NW-30"));
    }
    decided(rules, position).or_else(|| {
        if position.is_turn_start() {
            at_turn_start(rules, position, occurrences)
        } else {
            None
        }
    })
}

/// Returns the end by captures or robots at home (NW-19, NW-20, NW-23, NW-24), or `None`.
fn decided(rules: &Rules, position: &Position) -> Option<End> {
    let mover = if position.is_turn_start() {
        position.side.other()
    } else {
        position.side
    };
    let sides = [mover, mover.other()];
    for side in sides {
        if position.robots(side.other()).is_empty() {
            return Some(End::won(side, "NW-20"));
        }
    }
    for side in sides {
        if is_home(rules, position, side) {
            return Some(End::won(side, "NW-19"));
        }
    }
    None
}

/// Returns `true` if half of a side's robots, rounded up, are on the opponent's start rank (NW-19).
fn is_home(rules: &Rules, position: &Position, side: Side) -> bool {
    let robots = position.robots(side);
    let rank = rules.start_rank(side.other());
    let home = robots.iter().filter(|square| square.rank == rank).count();
    !robots.is_empty() && 2 * home >= robots.len()
}

fn at_turn_start(rules: &Rules, position: &Position, occurrences: usize) -> Option<End> {
    let Phase::Robots(trips) = &position.phase else {
        return None;
    };
    let reached = |count: u32, limit: u32| limit > 0 && count >= limit;
    if robots::actions(rules, position, trips).is_empty() {
        Some(End::won(position.side.other(), "NW-21"))
    } else if reached(occurrences as u32, rules.repetition as u32) {
        Some(End::drawn("NW-25"))
    } else if reached(position.quiet, rules.quiet_turns) {
        Some(End::drawn("NW-26"))
    } else if reached(position.turns, rules.turn_cap) {
        Some(End::drawn("NW-27"))
    } else {
        None
    }
}
