//! Bots: registration, invitation streams and invitations.

mod bot_name;
mod hosted_bots;
mod message;
mod online_bots;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::GameId;

pub(crate) use bot_name::{bot_name, full_bot_name};
pub(crate) use hosted_bots::HostedBots;
use hosted_bots::is_hosted;
pub(crate) use message::{BotDescription, BotMessage, Invitation};
pub(crate) use online_bots::{BotId, BotStatus, OnlineBots, ReservedSeats};
use online_bots::{BotLimits, BotStream, StreamToken};

use crate::accounts::{Actor, AuditLog, OwnerQuotas, issue_token};
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::room::StreamSender;
use crate::store::{AccountChange, AccountStore, BotRow, OwnerRow, StoredBot, now_micros};
use crate::token::token_sha256;

/// Maximum number of matches that a bot can play at a time.
const MAX_CONCURRENT_MATCHES: u32 = 10_000;

/// All bots.
pub(crate) struct Bots {
    store: Arc<dyn AccountStore>,
    audit_log: AuditLog,
    online: Arc<OnlineBots>,
    hosted: HostedBots,
    /// The quotas of owners for which the operator has set none.
    default_quotas: OwnerQuotas,
}

/// What a bot is registered with.
#[derive(Debug, Clone)]
pub(crate) struct BotSettings {
    /// Names of the games that it plays; empty for all.
    pub(crate) games: Vec<String>,
    /// Maximum number of matches that it plays at a time; 0 for one.
    pub(crate) max_concurrent_matches: u32,
}

impl BotSettings {
    /// Returns the same settings as they are stored.
    fn checked(self) -> Result<Self, Error> {
        let games: Result<BTreeSet<GameId>, _> = self.games.iter().map(|g| g.parse()).collect();
        Ok(Self {
            games: games?.iter().map(|game| game.name().to_owned()).collect(),
            max_concurrent_matches: check_max_concurrent_matches(self.max_concurrent_matches)?
                .max(1),
        })
    }
}

impl Bots {
    pub(crate) fn new(
        store: Arc<dyn AccountStore>,
        audit_log: AuditLog,
        online: Arc<OnlineBots>,
        hosted: HostedBots,
        default_quotas: OwnerQuotas,
    ) -> Self {
        Self {
            store,
            audit_log,
            online,
            hosted,
            default_quotas,
        }
    }

    /// Registers a bot of an owner, or of the operator. Returns the bot and its token.
    ///
    /// # Errors
    /// Returns an error if a field is not valid, the name is taken, the owner has as many bots as it may, or the bot cannot
    /// be stored.
    pub(crate) async fn register(
        &self,
        actor: &Actor,
        owner: Option<&OwnerRow>,
        name: &str,
        settings: BotSettings,
    ) -> Result<(BotDescription, String), Error> {
        let name = full_bot_name(owner.map(|owner| owner.name.as_str()), name)?;
        let settings = settings.checked()?;
        let (token, stored) = issue_token(None)?;
        let row = BotRow {
            name,
            created_micros: now_micros(),
            token_sha256: stored.sha256,
            token_expires_micros: None,
            games: settings.games,
            max_concurrent_matches: settings.max_concurrent_matches,
            owner: owner.map(|owner| owner.name.clone()),
        };
        let limit = owner.map(|owner| self.default_quotas.of_owner(owner).bots);
        let change = AccountChange::AddBot(row.clone(), limit);
        self.change(change, actor, "bot.register", &row.name)
            .await?;
        Ok((self.describe(row), token))
    }

    /// Returns a bot with its owner.
    ///
    /// # Errors
    /// Returns an error if no bot has this name, or the store cannot be read.
    pub(crate) async fn find(&self, name: &str) -> Result<StoredBot, Error> {
        let found = self.store.bots_named(vec![name.to_owned()]).await?;
        found.into_iter().next().ok_or_else(|| {
            let message = format!("there is no bot `{name}`");
            Error::new(Reason::NotFound, message)
        })
    }

