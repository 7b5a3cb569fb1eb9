//! Bots: registration, invitation streams and invitations.

mod message;
mod online_bots;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_engine::{GameId, hex, is_hidden};
use sha2::{Digest, Sha256};

pub(crate) use message::{BotDescription, BotMessage, Invitation};
use online_bots::BotStream;
pub(crate) use online_bots::{BotId, BotStatus, OnlineBots};

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::room::StreamSender;
use crate::store::{BotClaim, BotRow, StoreError, TournamentStore, WriteCommand, now_micros};
use crate::token::new_token;

/// Maximum length of a bot's name, in bytes.
const MAX_NAME_BYTES: usize = 128;

/// Maximum number of matches that a bot can play at a time.
const MAX_CONCURRENT_MATCHES: u32 = 10_000;

/// All bots.
pub(crate) struct Bots {
    store: Arc<dyn TournamentStore>,
    online_bots: Arc<OnlineBots>,
}

/// A bot to be registered.
#[derive(Debug, Clone)]
pub(crate) struct NewBot {
    pub(crate) name: String,
    /// Names of the games that it plays; empty for all.
    pub(crate) games: Vec<String>,
    /// Maximum number of matches that it plays at a time; 0 for one.
    pub(crate) max_concurrent_matches: u32,
    /// Whether the token of a bot that has the name is replaced, and by whom.
    pub(crate) rotation: TokenRotation,
}

/// Whether the token of a registered bot is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenRotation {
    /// The name must be unused.
    None,
    /// By the operator.
    ByOperator,
    /// By the bearer of the present token.
    ByHolder {
        /// The present token.
        token: String,
    },
}

impl Bots {
    pub(crate) fn new(store: Arc<dyn TournamentStore>, online_bots: Arc<OnlineBots>) -> Self {
        Self { store, online_bots }
    }

    /// Registers a bot, or replaces the token of a registered one on request. Returns the bot and its token. The stream
    /// that the previous token has opened ends.
    ///
    /// # Errors
    /// Returns an error if a field is not valid, the name belongs to another bot, or the bot cannot be stored.
    pub(crate) async fn register(&self, new: NewBot) -> Result<(BotDescription, String), Error> {
        let name = new.name;
        if name.is_empty() || name.len() > MAX_NAME_BYTES || name.contains(is_hidden) {
            let message = format!("name: must be 1 to {MAX_NAME_BYTES} bytes of plain text");
            return Err(Error::new(Reason::BadRequest, message));
        }
        let games: Result<BTreeSet<GameId>, _> = new.games.iter().map(|g| g.parse()).collect();
        let games = games?.iter().map(|game| game.name().to_owned()).collect();
        let (token, _) = new_token()?;
        let row = BotRow {
            name,
            created_micros: now_micros(),
            token_sha256: token_sha256(&token),
            games,
            max_concurrent_matches: check_max_concurrent_matches(new.max_concurrent_matches)?
                .max(1),
        };
        let claim = match &new.rotation {
            TokenRotation::None => BotClaim::Unused,
            TokenRotation::ByOperator => BotClaim::Rotation,
            TokenRotation::ByHolder { token } => BotClaim::Holder(token_sha256(token)),
        };
        let stored = self
            .store
            .write(WriteCommand::RegisterBot(row.clone(), claim))
            .await;
        stored.map_err(|error| rejection(error, &row.name, &new.rotation))?;
        let mut opened = self.online_bots.registered_tokens();
        opened.retain(|name, _| *name == row.name);
        self.end_revoked(opened).await?;
        Ok((self.describe(row), token))
    }

