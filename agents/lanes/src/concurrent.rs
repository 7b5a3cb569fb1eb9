//! Independent pieces of work, such as matches, on several threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Runs `work` for each index below `count` on up to `concurrency` threads, at least one, and returns the results
/// in the order of their indices. `on_done` is called after each.
///
/// Once `should_stop` returns `true`, no further work is started; the results are then those of the first indices.
///
/// ```
/// use botwerk_lanes::run_concurrently;
///
/// let mut done = 0;
/// let squares = run_concurrently(5, 2, &|| false, &|index| index * index, &mut || done += 1);
/// assert_eq!((squares, done), (vec![0, 1, 4, 9, 16], 5));
/// ```
pub fn run_concurrently<T: Send>(
    count: u64,
    concurrency: usize,
    should_stop: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(u64) -> T + Sync),
    on_done: &mut dyn FnMut(),
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let (sender, results) = channel();
    let mut results = thread::scope(|scope| {
        for _ in 0..concurrency.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !should_stop() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || sender.send((index, work(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let results = results.into_iter().inspect(|_| on_done());
        results.collect::<Vec<_>>()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn order_of_results_does_not_depend_on_the_threads() {
        for concurrency in [0, 1, 3, 50] {
            let slow_first = |index: u64| {
                for _ in 0..1000 * (9 - index) {
                    thread::yield_now();
                }
                index
            };
            let results = run_concurrently(9, concurrency, &|| false, &slow_first, &mut || {});
            assert_eq!(results, (0..9).collect::<Vec<_>>());
        }
    }

    #[test]
    fn work_in_progress_is_finished_after_a_stop() {
        let is_stopped = AtomicBool::new(false);
        let work = |index| {
            is_stopped.fetch_or(index == 3, Ordering::Relaxed);
            index
        };
        let should_stop = || is_stopped.load(Ordering::Relaxed);
        let results = run_concurrently(1000, 2, &should_stop, &work, &mut || {});
        assert!(
            results.len() >= 4 && results.len() < 1000,
            "{}",
            results.len()
        );
        assert!(results.iter().copied().eq(0..results.len() as u64));
    }
}
