//! Sampled openings (NW-32).

mod sampled_turn;
mod version_1;

use sampled_turn::{generator, has_no_win_by_robots, sample_turn};

use super::position::Position;
use super::robot_phase::RobotPhases;
use super::rules::Rules;
use super::ruleset::OpeningRule;
use crate::chance::RootSeed;

/// Samples the position after the first turns of a match.
pub(super) fn sample(
    rules: &Rules,
    start: Position,
    turns: u32,
    seed: RootSeed,
    rule: OpeningRule,
) -> Position {
    let attempts = match rule {
        OpeningRule::WholeOpenings => return version_1::sample(rules, start, turns, seed),
        OpeningRule::TurnByTurn { attempts } => attempts,
    };
    let mut phases = RobotPhases::new();
    let mut position = start;
    for turn in 1..=turns {
        let mut sampled = (0..attempts).filter_map(|attempt| {
            let mut generator = generator(seed, turn, attempt);
            let after = sample_turn(rules, &mut phases, position, &mut generator)?;
            has_no_win_by_robots(rules, &mut phases, &after).then_some(after)
        });
        let Some(after) = sampled.next() else {
            break;
        };
        position = after;
    }
    position
}
