//! Signals that request the end of a command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;

use super::failure::Failure;

/// The exit code of a process that Ctrl-C has ended.
const EXIT_INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets. Pressing it twice ends the process at once.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to handle Ctrl-C. Without a handler, Ctrl-C ends the process as usual.
    pub fn listen() -> Self {
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
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Installs handlers of Ctrl-C and of what asks a process to end, SIGTERM or on Windows the end of its console; returns a
/// future that waits for one of them.
///
/// # Errors
/// Returns an error if the system has no such handlers.
pub fn shutdown_signal() -> Result<impl Future<Output = ()>, Failure> {
    #[cfg(unix)]
    let mut signals = {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = signal(SignalKind::terminate())?;
        (terminate, signal(SignalKind::interrupt())?)
    };
    #[cfg(windows)]
    let mut signals = {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        (ctrl_close()?, ctrl_c()?)
    };
    Ok(async move {
        tokio::select! {
            _ = signals.0.recv() => {}
            _ = signals.1.recv() => {}
        }
    })
}