    /// Replaces what a bot was registered with.
    ///
    /// # Errors
    /// Returns an error if no bot has this name, a field is not valid, or the store accepts no writes.
    pub(crate) async fn update(
        &self,
        actor: &Actor,
        name: &str,
        settings: BotSettings,
    ) -> Result<BotDescription, Error> {
        let settings = settings.checked()?;
        let change = AccountChange::UpdateBot {
            bot: name.to_owned(),
            games: settings.games,
            max_concurrent_matches: settings.max_concurrent_matches,
        };
        self.change(change, actor, "bot.update", name).await?;
        Ok(self.describe(self.find(name).await?.row))
    }

    /// Replaces the token of a bot; returns the new one. If the present token is given, it must be the bot's. The stream that
    /// the previous token has opened ends.
    ///
    /// # Errors
    /// Returns an error if no bot has this name, the present token is another one, or the store accepts no writes.
    pub(crate) async fn rotate_token(
        &self,
        actor: &Actor,
        name: &str,
        held: Option<&str>,
        lifetime: Option<Duration>,
    ) -> Result<String, Error> {
        let (token, stored) = issue_token(lifetime)?;
        let change = AccountChange::RotateBot {
            bot: name.to_owned(),
            token: stored,
            held_sha256: held.map(token_sha256),
        };
        self.change(change, actor, "bot.rotate-token", name).await?;
        Ok(token)
    }

    /// Deletes a bot. Its stream ends.
    ///
    /// # Errors
    /// Returns an error if no bot has this name, or the store accepts no writes.
    pub(crate) async fn delete(&self, actor: &Actor, name: &str) -> Result<(), Error> {
        let change = AccountChange::DeleteBot(name.to_owned());
        self.change(change, actor, "bot.delete", name).await
    }

    /// Stores a change of a bot, and applies it to its stream.
    async fn change(
        &self,
        change: AccountChange,
        actor: &Actor,
        act: &str,
        name: &str,
    ) -> Result<(), Error> {
        let subject = format!("bots/{name}");
        self.audit_log
            .store(change, actor, act, subject, "")
            .await?;
        let mut opened = self.online.registered_tokens();
        opened.retain(|online, _| online == name);
        self.apply_to(opened).await
    }

