//! Logs what a thread works on when it aborts the process.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use signal_hook_registry::SigId;

use super::work_mark;

/// The signal of an abort, also of that by which a stack overflow ends. The same on all systems.
const SIGABRT: i32 = 6;

/// Logs what a thread works on when it aborts the process, until it is dropped.
#[derive(Debug)]
pub(super) struct AbortSignal(SigId);

impl AbortSignal {
    /// Logs the work of a guard to a file. Returns `None` if the system refuses it.
    // The only way to learn which thread aborts: the signal is delivered to just that thread.
    #[allow(unsafe_code)]
    pub(super) fn install(guard: u64, file: &Arc<File>) -> Option<Self> {
        let file = Arc::clone(file);
        let handler = move || log_work(guard, &file);
        // SAFETY: the handler reads atomic values and a thread-local cell without a destructor, and writes to an open
        // file: it neither allocates nor locks.
        let registered = unsafe { signal_hook_registry::register(SIGABRT, handler) };
        registered.ok().map(Self)
    }
}

impl Drop for AbortSignal {
    fn drop(&mut self) {
        signal_hook_registry::unregister(self.0);
    }
}

/// Appends the work of the calling thread to a file as one line.
fn log_work(guard: u64, mut file: &File) {
    const START: &[u8] = b"{\"cause\":\"abort\",";
    let Some(slot) = work_mark::current().filter(|slot| slot.is_of(guard)) else {
        return;
    };
    let mut text = [0; 192];
    let length = slot.copy_text(&mut text);
    let mut line = [0; START.len() + 192 + 2];
    line[..START.len()].copy_from_slice(START);
    let end = START.len() + length;
    line[START.len()..end].copy_from_slice(&text[..length]);
    line[end..end + 2].copy_from_slice(b"}\n");
    // The process ends in any case.
    let _ = file.write(&line[..end + 2]);
}
