//! What visitors ask of the search threads: so many calls, each for so long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use botwerk_agents::{Analysis, Budget};
use botwerk_proto::v1::SearchLimits;
use tokio::sync::oneshot;

use crate::analysis_job::AnalysisJob;
use crate::config::Config;
use crate::error::{Error, Reason};
use crate::pool::SearchPool;
use crate::room::{StreamReceiver, StreamSender, stream_channel};

/// Time that an analysis has beyond the limit of a call to say what it has found until then.
const GRACE: Duration = Duration::from_secs(1);

/// The search threads as visitors may use them.
#[derive(Debug, Clone)]
pub(crate) struct SearchQueue {
    pool: SearchPool,
    most: usize,
    limit: Duration,
    nodes: u64,
}

/// What an analysis has found by some moment.
#[derive(Debug)]
pub(super) struct AnalysisUpdate {
    pub(super) analysis: Analysis,
    /// Time since the search began.
    pub(super) passed: Duration,
    /// Whether the search has ended.
    pub(super) is_final: bool,
}

/// Tells a search that nobody waits for it any more.
#[derive(Debug, Clone, Default)]
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Whether the search is to stop.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn tell(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Tells the search when whoever waited has gone.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.tell();
    }
}

impl SearchQueue {
    pub(crate) fn new(pool: SearchPool, config: &Config) -> Self {
        Self {
            pool,
            most: config.max_queued_searches.get(),
            limit: config.search_limit(),
            nodes: config.search_limit_nodes.get(),
        }
    }

    /// Waits for the result of a job. One that nobody waits for any more does not begin.
    pub(super) async fn result<T: Send + 'static>(
        &self,
        job: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let gone = StopOnDrop(StopFlag::default());
        let stop = gone.0.clone();
        self.queue(move || {
            if !stop.is_set() {
                // Whoever asked may have gone meanwhile.
                let _ = reply.send(job(&stop));
            }
        })?;
        let answer = tokio::time::timeout(self.limit, answer).await;
        answer
            .map_err(|_| self.timeout_error())?
            .map_err(|_| search_failed())
    }

    /// A stream of what a job sends. It ends with a reason if the job panics or takes too long.
    pub(super) fn stream<T: Clone + Send + 'static>(
        &self,
        job: impl FnOnce(&StreamSender<T>, &StopFlag) + Send + 'static,
    ) -> Result<StreamReceiver<T>, Error> {
        self.stream_for(self.limit, job)
    }

    /// A stream of what an inquiry finds, as messages. It ends with its limits, those of its player's
    /// settings or those of every call, and with what was found by then. Nothing waits for a slow client: what is newer
    /// takes the place of what was not sent yet.
    pub(super) fn analysis<T: Clone + Send + 'static>(
        &self,
        inquiry: AnalysisJob,
        limits: SearchLimits,
        message: fn(AnalysisUpdate) -> T,
    ) -> Result<StreamReceiver<T>, Error> {
        let latest = Instant::now().checked_add(self.limit);
        let nodes = Some(limits.nodes).filter(|nodes| *nodes > 0);
        let nodes = nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        let job = move |to: &StreamSender<T>, stop: &StopFlag| {
            let begun = Instant::now();
            let own = Some(limits.millis).filter(|millis| *millis > 0);
            let own = own
                .map(Duration::from_millis)
                .into_iter()
                .chain(inquiry.time)
                .min();
            let own = own.and_then(|time| begun.checked_add(time));
            let until = own.into_iter().chain(latest).min();
            let should_stop =
                || stop.is_set() || until.is_some_and(|until| Instant::now() >= until);
            let budget = Budget {
                nodes: Some(nodes),
                depth: Some(limits.depth).filter(|depth| *depth > 0),
                is_timed: until.is_some(),
                should_stop: &should_stop,
            };
            let tell = |analysis, is_final| {
                let passed = begun.elapsed();
                to.send_latest(message(AnalysisUpdate {
                    analysis,
                    passed,
                    is_final,
                }));
            };
            let last = inquiry.search(&budget, &mut |analysis| tell(analysis, false));
            tell(last, true);
        };
        self.stream_for(self.limit.saturating_add(GRACE), job)
    }

    fn stream_for<T: Clone + Send + 'static>(
        &self,
        limit: Duration,
        job: impl FnOnce(&StreamSender<T>, &StopFlag) + Send + 'static,
    ) -> Result<StreamReceiver<T>, Error> {
        let (sender, receiver) = stream_channel();
        let gone = StopOnDrop(StopFlag::default());
        let stop = gone.0.clone();
        let (done, has_ended) = oneshot::channel();
        let watched = sender.clone();
        self.queue(move || {
            if !stop.is_set() {
                job(&sender, &stop);
            }
            // The stream may be over already.
            let _ = done.send(());
        })?;
        let too_long = self.timeout_error();
        tokio::spawn(async move {
            let _gone = gone;
            tokio::select! {
                ended = has_ended => if ended.is_err() { watched.end(search_failed()) },
                () = watched.closed() => {}
                () = tokio::time::sleep(limit) => watched.end(too_long),
            }
        });
        Ok(receiver)
    }

    fn queue(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        self.pool
            .try_spawn_request_job(self.most, job)
            .map_err(|_| {
                let message = format!(
                    "{} calls wait for the search threads already; try again later",
                    self.most
                );
                Error::new(Reason::LimitExceeded, message)
            })
    }

    fn timeout_error(&self) -> Error {
        let message = format!(
            "no answer within {} s, which is what one call may take; ask for less, or try again \
             when fewer others do",
            self.limit.as_secs_f64()
        );
        Error::new(Reason::LimitExceeded, message)
    }
}

