//! Sandboxes by the means of Linux.

mod allowed_arguments;
mod allowed_calls;
mod bubblewrap;
mod cgroup;
mod confine;
mod handover;
mod kernel_memory;
mod paths;
mod relay;
mod sandboxed_bot;
mod server_address;
mod system_calls;
mod usage_watch;

pub(crate) use bubblewrap::check_available;
pub use cgroup::check_counted;
pub(crate) use cgroup::{GroupClock, warn_if_uncounted};
pub use confine::{ConfineArgs, run as confine};
pub use paths::check_hidden;
pub(crate) use sandboxed_bot::SandboxedBot;
