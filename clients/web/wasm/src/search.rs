//! Searches and solvers, which end when the page wants, or their time is up.

use std::time::Duration;

use botwerk_agents::Budget;
use botwerk_proto::v1 as proto;
use botwerk_wire::error::Error;
use botwerk_wire::{EncodedAnalysis, RecordAnalysisJob, analysis, analysis_message};
use prost::Message;

use crate::host::{Host, fresh_seed};

/// Searches within the limits of the request and of the agent's settings. The page sees every finding.
pub(crate) fn analyze(
    request: &proto::AnalyzePositionRequest,
    host: &dyn Host,
) -> Result<proto::AnalyzePositionResponse, Error> {
    let job = analysis::analysis_job(request, || Ok(fresh_seed(host)))?;
    let limits = request.limits.unwrap_or_default();
    let elapsed = stopwatch(host);
    let message = |found: EncodedAnalysis, is_final| proto::AnalyzePositionResponse {
        analysis: Some(analysis_message(found, elapsed())),
        is_final,
    };
    let mut report = |found| host.report(&message(found, false).encode_to_vec());
    let time = job.time;
    let found = within(limits, time, host, |budget| job.search(budget, &mut report));
    Ok(message(found, true))
}

/// Searches before every turn of a record. The page sees each turn after its search.
pub(crate) fn analyze_record(
    request: &proto::AnalyzeRecordRequest,
    host: &dyn Host,
) -> Result<proto::AnalyzeRecordResponse, Error> {
    let job = RecordAnalysisJob::read(request.clone())?;
    let limits = job.limits;
    let message = |turns, is_final| proto::AnalyzeRecordResponse { turns, is_final };
    let turns = job.run(
        &mut |search| {
            within(limits, None, host, search);
            !host.should_stop()
        },
        &mut |turn| host.report(&message(vec![turn], false).encode_to_vec()),
    )?;
    Ok(message(turns, true))
}

/// Runs a search with a budget of limits, of which that of time may be shortened.
fn within<T>(
    limits: proto::SearchLimits,
    time: Option<Duration>,
    host: &dyn Host,
    search: impl FnOnce(&Budget<'_>) -> T,
) -> T {
    let elapsed = stopwatch(host);
    let requested = Some(limits.time_nanos).filter(|nanos| *nanos > 0);
    let requested = requested.map(Duration::from_nanos);
    let time = requested.into_iter().chain(time).min();
    search(&Budget {
        nodes: Some(limits.nodes).filter(|nodes| *nodes > 0),
        depth: Some(limits.depth).filter(|depth| *depth > 0),
        is_timed: time.is_some(),
        should_stop: &|| host.should_stop() || time.is_some_and(|time| elapsed() >= time),
        ..Budget::UNLIMITED
    })
}

/// Returns what measures the time from now on.
fn stopwatch(host: &dyn Host) -> impl Fn() -> Duration {
    let started = host.now_millis();
    move || {
        let elapsed = Duration::try_from_secs_f64((host.now_millis() - started) / 1000.0);
        elapsed.unwrap_or_default()
    }
}

/// Solves the task of a request. The page sees every lower bound.
pub(crate) fn solve(
    request: &proto::SolveInstanceRequest,
    host: &dyn Host,
) -> Result<proto::SolveInstanceResponse, Error> {
    let task = analysis::solver_task(request)?;
    let mut report = |bound| {
        let kind = proto::solve_instance_response::Kind::LowerBound(bound);
        host.report(&proto::SolveInstanceResponse { kind: Some(kind) }.encode_to_vec());
    };
    task.solve(&mut report, &|| host.should_stop())
}
