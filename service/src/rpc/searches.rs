//! What visitors ask of the search threads: so many calls, each for so long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::config::Config;
use crate::error::{Error, Reason};
use crate::pool::Pool;
use crate::room::{Outgoing, Outlet, outlet};

/// The search threads as visitors may use them.
#[derive(Debug, Clone)]
pub(crate) struct Searches {
    pool: Pool,
    most: usize,
    limit: Duration,
}

/// Tells a search that nobody waits for it any more.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the search is to stop.
    pub(super) fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn tell(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Tells the search when whoever waited has gone.
struct Gone(Stop);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.tell();
    }
}

impl Searches {
    pub(crate) fn new(pool: Pool, config: &Config) -> Self {
        Self {
            pool,
            most: config.max_queued_searches,
            limit: config.search_limit(),
        }
    }

    /// Waits for the result of a job. One that nobody waits for any more does not begin.
    pub(super) async fn result<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let gone = Gone(Stop::default());
        let stop = gone.0.clone();
        self.queue(move || {
            if !stop.is_told() {
                // Whoever asked may have gone meanwhile.
                let _ = reply.send(job(&stop));
            }
        })?;
        let answer = tokio::time::timeout(self.limit, answer).await;
        answer
            .map_err(|_| self.took_too_long())?
            .map_err(|_| lost())
    }

    /// A stream of what a job sends. It ends with a reason if the job panics or takes too long.
    pub(super) fn stream<T: Clone + Send + 'static>(
        &self,
        job: impl FnOnce(&Outlet<T>, &Stop) + Send + 'static,
    ) -> Result<Outgoing<T>, Error> {
        let (outlet, outgoing) = outlet();
        let gone = Gone(Stop::default());
        let stop = gone.0.clone();
        let (done, has_ended) = oneshot::channel();
        let watched = outlet.clone();
        self.queue(move || {
            if !stop.is_told() {
                job(&outlet, &stop);
            }
            // The stream may be over already.
            let _ = done.send(());
        })?;
        let too_long = self.took_too_long();
        let limit = self.limit;
        tokio::spawn(async move {
            let _gone = gone;
            tokio::select! {
                ended = has_ended => if ended.is_err() { watched.end(lost()) },
                () = watched.closed() => {}
                () = tokio::time::sleep(limit) => watched.end(too_long),
            }
        });
        Ok(outgoing)
    }

    fn queue(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        self.pool.call(self.most, job).map_err(|_| {
            let message = format!(
                "{} calls wait for the search threads already; try again later",
                self.most
            );
            Error::new(Reason::LimitExceeded, message)
        })
    }

    fn took_too_long(&self) -> Error {
        let message = format!(
            "no answer within {} s, which is what one call may take; ask for less, or try again \
             when fewer others do",
            self.limit.as_secs_f64()
        );
        Error::new(Reason::LimitExceeded, message)
    }
}

/// The answer to a call whose job panicked.
fn lost() -> Error {
    let message = "the search failed, which is a fault of the server; tell whoever runs it";
    Error::new(Reason::Internal, message)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use tokio_stream::StreamExt;
    use tonic::Code;

    use super::*;

    fn searches(most: usize, limit: Duration) -> Searches {
        let pool = Pool::new(1).unwrap();
        Searches { pool, most, limit }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_search_that_panics_ends_its_stream_with_a_reason() {
        let searches = searches(4, LONG);
        let job = |to: &Outlet<u32>, _: &Stop| {
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
        let job = move |_: &Outlet<u32>, stop: &Stop| {
            while !stop.is_told() {
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
        let job = move |_: &Outlet<u32>, stop: &Stop| {
            begun.send(()).unwrap();
            while !stop.is_told() {
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

    #[tokio::test]
    async fn calls_that_find_the_queue_full_are_refused() {
        let searches = searches(1, LONG);
        let (go, gate) = channel::<()>();
        let (begun, has_begun) = channel();
        let busy = searches.stream(move |_: &Outlet<u32>, _: &Stop| {
            begun.send(()).unwrap();
            gate.recv().unwrap();
        });
        has_begun.recv().unwrap();
        let waiting = searches.stream(|to: &Outlet<u32>, _: &Stop| {
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
