//! Searches in this process or on a server, with printed reports.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use botwerk_agents::{Agent, AnalysisPosition, Budget};
use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::Game;
use tokio::sync::mpsc;

use super::report::Report;
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Time to wait for the final report after the search is stopped.
const PATIENCE: Duration = Duration::from_secs(1);

/// The limits of a search; `None` is no limit.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SearchLimits {
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) millis: Option<u64>,
}

/// A running search.
pub(super) struct Search {
    pub(super) reports: mpsc::UnboundedReceiver<Result<Report, Failure>>,
    /// Set to stop the search.
    pub(super) stop: Arc<AtomicBool>,
}

impl Search {
    /// Starts an agent on a thread of this process.
    pub(super) fn here<G: Game>(
        subject: AnalysisPosition<G>,
        mut agent: Box<dyn Agent<G>>,
        limits: SearchLimits,
    ) -> Self {
        let (sender, reports) = mpsc::unbounded_channel();
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        thread::spawn(move || {
            let begun = Instant::now();
            let time = limits.millis.map(Duration::from_millis);
            let until = time.and_then(|time| begun.checked_add(time));
            let should_stop = || {
                told.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until)
            };
            let budget = Budget {
                nodes: limits.nodes,
                depth: limits.depth,
                // The caller can stop the search at any time.
                is_timed: true,
                should_stop: &should_stop,
            };
            // The receiver may have been dropped.
            let say = |analysis, is_final| {
                let _ = sender.send(Ok(Report::of(analysis, begun.elapsed(), is_final)));
            };
            let last = subject.search(&mut *agent, &budget, &mut |found| say(found, false));
            say(last, true);
        });
        Self { reports, stop }
    }

    /// Starts a search on a server.
    pub(super) async fn on_server(
        client: &Client,
        request: proto::AnalyzeRequest,
    ) -> Result<Self, Failure> {
        let answers = client.analysis().analyze(request).await;
        let mut answers = answers.map_err(ClientError::from)?.into_inner();
        let (sender, reports) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            loop {
                let report = match answers.message().await {
                    Ok(Some(found)) => Ok(Report::of_message(found.analysis, found.r#final)),
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
        Ok(Self { reports, stop })
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
                report = self.reports.recv() => report.unwrap_or_else(|| Err(lost()))?,
                () = &mut interrupted => break,
            };
            if show(&report, last.as_ref(), output)? {
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
        let end = tokio::time::timeout(PATIENCE, final_report).await;
        let best = end.ok().flatten().or_else(|| {
            let best = last.clone()?;
            let is_final = true;
            Some(Report { is_final, ..best })
        });
        match best {
            Some(best) => show(&best, last.as_ref(), output).map(|_| ()),
            None => Err(Failure::new(
                Reason::BadArgument,
                "nothing was found so early; give the search more time",
            )),
        }
    }
}

/// Prints a report. Returns `true` if it is the final one.
fn show(report: &Report, before: Option<&Report>, output: &mut Output) -> Result<bool, Failure> {
    if output.is_json() {
        output.json(&report.json())?;
    } else {
        // The final report may repeat the one before it.
        if !report.is_final || before.is_none_or(|before| !report.repeats(before)) {
            output.line(report.text())?;
        }
        if report.is_final {
            output.line(format!("best: {}", report.suggested().unwrap_or("nothing")))?;
        }
    }
    output.flush()?;
    Ok(report.is_final)
}

fn lost() -> Failure {
    let message = "the search ended without a word, which is a fault of the player; report this";
    Failure::new(Reason::Unreachable, message)
}
