//! `AnalysisService`: solvers and searches.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use botwerk_wire::{RecordAnalysisJob, SolverTask, analysis, analysis_message};
use proto::analysis_service_server::AnalysisService;
use tonic::{Request, Response, Status};

use super::agent_threads::AgentThreadLimit;
use super::ask;
use super::rules::{SHORTER_RECORD, SMALLER_POSITION};
use super::search_callers::SearchCallers;
use super::searches::{AnalysisUpdate, CappedLimits, SearchEnd, SearchQueue};
use super::seated_clients::SeatedClients;
use crate::edge::bearer_of;
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::requester::Requester;
use crate::room::{Command, SeatSearch, StreamReceiver, StreamSender};
use crate::token::fresh_seed;
use crate::wire;

/// The service of solvers and searches.
pub(crate) struct AnalysisRpc {
    pub(crate) searches: SearchQueue,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(super) agent_threads: AgentThreadLimit,
    pub(super) seated: SeatedClients,
    pub(super) callers: SearchCallers,
}

#[tonic::async_trait]
impl AnalysisService for AnalysisRpc {
    type AnalyzePositionStream = StreamReceiver<proto::AnalyzePositionResponse>;
    type AnalyzeRecordStream = StreamReceiver<proto::AnalyzeRecordResponse>;
    type GetHintStream = StreamReceiver<proto::GetHintResponse>;
    type SolveInstanceStream = StreamReceiver<proto::SolveInstanceResponse>;

    async fn analyze_position(
        &self,
        request: Request<proto::AnalyzePositionRequest>,
    ) -> Result<Response<Self::AnalyzePositionStream>, Status> {
        self.seated.check_search().await?;
        self.callers.count(&request).await?;
        let request = request.into_inner();
        let agent = request.agent.as_ref().map(wire::agent_spec);
        self.agent_threads.check_search(agent.as_ref())?;
        let limits = request.limits.unwrap_or_default();
        let prepare = move |_: &SearchEnd<'_>| analysis::analysis_job(&request, fresh_seed);
        let job = self.searches.result(SMALLER_POSITION, prepare).await??;
        let message = |found: AnalysisUpdate| proto::AnalyzePositionResponse {
            analysis: Some(analysis_message(found.analysis, found.elapsed)),
            is_final: found.is_final,
        };
        let found = self.searches.analysis(job, limits, message)?;
        Ok(Response::new(found))
    }

    async fn analyze_record(
        &self,
        request: Request<proto::AnalyzeRecordRequest>,
    ) -> Result<Response<Self::AnalyzeRecordStream>, Status> {
        self.seated.check_search().await?;
        self.callers.count(&request).await?;
        let request = request.into_inner();
        let agent = request.agent.as_ref().map(wire::agent_spec);
        self.agent_threads.check_search(agent.as_ref())?;
        let prepare = move |_: &SearchEnd<'_>| RecordAnalysisJob::read(request);
        let job = self.searches.result(SHORTER_RECORD, prepare).await??;
        // The limits of the job include the time of its agent.
        let limits = self.searches.capped(job.limits, None);
        let search = move |to: &StreamSender<_>, end: &SearchEnd<'_>| {
            analyze_record(job, limits, to, end);
        };
        Ok(Response::new(self.searches.stream(search)?))
    }

    async fn get_hint(
        &self,
        request: Request<proto::GetHintRequest>,
    ) -> Result<Response<Self::GetHintStream>, Status> {
        let token = bearer_of(&request);
        let proto::GetHintRequest {
            r#match,
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
        let SeatSearch { job, bot } = ask(&self.registry, &r#match, command).await?;
        self.callers.count_hint(bot.as_deref()).await?;
        let message = |found: AnalysisUpdate| proto::GetHintResponse {
            analysis: Some(analysis_message(found.analysis, found.elapsed)),
            is_final: found.is_final,
        };
        let limits = limits.unwrap_or_default();
        // A seat's own share, which no other client can take.
        let searches = self
            .searches
            .of(Requester::Seat(MatchId::from_name(&r#match)?));
        let found = searches.analysis(job, limits, message)?;
        Ok(Response::new(found))
    }

    async fn solve_instance(
        &self,
        request: Request<proto::SolveInstanceRequest>,
    ) -> Result<Response<Self::SolveInstanceStream>, Status> {
        self.seated.check_search().await?;
        self.callers.count(&request).await?;
        let request = request.into_inner();
        let prepare = move |_: &SearchEnd<'_>| analysis::solver_task(&request);
        let task = self.searches.result(SMALLER_POSITION, prepare).await??;
        let search = move |to: &StreamSender<_>, end: &SearchEnd<'_>| solve(&*task, to, end);
        Ok(Response::new(self.searches.stream(search)?))
    }
}

/// Sends every turn after its search, and at the end all turns that were searched in time.
fn analyze_record(
    job: RecordAnalysisJob,
    limits: CappedLimits,
    to: &StreamSender<proto::AnalyzeRecordResponse>,
    end: &SearchEnd<'_>,
) {
    let message = |turns, is_final| proto::AnalyzeRecordResponse { turns, is_final };
    let turns = job.run(
        &mut |search| {
            limits.search(end, search);
            !end.is_due()
        },
        &mut |turn| {
            to.send_latest(message(vec![turn], false));
        },
    );
    if end.is_abandoned() {
        return;
    }
    match turns {
        Ok(turns) => {
            to.send_latest(message(turns, true));
        }
        Err(error) => to.end(error),
    }
}

/// Sends lower bounds and then the solution, or what is known of it when the search must end.
fn solve(
    task: &dyn SolverTask,
    to: &StreamSender<proto::SolveInstanceResponse>,
    end: &SearchEnd<'_>,
) {
    let mut report = |bound| {
        to.send(proto::SolveInstanceResponse {
            kind: Some(proto::solve_instance_response::Kind::LowerBound(bound)),
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
