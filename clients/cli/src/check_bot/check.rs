//! The checks by name.

use clap::ValueEnum;

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Check {
    /// It plays a match to its `MatchOver`, and then another one
    Matches,
    /// Its streams are cut in the middle of a match; it comes back and goes on
    Reconnect,
    /// The server is gone for two seconds; it comes back within ten
    Restart,
    /// An act is refused as illegal; it acts again in the same turn
    RejectedSubmission,
    /// An act comes too late; it acts no more in that match and takes the next invitation
    LateSubmission,
    /// Others answer first in a race; it goes on
    Simultaneous,
    /// The opponent resigns while it thinks; it takes the next invitation
    Resignation,
    /// It answers every `Ping` with a `Pong` of the same nonce
    Pings,
    /// It uses the handle of `Joined`, the numbers of the request and its own seat token
    Identifiers,
}

impl Check {
    /// The name on the command line.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
