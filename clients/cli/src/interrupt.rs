//! Ctrl-C as a request to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;

/// The exit code of a process that Ctrl-C has ended.
const EXIT_INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets. Pressing it twice ends the process at once.
#[derive(Debug, Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to handle Ctrl-C. Without a handler, Ctrl-C ends the process as usual.
    pub(super) fn listen() -> Self {
        let interrupt = Self::default();
        let flag = interrupt.clone();
        thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
                return;
            };
            let wait_for_ctrl_c = || runtime.block_on(tokio::signal::ctrl_c()).is_ok();
            if wait_for_ctrl_c() {
                flag.0.store(true, Ordering::Relaxed);
                if wait_for_ctrl_c() {
                    std::process::exit(EXIT_INTERRUPTED);
                }
            }
        });
        interrupt
    }

    /// Returns `true` once Ctrl-C has been pressed.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
