//! Why a bot does not play its seat on.

use botwerk_agents::arena::SeatFault;

/// Why a bot does not play its seat on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotFailure {
    /// It has resigned.
    #[error("the bot resigned")]
    Resigned,
    /// Too many of its submissions were rejected; with the reasons.
    #[error("{0}")]
    Illegal(String),
    /// It has exited, does not answer, or writes what cannot be used; with the reason.
    #[error("{0}")]
    Crashed(String),
}

impl BotFailure {
    /// Returns the fault for which a seat in this process is removed.
    pub const fn fault(&self) -> SeatFault {
        match self {
            Self::Resigned => SeatFault::Resigned,
            Self::Illegal(_) => SeatFault::Rejected,
            Self::Crashed(_) => SeatFault::Crashed,
        }
    }
}
