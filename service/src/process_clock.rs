//! The clock of this process: it stands still while the process is stopped, by a signal or because its
//! machine stalls, so that no player pays for that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::lasting_task::run_step;

/// Time between two readings of the clock by its watchdog.
const HEARTBEAT: Duration = Duration::from_millis(10);

/// The shortest time without a reading that counts as a stall. Busy machines delay the watchdog by
/// less; a program that takes all cores must not be able to stop the clock.
const MIN_STALL: Duration = Duration::from_millis(50);

/// Age up to which a reading needs no other one.
const FRESH: Duration = Duration::from_millis(1);

/// Returns the nanoseconds for which this process has run.
pub(crate) fn now() -> u64 {
    clock().now()
}

/// Returns the nanoseconds for which this process was stalled.
pub(crate) fn stalled() -> u64 {
    clock().stalled.load(Ordering::SeqCst)
}

/// Returns when the clock will read `nanos`, unless the process is stalled before.
pub(crate) fn instant_at(nanos: u64) -> Instant {
    clock().origin + Duration::from_nanos(nanos.saturating_add(stalled()))
}

/// The clock, which starts with its first reading.
struct ProcessClock {
    origin: Instant,
    /// The time of the latest reading since `origin`, stalls included.
    latest: AtomicU64,
    stalled: AtomicU64,
    /// Held while a stall is looked for.
    lock: Mutex<()>,
    /// Without a watchdog every quiet time would look like a stall.
    has_watchdog: bool,
}

fn clock() -> &'static ProcessClock {
    static CLOCK: OnceLock<ProcessClock> = OnceLock::new();
    CLOCK.get_or_init(|| {
        let watchdog = thread::Builder::new().name("watchdog".into());
        ProcessClock {
            origin: Instant::now(),
            latest: AtomicU64::new(0),
            stalled: AtomicU64::new(0),
            lock: Mutex::new(()),
            has_watchdog: watchdog.spawn(watch).is_ok(),
        }
    })
}

/// Reads the clock again and again, and reports stalls.
fn watch() {
    let mut reported = 0;
    loop {
        thread::sleep(HEARTBEAT);
        let read = run_step("watchdog", || {
            clock().now();
            stalled()
        });
        let Some(stalled) = read else { continue };
        if stalled > reported {
            let millis = (stalled - reported) / 1_000_000;
            tracing::warn!(
                millis,
                "the process was stalled; clocks were stopped meanwhile"
            );
            reported = stalled;
        }
    }
}

impl ProcessClock {
    fn now(&self) -> u64 {
        let stalled = self.stalled.load(Ordering::SeqCst);
        let real = self.real_nanos();
        let latest = self.latest.load(Ordering::SeqCst);
        let is_fresh = u128::from(real.saturating_sub(latest)) < FRESH.as_nanos();
        // A stall may have been found between the loads.
        if is_fresh && self.stalled.load(Ordering::SeqCst) == stalled {
            return real - stalled;
        }
        self.read_again()
    }

    fn read_again(&self) -> u64 {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let real = self.real_nanos();
        let latest = self.latest.swap(real, Ordering::SeqCst);
        let stall = stall_between(latest, real).filter(|_| self.has_watchdog);
        let before = self.stalled.fetch_add(stall.unwrap_or(0), Ordering::SeqCst);
        real - before - stall.unwrap_or(0)
    }

    fn real_nanos(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }
}

/// Returns the nanoseconds of a stall between two readings, if there was one.
fn stall_between(earlier: u64, later: u64) -> Option<u64> {
    let gap = Duration::from_nanos(later.saturating_sub(earlier));
    (gap >= MIN_STALL).then(|| gap.saturating_sub(HEARTBEAT).as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_gaps_are_stalls() {
        let millis = |millis: u64| millis * 1_000_000;
        assert_eq!(stall_between(millis(7), millis(56)), None);
        assert_eq!(stall_between(millis(7), millis(57)), Some(millis(40)));
        assert_eq!(stall_between(millis(7), millis(6)), None);
    }

    #[test]
    fn quiet_process_is_not_stalled() {
        let before = now();
        // A test of time.
        thread::sleep(Duration::from_millis(30));
        let elapsed = now() - before;
        // The test machine itself may stall.
        assert!(elapsed >= 20_000_000 || stalled() > 0, "{elapsed}");
        assert!(instant_at(now()) <= Instant::now());
    }
}
