//! Searches that clients request: their queue and their limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use botwerk_agents::Budget;
use botwerk_proto::v1::SearchLimits;
use botwerk_wire::{AnalysisJob, EncodedAnalysis};
use tokio::sync::oneshot;

use crate::config::Config;
use crate::error::{Error, Reason};
use crate::pool::SearchPool;
use crate::room::{StreamReceiver, StreamSender, stream_channel};

/// Time beyond the limit of a call in which a search reports what it has found.
const REPORT_GRACE: Duration = Duration::from_secs(1);

/// The queue of searches that clients request.
#[derive(Debug, Clone)]
pub(crate) struct SearchQueue {
    pool: SearchPool,
    /// Maximum number of queued searches.
    max_queued: usize,
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
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Returns `true` if the search must stop.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// When a search ends without its full result.
#[derive(Debug, Clone)]
pub(super) struct SearchEnd {
    stop: StopFlag,
    deadline: Option<Instant>,
}

impl SearchEnd {
    /// Returns `true` if the search must end with what it has found.
    pub(super) fn is_due(&self) -> bool {
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
    pub(super) fn search<T>(self, end: &SearchEnd, search: impl FnOnce(&Budget<'_>) -> T) -> T {
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
            max_queued: config.max_queued_searches.get(),
            limit: config.search_limit(),
            max_nodes: config.search_limit_nodes.get(),
        }
    }

    /// Waits for the result of a job. If the caller stops waiting, the job is not started.
    ///
    /// # Errors
    /// Returns an error if the queue is full, the job panics or it takes too long.
    pub(super) async fn result<T: Send + 'static>(
        &self,
        job: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let guard = StopOnDrop(StopFlag::default());
        let stop = guard.0.clone();
        self.queue(move || {
            if !stop.is_set() {
                // The caller may be gone in the meantime.
                let _ = reply.send(job(&stop));
            }
        })?;
        let answer = tokio::time::timeout(self.limit, answer).await;
        answer
            .map_err(|_| self.timeout_error())?
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
        let job = move |to: &StreamSender<T>, end: &SearchEnd| {
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
        let requested = Some(limits.millis).filter(|millis| *millis > 0);
        let requested = requested.map(Duration::from_millis);
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
        job: impl FnOnce(&StreamSender<T>, &SearchEnd) + Send + 'static,
    ) -> Result<StreamReceiver<T>, Error> {
        let limit = self.limit.saturating_add(REPORT_GRACE);
        let (sender, receiver) = stream_channel();
        let guard = StopOnDrop(StopFlag::default());
        let end = SearchEnd {
            stop: guard.0.clone(),
            deadline: Instant::now().checked_add(self.limit),
        };
        let (done, has_ended) = oneshot::channel();
        let watched = sender.clone();
        self.queue(move || {
            if !end.is_abandoned() {
                job(&sender, &end);
            }
            // The stream may have ended already.
            let _ = done.send(());
        })?;
        let timeout = self.timeout_error();
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

    fn queue(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        self.pool
            .try_spawn_request_job(self.max_queued, job)
            .map_err(|_| {
                let message = format!(
                    "max_queued_searches ({}) reached; try again later",
                    self.max_queued
                );
                Error::new(Reason::LimitExceeded, message)
            })
    }

    fn timeout_error(&self) -> Error {
        let message = format!(
            "no result within {} s, the limit of a call; reduce the limits, or try again when the \
             server is less busy",
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
mod tests {
    use std::sync::mpsc::channel;

    use tokio_stream::StreamExt;
    use tonic::Code;

    use super::*;

    fn queue(max_queued: usize, limit: Duration) -> SearchQueue {
        let pool = SearchPool::new(1).unwrap();
        SearchQueue {
            pool,
            max_queued,
            limit,
            max_nodes: 1_000,
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn panicking_search_ends_its_stream_with_an_error() {
        let searches = queue(4, LONG);
        let job = |to: &StreamSender<u32>, _: &SearchEnd| {
            to.send(1);
            panic!("a solver that fails");
        };
        let mut stream = searches.stream(job).unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap(), 1);
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::Internal);
        assert!(stream.next().await.is_none());
        let failed = searches.result(|_| panic!("another one")).await;
        assert_eq!(failed.unwrap_err().reason, Reason::Internal);
    }

    #[tokio::test]
    async fn search_beyond_its_time_limit_is_stopped() {
        let searches = queue(4, Duration::from_millis(20));
        let (reply, stopped) = channel();
        let job = move |_: &StreamSender<u32>, end: &SearchEnd| {
            while !end.is_abandoned() {
                std::thread::yield_now();
            }
            reply.send(()).unwrap();
        };
        let mut stream = searches.stream(job).unwrap();
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
        tokio::task::spawn_blocking(move || stopped.recv().unwrap())
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn search_stops_when_its_client_disconnects() {
        let searches = queue(4, LONG);
        let (reply, was_stopped) = channel();
        let (started, has_started) = channel();
        let job = move |_: &StreamSender<u32>, end: &SearchEnd| {
            started.send(()).unwrap();
            // Well before the time limit of the search, which would stop it as well.
            let deadline = Instant::now() + LONG / 6;
            while !end.is_abandoned() && Instant::now() < deadline {
                std::thread::yield_now();
            }
            reply.send(end.is_abandoned()).unwrap();
        };
        let stream = searches.stream(job).unwrap();
        has_started.recv().unwrap();
        drop(stream);
        let was_stopped = tokio::task::spawn_blocking(move || was_stopped.recv().unwrap());
        assert!(was_stopped.await.unwrap());
    }

    /// Returns an empty analysis after the given number of nodes.
    fn after(nodes: u64) -> EncodedAnalysis {
        EncodedAnalysis {
            nodes,
            ..EncodedAnalysis::default()
        }
    }

    #[tokio::test]
    async fn slow_client_receives_the_newest_and_the_final_update() {
        let searches = queue(4, LONG);
        let (reported, all_reported) = channel();
        let (go, gate) = channel::<()>();
        let analysis = AnalysisJob::from_search(move |_, report| {
            (1..=10_000).for_each(|nodes| report(after(nodes)));
            reported.send(()).unwrap();
            gate.recv().unwrap();
            after(10_001)
        });
        let numbered = |found: AnalysisUpdate| (found.analysis.nodes, found.is_final);
        let stream = searches.analysis(analysis, SearchLimits::default(), numbered);
        let mut stream = stream.unwrap();
        tokio::task::spawn_blocking(move || all_reported.recv().unwrap())
            .await
            .unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap(), (10_000, false));
        go.send(()).unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap(), (10_001, true));
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn limits_of_a_request_are_capped_by_those_of_the_server() {
        let searches = queue(4, LONG);
        let limits = |nodes, depth| SearchLimits {
            nodes,
            depth,
            millis: u64::MAX,
        };
        let cases = [
            (limits(0, 0), (1_000, None)),
            (limits(7, 3), (7, Some(3))),
            (limits(u64::MAX, u32::MAX), (1_000, Some(u32::MAX))),
        ];
        for (requested, expected) in cases {
            let (reply, received) = channel();
            let analysis = AnalysisJob::from_search(move |budget, _| {
                assert!(!(budget.should_stop)());
                reply.send((budget.nodes.unwrap(), budget.depth)).unwrap();
                after(1)
            });
            let mut stream = searches.analysis(analysis, requested, |_| ()).unwrap();
            stream.next().await.unwrap().unwrap();
            assert_eq!(received.recv().unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn search_reports_what_it_has_found_at_its_time_limit() {
        let short = Duration::from_millis(40);
        // The limits of the request, of every call, and of the agent's settings.
        let cases = [
            (40, LONG, None),
            (0, short, None),
            (0, LONG, Some(short)),
            (60_000, LONG, Some(short)),
        ];
        for (millis, limit, time) in cases {
            let searches = queue(4, limit);
            let mut analysis = AnalysisJob::from_search(|budget, _| {
                while !(budget.should_stop)() {
                    std::thread::yield_now();
                }
                after(5)
            });
            analysis.time = time;
            let limits = SearchLimits {
                millis,
                ..SearchLimits::default()
            };
            let summary =
                |found: AnalysisUpdate| (found.analysis.nodes, found.is_final, found.elapsed);
            let mut stream = searches.analysis(analysis, limits, summary).unwrap();
            let (nodes, is_final, elapsed) = stream.next().await.unwrap().unwrap();
            // The time limit of a call starts when it is queued.
            assert!(
                nodes == 5 && is_final && elapsed >= short / 2,
                "{elapsed:?}"
            );
            assert!(stream.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn stream_ends_although_its_search_does_not_stop() {
        let searches = queue(4, Duration::from_millis(1));
        let (go, gate) = channel::<()>();
        let analysis = AnalysisJob::from_search(move |_, _| {
            // Until the end of the test.
            let _ = gate.recv();
            after(1)
        });
        let limits = SearchLimits::default();
        let mut stream = searches.analysis(analysis, limits, |_| ()).unwrap();
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
        drop(go);
    }

    #[tokio::test]
    async fn call_beyond_max_queued_searches_is_rejected() {
        let searches = queue(1, LONG);
        let (go, gate) = channel::<()>();
        let (started, has_started) = channel();
        let busy = searches.stream(move |_: &StreamSender<u32>, _: &SearchEnd| {
            started.send(()).unwrap();
            gate.recv().unwrap();
        });
        has_started.recv().unwrap();
        let waiting = searches.stream(|to: &StreamSender<u32>, _: &SearchEnd| {
            to.send(2);
        });
        let rejected = searches.result(|_| ()).await.unwrap_err();
        assert_eq!(rejected.reason, Reason::LimitExceeded);
        go.send(()).unwrap();
        let mut waiting = waiting.unwrap();
        assert_eq!(waiting.next().await.unwrap().unwrap(), 2);
        assert!(waiting.next().await.is_none());
        drop(busy);
    }
}
