//! Work that several threads share.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` for every item on so many threads, each with a `bench` of its own. Items are begun
/// in order.
pub(super) fn share<T: Send, B>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    bench: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, T) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut bench = bench();
        while let Some(item) = next() {
            work(&mut bench, item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}
