//! One sampled turn (NW-32), and what must hold after it.

use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::netzwerk::action::Action;
use crate::netzwerk::lattice::Squares;
use crate::netzwerk::position::Position;
use crate::netzwerk::robot_phase::RobotPhases;
use crate::netzwerk::rules::Rules;

/// Maximum number of battery moves of a sampled turn.
const MAX_BATTERY_MOVES: u64 = 3;

/// Returns the generator of an attempt to sample the turns from the first to this one, or this turn alone.
pub(super) fn generator(seed: RootSeed, turn: u32, attempt: u32) -> StableRng {
    seed.rng_for_chance(ChanceKey {
        kind: "opening",
        seat: None,
        round: turn,
        index: attempt,
    })
}

/// Samples one turn and returns the position after it, or `None` if every robot phase decides the
/// match or the turn ends it.
pub(super) fn sample_turn(
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
pub(super) fn has_no_win_by_robots(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: &Position,
) -> bool {
    with_either_to_move(position).iter().all(|position| {
        rules.end(position, false).is_none() && phases.win(rules, position).is_none()
    })
}

/// Returns the position with each side to move.
pub(super) fn with_either_to_move(position: &Position) -> [Position; 2] {
    let other = position.side.other();
    [
        *position,
        Position::at_start_of_turn(position.robots, position.batteries, other),
    ]
}
