//! By SIGTERM.

use std::os::unix::process::parent_id;
use std::process::Child;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::signal::unix::{SignalKind, signal};

/// Time between two looks at whether the parent is alive.
const PARENT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Lets a guard end, with its bot.
pub(crate) fn release(guard: &mut Child) {
    let id = i32::try_from(guard.id()).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        // It may have ended.
        let _ = kill_process(id, Signal::TERM);
    }
}

/// Waits until the parent of the guard has ended, or SIGTERM is received.
pub(in crate::guard) fn wait_for_parent_or_signal(parent: u32) {
    // Without a runtime the parent is observed all the same.
    let signalled = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map(|runtime| runtime.block_on(wait_for_signal(parent)));
    if signalled.is_err() {
        while parent_id() == parent {
            thread::sleep(PARENT_POLL_INTERVAL);
        }
    }
}

async fn wait_for_signal(parent: u32) {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return;
    };
    let mut interval = tokio::time::interval(PARENT_POLL_INTERVAL);
    loop {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = interval.tick() => {
                // The process that adopts orphans.
                if parent_id() != parent {
                    return;
                }
            }
        }
    }
}
