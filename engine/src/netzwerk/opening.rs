//! Drawn openings (NW-32).

use super::action::Action;
use super::lattice::Squares;
use super::position::Position;
use super::robot_phase::RobotPhases;
use super::rules::Rules;
use crate::chance::{ChanceKey, RootSeed, StableRng};

/// The most battery moves of a drawn turn.
const MOST_BATTERY_MOVES: u64 = 3;

/// How often an opening is drawn before the match starts as it is printed instead. Nearly every
/// draw is taken on the printed board; boards of three ranks may have none that can be.
const ATTEMPTS: u32 = 1000;

/// Draws the first turns of a match.
pub(super) fn draw(rules: &Rules, start: Position, turns: u32, seed: RootSeed) -> Position {
    if turns == 0 {
        return start;
    }
    let mut phases = RobotPhases::new();
    for attempt in 0..ATTEMPTS {
        let mut generator = seed.rng_for_chance(ChanceKey {
            kind: "opening",
            seat: None,
            round: turns,
            index: attempt,
        });
        let mut drawn = Some(start);
        for _ in 0..turns {
            drawn =
                drawn.and_then(|position| draw_turn(rules, &mut phases, position, &mut generator));
        }
        if let Some(drawn) = drawn.filter(|drawn| is_open(rules, &mut phases, drawn)) {
            return drawn;
        }
    }
    start
}

/// Draws one turn; `None` if every robot phase decides the match, or the turn ends it.
fn draw_turn(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: Position,
    generator: &mut StableRng,
) -> Option<Position> {
    let results = phases.all(rules, &position).iter();
    let undecided = results.filter(|result| result.end.is_none());
    let mut boards: Vec<[Squares; 2]> = undecided.map(|result| result.robots).collect();
    // The order of an enumeration may change; that of the boards never does.
    boards.sort_unstable();
    if boards.is_empty() {
        return None;
    }
    let drawn = boards[generator.below(boards.len() as u64) as usize];
    let mut position = rules.after_robots(&position, drawn);
    for _ in 0..generator.below(MOST_BATTERY_MOVES + 1) {
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

/// Whether neither side, with the move, has a win in one turn.
fn is_open(rules: &Rules, phases: &mut RobotPhases, position: &Position) -> bool {
    let turned =
        Position::at_start_of_turn(position.robots, position.batteries, position.side.other());
    [*position, turned].iter().all(|position| {
        rules.end(position, false).is_none() && rules.win_in_one_turn(phases, position).is_none()
    })
}
