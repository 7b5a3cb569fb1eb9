//! Playing many matches on several threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::interrupt::Interrupt;

/// Plays the matches with the indexes from 0, and calls `each` with every one as soon as it is finished. Matches in
/// progress are finished after an interrupt.
///
/// # Errors
/// Returns the first error of `each`, after which no further match starts.
pub(super) fn play_concurrently<T: Send, E>(
    matches: u64,
    concurrency: usize,
    interrupt: &Interrupt,
    play: impl Fn(u64) -> T + Sync,
    each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let (sender, finished) = channel();
    thread::scope(|scope| {
        for _ in 0..concurrency {
            let (sender, next, play) = (sender.clone(), &next, &play);
            scope.spawn(move || {
                while !interrupt.is_set() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    // Without a receiver, an earlier match has failed.
                    if index >= matches || sender.send(play(index)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        finished.into_iter().try_for_each(each)
    })
}
