//! Sampled openings of ruleset version 1, for the records of its matches.

use super::sampled_turn::{generator, has_no_win_by_robots, sample_turn, with_either_to_move};
use crate::chance::RootSeed;
use crate::netzwerk::position::Position;
use crate::netzwerk::robot_phase::{PhaseLimits, RobotPhases};
use crate::netzwerk::rules::Rules;

/// Maximum number of attempts to sample an opening, after which the match starts with the printed
/// position.
const MAX_ATTEMPTS: u32 = 1000;

/// Samples all turns again until neither side has a win in one turn.
pub(super) fn sample(rules: &Rules, start: Position, turns: u32, seed: RootSeed) -> Position {
    if turns == 0 {
        return start;
    }
    let mut phases = RobotPhases::new();
    for attempt in 0..MAX_ATTEMPTS {
        let mut generator = generator(seed, turns, attempt);
        let mut sampled = Some(start);
        for _ in 0..turns {
            sampled = sampled
                .and_then(|position| sample_turn(rules, &mut phases, position, &mut generator));
        }
        let sampled = sampled.filter(|position| {
            // A win by robots is found sooner than that there is none by stalemate.
            has_no_win_by_robots(rules, &mut phases, position)
                && has_no_win_by_stalemate(rules, &mut phases, position)
        });
        if let Some(position) = sampled {
            return position;
        }
    }
    start
}

fn has_no_win_by_stalemate(rules: &Rules, phases: &mut RobotPhases, position: &Position) -> bool {
    let mut turns = with_either_to_move(position)
        .map(|position| rules.stalemate_in_one_turn(phases, &position, PhaseLimits::NONE))
        .into_iter();
    turns.all(|turn| turn.is_none())
}
