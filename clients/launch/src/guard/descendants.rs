//! The processes that a bot has started.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(all(unix, not(target_os = "linux")))]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(super) use linux::Descendants;
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) use unix::Descendants;
#[cfg(windows)]
pub(super) use windows::Descendants;
