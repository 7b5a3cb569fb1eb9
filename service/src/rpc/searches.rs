//! Searches that clients request: their queue and their limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use botwerk_agents::Budget;
use botwerk_proto::v1::SearchLimits;
use botwerk_wire::{AnalysisJob, EncodedAnalysis};
use tokio::sync::oneshot;

use crate::background::queue_error;
use crate::config::Config;
use crate::error::{Error, Reason};
use crate::fair_pool::Turn;
use crate::pool::SearchPool;
use crate::requester::Requester;
use crate::room::{StreamReceiver, StreamSender, stream_channel};

/// Time beyond the limit of a call in which a search reports what it has found.
const REPORT_GRACE: Duration = Duration::from_secs(1);

/// The queue of searches that clients request.
#[derive(Debug, Clone)]
pub(crate) struct SearchQueue {
    pool: SearchPool,
    /// Whose turn the searches take; that of the current task if `None`.
    requester: Option<Requester>,
    /// Time limit of a search.
    limit: Duration,
    /// Maximum number of nodes of a search.
    max_nodes: u64,
}

/// What an analysis has found so far.
#[derive(Debug)]
pub(super) struct AnalysisUpdate {
    pub(super) analysis: EncodedAnalysis,
    /// Time since the search was started.
    pub(super) elapsed: Duration,
    /// Whether the search has ended.
    pub(super) is_final: bool,
}

/// Tells a search to stop, since no client waits for it.
#[derive(Debug, Clone, Default)]
struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// When a search ends without its full result.
pub(super) struct SearchEnd<'t> {
    stop: StopFlag,
    deadline: Option<Instant>,
    turn: &'t Turn<'t>,
}

impl SearchEnd<'_> {
    /// Returns `true` if the search must end with what it has found. Otherwise it lets others have their
    /// turn first, so a search that asks often keeps no other waiting.
    pub(super) fn is_due(&self) -> bool {
        if self.has_passed() {
            return true;
        }
        self.turn.give_way();
        self.has_passed()
    }

    fn has_passed(&self) -> bool {
        self.is_abandoned() || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// Returns `true` if no client waits for what the search has found.
    pub(super) fn is_abandoned(&self) -> bool {
        self.stop.is_set()
    }

    /// Returns the earlier of this end and another time.
    fn or_at(&self, at: Option<Instant>) -> Self {
        Self {
            stop: self.stop.clone(),
            deadline: self.deadline.into_iter().chain(at).min(),
            turn: self.turn,
        }
    }
}

/// The limits of one search.
#[derive(Debug, Clone, Copy)]
pub(super) struct CappedLimits {
    nodes: u64,
    depth: Option<u32>,
    time: Option<Duration>,
}

impl CappedLimits {
    /// Runs a search within the limits, which ends with its call at the latest.
    pub(super) fn search<T>(self, end: &SearchEnd<'_>, search: impl FnOnce(&Budget<'_>) -> T) -> T {
        let at = self.time.and_then(|time| Instant::now().checked_add(time));
        let end = end.or_at(at);
        search(&Budget {
            nodes: Some(self.nodes),
            depth: self.depth,
            is_timed: end.deadline.is_some(),
            should_stop: &|| end.is_due(),
            ..Budget::UNLIMITED
        })
    }
}

