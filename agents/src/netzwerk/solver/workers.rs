//! Parallel iteration on scoped threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs `work` for every item on `threads` threads, each with its own scratch space. Items are
/// started in order.
pub(super) fn for_each_parallel<T: Send, B>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    create_scratch: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, T) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut scratch = create_scratch();
        while let Some(item) = next() {
            work(&mut scratch, item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}
