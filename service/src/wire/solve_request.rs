//! Requests to solve something: a task of a game's own, or a position.

use botwerk_engine::{GameId, with_game};
use botwerk_proto::v1 as proto;

use super::Wire;
use super::input_position::InputPosition;
use super::solver_task::SolverTask;
use crate::error::{Error, Reason};

/// Reads the task of a request, for the solver of its game.
///
/// # Errors
/// Returns an error if the task is missing or not valid.
pub(crate) fn solver_task(request: &proto::SolveRequest) -> Result<Box<dyn SolverTask>, Error> {
    use proto::solve_request::Instance;
    match &request.instance {
        Some(Instance::MicroRobots(it)) => Ok(Box::new(super::micro_robots::RouteTask::read(it)?)),
        Some(Instance::Ricochet(it)) => Ok(Box::new(super::ricochet::SolutionTask::read(it)?)),
        Some(Instance::Position(request)) => {
            let setup = request
                .setup
                .as_ref()
                .ok_or_else(|| Error::new(Reason::BadRequest, "setup: required, but not set"))?;
            let position = InputPosition::new(&request.text, request.typed_position.as_ref())?;
            let game: GameId = setup.game.parse()?;
            with_game!(game, G => {
                let (game, state) = position.read::<G>(setup)?;
                game.solver_task(&state)
            })
        }
        None => Err(Error::new(
            Reason::BadRequest,
            "instance: required, but not set",
        )),
    }
}
