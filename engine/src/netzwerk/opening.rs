//! Sampled openings (NW-32).

use super::action::Action;
use super::lattice::Squares;
use super::position::Position;
use super::robot_phase::{PhaseLimits, RobotPhases};
use super::rules::Rules;
use crate::chance::{ChanceKey, RootSeed, StableRng};

/// Maximum number of battery moves of a sampled turn.
const MAX_BATTERY_MOVES: u64 = 3;

/// Maximum number of attempts to sample an opening, after which the match starts with the printed
/// position. Nearly every attempt succeeds on the printed board; boards of three ranks may have no
/// acceptable opening.
const MAX_ATTEMPTS: u32 = 1000;

/// Samples the position after the first turns of a match.
pub(super) fn sample(rules: &Rules, start: Position, turns: u32, seed: RootSeed) -> Position {
    if turns == 0 {
        return start;
    }
    let mut phases = RobotPhases::new();
    for attempt in 0..MAX_ATTEMPTS {
        let mut generator = seed.rng_for_chance(ChanceKey {
            kind: "opening",
            seat: None,
            round: turns,
            index: attempt,
        });
        let mut sampled = Some(start);
        for _ in 0..turns {
            sampled = sampled
                .and_then(|position| sample_turn(rules, &mut phases, position, &mut generator));
        }
        let sampled = sampled.filter(|position| is_open(rules, &mut phases, position));
        if let Some(position) = sampled {
            return position;
        }
    }
    start
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

/// Returns `true` if neither side, if it were to move, has a win in one turn.
fn is_open(rules: &Rules, phases: &mut RobotPhases, position: &Position) -> bool {
    let swapped =
        Position::at_start_of_turn(position.robots, position.batteries, position.side.other());
    let both = [*position, swapped];
    // A win by robots is found sooner than that there is none by stalemate.
    let is_won = |position: &Position, phases: &mut RobotPhases| {
        rules.end(position, false).is_some() || phases.win(rules, position).is_some()
    };
    if both.iter().any(|position| is_won(position, phases)) {
        return false;
    }
    let mut stalemates = both
        .iter()
        .map(|position| rules.stalemate_in_one_turn(phases, position, PhaseLimits::NONE));
    stalemates.all(|turn| turn.is_none())
}
