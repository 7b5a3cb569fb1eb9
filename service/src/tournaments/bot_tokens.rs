//! The tokens of the bots of a tournament.

use super::Tournaments;
use crate::bots::BotId;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::token::{TokenHash, token_sha256};

/// The token of an entrant's launched bot.
pub(crate) struct LaunchedBotToken {
    /// The name of the entrant.
    pub(crate) entrant: String,
    pub(crate) token: String,
}

impl Tournaments {
    /// Returns the tokens of a tournament's launched bots.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn bot_tokens(
        &self,
        id: &TournamentId,
    ) -> Result<Vec<LaunchedBotToken>, Error> {
        let tournament = &self.describe(id).await?.tournament;
        let token = |entrant| LaunchedBotToken {
            entrant: tournament.entrant_name(entrant).to_owned(),
            token: tournament.secret.bot_token(entrant),
        };
        Ok(tournament.launched_entrants().map(token).collect())
    }

    /// Returns `true` if a token is that of the bot that plays for an entrant, or of its owner.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or the store cannot be read.
    pub(crate) async fn is_bot_token(
        &self,
        id: &TournamentId,
        entrant: usize,
        token: &str,
    ) -> Result<bool, Error> {
        let tournament = &self.describe(id).await?.tournament;
        Ok(match tournament.bot(entrant) {
            None => false,
            Some(BotId::Launched(..)) => {
                TokenHash::from_token(&tournament.secret.bot_token(entrant)).admits(token)
            }
            Some(BotId::Registered(name)) => {
                let hash = token_sha256(token);
                let bot = self.context.accounts.bot_by_token(&hash).await?;
                if bot.is_some_and(|bot| bot.row.name == name && bot.check_usable().is_ok()) {
                    return Ok(true);
                }
                let owner = self.context.accounts.owner_by_token(&hash).await?;
                owner.is_some_and(|owner| owner.owns(&name) && owner.check_usable().is_ok())
            }
        })
    }
}
