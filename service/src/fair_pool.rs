//! Threads that serve the jobs of a [`FairQueue`].
//!
//! As many jobs run at a time as the pool has slots. A job that can wait passes its slot on when its time slice
//! is used up and it is another requester's turn, and continues on its thread later. A job that cannot, and
//! takes long, keeps its slot; a job of a requester that has none running then gets an additional one.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::fair_queue::{Candidate, FairQueue, QueueFull, QueueLimits};
use crate::requester::{Requester, Share};

/// Time for which a job keeps its slot although it is another requester's turn.
const SLICE: Duration = Duration::from_millis(20);

/// Time after which a job that passes no slot on no longer counts for the number of slots.
const OVERDUE: Duration = Duration::from_millis(50);

/// The number of threads and of jobs of a pool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PoolSettings {
    /// Start of the names of the threads.
    pub(crate) name: &'static str,
    /// Number of threads: more than slots where jobs can be paused.
    pub(crate) threads: usize,
    /// Number of jobs that run at a time.
    pub(crate) slots: usize,
    /// Maximum number of jobs beyond that, while others are overdue.
    pub(crate) additional: usize,
    /// Number of threads that start no job of the public: it may keep all others with jobs that are paused.
    pub(crate) reserved: usize,
    /// Maximum number of jobs of one requester that run at a time.
    pub(crate) per_requester: usize,
    pub(crate) limits: QueueLimits,
}

/// A pool; clones share it. Its threads end when the last clone is dropped.
///
/// Each thread owns a `C`, such as a connection, which its jobs use.
pub(crate) struct FairPool<C: 'static = ()>(Arc<EndOnDrop<C>>);

impl<C> Clone for FairPool<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C> fmt::Debug for FairPool<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FairPool")
            .field("settings", &self.0.shared.settings)
            .finish_non_exhaustive()
    }
}

struct EndOnDrop<C: 'static> {
    shared: Arc<Shared<C>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

impl<C: 'static> Drop for EndOnDrop<C> {
    fn drop(&mut self) {
        self.shared.close();
    }
}

type Job<C> = Box<dyn FnOnce(&mut C, &Turn<'_>) + Send>;

/// What the threads share.
struct Shared<C> {
    settings: PoolSettings,
    state: Mutex<State<C>>,
    /// Wakes a thread without a job.
    has_work: Condvar,
}

struct State<C> {
    queue: FairQueue<Entry<C>>,
    running: Vec<RunningJob>,
    /// Number of threads without a job.
    idle: usize,
    last_id: u64,
    is_closed: bool,
}

enum Entry<C> {
    New(Job<C>),
    Paused(Arc<PausedJob>),
}

/// A job that has a slot.
struct RunningJob {
    id: u64,
    /// When it got the slot.
    since: Instant,
}

/// A job that waits for a slot on its thread.
struct PausedJob {
    id: u64,
    is_resumed: Mutex<bool>,
    resumed: Condvar,
}

/// The time slice of a running job.
pub(crate) struct Turn<'p> {
    pool: &'p (dyn PauseJob + Sync),
    requester: &'p Requester,
    id: u64,
    /// Locked while the job is paused, so that all its threads wait.
    pause: Mutex<()>,
    started: Instant,
    /// When the slice ends, in microseconds after the start.
    slice_end_micros: AtomicU64,
}

/// Passes the slot of a job on; whatever the threads of the pool own.
trait PauseJob {
    /// Waits for as long as it is the turn of others.
    fn pause(&self, requester: &Requester, id: u64);
}

impl Turn<'_> {
    /// Lets others have their turn, if the job has used up its time slice. Called from all threads of the
    /// job, of which none continues in the meantime.
    pub(crate) fn give_way(&self) {
        if !self.is_slice_over() {
            return;
        }
        let _pause = self.pause.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread of the job may have waited.
        if self.is_slice_over() {
            self.pool.pause(self.requester, self.id);
            let end = (self.started.elapsed() + SLICE).as_micros();
            self.slice_end_micros.store(end as u64, Ordering::Relaxed);
        }
    }

    fn is_slice_over(&self) -> bool {
        let end = self.slice_end_micros.load(Ordering::Relaxed);
        self.started.elapsed().as_micros() as u64 >= end
    }
}

