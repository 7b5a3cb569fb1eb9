//! Answers about tournaments that requests share: thousands of pages may show the same tournament.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::error::{Error, Reason};
use crate::ids::TournamentId;

/// Number of tournaments that are remembered before those without a request are forgotten.
const MAX_REMEMBERED: usize = 1000;

type Computed<T> = Result<T, Error>;

/// Computes the answer about a tournament once for all requests that arrive until the computation starts. A
/// request never gets what was computed before it arrived.
pub(super) struct SharedAnswers<T> {
    tournaments: Mutex<HashMap<TournamentId, SharedAnswer<T>>>,
    /// Minimum time between the starts of two computations for the same tournament.
    interval: Duration,
}

/// The computations for one tournament.
struct SharedAnswer<T> {
    /// The result of the next computation, if it is awaited and has not started.
    next: Option<watch::Receiver<Option<Computed<T>>>>,
    last_start: Instant,
}

impl<T: Clone + Send + Sync + 'static> SharedAnswers<T> {
    /// Creates shared answers with the minimum time between two computations for the same tournament.
    pub(super) fn new(interval: Duration) -> Self {
        Self {
            tournaments: Mutex::default(),
            interval,
        }
    }

    /// Returns an answer that is computed from now on. `compute` is called unless another request's is.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(super) async fn get<F>(
        self: &Arc<Self>,
        id: &TournamentId,
        tasks: &TaskTracker,
        compute: impl FnOnce() -> F + Send + 'static,
    ) -> Computed<T>
    where
        F: Future<Output = Computed<T>> + Send + 'static,
    {
        let mut result = self.join(id, tasks, compute);
        let computed = result.wait_for(Option::is_some).await;
        let computed = computed.ok().and_then(|computed| computed.clone());
        computed.unwrap_or_else(|| {
            let message = "the server is shutting down, or computing the answer failed";
            Err(Error::new(Reason::Internal, message))
        })
    }

    /// Joins the computation that starts next, or plans one.
    fn join<F>(
        self: &Arc<Self>,
        id: &TournamentId,
        tasks: &TaskTracker,
        compute: impl FnOnce() -> F + Send + 'static,
    ) -> watch::Receiver<Option<Computed<T>>>
    where
        F: Future<Output = Computed<T>> + Send + 'static,
    {
        let mut tournaments = self.lock();
        let now = Instant::now();
        let known = tournaments.get(id);
        if let Some(next) = known.and_then(|answer| answer.next.clone()) {
            return next;
        }
        let start = known.map_or(now, |answer| now.max(answer.last_start + self.interval));
        if tournaments.len() > MAX_REMEMBERED {
            tournaments.retain(|_, answer| {
                answer.next.is_some() || answer.last_start + self.interval > now
            });
        }
        let (sender, receiver) = watch::channel(None);
        let answer = SharedAnswer {
            next: Some(receiver.clone()),
            last_start: start,
        };
        tournaments.insert(id.clone(), answer);
        drop(tournaments);
        let (shared, id) = (Arc::clone(self), id.clone());
        // Not a part of any request: the first one may be cancelled.
        tasks.spawn(async move {
            tokio::time::sleep_until(start).await;
            if let Some(answer) = shared.lock().get_mut(&id) {
                answer.next = None;
            }
            let computed = compute().await;
            // All requests may have been cancelled.
            let _ = sender.send(Some(computed));
        });
        receiver
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TournamentId, SharedAnswer<T>>> {
        self.tournaments
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Semaphore;

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(100);

    fn missing() -> Error {
        Error::new(Reason::NotFound, "no tournament")
    }

    #[tokio::test]
    async fn requests_share_a_computation_that_starts_after_them() {
        let (shared, tasks) = (
            Arc::new(SharedAnswers::<()>::new(INTERVAL)),
            TaskTracker::new(),
        );
        let id = TournamentId::new();
        let started = Arc::new(AtomicUsize::new(0));
        let gate = Arc::new(Semaphore::new(1));
        let request = || {
            let (shared, tasks, id) = (Arc::clone(&shared), tasks.clone(), id.clone());
            let (started, gate) = (Arc::clone(&started), Arc::clone(&gate));
            async move {
                let compute = move || async move {
                    started.fetch_add(1, Ordering::Relaxed);
                    drop(gate.acquire().await.unwrap());
                    Err(missing())
                };
                shared.get(&id, &tasks, compute).await.err()
            }
        };
        let count = || started.load(Ordering::Relaxed);
        assert_eq!(request().await, Some(missing()));
        assert_eq!(count(), 1);
        // The next ones wait for the interval, and for one computation; a slow machine may start another.
        let all = futures_of(100, request).await;
        assert!(all.iter().all(|error| *error == Some(missing())));
        assert!((2..=3).contains(&count()), "{}", count());
        // A request that arrives while one is computed gets another one.
        let before = count();
        let held = gate.acquire().await.unwrap();
        let first = tokio::spawn(request());
        while count() == before {
            tokio::task::yield_now().await;
        }
        let second = tokio::spawn(request());
        tokio::task::yield_now().await;
        drop(held);
        first.await.unwrap();
        second.await.unwrap();
        assert_eq!(count(), before + 2);
    }

    async fn futures_of<F>(count: usize, request: impl Fn() -> F) -> Vec<Option<Error>>
    where
        F: Future<Output = Option<Error>> + Send + 'static,
    {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..count {
            tasks.spawn(request());
        }
        tasks.join_all().await
    }

    #[tokio::test]
    async fn cancelled_request_does_not_cancel_the_computation_of_others() {
        let (shared, tasks) = (
            Arc::new(SharedAnswers::<()>::new(INTERVAL)),
            TaskTracker::new(),
        );
        let id = TournamentId::new();
        let compute = || async { Err(missing()) };
        drop(shared.join(&id, &tasks, compute));
        assert_eq!(
            shared.get(&id, &tasks, compute).await.err(),
            Some(missing())
        );
    }
}
