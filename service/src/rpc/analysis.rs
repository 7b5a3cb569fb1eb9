//! `AnalysisService`: solvers and searches.

use std::sync::Arc;

use botwerk_agents::{AgentSpec, AnalysisPosition};
use botwerk_engine::{History, Referee, RootSeed, Seat, with_game};
use botwerk_proto::v1 as proto;
use proto::analysis_service_server::AnalysisService;
use tonic::{Request, Response, Status};

use super::agent_threads::AgentThreadLimit;
use super::searches::{AnalysisUpdate, SearchEnd, SearchQueue, StopFlag};
use super::{ask, game_of, required};
use crate::analysis_job::AnalysisJob;
use crate::error::Error;
use crate::match_registry::MatchRegistry;
use crate::room::{Command, StreamReceiver, StreamSender};
use crate::token::random_bytes;
use crate::wire::{self, InputPosition, SolverTask, Wire, analysis_message};

/// The service of solvers and searches.
pub(crate) struct AnalysisRpc {
    pub(crate) searches: SearchQueue,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(super) agent_threads: AgentThreadLimit,
}

#[tonic::async_trait]
impl AnalysisService for AnalysisRpc {
    type AnalyzeStream = StreamReceiver<proto::AnalyzeResponse>;
    type HintStream = StreamReceiver<proto::HintResponse>;
    type SolveStream = StreamReceiver<proto::SolveResponse>;

    async fn analyze(
        &self,
        request: Request<proto::AnalyzeRequest>,
    ) -> Result<Response<Self::AnalyzeStream>, Status> {
        let request = request.into_inner();
        let agent = request.agent.as_ref().map(wire::agent_spec);
        self.agent_threads.check_search(agent.as_ref())?;
        let limits = request.limits.unwrap_or_default();
        let prepare = move |_: &StopFlag| {
            let (_, game) = game_of(request.setup.as_ref())?;
            with_game!(game, G => analysis_job::<G>(&request, agent.as_ref()))
        };
        let job = self.searches.result(prepare).await??;
        let message = |found: AnalysisUpdate| proto::AnalyzeResponse {
            analysis: Some(analysis_message(found.analysis, found.elapsed)),
            r#final: found.is_final,
        };
        let found = self.searches.analysis(job, limits, message)?;
        Ok(Response::new(found))
    }

    async fn hint(
        &self,
        request: Request<proto::HintRequest>,
    ) -> Result<Response<Self::HintStream>, Status> {
        let proto::HintRequest {
            r#match,
            seat_token: token,
            agent,
            limits,
        } = request.into_inner();
        let agent = agent.as_ref().map(wire::agent_spec);
        self.agent_threads.check_search(agent.as_ref())?;
        let command = |reply| Command::Hint {
            token,
            agent,
            reply,
        };
        let job = ask(&self.registry, &r#match, command).await?;
        let message = |found: AnalysisUpdate| proto::HintResponse {
            analysis: Some(analysis_message(found.analysis, found.elapsed)),
            r#final: found.is_final,
        };
        let limits = limits.unwrap_or_default();
        let found = self.searches.analysis(job, limits, message)?;
        Ok(Response::new(found))
    }

    async fn solve(
        &self,
        request: Request<proto::SolveRequest>,
    ) -> Result<Response<Self::SolveStream>, Status> {
        let request = request.into_inner();
        let prepare = move |_: &StopFlag| wire::solver_task(&request);
        let task = self.searches.result(prepare).await??;
        let search = move |to: &StreamSender<_>, end: &SearchEnd| solve(&*task, to, end);
        Ok(Response::new(self.searches.stream(search)?))
    }
}

/// Returns the analysis that a request asks for.
fn analysis_job<G: Wire>(
    request: &proto::AnalyzeRequest,
    agent: Option<&AgentSpec>,
) -> Result<AnalysisJob, Error> {
    let seed = match request.seed.as_str() {
        "" => RootSeed::new(random_bytes()?),
        text => RootSeed::from_text(text),
    };
    let referee = referee::<G>(request, seed)?;
    let seat = request
        .seat
        .map(|seat| wire::seat(seat, referee.game().seats()));
    let subject = AnalysisPosition::new(&referee, seat.transpose()?, seed)?;
    AnalysisJob::new(subject, agent)
}

/// Returns a match at the position of a request.
fn referee<G: Wire>(request: &proto::AnalyzeRequest, seed: RootSeed) -> Result<Referee<G>, Error> {
    let position = InputPosition::new(&request.position, request.typed_position.as_ref())?;
    if position.is_empty() {
        let (setup, _) = game_of(request.setup.as_ref())?;
        let mut referee = Referee::new(wire::setup::<G>(setup, None)?, seed);
        referee.resolve_chance(&mut Vec::new());
        return Ok(referee);
    }
    let game: G = position.game(required(request.setup.as_ref(), "setup")?)?;
    let viewer = request.seat.and_then(|seat| Seat::new(seat as usize));
    let state = position.state_or_sample(&game, viewer, seed)?;
    let earlier = wire::earlier_positions(
        &game,
        &request.earlier_positions,
        &request.typed_earlier_positions,
    )?;
    let history = History::with_occurrences(&game, state, &earlier);
    Ok(Referee::from_history(game, seed, history))
}

/// Sends lower bounds and then the solution, or what is known of it when the search must end.
fn solve(task: &dyn SolverTask, to: &StreamSender<proto::SolveResponse>, end: &SearchEnd) {
    let mut report = |bound| {
        to.send(proto::SolveResponse {
            kind: Some(proto::solve_response::Kind::LowerBound(bound)),
        });
    };
    let solution = task.solve(&mut report, &|| end.is_due());
    if end.is_abandoned() {
        return;
    }
    match solution {
        Ok(solution) => {
            to.send(solution);
        }
        Err(error) => to.end(error),
    }
}
