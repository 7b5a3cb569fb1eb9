//! What bots receive on their invitation streams.

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;

use crate::ids::{MatchId, TournamentId};
use crate::room::StreamMessage;

/// What the names, numbers and tokens of a message take at most, in bytes.
const MESSAGE_BYTES: usize = 256;

/// A message on the invitation stream of a bot.
#[derive(Debug, Clone)]
pub(crate) enum BotMessage {
    /// The bot is online.
    Online(BotDescription),
    /// The bot is assigned to a seat.
    Invitation(Invitation),
    /// The bot's entrant has been withdrawn from a tournament.
    EntrantWithdrawn {
        tournament: TournamentId,
        /// The human-readable reason.
        message: String,
    },
    /// A tournament of the bot has ended.
    TournamentEnded(TournamentId),
}

/// The public description of a bot.
#[derive(Debug, Clone)]
pub(crate) struct BotDescription {
    pub(crate) name: String,
    /// Names of the games that it plays; empty for all.
    pub(crate) games: Vec<String>,
    /// Maximum number of matches that it plays at a time.
    pub(crate) max_concurrent_matches: u32,
    /// Whether its invitation stream is open.
    pub(crate) is_online: bool,
    /// The number of matches that it is invited to.
    pub(crate) active_matches: u32,
    /// The name of its owner; `None` for the operator.
    pub(crate) owner: Option<String>,
}

/// An invitation to a seat of a tournament match.
#[derive(Debug, Clone)]
pub(crate) struct Invitation {
    pub(crate) match_id: MatchId,
    pub(crate) seat: usize,
    /// The token with which the seat is joined.
    pub(crate) seat_token: String,
    pub(crate) game: GameId,
    /// The values of the game's options by name; the others have their defaults.
    pub(crate) options: Vec<(String, String)>,
    /// The number of seats of the match.
    pub(crate) seats: usize,
    pub(crate) time_control: TimeControl,
    pub(crate) tournament: TournamentId,
}

impl StreamMessage for BotMessage {
    fn size(&self) -> usize {
        let texts = match self {
            Self::Online(bot) => bot.games.iter().map(|game| 16 + game.len()).sum(),
            Self::Invitation(invitation) => {
                let options = invitation.options.iter();
                options
                    .map(|(name, value)| 16 + name.len() + value.len())
                    .sum()
            }
            Self::EntrantWithdrawn { message, .. } => message.len(),
            Self::TournamentEnded(_) => 0,
        };
        MESSAGE_BYTES + texts
    }
}
