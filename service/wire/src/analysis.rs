//! `AnalysisService` as functions: what a request asks for, ready to run.

use botwerk_agents::AnalysisPosition;
use botwerk_engine::{AnyGame, GameRules, History, Referee, RootSeed, Seat};
use botwerk_proto::v1 as proto;

use crate::error::Error;
use crate::game::{required, root_seed};
use crate::{
    AnalysisJob, InputPosition, SolverTask, Wire, agent_spec, earlier_positions, seat, setup,
};

/// Returns the analysis that a request asks for. `fresh_seed` is asked for the seed if the request has none.
///
/// # Errors
/// Returns an error if the request is not valid, or there is no seed.
pub fn analysis_job(
    request: &proto::AnalyzePositionRequest,
    fresh_seed: impl FnOnce() -> Result<RootSeed, Error>,
) -> Result<AnalysisJob, Error> {
    let agent = request.agent.as_ref().map(agent_spec);
    let seed = root_seed(&request.seed, fresh_seed)?;
    let referee = referee(request, seed)?;
    let number = request.seat;
    let seat = number.map(|number| seat(number, referee.game().seats()));
    let subject = AnalysisPosition::new(&referee, seat.transpose()?, seed)?;
    AnalysisJob::new(subject, agent.as_ref())
}

/// Returns a match at the position of a request.
fn referee(
    request: &proto::AnalyzePositionRequest,
    seed: RootSeed,
) -> Result<Referee<AnyGame>, Error> {
    let position = InputPosition::new(&request.position, request.typed_position.as_ref())?;
    if position.is_empty() {
        let game = setup(required(request.setup.as_ref(), "setup")?, None)?;
        let mut referee = Referee::new(game, seed);
        referee.resolve_chance(&mut Vec::new());
        return Ok(referee);
    }
    let game = position.game(required(request.setup.as_ref(), "setup")?)?;
    let viewer = request.seat.and_then(|seat| Seat::new(seat as usize));
    let state = position.state_or_sample(&game, viewer, seed)?;
    let earlier = earlier_positions(
        &game,
        &request.earlier_positions,
        &request.typed_earlier_positions,
    )?;
    let history = History::with_occurrences(&game, state, &earlier);
    Ok(Referee::from_history(game, seed, history))
}

/// Reads the task of a request, for the solver of its game.
///
/// # Errors
/// Returns an error if the task is missing or not valid.
pub fn solver_task(request: &proto::SolveInstanceRequest) -> Result<Box<dyn SolverTask>, Error> {
    use proto::solve_instance_request::Instance;
    match required(request.instance.as_ref(), "instance")? {
        Instance::MicroRobots(it) => Ok(Box::new(crate::micro_robots::RouteTask::read(it)?)),
        Instance::Ricochet(it) => Ok(Box::new(crate::ricochet::SolutionTask::read(it)?)),
        Instance::Position(request) => {
            let setup = required(request.setup.as_ref(), "setup")?;
            let position = InputPosition::new(&request.text, request.typed_position.as_ref())?;
            let (game, state) = position.read(setup)?;
            game.solver_task(&state)
        }
    }
}
