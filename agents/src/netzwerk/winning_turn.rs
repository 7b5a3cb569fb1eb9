//! A turn that wins, which no player here lets go by.

use botwerk_engine::netzwerk::{Action, Position, RobotPhases, Rules};

use super::standing::WIN;
use crate::agent::Choice;

/// The choice of a turn, or the rest of one, by which the side to move wins, if there is one.
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
