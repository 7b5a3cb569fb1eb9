//! Threads for searching and simulating, apart from those that answer requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads that take jobs in order.
#[derive(Debug, Clone)]
pub(crate) struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    /// A pool of so many threads. They end once the last clone of the pool is gone.
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        let (jobs, receiver) = channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        for i in 0..threads.max(1) {
            let receiver = Arc::clone(&receiver);
            thread::Builder::new()
                .name(format!("search-{i}"))
                .spawn(move || work(&receiver))?;
        }
        Ok(Self { jobs })
    }

    /// Queues a job. A job that panics ends alone; whoever waits for it must notice that by what
    /// the job drops.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) {
        // The threads outlive every sender, so somebody receives.
        let _ = self.jobs.send(Box::new(job));
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a job of the search threads panicked");
        }
    }
}
