//! What a rejected submission means for the request that it answered.

use botwerk_proto::v1::ErrorReason;

/// What a rejected submission means for the request that it answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectionEffect {
    /// The request is closed: there is nothing more to submit for it.
    Closes,
    /// The match is suspended. The server sends the request again, and the same submission is due again.
    Suspends,
    /// The request is still open.
    KeepsOpen,
}

impl RejectionEffect {
    /// Returns the effect of a rejection with this reason.
    ///
    /// ```
    /// use botwerk_client::RejectionEffect;
    /// use botwerk_client::proto::ErrorReason;
    ///
    /// assert_eq!(RejectionEffect::of_reason(ErrorReason::WrongTurn), RejectionEffect::Closes);
    /// assert_eq!(RejectionEffect::of_reason(ErrorReason::Suspended), RejectionEffect::Suspends);
    /// assert_eq!(RejectionEffect::of_reason(ErrorReason::IllegalAction), RejectionEffect::KeepsOpen);
    /// ```
    pub const fn of_reason(reason: ErrorReason) -> Self {
        match reason {
            ErrorReason::WrongTurn
            | ErrorReason::NotYourTurn
            | ErrorReason::Flagged
            | ErrorReason::MatchOver
            | ErrorReason::AlreadySubmitted => Self::Closes,
            ErrorReason::Suspended | ErrorReason::StoreUnavailable | ErrorReason::Draining => {
                Self::Suspends
            }
            _ => Self::KeepsOpen,
        }
    }
}
