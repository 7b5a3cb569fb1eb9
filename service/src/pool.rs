//! Threads for searches and simulations, separate from those that handle requests.

use crate::background;
use crate::fair_pool::{FairPool, PoolSettings, Turn};
use crate::fair_queue::{QueueFull, QueueLimits};
use crate::requester::Requester;

/// Two pools of threads: one for the decisions of agents, and one of lower priority for what clients
/// request, so that no request delays a match.
#[derive(Debug, Clone)]
pub(crate) struct SearchPool {
    agents: FairPool,
    requests: FairPool,
}

/// Number of searches of clients that can be paused at a time; each keeps its memory.
const PAUSED_SEARCHES: usize = 10;

/// Numbers of jobs that wait for a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueLengths {
    /// Decisions of built-in agents in matches.
    pub(crate) agent_jobs: usize,
    /// Searches that clients request, paused ones included.
    pub(crate) request_jobs: usize,
}

impl SearchPool {
    /// Starts threads for the given number of agents that search at a time, at least one, and for one less
    /// of requests, at least one as well. At most `max_queued` searches of clients wait. The threads end when the last
    /// clone of the pool is dropped.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn new(threads: usize, max_queued: usize) -> std::io::Result<Self> {
        let agents = PoolSettings {
            name: "search",
            threads: threads.max(1) + 1,
            slots: threads.max(1),
            // So that the agents of a match never wait for all matches of a tournament.
            additional: 1,
            reserved: 0,
            per_requester: usize::MAX,
            limits: QueueLimits::of_length(max_queued),
        };
        let slots = threads.max(2) - 1;
        let requests = PoolSettings {
            name: "request",
            threads: slots + PAUSED_SEARCHES,
            slots,
            additional: 4,
            reserved: 2,
            per_requester: slots,
            limits: QueueLimits::of_length(max_queued),
        };
        Ok(Self {
            agents: FairPool::start(agents, || {})?,
            requests: FairPool::start(requests, background::lower_priority)?,
        })
    }

    /// Queues the decision of a built-in agent of a match, or a match of a tournament. A job that panics
    /// ends alone; its caller must detect that by the values that the job drops.
    pub(crate) fn spawn_agent_job(
        &self,
        requester: &Requester,
        job: impl FnOnce() + Send + 'static,
    ) {
        // Limited by the number of matches.
        let _ = self.agents.spawn(requester, move |_| job());
    }

    /// Queues a search that a client requests, or a check. For panics see
    /// [`spawn_agent_job`](Self::spawn_agent_job).
    ///
    /// # Errors
    /// Returns an error if too many of the requester's jobs wait, or too many of the public.
    pub(crate) fn try_spawn_request_job(
        &self,
        requester: &Requester,
        job: impl FnOnce(&Turn<'_>) + Send + 'static,
    ) -> Result<(), QueueFull> {
        self.requests.spawn(requester, job)
    }

    /// Returns the numbers of jobs that wait.
    pub(crate) fn queue_lengths(&self) -> QueueLengths {
        QueueLengths {
            agent_jobs: self.agents.activity().1,
            request_jobs: self.requests.activity().1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn request_jobs_keep_no_agent_waiting() {
        for threads in [1, 2] {
            let pool = SearchPool::new(threads, 100).unwrap();
            let (release, gate) = channel::<()>();
            let gate = Arc::new(Mutex::new(gate));
            for number in 0..3 {
                let gate = Arc::clone(&gate);
                let wait = move |_: &Turn<'_>| {
                    let _ = gate.lock().unwrap().recv();
                };
                let client = Requester::Address([192, 0, 2, number].into());
                pool.try_spawn_request_job(&client, wait).unwrap();
            }
            let (started, order) = channel();
            let agent = move || started.send("agent").unwrap();
            pool.spawn_agent_job(&Requester::Match("m".into()), agent);
            assert_eq!(order.recv().unwrap(), "agent");
            drop(release);
        }
    }
}
