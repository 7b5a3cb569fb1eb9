//! Signals that request the end of a command.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{process, thread};

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
            let pressed_twice: io::Result<()> = runtime.block_on(async {
                system::ctrl_c()?.await;
                flag.0.store(true, Ordering::Relaxed);
                system::ctrl_c()?.await;
                Ok(())
            });
            if pressed_twice.is_ok() {
                process::exit(EXIT_INTERRUPTED);
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
    let (ctrl_c, end_request) = (system::ctrl_c()?, system::end_request()?);
    Ok(async move {
        tokio::select! {
            () = ctrl_c => {}
            () = end_request => {}
        }
    })
}

/// Handlers, which are installed at once, with futures that wait.
#[cfg(unix)]
mod system {
    use std::io;

    use tokio::signal::unix::{SignalKind, signal};

    pub(super) fn ctrl_c() -> io::Result<impl Future<Output = ()>> {
        received(SignalKind::interrupt())
    }

    pub(super) fn end_request() -> io::Result<impl Future<Output = ()>> {
        received(SignalKind::terminate())
    }

    fn received(kind: SignalKind) -> io::Result<impl Future<Output = ()>> {
        let mut signals = signal(kind)?;
        Ok(async move {
            signals.recv().await;
        })
    }
}

/// Handlers, which are installed at once, with futures that wait.
#[cfg(windows)]
mod system {
    use std::io;

    use tokio::signal::windows;

    /// Also Ctrl-Break, the only one that reaches a program in a group of its own.
    pub(super) fn ctrl_c() -> io::Result<impl Future<Output = ()>> {
        let (mut ctrl_c, mut ctrl_break) = (windows::ctrl_c()?, windows::ctrl_break()?);
        Ok(async move {
            tokio::select! {
                _ = ctrl_c.recv() => {}
                _ = ctrl_break.recv() => {}
            }
        })
    }

    pub(super) fn end_request() -> io::Result<impl Future<Output = ()>> {
        let mut signals = windows::ctrl_close()?;
        Ok(async move {
            signals.recv().await;
        })
    }
}
