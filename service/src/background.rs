//! Work that takes longer than 1 ms: on threads of its own, below the priority of the threads that read
//! submissions and send requests, so that it delays no clock.

use std::pin::Pin;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::Instant;

use tokio::sync::oneshot;

use crate::error::{Error, Reason};
use crate::fair_pool::{FairPool, PoolSettings, Turn};
use crate::fair_queue::{FairQueue, QueueFull, QueueLimits};
use crate::requester::Requester;

/// The nice value of background threads: a thread at 0 runs before them when it is woken, and gets nine times as
/// much of a core that they share. Agents leave them one core.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lowers the priority of the calling thread; without effect where the system has no priorities of
/// threads.
pub(crate) fn lower_priority() {
    // Lowering is always permitted; if it fails, the work is done all the same.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE);
}

/// Number of computations of one call's client that may wait, and of all clients.
const QUEUE_LENGTH: usize = 10_000;

/// Number of threads on which computations run, which leave one core free if there is more than one.
fn compute_slots() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (cores - 1).max(1)
}

/// The threads that compute, those of all servers of this process.
static COMPUTE_POOL: LazyLock<FairPool> = LazyLock::new(|| {
    let slots = compute_slots();
    let settings = PoolSettings {
        name: "compute",
        threads: slots + 6,
        slots,
        additional: 4,
        reserved: 2,
        per_requester: slots,
        limits: QueueLimits::of_length(QUEUE_LENGTH),
    };
    FairPool::start(settings, lower_priority).expect("the system can start threads")
});

/// The result of a computation on a background thread, once it has ended. Dropping it cancels a computation that waits.
pub(crate) struct Computation<T>(oneshot::Receiver<Result<T, Error>>);

impl<T> Future for Computation<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let computed = Pin::new(&mut self.0).poll(context);
        computed.map(|computed| {
            computed.unwrap_or_else(|_| {
                let message =
                    "the call failed because of a fault in the server; inform its operator";
                Err(Error::new(Reason::Internal, message))
            })
        })
    }
}

/// Computes on a background thread, in the turn of the requester of the current task.
///
/// # Errors
/// Returns an error if the computation fails or panics, or too many wait.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    start(&Requester::current(), work)?.await
}

/// Starts to compute on a background thread, in the turn of a requester.
///
/// # Errors
/// Returns an error if too many computations wait.
pub(crate) fn start<T: Send + 'static>(
    requester: &Requester,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<Computation<T>, Error> {
    let (reply, computed) = oneshot::channel();
    let job = move |_: &Turn<'_>| {
        // A caller that is gone needs no result.
        if !reply.is_closed() {
            let _ = reply.send(work());
        }
    };
    COMPUTE_POOL
        .spawn(requester, job)
        .map_err(|full| queue_error(full, "background computations"))?;
    Ok(Computation(computed))
}

/// Returns the error of a call that finds a queue full.
pub(crate) fn queue_error(full: QueueFull, what: &str) -> Error {
    let message = match full {
        QueueFull::OfRequester(max) => {
            format!("{max} {what} of this client wait; wait for their answers, then call again")
        }
        QueueFull::InAll(max) => format!("{max} {what} wait; try again later"),
    };
    Error::new(Reason::LimitExceeded, message)
}

/// Limits how many of the longer tasks are in progress at a time; their requesters wait in turn.
#[derive(Debug, Clone)]
pub(crate) struct TaskLimit(Arc<Mutex<Turns>>);

#[derive(Debug)]
struct Turns {
    queue: FairQueue<oneshot::Sender<TaskPermit>>,
    free: usize,
    /// Number of permits that tasks have.
    taken: usize,
    /// Maximum number of permits of one requester.
    per_requester: usize,
}

/// Permits one task until it is dropped.
#[derive(Debug)]
pub(crate) struct TaskPermit {
    limit: TaskLimit,
    requester: Requester,
    since: Instant,
}

