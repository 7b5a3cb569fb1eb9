//! Winning turns, which every searching agent plays.

use botwerk_engine::netzwerk::{Action, Position, RobotPhases, Rules};

use super::standing::WIN;
use crate::agent::Choice;

/// Returns the choice of a turn, or of its rest, with which the side to move wins, or `None` if there
/// is none.
pub(super) fn winning_turn(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: &Position,
) -> Option<Choice<Action>> {
    let actions = rules.win_in_one_turn(phases, position)?;
    let mut choice = Choice::new(actions.clone(), 1);
    choice.value = Some(i64::from(WIN));
    choice.depth = 1;
    choice.principal_variation = actions;
    Some(choice)
}