    /// Ends the streams of the bots that are online whose tokens were revoked, here or by other servers, and those of owners
    /// that were banned; the others get the present quotas of their owners.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn apply_account_changes(&self) -> Result<(), Error> {
        self.apply_to(self.online.registered_tokens()).await
    }

    /// Does so for some bots. The tokens with which their streams were opened were read before the present ones, since no
    /// token becomes valid again.
    async fn apply_to(&self, opened: BTreeMap<String, StreamToken>) -> Result<(), Error> {
        if opened.is_empty() {
            return Ok(());
        }
        let names = opened.keys().cloned().collect();
        let mut found = self.store.bots_named(names).await?;
        found.sort_by(|a, b| a.row.name.cmp(&b.row.name));
        for (name, token) in opened {
            let stored = found.binary_search_by(|stored| stored.row.name.cmp(&name));
            let Ok(index) = stored else {
                self.online.revoke(&name, &token, &deleted(&name));
                continue;
            };
            let stored = &found[index];
            if token.is_hosted {
                if let Err(error) = stored.check_not_banned() {
                    self.online.revoke(&name, &token, &error);
                }
            } else if stored.row.token_sha256 != token.sha256 {
                self.online.revoke(&name, &token, &replaced());
            } else if let Err(error) = stored.check_usable() {
                self.online.revoke(&name, &token, &error);
            }
            let quota = self.limits_of(stored).of_owner;
            self.online.update(&name, &stored.row.games, quota);
        }
        Ok(())
    }

    fn limits_of(&self, stored: &StoredBot) -> BotLimits {
        BotLimits {
            of_bot: stored.row.max_concurrent_matches,
            of_owner: { stored.owner.as_ref() }
                .map(|owner| self.default_quotas.of_owner(owner).concurrent_matches),
        }
    }

    /// Returns the number of matches that the bots of an owner play on this server.
    pub(crate) fn active_matches_of_owner(&self, owner: &str) -> u32 {
        self.online.active_matches_of_owner(owner)
    }

    /// Connects the bot of a token to an invitation stream. `max_concurrent_matches` of 0 stands for
    /// the number with which the bot was registered.
    ///
    /// # Errors
    /// Returns an error if the token grants nothing or the number is too large.
    pub(crate) async fn connect(
        &self,
        token: &str,
        max_concurrent_matches: u32,
        sender: StreamSender<BotMessage>,
    ) -> Result<(), Error> {
        let requested = check_max_concurrent_matches(max_concurrent_matches)?;
        let (id, bot, mut limits) = self.find_by_token(token).await?;
        if requested > 0 {
            limits.of_bot = requested;
        }
        let stream_token = StreamToken {
            sha256: token_sha256(token),
            is_hosted: is_hosted(token),
        };
        let stream = BotStream {
            sender,
            token: stream_token.clone(),
        };
        self.online.connect(id.clone(), stream, limits, bot);
        // The token may have been revoked in the meantime, which could not end the stream yet.
        let still_valid = self.find_by_token(token).await.map(drop);
        if let (Err(error), BotId::Registered(name)) = (&still_valid, id) {
            self.online.revoke(&name, &stream_token, error);
        }
        still_valid
    }

    /// Returns the bot that has a token, with its limits.
    async fn find_by_token(
        &self,
        token: &str,
    ) -> Result<(BotId, BotDescription, BotLimits), Error> {
        let hash = token_sha256(token);
        if let Some((id, name)) = self.online.launched_bot(&hash) {
            let bot = BotDescription {
                name,
                games: Vec::new(),
                max_concurrent_matches: 1,
                is_online: false,
                active_matches: 0,
                owner: None,
            };
            let limits = BotLimits {
                of_bot: 1,
                of_owner: None,
            };
            return Ok((id, bot, limits));
        }
        if let Some(name) = self.hosted.find(token).await? {
            let stored = self.find(&name).await?;
            stored.check_not_banned()?;
            let limits = self.limits_of(&stored);
            return Ok((BotId::Registered(name), self.describe(stored.row), limits));
        }
        let stored = self.store.bot_by_token(&hash).await?;
        let stored = stored.ok_or_else(|| {
            let message = "bot_token: unknown; call RegisterBot, or pass on BOTWERK_BOT_TOKEN in a \
                           launched bot";
            Error::new(Reason::BadToken, message)
        })?;
        stored.check_usable()?;
        let limits = self.limits_of(&stored);
        let id = BotId::Registered(stored.row.name.clone());
        Ok((id, self.describe(stored.row), limits))
    }

    /// Returns the name of the bot of a token, if the bot is registered, and the seats to which it has an open invitation.
    ///
    /// # Errors
    /// Returns an error if the token grants nothing or the store cannot be read.
    pub(crate) async fn invited_seats(
        &self,
        token: &str,
    ) -> Result<(Option<String>, Vec<(MatchId, usize)>), Error> {
        let (id, ..) = self.find_by_token(token).await?;
        let seats = self.online.invited_seats(&id);
        match id {
            BotId::Registered(name) => Ok((Some(name), seats)),
            BotId::Launched(..) => Ok((None, seats)),
        }
    }

    /// Returns at most `limit` bots with names after `after`, by name, and whether there are more: of one owner, or all.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list(
        &self,
        owner: Option<&str>,
        after: &str,
        limit: usize,
    ) -> Result<(Vec<BotDescription>, bool), Error> {
        let mut bots = self.store.bots(owner, after, limit + 1).await?;
        let has_more = bots.len() > limit;
        bots.truncate(limit);
        let bots = bots.into_iter().map(|bot| self.describe(bot.row)).collect();
        Ok((bots, has_more))
    }

    /// Returns the public description of a bot.
    pub(crate) fn describe(&self, row: BotRow) -> BotDescription {
        let status = self.online.status(&BotId::Registered(row.name.clone()));
        BotDescription {
            name: row.name,
            games: row.games,
            max_concurrent_matches: row.max_concurrent_matches,
            is_online: status.is_online,
            active_matches: status.active_matches,
            owner: row.owner,
        }
    }
}

/// Returns why the stream of a replaced token ends.
fn replaced() -> Error {
    let message = "bot_token: revoked, another token was issued for this bot; use that one";
    Error::new(Reason::BadToken, message)
}

/// Returns why the stream of a deleted bot ends.
fn deleted(name: &str) -> Error {
    let message = format!("bot_token: revoked, the bot `{name}` was deleted");
    Error::new(Reason::BadToken, message)
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
