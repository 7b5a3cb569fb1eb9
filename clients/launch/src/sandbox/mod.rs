//! Sandboxes of bots: bubblewrap, resource limits, and a way to the server and to nothing else.
//!
//! The guard of a bot starts `bwrap`, which starts `botwerk confine` inside of the sandbox. That hands a listener
//! of the sandbox's own network to the guard, gives up what is left of its privileges, sets limits and becomes
//! the bot. The guard connects the listener with the server and observes what the bot uses.

mod args;
mod limit_breach;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
use args::UNCOUNTED_FLAG;
pub use args::{SandboxArgs, UncountedArgs};
pub use limit_breach::LimitBreach;
#[cfg(target_os = "linux")]
pub use linux::{ConfineArgs, check_counted, check_hidden, confine};
#[cfg(target_os = "linux")]
pub(crate) use linux::{GroupClock, SandboxedBot, check_available, warn_if_uncounted};

/// Checks that sandboxes can be had on this machine.
///
/// # Errors
/// Returns an error: they need Linux.
#[cfg(not(target_os = "linux"))]
pub(crate) fn check_available() -> std::io::Result<()> {
    let message = "sandbox: needs Linux; omit the sandbox";
    Err(std::io::Error::new(
        std::io::ErrorKind::Unsupported,
        message,
    ))
}

/// Prints nothing: there are no sandboxes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn warn_if_uncounted() {}
