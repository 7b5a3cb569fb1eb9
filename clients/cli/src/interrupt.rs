//! Ctrl-C as a request to come to an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;

/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Whether Ctrl-C was pressed. Pressed twice it ends the program at once.
#[derive(Debug, Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Takes notice of Ctrl-C from here on. Where that cannot be done, it ends the program as ever.
    pub(super) fn listen() -> Self {
        let interrupt = Self::default();
        let told = interrupt.clone();
        thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
                return;
            };
            let pressed = || runtime.block_on(tokio::signal::ctrl_c()).is_ok();
            if pressed() {
                told.0.store(true, Ordering::Relaxed);
                if pressed() {
                    std::process::exit(INTERRUPTED);
                }
            }
        });
        interrupt
    }

    /// Whether it was pressed.
    pub(super) fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
