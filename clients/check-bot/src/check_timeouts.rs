//! The time limits of a check.

use std::time::Duration;

/// How long the bot and the server may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct CheckTimeouts {
    /// For a valid answer to a request.
    pub(super) turn: Duration,
    /// For the bot to attend, to join and to connect again; for the server to send what is due.
    pub(super) connect: Duration,
    /// How long the server is unreachable in the check `restart`.
    pub(super) outage: Duration,
}

impl Default for CheckTimeouts {
    fn default() -> Self {
        Self {
            turn: Duration::from_secs(10),
            connect: Duration::from_secs(10),
            outage: Duration::from_secs(2),
        }
    }
}
