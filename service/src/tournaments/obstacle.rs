//! What keeps a tournament from progressing.

/// Something that keeps a tournament from progressing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Obstacle {
    /// The entrant's bot is needed and is offline.
    BotOffline {
        /// The index of the entrant.
        entrant: usize,
    },
    /// The entrant's bot is needed and plays as many other matches as it can.
    BotBusy {
        /// The index of the entrant.
        entrant: usize,
    },
    /// The entrant's bot is needed and was not registered for the game.
    GameNotPlayed {
        /// The index of the entrant.
        entrant: usize,
    },
    /// The latest attempt to start or play a match has failed.
    MatchFailed {
        /// The index of the pairing.
        pairing: u64,
        /// What has failed, as human-readable text.
        message: String,
    },
    /// The state of the tournament cannot be stored.
    StoreUnavailable {
        /// What has failed, as human-readable text.
        message: String,
    },
}

impl Obstacle {
    /// Returns the entrant whose bot is the obstacle, or `None` for another obstacle.
    pub(crate) fn entrant(&self) -> Option<usize> {
        match self {
            Self::BotOffline { entrant }
            | Self::BotBusy { entrant }
            | Self::GameNotPlayed { entrant } => Some(*entrant),
            Self::MatchFailed { .. } | Self::StoreUnavailable { .. } => None,
        }
    }

    /// Returns a human-readable text; `name` is that of the entrant.
    pub(crate) fn text(&self, name: &str) -> String {
        match self {
            Self::BotOffline { .. } => format!("the bot of {name} is not online"),
            Self::BotBusy { .. } => format!("the bot of {name} plays all matches that it accepts"),
            Self::GameNotPlayed { .. } => {
                format!("the bot of {name} is registered for other games; register it for this one")
            }
            Self::MatchFailed { pairing, message } => format!("match {pairing} failed: {message}"),
            Self::StoreUnavailable { message } => format!("cannot store the state: {message}"),
        }
    }
}
