//! The checks.

use clap::ValueEnum;

/// A check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Check {
    /// It plays a match to its `MatchOver`, and then another one
    Matches,
    /// Its streams are cut in the middle of a match; it reconnects and continues
    Reconnect,
    /// The server is unreachable for two seconds; it reconnects within ten
    Restart,
    /// A submission is rejected as illegal; it submits again in the same turn
    RejectedSubmission,
    /// A submission is rejected as too late; it leaves the match alone and accepts the next
    /// invitation
    LateSubmission,
    /// Another seat is first in a race; it continues
    Simultaneous,
    /// The opponent resigns while it must act; it accepts the next invitation
    Resignation,
    /// It copies the handle of `Joined`, the turn and part of the request, and its own seat token
    Identifiers,
}

impl Check {
    /// Returns the name on the command line.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