impl TaskLimit {
    /// Leaves one core free if there is more than one.
    pub(crate) fn all_cores_but_one() -> Self {
        Self::new(compute_slots(), usize::MAX)
    }

    /// Allows the given numbers of tasks at a time, in all and of one requester.
    pub(crate) fn new(permits: usize, per_requester: usize) -> Self {
        Self(Arc::new(Mutex::new(Turns {
            queue: FairQueue::new(QueueLimits::of_length(QUEUE_LENGTH)),
            free: permits,
            taken: 0,
            per_requester,
        })))
    }

    /// Waits for the turn of the requester of the current task.
    ///
    /// # Errors
    /// Returns an error if too many tasks wait.
    pub(crate) async fn acquire(&self) -> Result<TaskPermit, Error> {
        let (sender, permit) = oneshot::channel();
        let full = self.turns().queue.push(&Requester::current(), sender);
        full.map_err(|full| queue_error(full, "reads"))?;
        self.assign();
        // The sender is dropped by a permit only.
        let ended = |_| Error::new(Reason::Internal, "the limit of tasks has ended");
        permit.await.map_err(ended)
    }

    /// Returns the numbers of tasks with a permit and of those that wait.
    #[cfg(feature = "postgres")]
    pub(crate) fn activity(&self) -> (usize, usize) {
        let turns = self.turns();
        (turns.taken, turns.queue.len())
    }

    /// Sends permits to those whose turn it is.
    fn assign(&self) {
        loop {
            // Not locked below: a permit that is dropped there locks as well.
            let next = self.turns().take();
            let Some((requester, sender)) = next else {
                return;
            };
            let permit = TaskPermit {
                limit: self.clone(),
                requester,
                since: Instant::now(),
            };
            // The permit of a caller that is gone is dropped, which passes it on.
            let _ = sender.send(permit);
        }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns {
    /// Removes the task whose turn it is, if there is a permit.
    fn take(&mut self) -> Option<(Requester, oneshot::Sender<TaskPermit>)> {
        if self.free == 0 {
            return None;
        }
        let per_requester = self.per_requester;
        let requester = self.queue.next(|it| it.served < per_requester)?;
        let sender = self.queue.pop(&requester)?;
        self.free -= 1;
        self.taken += 1;
        Some((requester, sender))
    }
}

impl Drop for TaskPermit {
    fn drop(&mut self) {
        let mut turns = self.limit.turns();
        turns.free += 1;
        turns.taken -= 1;
        turns.queue.charge(&self.requester, self.since.elapsed());
        turns.queue.finish(&self.requester);
        drop(turns);
        self.limit.assign();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn permits_go_to_requesters_in_turn_and_not_to_those_that_are_gone() {
        let limit = TaskLimit::new(1, 1);
        let first = limit.acquire().await.unwrap();
        let client = |number: u8| Requester::Address([192, 0, 2, number].into());
        let (order, mut received) = tokio::sync::mpsc::unbounded_channel();
        let mut tasks = Vec::new();
        for who in [1, 1, 1, 2] {
            let (limit, order) = (limit.clone(), order.clone());
            let task = client(who).scope(async move {
                let permit = limit.acquire().await.unwrap();
                order.send(who).unwrap();
                drop(permit);
            });
            tasks.push(tokio::spawn(task));
            tokio::task::yield_now().await;
        }
        assert_eq!(limit.turns().queue.len(), 4);
        tasks[0].abort();
        tokio::task::yield_now().await;
        drop(first);
        for expected in [2, 1, 1] {
            assert_eq!(received.recv().await, Some(expected));
        }
        assert_eq!(limit.turns().free, 1);
    }

    #[tokio::test]
    async fn computation_that_panics_is_an_error() {
        let failed = compute::<()>(|| panic!("a failing computation")).await;
        assert_eq!(failed.unwrap_err().reason, Reason::Internal);
        assert_eq!(compute(|| Ok(7)).await, Ok(7));
    }
}
