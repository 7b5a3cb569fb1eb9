//! The state of a tournament.

/// The state of a tournament. Its numbers are those of the API and of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TournamentState {
    /// Matches are started.
    Running = 1,
    /// No more matches are started until the tournament is resumed.
    Paused = 2,
    /// All matches have a result.
    Over = 3,
    /// The tournament was cancelled.
    Cancelled = 4,
}

impl TournamentState {
    /// All states, in the order of their numbers.
    pub(crate) const ALL: [Self; 4] = [Self::Running, Self::Paused, Self::Over, Self::Cancelled];

    /// Returns the number in the API and in the store.
    pub(crate) const fn number(self) -> i32 {
        self as i32
    }

    /// Returns the state with this number, or `None` if the number is unknown.
    pub(crate) fn from_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// Returns `true` if the tournament can no longer change.
    pub(crate) const fn has_ended(self) -> bool {
        matches!(self, Self::Over | Self::Cancelled)
    }

    /// Returns the name in messages and logs, such as `running`.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
        }
    }
}
