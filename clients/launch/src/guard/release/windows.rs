//! By its end, with which Windows ends its job.

use std::process::Child;

use windows_sys::Win32::Foundation::CloseHandle;
use windows_sys::Win32::System::Threading::{
    INFINITE, OpenProcess, PROCESS_SYNCHRONIZE, WaitForSingleObject,
};

/// Ends a guard, and its job with it.
pub(crate) fn release(guard: &mut Child) {
    // It may have ended.
    let _ = guard.kill();
}

/// Waits until the parent of the guard has ended.
pub(in crate::guard) fn wait_for_parent_or_signal(parent: u32) {
    // SAFETY: the handle is closed after its only use.
    #[expect(unsafe_code, reason = "the system's calls")]
    unsafe {
        let process = OpenProcess(PROCESS_SYNCHRONIZE, 0, parent);
        if !process.is_null() {
            WaitForSingleObject(process, INFINITE);
            CloseHandle(process);
        }
    }
}