impl FairPool {
    /// Starts a pool whose jobs need nothing but a thread; each thread calls `on_start` first.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn start(settings: PoolSettings, on_start: fn()) -> std::io::Result<Self> {
        Self::start_with(vec![(); settings.threads], settings, on_start)
    }

    /// Queues a job. If it panics it ends alone; its caller must detect that by the values that it drops.
    ///
    /// # Errors
    /// Returns an error if a limit of the queue is reached.
    pub(crate) fn spawn(
        &self,
        requester: &Requester,
        job: impl FnOnce(&Turn<'_>) + Send + 'static,
    ) -> Result<(), QueueFull> {
        self.spawn_with(requester, move |(), turn| job(turn))
    }
}

impl<C: Send + 'static> FairPool<C> {
    /// Starts a thread for each of the given values.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn start_with(
        owned: Vec<C>,
        settings: PoolSettings,
        on_start: fn(),
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            settings,
            state: Mutex::new(State {
                queue: FairQueue::new(settings.limits),
                running: Vec::new(),
                idle: 0,
                last_id: 0,
                is_closed: false,
            }),
            has_work: Condvar::new(),
        });
        // Before the threads, so that they end if one cannot be started.
        let pool = Self(Arc::new(EndOnDrop {
            shared: Arc::clone(&shared),
            threads: Mutex::default(),
        }));
        for (i, mut own) in owned.into_iter().enumerate() {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new()
                .name(format!("{}-{i}", settings.name))
                .spawn(move || {
                    on_start();
                    shared.serve(&mut own);
                })?;
            pool.threads().push(thread);
        }
        Ok(pool)
    }

    /// Queues a job that uses what its thread owns. For panics see [`spawn`](FairPool::spawn).
    ///
    /// # Errors
    /// Returns an error if a limit of the queue is reached.
    pub(crate) fn spawn_with(
        &self,
        requester: &Requester,
        job: impl FnOnce(&mut C, &Turn<'_>) + Send + 'static,
    ) -> Result<(), QueueFull> {
        let shared = &self.0.shared;
        let mut state = shared.lock();
        state.queue.push(requester, Entry::New(Box::new(job)))?;
        shared.assign(&mut state);
        Ok(())
    }

    /// Returns the numbers of jobs that run and of those that wait, paused ones included.
    pub(crate) fn activity(&self) -> (usize, usize) {
        let state = self.0.shared.lock();
        (state.running.len(), state.queue.len())
    }

    /// Completes all jobs and ends the threads.
    pub(crate) fn close(&self) {
        self.0.shared.close();
        for thread in self.threads().drain(..) {
            let _ = thread.join();
        }
    }

    fn threads(&self) -> MutexGuard<'_, Vec<thread::JoinHandle<()>>> {
        let threads = self.0.threads.lock();
        threads.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C> Shared<C> {
    fn lock(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.has_work.notify_all();
    }
}

impl<C: Send + 'static> Shared<C> {
    /// Runs jobs until the pool is closed and none waits.
    fn serve(&self, own: &mut C) {
        let mut state = self.lock();
        state.idle += 1;
        loop {
            if let Some((requester, job)) = self.take(&mut state) {
                state.idle -= 1;
                let id = state.start_job();
                // There may be work for another thread as well.
                self.assign(&mut state);
                drop(state);
                self.run(own, &requester, id, job);
                state = self.lock();
                state.stop_job(&requester, id);
                state.idle += 1;
            } else if state.is_closed && state.queue.len() == 0 {
                return;
            } else if state.queue.len() > 0 {
                // A running job may be overdue by then.
                let woken = self.has_work.wait_timeout(state, OVERDUE);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            } else {
                let woken = self.has_work.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn run(&self, own: &mut C, requester: &Requester, id: u64, job: Job<C>) {
        let turn = Turn {
            pool: self,
            requester,
            id,
            pause: Mutex::default(),
            started: Instant::now(),
            slice_end_micros: (SLICE.as_micros() as u64).into(),
        };
        if catch_unwind(AssertUnwindSafe(|| job(own, &turn))).is_err() {
            tracing::error!(pool = self.settings.name, "a job panicked");
        }
    }

    /// Returns the next job that has not been started, if there is a slot for it; resumes those that are
    /// paused.
    fn take(&self, state: &mut State<C>) -> Option<(Requester, Job<C>)> {
        loop {
            let requester = self.next(state)?;
            match state.queue.pop(&requester)? {
                Entry::New(job) => return Some((requester, job)),
                Entry::Paused(job) => state.resume(&job),
            }
        }
    }

    /// Resumes paused jobs and wakes a thread to start a new one, as far as there are slots.
    fn assign(&self, state: &mut State<C>) {
        while let Some(requester) = self.next(state) {
            let is_new = |entry: &Entry<C>| matches!(entry, Entry::New(_));
            if state.queue.first(&requester).is_none_or(is_new) {
                break;
            }
            if let Some(Entry::Paused(job)) = state.queue.pop(&requester) {
                state.resume(&job);
            }
        }
        // Without a slot the thread watches for overdue jobs.
        if state.queue.len() > 0 {
            self.has_work.notify_one();
        }
    }

    /// Returns whose job is next, if there is a slot for it.
    fn next(&self, state: &State<C>) -> Option<Requester> {
        let PoolSettings {
            slots,
            additional,
            reserved,
            per_requester,
            ..
        } = self.settings;
        let running = state.running.len();
        let is_overdue = |job: &&RunningJob| job.since.elapsed() >= OVERDUE;
        let overdue = state.running.iter().filter(is_overdue).count();
        if running >= slots + overdue.min(additional) {
            return None;
        }
        let has_thread =
            |candidate: &Candidate<'_, Entry<C>>| match (candidate.item, candidate.share) {
                (Entry::Paused(_), _) => true,
                (Entry::New(_), Share::Public) => state.idle > reserved,
                (Entry::New(_), _) => state.idle > 0,
            };
        let per_requester = if running < slots { per_requester } else { 1 };
        let next = |candidate: &Candidate<'_, Entry<C>>| {
            has_thread(candidate) && candidate.served < per_requester
        };
        state.queue.next(next)
    }
}

impl<C: Send + 'static> PauseJob for Shared<C> {
    fn pause(&self, requester: &Requester, id: u64) {
        let paused = Arc::new(PausedJob {
            id,
            is_resumed: Mutex::default(),
            resumed: Condvar::new(),
        });
        let mut state = self.lock();
        state.stop_job(requester, id);
        let entry = Entry::Paused(Arc::clone(&paused));
        state.queue.push_resumed(requester, entry);
        // Perhaps it is the turn of the same job.
        self.assign(&mut state);
        drop(state);
        paused.wait();
    }
}

impl<C> State<C> {
    /// Gives a slot to a new job; returns its id.
    fn start_job(&mut self) -> u64 {
        self.last_id += 1;
        self.running.push(RunningJob {
            id: self.last_id,
            since: Instant::now(),
        });
        self.last_id
    }

    /// Gives a slot to a paused job.
    fn resume(&mut self, job: &PausedJob) {
        self.running.push(RunningJob {
            id: job.id,
            since: Instant::now(),
        });
        *job.is_resumed() = true;
        job.resumed.notify_one();
    }

    /// Takes the slot of a job, and charges its requester for the time.
    fn stop_job(&mut self, requester: &Requester, id: u64) {
        if let Some(index) = self.running.iter().position(|job| job.id == id) {
            let job = self.running.swap_remove(index);
            self.queue.charge(requester, job.since.elapsed());
            self.queue.finish(requester);
        }
    }
}

impl PausedJob {
    fn is_resumed(&self) -> MutexGuard<'_, bool> {
        let is_resumed = self.is_resumed.lock();
        is_resumed.unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        let is_waiting = |is_resumed: &mut bool| !*is_resumed;
        let resumed = self.resumed.wait_while(self.is_resumed(), is_waiting);
        drop(resumed.unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests;
