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
    /// The server is started after the bot, which waits for it
    ServerAway,
    /// Connections are cut at once for twelve seconds; its attempts become rarer, and do not end
    BackOff,
    /// A submission is rejected as unparsable; it submits again in the same turn
    UnparsableSubmission,
    /// A submission is rejected as too much; it submits again in the same turn
    ExcessiveSubmission,
    /// It is sent a request that it cannot answer; it leaves the match at once and says why
    Exception,
    /// A server has lost its latest frames; it rejoins with the lower seq that it was sent
    LoweredSeq,
    /// The server has a certificate of an authority that only `BOTWERK_CA` names
    Tls,
    /// The environment names a proxy that does not answer; it uses none for its own machine
    Proxy,
    /// Another server plays its match; it follows there, and returns after that server has ended
    Redirect,
    /// It writes a line to standard error when it starts, and one for every fault
    Log,
}

impl Check {
    /// Returns whether the protocol leaves the behaviour open, so that only clients are checked by default.
    pub(super) const fn is_for_clients(self) -> bool {
        !matches!(
            self,
            Self::Matches
                | Self::Reconnect
                | Self::Restart
                | Self::RejectedSubmission
                | Self::LateSubmission
                | Self::Simultaneous
                | Self::Resignation
                | Self::Identifiers
        )
    }

    /// Returns whether a bot finds the server in another way than usual, so that its faults say nothing about other
    /// checks.
    pub(super) const fn changes_connection(self) -> bool {
        matches!(
            self,
            Self::ServerAway | Self::Tls | Self::Proxy | Self::Redirect
        )
    }

    /// Returns the name on the command line.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
