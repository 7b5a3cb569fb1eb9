//! Threads for searches and simulations, separate from those that handle requests.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::background;

type Job = Box<dyn FnOnce() + Send>;

/// Two fixed-size thread pools: one for the decisions of agents, and one of lower priority for what
/// clients request, so that no request delays a match.
#[derive(Debug, Clone)]
pub(crate) struct SearchPool {
    agents: JobQueue,
    requests: JobQueue,
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
    /// Starts the given number of threads for agents, at least one, and one less for requests, at least
    /// one as well. They end when the last clone of the pool is dropped.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        Ok(Self {
            agents: JobQueue::start("search", threads.max(1), || {})?,
            requests: JobQueue::start("request", threads.max(2) - 1, background::lower_priority)?,
        })
    }

    /// Queues the decision of a built-in agent. A job that panics ends alone; its caller must detect
    /// that by the values that the job drops.
    pub(crate) fn spawn_agent_job(&self, job: impl FnOnce() + Send + 'static) {
        // An unlimited queue is never full.
        let _ = self.agents.push(usize::MAX, Box::new(job));
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
        self.requests.push(max_queued, Box::new(job))
    }

    /// Returns the numbers of jobs that wait.
    pub(crate) fn queue_lengths(&self) -> QueueLengths {
        QueueLengths {
            agent_jobs: self.agents.shared.0.lock().jobs.len(),
            request_jobs: self.requests.shared.0.lock().jobs.len(),
        }
    }
}

/// A queue of jobs and the threads that run them, in order.
#[derive(Debug, Clone)]
struct JobQueue {
    shared: Arc<ShutdownOnDrop>,
}

/// Ends the threads when the last clone of the queue is dropped.
#[derive(Debug)]
struct ShutdownOnDrop(Arc<SharedQueue>);

impl Drop for ShutdownOnDrop {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.change.notify_all();
    }
}

/// The queue that callers fill and the threads empty.
#[derive(Debug, Default)]
struct SharedQueue {
    queue: Mutex<Queue>,
    change: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue")
            .field("jobs", &self.jobs.len())
            .field("is_closed", &self.is_closed)
            .finish()
    }
}

impl JobQueue {
    fn start(name: &str, threads: usize, on_start: fn()) -> std::io::Result<Self> {
        let shared = Arc::new(SharedQueue::default());
        // Before the threads, so that they end if one cannot be started.
        let queue = Self {
            shared: Arc::new(ShutdownOnDrop(Arc::clone(&shared))),
        };
        for i in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("{name}-{i}"))
                .spawn(move || {
                    on_start();
                    run_jobs(&shared);
                })?;
        }
        Ok(queue)
    }

    fn push(&self, max_queued: usize, job: Job) -> Result<(), QueueFull> {
        let shared = &self.shared.0;
        let mut queue = shared.lock();
        if queue.jobs.len() >= max_queued {
            return Err(QueueFull);
        }
        queue.jobs.push_back(job);
        drop(queue);
        shared.change.notify_one();
        Ok(())
    }
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs jobs until the queue is closed and empty.
fn run_jobs(shared: &SharedQueue) {
    let mut queue = shared.lock();
    loop {
        if let Some(job) = queue.jobs.pop_front() {
            drop(queue);
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("a search job panicked");
            }
            queue = shared.lock();
        } else if queue.is_closed {
            return;
        } else {
            let woken = shared.change.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn request_jobs_are_limited_and_run_in_order() {
        let pool = SearchPool::new(1).unwrap();
        let (release, gate) = channel::<()>();
        let (started, has_started) = channel();
        pool.try_spawn_request_job(1, move || {
            started.send(()).unwrap();
            gate.recv().unwrap();
        })
        .unwrap();
        has_started.recv().unwrap();
        let (done, order) = channel();
        pool.try_spawn_request_job(2, || panic!("a failing job"))
            .unwrap();
        pool.try_spawn_request_job(2, move || done.send("last").unwrap())
            .unwrap();
        assert_eq!(pool.try_spawn_request_job(2, || {}), Err(QueueFull));
        let lengths = QueueLengths {
            agent_jobs: 0,
            request_jobs: 2,
        };
        assert_eq!(pool.queue_lengths(), lengths);
        release.send(()).unwrap();
        assert_eq!(order.recv().unwrap(), "last");
    }

    #[test]
    fn request_jobs_keep_no_agent_waiting() {
        for threads in [1, 2] {
            let pool = SearchPool::new(threads).unwrap();
            let (release, gate) = channel::<()>();
            let gate = Arc::new(Mutex::new(gate));
            for _ in 0..3 {
                let gate = Arc::clone(&gate);
                let wait = move || {
                    let _ = gate.lock().unwrap().recv();
                };
                pool.try_spawn_request_job(9, wait).unwrap();
            }
            let (started, order) = channel();
            pool.spawn_agent_job(move || started.send("agent").unwrap());
            assert_eq!(order.recv().unwrap(), "agent");
            drop(release);
        }
    }
}
