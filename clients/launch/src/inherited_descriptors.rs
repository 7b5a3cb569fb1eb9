//! The open files that this process has from the one that started it.

/// Closes all but the standard streams: a shell's own would open its folders to a bot. Called before this process
/// opens any.
pub(crate) fn close() {
    #[cfg(target_os = "linux")]
    for descriptor in listed() {
        // SAFETY: no code of this process has opened it; the list's own is closed already, which the kernel reports.
        #[expect(unsafe_code, reason = "descriptors without an owner")]
        unsafe {
            libc::close(descriptor);
        }
    }
}

#[cfg(target_os = "linux")]
fn listed() -> Vec<i32> {
    let entries = std::fs::read_dir("/proc/self/fd").into_iter().flatten();
    let descriptors = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    descriptors.filter(|descriptor| *descriptor > 2).collect()
}
