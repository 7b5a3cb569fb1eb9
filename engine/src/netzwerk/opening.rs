//! Sampled openings (NW-32).

use serde::Deserialize;

use super::action::Action;
use super::lattice::Squares;
use super::position::Position;
use super::robot_phase::{PhaseLimits, RobotPhases};
use super::rules::Rules;
use crate::chance::{ChanceKey, RootSeed, StableRng};

#[derive(Deserialize)]
struct Ruleset {
    /// Absent in version 1.
    opening: Option<Opening>,
}

#[derive(Deserialize)]
struct Opening {
    attempts: u32,
}

/// How the turns before a match are sampled (NW-32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpeningRule {
    /// All turns again until neither side has a win in one turn (version 1).
    WholeOpenings,
    /// Each turn again, at most this number of times, while a side could win by its robots.
    TurnByTurn { attempts: u32 },
}

impl OpeningRule {
    /// Returns the rule of a ruleset of the game.
    pub(super) fn of(ruleset: &'static str) -> Self {
        let ruleset: Ruleset = serde_json::from_str(ruleset).expect("rulesets are valid");
        match ruleset.opening {
            Some(Opening { attempts }) => Self::TurnByTurn { attempts },
            None => Self::WholeOpenings,
        }
    }
}

/// Samples the position after the first turns of a match.
pub(super) fn sample(
    rules: &Rules,
    start: Position,
    turns: u32,
    seed: RootSeed,
    rule: OpeningRule,
) -> Position {
    let attempts = match rule {
        OpeningRule::WholeOpenings => return sample_whole(rules, start, turns, seed),
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

/// Maximum number of battery moves of a sampled turn.
const MAX_BATTERY_MOVES: u64 = 3;

/// Returns the generator of an attempt to sample the turns from the first to this one, or this turn alone.
fn generator(seed: RootSeed, turn: u32, attempt: u32) -> StableRng {
    seed.rng_for_chance(ChanceKey {
        kind: "opening",
        seat: None,
        round: turn,
        index: attempt,
    })
}

/// Samples one turn and returns the position after it, or `None` if every robot phase decides the
/// match or the turn ends it.
fn sample_turn(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: Position,
    generator: &mut StableRng,
) -> Option<Position> {
    let results = phases.all(rules, &position).iter();
    let undecided = results.filter(|result| result.end.is_none());
    let mut boards: Vec<[Squares; 2]> = undecided.map(|result| result.robots).collect();
    // The order of the boards is stable, unlike that of the enumeration.
    boards.sort_unstable();
    if boards.is_empty() {
        return None;
    }
    let robots = boards[generator.below(boards.len() as u64) as usize];
    let mut position = rules.after_robots(&position, robots);
    for _ in 0..generator.below(MAX_BATTERY_MOVES + 1) {
        let mut moves = Vec::new();
        rules.each_action(&position, |action| {
            if matches!(action, Action::Battery { .. }) {
                moves.push(action);
            }
        });
        if moves.is_empty() {
            break;
        }
        rules.play(
            &mut position,
            moves[generator.below(moves.len() as u64) as usize],
        );
    }
    rules.play(&mut position, Action::EndTurn);
    let position = position.with_quiet(0).with_turns(0);
    rules.end(&position, false).is_none().then_some(position)
}

/// Returns `true` if neither side, if it were to move, can win by its robots (NW-19, NW-20).
fn has_no_win_by_robots(rules: &Rules, phases: &mut RobotPhases, position: &Position) -> bool {
    with_either_to_move(position).iter().all(|position| {
        rules.end(position, false).is_none() && phases.win(rules, position).is_none()
    })
}

/// Returns the position with each side to move.
fn with_either_to_move(position: &Position) -> [Position; 2] {
    let other = position.side.other();
    [
        *position,
        Position::at_start_of_turn(position.robots, position.batteries, other),
    ]
}

/// Maximum number of attempts to sample an opening, after which the match starts with the printed
/// position.
const MAX_ATTEMPTS: u32 = 1000;

/// Samples all turns again until neither side has a win in one turn.
fn sample_whole(rules: &Rules, start: Position, turns: u32, seed: RootSeed) -> Position {
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
