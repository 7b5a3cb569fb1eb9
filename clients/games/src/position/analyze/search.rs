//! Searches in this process or on a server, with printed reports.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use botwerk_agents::{Agent, AnalysisPosition, Budget};
use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::search_args::SearchLimits;
use botwerk_engine::AnyGame;
use tokio::sync::mpsc;

use super::report::AnalysisReport;

/// Time to wait for the final report after the search is stopped.
const FINAL_REPORT_TIMEOUT: Duration = Duration::from_secs(1);

/// A running search.
pub(super) struct Search {
    pub(super) reports: mpsc::UnboundedReceiver<Result<AnalysisReport, Failure>>,
    /// Set to stop the search.
    pub(super) stop: Arc<AtomicBool>,
    /// Unit of the agent's values; empty if it is unknown.
    pub(super) value_unit: &'static str,
}

impl Search {
    /// Starts an agent on a thread of this process.
    pub(super) fn local(
        position: AnalysisPosition<AnyGame>,
        mut agent: Box<dyn Agent<AnyGame>>,
        limits: SearchLimits,
        value_unit: &'static str,
    ) -> Self {
        let (sender, reports) = mpsc::unbounded_channel();
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        thread::spawn(move || {
            let started = Instant::now();
            let time = limits.millis.map(Duration::from_millis);
            let deadline = time.and_then(|time| started.checked_add(time));
            let should_stop = || {
                is_stopped.load(Ordering::Relaxed)
                    || deadline.is_some_and(|deadline| Instant::now() >= deadline)
            };
            let budget = Budget {
                nodes: limits.nodes,
                depth: limits.depth,
                // The caller can stop the search at any time.
                is_timed: true,
                should_stop: &should_stop,
                ..Budget::UNLIMITED
            };
            // The receiver may have been dropped.
            let send = |analysis, is_final| {
                let _ = sender.send(Ok(AnalysisReport::new(
                    analysis,
                    started.elapsed(),
                    is_final,
                )));
            };
            let last = position.search(&mut *agent, &budget, &mut |found| send(found, false));
            send(last, true);
        });
        Self {
            reports,
            stop,
            value_unit,
        }
    }

    /// Starts a search on a server.
    pub(super) async fn on_server(
        client: &Client,
        request: proto::AnalyzePositionRequest,
        value_unit: &'static str,
    ) -> Result<Self, Failure> {
        let responses = client.analysis().analyze_position(request).await;
        let mut responses = responses.map_err(ClientError::from)?.into_inner();
        let (sender, reports) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            loop {
                let report = match responses.message().await {
                    Ok(Some(found)) => {
                        Ok(AnalysisReport::from_message(found.analysis, found.is_final))
                    }
                    Ok(None) => return,
                    Err(status) => Err(ClientError::from(status).into()),
                };
                if sender.send(report).is_err() {
                    return;
                }
            }
        });
        // A server stops searching when its response stream is dropped.
        let stop = Arc::default();
        Ok(Self {
            reports,
            stop,
            value_unit,
        })
    }

    /// Prints reports until the search ends or is interrupted.
    pub(super) async fn follow(
        mut self,
        interrupted: impl Future<Output = ()>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let mut last = None;
        tokio::pin!(interrupted);
        loop {
            let report = tokio::select! {
                report = self.reports.recv() => report.unwrap_or_else(|| Err(lost_search()))?,
                () = &mut interrupted => break,
            };
            if print_report(&report, last.as_ref(), self.value_unit, output)? {
                return Ok(());
            }
            last = Some(report);
        }
        self.stop.store(true, Ordering::Relaxed);
        let final_report = async {
            loop {
                match self.reports.recv().await {
                    Some(Ok(report)) if !report.is_final => {}
                    found => return found.and_then(Result::ok),
                }
            }
        };
        let end = tokio::time::timeout(FINAL_REPORT_TIMEOUT, final_report).await;
        let best = end.ok().flatten().or_else(|| {
            let best = last.clone()?;
            let is_final = true;
            Some(AnalysisReport { is_final, ..best })
        });
        match best {
            Some(best) => print_report(&best, last.as_ref(), self.value_unit, output).map(|_| ()),
            None => Err(Failure::new(
                Reason::BadArgument,
                "the search has no result yet; allow it more time",
            )),
        }
    }
}

/// Prints a report. Returns `true` if it is the final one.
fn print_report(
    report: &AnalysisReport,
    previous: Option<&AnalysisReport>,
    value_unit: &str,
    output: &mut Output,
) -> Result<bool, Failure> {
    if output.is_json() {
        output.json(&report.json(value_unit))?;
    } else {
        // Only what is new is worth a line.
        if previous.is_none_or(|previous| !report.has_same_result(previous)) {
            output.line(report.text(value_unit))?;
        }
        if report.is_final {
            let suggested = report.suggested().unwrap_or("nothing");
            let (nodes, seconds) = (report.nodes, report.time.as_secs_f64());
            output.line(format!("best: {suggested} ({nodes} nodes, {seconds:.3} s)"))?;
        }
    }
    output.flush()?;
    Ok(report.is_final)
}

fn lost_search() -> Failure {
    let message = "the search ended without a result, which is a fault of the agent; report this";
    Failure::new(Reason::Unreachable, message)
}
