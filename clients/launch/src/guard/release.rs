//! When a guard must end its bot: the program that started it has ended, or wants that.

use std::io::{self, Read};
use std::thread;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};

/// Waits until standard input is closed: nothing is ever written to it.
pub(super) fn wait_for_end_of_input() {
    let mut buffer = [0; 64];
    let mut input = io::stdin();
    while let Ok(1..) = input.read(&mut buffer) {}
}

/// Time between two looks at whether the parent is alive.
const PARENT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Waits until the parent of the guard has ended, or SIGTERM is received.
pub(super) fn wait_for_parent_or_signal(parent: u32) {
    // Without a runtime the parent is observed all the same.
    let signalled = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map(|runtime| runtime.block_on(wait_for_signal(parent)));
    if signalled.is_err() {
        while std::os::unix::process::parent_id() == parent {
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
                if std::os::unix::process::parent_id() != parent {
                    return;
                }
            }
        }
    }
}