/// The answer to a call whose job panicked.
fn search_failed() -> Error {
    let message = "the search failed, which is a fault of the server; tell whoever runs it";
    Error::new(Reason::Internal, message)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use tokio_stream::StreamExt;
    use tonic::Code;

    use super::*;

    fn searches(most: usize, limit: Duration) -> SearchQueue {
        let pool = SearchPool::new(1).unwrap();
        let nodes = 1_000;
        SearchQueue {
            pool,
            most,
            limit,
            nodes,
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_search_that_panics_ends_its_stream_with_a_reason() {
        let searches = searches(4, LONG);
        let job = |to: &StreamSender<u32>, _: &StopFlag| {
            to.send(1);
            panic!("a solver that fails");
        };
        let mut stream = searches.stream(job).unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap(), 1);
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::Internal);
        assert!(stream.next().await.is_none());
        let lost = searches.result(|_| panic!("another one")).await;
        assert_eq!(lost.unwrap_err().reason, Reason::Internal);
    }

    #[tokio::test]
    async fn a_search_that_takes_too_long_is_told_to_stop() {
        let searches = searches(4, Duration::from_millis(20));
        let (told, stopped) = channel();
        let job = move |_: &StreamSender<u32>, stop: &StopFlag| {
            while !stop.is_set() {
                std::thread::yield_now();
            }
            told.send(()).unwrap();
        };
        let mut stream = searches.stream(job).unwrap();
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
        tokio::task::spawn_blocking(move || stopped.recv().unwrap())
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn a_client_that_has_gone_stops_its_search() {
        let searches = searches(4, LONG);
        let (told, stopped) = channel();
        let (begun, has_begun) = channel();
        let job = move |_: &StreamSender<u32>, stop: &StopFlag| {
            begun.send(()).unwrap();
            while !stop.is_set() {
                std::thread::yield_now();
            }
            told.send(()).unwrap();
        };
        let stream = searches.stream(job).unwrap();
        has_begun.recv().unwrap();
        drop(stream);
        tokio::task::spawn_blocking(move || stopped.recv().unwrap())
            .await
            .unwrap();
    }

    /// An analysis of nothing, after so many nodes.
    fn after(nodes: u64) -> Analysis {
        Analysis {
            nodes,
            ..Analysis::default()
        }
    }

    #[tokio::test]
    async fn a_slow_client_is_told_the_newest_and_the_last() {
        let searches = searches(4, LONG);
        let (told, all_told) = channel();
        let (go, gate) = channel::<()>();
        let inquiry = AnalysisJob::of(move |_, report| {
            (1..=10_000).for_each(|nodes| report(after(nodes)));
            told.send(()).unwrap();
            gate.recv().unwrap();
            after(10_001)
        });
        let numbered = |found: AnalysisUpdate| (found.analysis.nodes, found.is_final);
        let stream = searches.analysis(inquiry, SearchLimits::default(), numbered);
        let mut stream = stream.unwrap();
        tokio::task::spawn_blocking(move || all_told.recv().unwrap())
            .await
            .unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap(), (10_000, false));
        go.send(()).unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap(), (10_001, true));
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn limits_are_those_of_the_request_within_those_of_the_server() {
        let searches = searches(4, LONG);
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
        for (asked, allowed) in cases {
            let (tell, told) = channel();
            let inquiry = AnalysisJob::of(move |budget, _| {
                assert!(!(budget.should_stop)());
                tell.send((budget.nodes.unwrap(), budget.depth)).unwrap();
                after(1)
            });
            let mut stream = searches.analysis(inquiry, asked, |_| ()).unwrap();
            stream.next().await.unwrap().unwrap();
            assert_eq!(told.recv().unwrap(), allowed);
        }
    }

    #[tokio::test]
    async fn a_search_whose_time_is_up_says_what_it_has_found() {
        let short = Duration::from_millis(40);
        // The time of the request, that of every call, and that of the player's settings.
        let cases = [
            (40, LONG, None),
            (0, short, None),
            (0, LONG, Some(short)),
            (60_000, LONG, Some(short)),
        ];
        for (millis, limit, time) in cases {
            let searches = searches(4, limit);
            let mut inquiry = AnalysisJob::of(|budget, _| {
                while !(budget.should_stop)() {
                    std::thread::yield_now();
                }
                after(5)
            });
            inquiry.time = time;
            let limits = SearchLimits {
                millis,
                ..SearchLimits::default()
            };
            let seen = |found: AnalysisUpdate| (found.analysis.nodes, found.is_final, found.passed);
            let mut stream = searches.analysis(inquiry, limits, seen).unwrap();
            let (nodes, is_final, passed) = stream.next().await.unwrap().unwrap();
            // The time of a call runs from when it was made.
            assert!(nodes == 5 && is_final && passed >= short / 2, "{passed:?}");
            assert!(stream.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn a_search_that_does_not_stop_is_not_waited_for() {
        let searches = searches(4, Duration::from_millis(1));
        let (go, gate) = channel::<()>();
        let inquiry = AnalysisJob::of(move |_, _| {
            // Whoever waits has gone by then.
            let _ = gate.recv();
            after(1)
        });
        let limits = SearchLimits::default();
        let mut stream = searches.analysis(inquiry, limits, |_| ()).unwrap();
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
        drop(go);
    }

    #[tokio::test]
    async fn calls_that_find_the_queue_full_are_refused() {
        let searches = searches(1, LONG);
        let (go, gate) = channel::<()>();
        let (begun, has_begun) = channel();
        let busy = searches.stream(move |_: &StreamSender<u32>, _: &StopFlag| {
            begun.send(()).unwrap();
            gate.recv().unwrap();
        });
        has_begun.recv().unwrap();
        let waiting = searches.stream(|to: &StreamSender<u32>, _: &StopFlag| {
            to.send(2);
        });
        let refused = searches.result(|_| ()).await.unwrap_err();
        assert_eq!(refused.reason, Reason::LimitExceeded);
        go.send(()).unwrap();
        let mut waiting = waiting.unwrap();
        assert_eq!(waiting.next().await.unwrap().unwrap(), 2);
        assert!(waiting.next().await.is_none());
        drop(busy);
    }
}
