//! The state of a match.

/// The state of a match. Its numbers are those of the API and of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchState {
    /// Seats have not joined yet.
    Waiting = 1,
    /// The match is in progress.
    Running = 2,
    /// The match is paused: the store is unavailable, the server shuts down, or seats have not
    /// rejoined after a restart.
    Suspended = 3,
    /// The match has a result.
    Over = 4,
    /// The match was aborted.
    Aborted = 5,
}

impl MatchState {
    /// All states, in the order of their numbers.
    pub(crate) const ALL: [Self; 5] = [
        Self::Waiting,
        Self::Running,
        Self::Suspended,
        Self::Over,
        Self::Aborted,
    ];

    /// Returns the number in the API and in the store.
    pub(crate) const fn number(self) -> i32 {
        self as i32
    }

    /// Returns the state with this number, or `None` if the number is unknown.
    pub(crate) fn from_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// Returns `true` if the match can no longer change.
    pub(crate) const fn has_ended(self) -> bool {
        matches!(self, Self::Over | Self::Aborted)
    }

    /// Returns the name in metrics and messages, such as `running`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Suspended => "suspended",
            Self::Over => "over",
            Self::Aborted => "aborted",
        }
    }
}
