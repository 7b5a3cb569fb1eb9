//! What keeps a tournament from progressing.

use botwerk_proto::date_text;

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
    /// The entrant is an agent of a version that this server does not have.
    AgentVersion {
        /// The index of the entrant.
        entrant: usize,
    },
    /// The matches of a day of a league are used up.
    DayLimit {
        /// When the next day starts, in microseconds since 1970.
        until_micros: i64,
    },
    /// Too few entrants of a league can play.
    TooFewEntrants {
        /// The number of seats of a match.
        seats: usize,
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
            | Self::GameNotPlayed { entrant }
            | Self::AgentVersion { entrant } => Some(*entrant),
            Self::DayLimit { .. }
            | Self::TooFewEntrants { .. }
            | Self::MatchFailed { .. }
            | Self::StoreUnavailable { .. } => None,
        }
    }

    /// Returns the kind in metrics, such as `bot_offline`.
    pub(crate) const fn label(&self) -> &'static str {
        match self {
            Self::BotOffline { .. } => "bot_offline",
            Self::BotBusy { .. } => "bot_busy",
            Self::GameNotPlayed { .. } => "game_not_played",
            Self::AgentVersion { .. } => "agent_version",
            Self::DayLimit { .. } => "day_limit",
            Self::TooFewEntrants { .. } => "too_few_entrants",
            Self::MatchFailed { .. } => "match_failed",
            Self::StoreUnavailable { .. } => "store_unavailable",
        }
    }

    /// Returns `true` if it goes by itself or with a bot that connects, and `false` if something has failed.
    pub(crate) fn is_awaited(&self) -> bool {
        !matches!(
            self,
            Self::MatchFailed { .. } | Self::StoreUnavailable { .. }
        )
    }

    /// Returns a human-readable text; `name` is that of the entrant.
    pub(crate) fn text(&self, name: &str) -> String {
        match self {
            Self::BotOffline { .. } => format!("the bot of {name} is not online"),
            Self::BotBusy { .. } => format!("the bot of {name} plays all matches that it accepts"),
            Self::GameNotPlayed { .. } => {
                format!("the bot of {name} is registered for other games; register it for this one")
            }
            Self::AgentVersion { .. } => format!(
                "{name} is of a version that this server does not have; it keeps its rating and plays no more: add the \
                 present version as an anchor with a rating that was measured"
            ),
            Self::DayLimit { until_micros } => {
                let until = date_text(*until_micros);
                format!(
                    "all matches of the day were played; the next round is paired on {until} at 00:00 UTC"
                )
            }
            Self::TooFewEntrants { seats } => format!(
                "a match needs {seats} entrants that can play, of which one is no anchor; add entrants or start \
                 their bots"
            ),
            Self::MatchFailed { pairing, message } => format!("match {pairing} failed: {message}"),
            Self::StoreUnavailable { message } => format!("cannot store the state: {message}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchor_of_another_version_is_named() {
        let other = Obstacle::AgentVersion { entrant: 0 };
        let text = other.text("minimax");
        assert!(text.starts_with("minimax is of a version"), "{text}");
        assert_eq!((other.entrant(), other.is_awaited()), (Some(0), true));
    }

    #[test]
    fn day_limit_names_the_next_day() {
        let limit = Obstacle::DayLimit {
            until_micros: 20_782 * 86_400_000_000,
        };
        let expected = "all matches of the day were played; the next round is paired on 2026-11-25 at 00:00 UTC";
        assert_eq!(limit.text(""), expected);
        assert!(limit.is_awaited());
    }
}
