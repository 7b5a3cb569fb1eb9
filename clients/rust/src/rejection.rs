//! What a rejected submission means for the request that it answered.

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
    ///
    /// assert_eq!(RejectionEffect::of_reason("WRONG_TURN"), RejectionEffect::Closes);
    /// assert_eq!(RejectionEffect::of_reason("SUSPENDED"), RejectionEffect::Suspends);
    /// assert_eq!(RejectionEffect::of_reason("ILLEGAL_ACTION"), RejectionEffect::KeepsOpen);
    /// ```
    pub fn of_reason(reason: &str) -> Self {
        match reason {
            "WRONG_TURN" | "NOT_YOUR_TURN" | "FLAGGED" | "MATCH_OVER" | "ALREADY_SUBMITTED" => {
                Self::Closes
            }
            "SUSPENDED" | "STORE_UNAVAILABLE" | "DRAINING" => Self::Suspends,
            _ => Self::KeepsOpen,
        }
    }
}

/// The reason of a stream whose seat a newer one plays.
pub(crate) const REPLACED: &str = "REPLACED";
