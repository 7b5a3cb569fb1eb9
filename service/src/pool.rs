//! Threads for searching and simulating, apart from those that answer requests.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads. The bundled players of matches go first, in order; what visitors ask
/// for comes after them and, where there are several threads, leaves one free.
#[derive(Debug, Clone)]
pub(crate) struct SearchPool {
    owner: Arc<ShutdownOnDrop>,
}

/// Tells the threads to end once the last clone of the pool is gone.
#[derive(Debug)]
struct ShutdownOnDrop(Arc<SharedQueues>);

impl Drop for ShutdownOnDrop {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.change.notify_all();
    }
}

/// Where jobs are put down and taken up.
#[derive(Debug, Default)]
struct SharedQueues {
    queues: Mutex<Queues>,
    change: Condvar,
}

#[derive(Default)]
struct Queues {
    players: VecDeque<Job>,
    calls: VecDeque<Job>,
    /// Threads that are busy with calls, and how many may be.
    busy_with_requests: usize,
    most_calling: usize,
    closed: bool,
}

/// Jobs that wait for a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueLengths {
    /// Decisions of bundled players.
    pub(crate) players: usize,
    /// Calls of visitors.
    pub(crate) calls: usize,
}

/// As many calls wait as may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueFull;

impl SearchPool {
    /// A pool of so many threads. They end once the last clone of the pool is gone.
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let board = Arc::new(SharedQueues::default());
        board.lock().most_calling = (threads - 1).max(1);
        for i in 0..threads {
            let board = Arc::clone(&board);
            thread::Builder::new()
                .name(format!("search-{i}"))
                .spawn(move || work(&board))?;
        }
        let owner = Arc::new(ShutdownOnDrop(board));
        Ok(Self { owner })
    }

    /// Queues the decision of a bundled player. A job that panics ends alone; whoever waits for it
    /// must notice that by what the job drops.
    pub(crate) fn spawn_agent_job(&self, job: impl FnOnce() + Send + 'static) {
        self.owner.0.lock().players.push_back(Box::new(job));
        self.owner.0.change.notify_one();
    }

    /// Queues what a visitor asks for, if fewer than `most` calls wait. For panics see
    /// [`run`](Self::run).
    pub(crate) fn try_spawn_request_job(
        &self,
        most: usize,
        job: impl FnOnce() + Send + 'static,
    ) -> Result<(), QueueFull> {
        let mut queues = self.owner.0.lock();
        if queues.calls.len() >= most {
            return Err(QueueFull);
        }
        queues.calls.push_back(Box::new(job));
        drop(queues);
        self.owner.0.change.notify_one();
        Ok(())
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> QueueLengths {
        let queues = self.owner.0.lock();
        QueueLengths {
            players: queues.players.len(),
            calls: queues.calls.len(),
        }
    }
}

impl SharedQueues {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    /// The next job and whether it is a call, which is counted.
    fn take(&mut self) -> Option<(Job, bool)> {
        if let Some(job) = self.players.pop_front() {
            return Some((job, false));
        }
        if self.busy_with_requests >= self.most_calling {
            return None;
        }
        let job = self.calls.pop_front()?;
        self.busy_with_requests += 1;
        Some((job, true))
    }
}

impl std::fmt::Debug for Queues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queues")
            .field("players", &self.players.len())
            .field("calls", &self.calls.len())
            .field("calling", &self.busy_with_requests)
            .field("closed", &self.closed)
            .finish_non_exhaustive()
    }
}

fn work(board: &SharedQueues) {
    let mut queues = board.lock();
    loop {
        if let Some((job, is_call)) = queues.take() {
            drop(queues);
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("a job of the search threads panicked");
            }
            queues = board.lock();
            // This thread looks for the next call itself.
            queues.busy_with_requests -= usize::from(is_call);
        } else if queues.closed {
            return;
        } else {
            let woken = board.change.wait(queues);
            queues = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// A job that says its name when it runs.
    fn said(name: &'static str, to: &Sender<&'static str>) -> impl FnOnce() + Send + 'static {
        let to = to.clone();
        move || to.send(name).unwrap()
    }

    #[test]
    fn players_go_before_calls_which_are_bounded() {
        let pool = SearchPool::new(1).unwrap();
        let (go, gate) = channel::<()>();
        let (begun, has_begun) = channel();
        pool.spawn_agent_job(move || {
            begun.send(()).unwrap();
            gate.recv().unwrap();
        });
        has_begun.recv().unwrap();
        let (to, order) = channel();
        pool.try_spawn_request_job(2, said("call", &to)).unwrap();
        pool.try_spawn_request_job(2, || panic!("a call that fails"))
            .unwrap();
        assert_eq!(pool.try_spawn_request_job(2, || {}), Err(QueueFull));
        pool.spawn_agent_job(said("player", &to));
        let waiting = QueueLengths {
            players: 1,
            calls: 2,
        };
        assert_eq!(pool.waiting(), waiting);
        go.send(()).unwrap();
        let said: Vec<_> = order.iter().take(2).collect();
        assert_eq!(said, ["player", "call"]);
    }

    #[test]
    fn calls_leave_a_thread_to_players() {
        let pool = SearchPool::new(2).unwrap();
        let (go, gate) = channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        for _ in 0..2 {
            let gate = Arc::clone(&gate);
            pool.try_spawn_request_job(9, move || gate.lock().unwrap().recv().unwrap())
                .unwrap();
        }
        let (to, order) = channel();
        pool.spawn_agent_job(said("player", &to));
        assert_eq!(order.recv().unwrap(), "player");
        assert_eq!(pool.waiting().calls, 1);
        go.send(()).unwrap();
        go.send(()).unwrap();
    }
}