    /// Ends the streams whose tokens other servers have revoked.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn end_revoked_streams(&self) -> Result<(), Error> {
        self.end_revoked(self.online_bots.registered_tokens()).await
    }

    /// Ends those of some streams whose tokens were revoked. The tokens with which they were opened were read before the
    /// present ones, since no token becomes valid again.
    async fn end_revoked(&self, opened: BTreeMap<String, String>) -> Result<(), Error> {
        if opened.is_empty() {
            return Ok(());
        }
        let names = opened.keys().cloned().collect();
        for row in self.store.bots_named(names).await? {
            let token = &opened[&row.name];
            if *token != row.token_sha256 {
                self.online_bots.revoke(&row.name, token);
            }
        }
        Ok(())
    }

    /// Connects the bot of a token to an invitation stream. `max_concurrent_matches` of 0 stands for
    /// the number with which the bot was registered.
    ///
    /// # Errors
    /// Returns an error if the token is unknown or the number is too large.
    pub(crate) async fn connect(
        &self,
        token: &str,
        max_concurrent_matches: u32,
        sender: StreamSender<BotMessage>,
    ) -> Result<(), Error> {
        let requested = check_max_concurrent_matches(max_concurrent_matches)?;
        let (id, bot) = self.find_by_token(token).await?;
        let max_concurrent_matches = match requested {
            0 => bot.max_concurrent_matches,
            requested => requested,
        };
        let stream = BotStream {
            sender,
            token_sha256: token_sha256(token),
        };
        self.online_bots
            .connect(id.clone(), stream, max_concurrent_matches, bot);
        // The token may have been revoked in the meantime, which could not end the stream yet.
        let still_valid = self.find_by_token(token).await.map(drop);
        if let (Err(_), BotId::Registered(name)) = (&still_valid, id) {
            self.online_bots.revoke(&name, &token_sha256(token));
        }
        still_valid
    }

    /// Returns the bot that has a token.
    async fn find_by_token(&self, token: &str) -> Result<(BotId, BotDescription), Error> {
        let hash = token_sha256(token);
        if let Some((id, name)) = self.online_bots.launched_bot(&hash) {
            let bot = BotDescription {
                name,
                games: Vec::new(),
                max_concurrent_matches: 1,
                is_online: false,
                active_matches: 0,
            };
            return Ok((id, bot));
        }
        let row = self.store.bot_by_token(&hash).await?;
        let row = row.ok_or_else(|| {
            let message = "bot_token: unknown; call RegisterBot, or pass on BOTWERK_BOT_TOKEN in a \
                           launched bot";
            Error::new(Reason::BadToken, message)
        })?;
        Ok((BotId::Registered(row.name.clone()), self.describe(row)))
    }

    /// Returns the seats to which the bot of a token has an open invitation.
    ///
    /// # Errors
    /// Returns an error if the token is unknown or the store cannot be read.
    pub(crate) async fn invited_seats(&self, token: &str) -> Result<Vec<(MatchId, usize)>, Error> {
        let (id, _) = self.find_by_token(token).await?;
        Ok(self.online_bots.invited_seats(&id))
    }

    /// Returns at most `limit` bots with names after `after`, by name, and whether there are more.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list(
        &self,
        after: &str,
        limit: usize,
    ) -> Result<(Vec<BotDescription>, bool), Error> {
        let mut rows = self.store.bots(after, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let bots = rows.into_iter().map(|row| self.describe(row)).collect();
        Ok((bots, has_more))
    }

    fn describe(&self, row: BotRow) -> BotDescription {
        let status = self
            .online_bots
            .status(&BotId::Registered(row.name.clone()));
        BotDescription {
            name: row.name,
            games: row.games,
            max_concurrent_matches: row.max_concurrent_matches,
            is_online: status.is_online,
            active_matches: status.active_matches,
        }
    }
}

/// Returns why a bot is not registered.
fn rejection(error: StoreError, name: &str, rotation: &TokenRotation) -> Error {
    let (StoreError::AlreadyExists(_), rotation) = (&error, rotation) else {
        return error.into();
    };
    match rotation {
        TokenRotation::ByHolder { .. } => {
            let message = format!("bot_token: not the token of the bot `{name}`");
            Error::new(Reason::BadToken, message)
        }
        TokenRotation::None | TokenRotation::ByOperator => {
            let message = format!(
                "name: the bot `{name}` is registered; use its token, choose another name, or set rotate_token \
                 (--rotate) to revoke its token and receive another"
            );
            Error::new(Reason::NameTaken, message)
        }
    }
}

fn check_max_concurrent_matches(number: u32) -> Result<u32, Error> {
    if number > MAX_CONCURRENT_MATCHES {
        let message = format!(
            "max_concurrent_matches: expected at most {MAX_CONCURRENT_MATCHES}, found {number}"
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(number)
}

/// Returns the hash with which a bot's token is stored. Tokens are looked up by it, so the time of a
/// look-up reveals nothing about them.
pub(crate) fn token_sha256(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}
