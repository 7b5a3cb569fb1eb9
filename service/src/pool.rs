//! Threads for searches and simulations, separate from those that handle requests.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// A fixed-size thread pool for searches. Agent jobs run first, in order; request jobs run after
/// them and leave one thread free if there is more than one.
#[derive(Debug, Clone)]
pub(crate) struct SearchPool {
    shared: Arc<ShutdownOnDrop>,
}

/// Ends the threads when the last clone of the pool is dropped.
#[derive(Debug)]
struct ShutdownOnDrop(Arc<SharedQueues>);

impl Drop for ShutdownOnDrop {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.change.notify_all();
    }
}

/// The queues that the pool fills and the threads empty.
#[derive(Debug, Default)]
struct SharedQueues {
    queues: Mutex<Queues>,
    change: Condvar,
}

#[derive(Default)]
struct Queues {
    agent_jobs: VecDeque<Job>,
    request_jobs: VecDeque<Job>,
    /// Number of threads that run request jobs.
    busy_with_requests: usize,
    /// Maximum number of threads that may run request jobs.
    max_busy_with_requests: usize,
    is_closed: bool,
}

/// Numbers of jobs that wait for a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueLengths {
    /// Decisions of built-in agents in matches.
    pub(crate) agent_jobs: usize,
    /// Searches that clients request.
    pub(crate) request_jobs: usize,
}

/// The error of a request job when the maximum number of them is queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueFull;

impl SearchPool {
    /// Starts the given number of threads, at least one. They end when the last clone of the pool is
    /// dropped.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let queues = Arc::new(SharedQueues::default());
        queues.lock().max_busy_with_requests = (threads - 1).max(1);
        for i in 0..threads {
            let queues = Arc::clone(&queues);
            thread::Builder::new()
                .name(format!("search-{i}"))
                .spawn(move || run_jobs(&queues))?;
        }
        let shared = Arc::new(ShutdownOnDrop(queues));
        Ok(Self { shared })
    }

    /// Queues the decision of a built-in agent. A job that panics ends alone; its caller must detect
    /// that by the values that the job drops.
    pub(crate) fn spawn_agent_job(&self, job: impl FnOnce() + Send + 'static) {
        self.shared.0.lock().agent_jobs.push_back(Box::new(job));
        self.shared.0.change.notify_one();
    }

    /// Queues a search that a client requests. For panics see
    /// [`spawn_agent_job`](Self::spawn_agent_job).
    ///
    /// # Errors
    /// Returns an error if `max_queued` request jobs wait already.
    pub(crate) fn try_spawn_request_job(
        &self,
        max_queued: usize,
        job: impl FnOnce() + Send + 'static,
    ) -> Result<(), QueueFull> {
        let mut queues = self.shared.0.lock();
        if queues.request_jobs.len() >= max_queued {
            return Err(QueueFull);
        }
        queues.request_jobs.push_back(Box::new(job));
        drop(queues);
        self.shared.0.change.notify_one();
        Ok(())
    }

    /// Returns the numbers of jobs that wait.
    pub(crate) fn queue_lengths(&self) -> QueueLengths {
        let queues = self.shared.0.lock();
        QueueLengths {
            agent_jobs: queues.agent_jobs.len(),
            request_jobs: queues.request_jobs.len(),
        }
    }
}

impl SharedQueues {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    /// Removes the next job that may run; returns it and whether it is a request job, which counts
    /// as running then. `None` if no job may run.
    fn pop(&mut self) -> Option<(Job, bool)> {
        if let Some(job) = self.agent_jobs.pop_front() {
            return Some((job, false));
        }
        if self.busy_with_requests >= self.max_busy_with_requests {
            return None;
        }
        let job = self.request_jobs.pop_front()?;
        self.busy_with_requests += 1;
        Some((job, true))
    }
}

impl std::fmt::Debug for Queues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queues")
            .field("agent_jobs", &self.agent_jobs.len())
            .field("request_jobs", &self.request_jobs.len())
            .field("busy_with_requests", &self.busy_with_requests)
            .field("is_closed", &self.is_closed)
            .finish_non_exhaustive()
    }
}

/// Runs jobs until the queues are closed and empty.
fn run_jobs(shared: &SharedQueues) {
    let mut queues = shared.lock();
    loop {
        if let Some((job, is_request)) = queues.pop() {
            drop(queues);
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("a search job panicked");
            }
            queues = shared.lock();
            // No other thread needs to be woken: this one takes the next request job itself.
            queues.busy_with_requests -= usize::from(is_request);
        } else if queues.is_closed {
            return;
        } else {
            let woken = shared.change.wait(queues);
            queues = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Returns a job that sends its name when it runs.
    fn named_job(
        name: &'static str,
        started: &Sender<&'static str>,
    ) -> impl FnOnce() + Send + 'static {
        let started = started.clone();
        move || started.send(name).unwrap()
    }

    #[test]
    fn agent_jobs_run_before_request_jobs_whose_number_is_limited() {
        let pool = SearchPool::new(1).unwrap();
        let (release, gate) = channel::<()>();
        let (started, has_started) = channel();
        pool.spawn_agent_job(move || {
            started.send(()).unwrap();
            gate.recv().unwrap();
        });
        has_started.recv().unwrap();
        let (started, order) = channel();
        pool.try_spawn_request_job(2, named_job("request", &started))
            .unwrap();
        pool.try_spawn_request_job(2, || panic!("a failing job"))
            .unwrap();
        assert_eq!(pool.try_spawn_request_job(2, || {}), Err(QueueFull));
        pool.spawn_agent_job(named_job("agent", &started));
        let lengths = QueueLengths {
            agent_jobs: 1,
            request_jobs: 2,
        };
        assert_eq!(pool.queue_lengths(), lengths);
        release.send(()).unwrap();
        let order: Vec<_> = order.iter().take(2).collect();
        assert_eq!(order, ["agent", "request"]);
    }

    #[test]
    fn request_jobs_leave_a_thread_to_agent_jobs() {
        let pool = SearchPool::new(2).unwrap();
        let (release, gate) = channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        for _ in 0..2 {
            let gate = Arc::clone(&gate);
            pool.try_spawn_request_job(9, move || gate.lock().unwrap().recv().unwrap())
                .unwrap();
        }
        let (started, order) = channel();
        pool.spawn_agent_job(named_job("agent", &started));
        assert_eq!(order.recv().unwrap(), "agent");
        assert_eq!(pool.queue_lengths().request_jobs, 1);
        release.send(()).unwrap();
        release.send(()).unwrap();
    }
}