/// Stops a search when it is dropped.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl SearchQueue {
    pub(crate) fn new(pool: SearchPool, config: &Config) -> Self {
        Self {
            pool,
            requester: None,
            limit: config.search_limit(),
            max_nodes: config.search_limit_nodes.get(),
        }
    }

    /// Returns the same queue for the searches of this requester.
    pub(super) fn of(&self, requester: Requester) -> Self {
        Self {
            requester: Some(requester),
            ..self.clone()
        }
    }

    /// Returns the same queue with a time limit that is no longer than this one.
    pub(super) fn within(&self, limit: Duration) -> Self {
        Self {
            limit: self.limit.min(limit),
            ..self.clone()
        }
    }

    /// Waits for the result of a job, which should end soon after its [`SearchEnd`]. If the caller stops
    /// waiting, the job is not started. `remedy` says how to reduce a request that takes too long.
    ///
    /// # Errors
    /// Returns an error if the queue is full, the job panics or it takes too long.
    pub(super) async fn result<T: Send + 'static>(
        &self,
        remedy: &str,
        job: impl FnOnce(&SearchEnd<'_>) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let guard = StopOnDrop(StopFlag::default());
        let stop = guard.0.clone();
        let deadline = Instant::now().checked_add(self.limit);
        self.queue(move |turn| {
            if !stop.is_set() {
                let end = SearchEnd {
                    stop,
                    deadline,
                    turn,
                };
                // The caller may be gone in the meantime.
                let _ = reply.send(job(&end));
            }
        })?;
        let answer = tokio::time::timeout(self.limit, answer).await;
        answer
            .map_err(|_| self.timeout_error(remedy))?
            .map_err(|_| search_failed())
    }

    /// Returns a stream of what an analysis finds, as messages. The analysis ends at the first limit of
    /// the request, the agent's settings or the server, with what it has found by then. For a slow
    /// client, newer messages replace those that were not sent.
    ///
    /// # Errors
    /// Returns an error if the queue is full.
    pub(super) fn analysis<T: Clone + Send + 'static>(
        &self,
        analysis: AnalysisJob,
        limits: SearchLimits,
        message: fn(AnalysisUpdate) -> T,
    ) -> Result<StreamReceiver<T>, Error> {
        let limits = self.capped(limits, analysis.time);
        let job = move |to: &StreamSender<T>, end: &SearchEnd<'_>| {
            let started = Instant::now();
            let send = |analysis, is_final| {
                let elapsed = started.elapsed();
                to.send_latest(message(AnalysisUpdate {
                    analysis,
                    elapsed,
                    is_final,
                }));
            };
            let last = limits.search(end, |budget| {
                analysis.search(budget, &mut |analysis| send(analysis, false))
            });
            send(last, true);
        };
        self.stream(job)
    }

    /// Returns the limits of one search: those of a request and the time of an agent's settings, capped by those
    /// of the server.
    pub(super) fn capped(&self, limits: SearchLimits, time: Option<Duration>) -> CappedLimits {
        let nodes = Some(limits.nodes).filter(|nodes| *nodes > 0);
        let requested = Some(limits.time_nanos).filter(|nanos| *nanos > 0);
        let requested = requested.map(Duration::from_nanos);
        CappedLimits {
            nodes: nodes.map_or(self.max_nodes, |nodes| nodes.min(self.max_nodes)),
            depth: Some(limits.depth).filter(|depth| *depth > 0),
            time: requested.into_iter().chain(time).min(),
        }
    }

    /// Returns a stream of what a job sends. The job must end soon after its [`SearchEnd`]; the stream ends
    /// with an error if the job panics or takes longer.
    ///
    /// # Errors
    /// Returns an error if the queue is full.
    pub(super) fn stream<T: Clone + Send + 'static>(
        &self,
        job: impl FnOnce(&StreamSender<T>, &SearchEnd<'_>) + Send + 'static,
    ) -> Result<StreamReceiver<T>, Error> {
        let limit = self.limit.saturating_add(REPORT_GRACE);
        let (sender, receiver) = stream_channel();
        let guard = StopOnDrop(StopFlag::default());
        let stop = guard.0.clone();
        let deadline = Instant::now().checked_add(self.limit);
        let (done, has_ended) = oneshot::channel();
        let watched = sender.clone();
        self.queue(move |turn| {
            let end = SearchEnd {
                stop,
                deadline,
                turn,
            };
            if !end.is_abandoned() {
                job(&sender, &end);
            }
            // The stream may have ended already.
            let _ = done.send(());
        })?;
        let timeout = self.timeout_error("reduce the limits");
        tokio::spawn(async move {
            let _guard = guard;
            tokio::select! {
                ended = has_ended => if ended.is_err() { watched.end(search_failed()) },
                () = watched.closed() => {}
                () = tokio::time::sleep(limit) => watched.end(timeout),
            }
        });
        Ok(receiver)
    }

    fn queue(&self, job: impl FnOnce(&Turn<'_>) + Send + 'static) -> Result<(), Error> {
        let requester = self.requester.clone();
        let requester = requester.unwrap_or_else(Requester::current);
        self.pool
            .try_spawn_request_job(&requester, job)
            .map_err(|full| queue_error(full, "searches (max_queued_searches)"))
    }

    pub(super) fn timeout_error(&self, remedy: &str) -> Error {
        let message = format!(
            "no result within {} s, the limit of this call; {remedy}, or try again when the server is \
             less busy",
            self.limit.as_secs_f64()
        );
        Error::new(Reason::LimitExceeded, message)
    }
}

/// Returns the error of a call whose job panicked.
pub(super) fn search_failed() -> Error {
    let message = "the search failed because of a fault in the server; inform its operator";
    Error::new(Reason::Internal, message)
}

#[cfg(test)]
mod tests;
