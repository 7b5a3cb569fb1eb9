//! Bots that wait to be invited to matches.

mod attendance;

use std::collections::BTreeSet;
use std::sync::Arc;

use botwerk_engine::{GameId, hex};
use botwerk_proto::v1 as proto;
use sha2::{Digest, Sha256};

pub(crate) use attendance::{BotId, BotStatus, OnlineBots};

use crate::error::{Error, Reason};
use crate::room::StreamSender;
use crate::store::tournaments::BotRow;
use crate::store::{TournamentStore, now_micros};
use crate::token::new_token;

/// The longest name, in bytes.
const NAME_BYTES: usize = 128;

/// Bots in one answer to a list, if nothing is said, and at most.
const PAGE: (usize, usize) = (50, 500);

/// The most matches that a bot may play at a time.
const MAX_CONCURRENT_MATCHES: u32 = 10_000;

/// All bots.
pub(crate) struct Bots {
    store: Arc<dyn TournamentStore>,
    attendance: Arc<OnlineBots>,
}

impl Bots {
    pub(crate) fn new(store: Arc<dyn TournamentStore>, attendance: Arc<OnlineBots>) -> Self {
        Self { store, attendance }
    }

    /// Makes a bot known, or gives a known one a new token.
    pub(crate) async fn register(
        &self,
        request: proto::RegisterBotRequest,
    ) -> Result<proto::RegisterBotResponse, Error> {
        let name = request.name;
        if name.is_empty() || name.len() > NAME_BYTES || name.contains(char::is_control) {
            let message = format!("name: must be 1 to {NAME_BYTES} bytes of plain text");
            return Err(Error::new(Reason::BadRequest, message));
        }
        let games: Result<BTreeSet<GameId>, _> = request.games.iter().map(|g| g.parse()).collect();
        let games = games?.iter().map(|game| game.name().to_owned()).collect();
        let (token, _) = new_token()?;
        let row = BotRow {
            name,
            created_micros: now_micros(),
            token_sha256: token_sha256(&token),
            games,
            max_concurrent_matches: check_max_concurrent_matches(request.max_concurrent_matches)?
                .max(1),
        };
        let stored = self.store.upsert_bot(row.clone()).await;
        stored?;
        Ok(proto::RegisterBotResponse {
            bot: Some(self.message(&row)),
            bot_token: token,
        })
    }

    /// Lets a bot wait for invitations.
    pub(crate) async fn attend(
        &self,
        request: &proto::StreamInvitationsRequest,
        sender: StreamSender<proto::StreamInvitationsResponse>,
    ) -> Result<(), Error> {
        let wanted = check_max_concurrent_matches(request.max_concurrent_matches)?;
        let (id, message) = self.known(&request.bot_token).await?;
        let max_concurrent_matches = if wanted == 0 {
            message.max_concurrent_matches
        } else {
            wanted
        };
        self.attendance
            .connect(id, sender, max_concurrent_matches, message);
        Ok(())
    }

    /// Who bears a token.
    async fn known(&self, token: &str) -> Result<(BotId, proto::Bot), Error> {
        let hash = token_sha256(token);
        if let Some((id, name)) = self.attendance.program(&hash) {
            let bot = proto::Bot {
                name,
                max_concurrent_matches: 1,
                ..Default::default()
            };
            return Ok((id, bot));
        }
        let row = self.store.bot_by_token(&hash).await?;
        let row = row.ok_or_else(|| {
            let message = "bot_token: nobody bears this one; RegisterBot gives one, and the \
                           program finds its own in BOTWERK_BOT_TOKEN";
            Error::new(Reason::BadToken, message)
        })?;
        Ok((BotId::Registered(row.name.clone()), self.message(&row)))
    }

    /// Bots by name, and where to go on.
    pub(crate) async fn list(
        &self,
        request: &proto::ListBotsRequest,
    ) -> Result<proto::ListBotsResponse, Error> {
        let limit = match request.page_size as usize {
            0 => PAGE.0,
            size => size.min(PAGE.1),
        };
        let rows = self.store.bots(&request.page_token, limit + 1);
        let mut rows = rows.await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more);
        Ok(proto::ListBotsResponse {
            next_page_token: next.map_or_else(String::new, |row| row.name.clone()),
            bots: rows.iter().map(|row| self.message(row)).collect(),
        })
    }

    fn message(&self, row: &BotRow) -> proto::Bot {
        let presence = self
            .attendance
            .presence(&BotId::Registered(row.name.clone()));
        proto::Bot {
            name: row.name.clone(),
            games: row.games.clone(),
            max_concurrent_matches: row.max_concurrent_matches,
            is_online: presence.attending,
            active_matches: presence.playing,
        }
    }
}

fn check_max_concurrent_matches(max_concurrent_matches: u32) -> Result<u32, Error> {
    if max_concurrent_matches > MAX_CONCURRENT_MATCHES {
        let message = format!(
            "max_concurrent_matches: {max_concurrent_matches}; {MAX_CONCURRENT_MATCHES} at most"
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(max_concurrent_matches)
}

/// What is kept of a bot's token. It is looked up by its hash, so the time that takes tells nothing
/// of it.
pub(crate) fn token_sha256(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}
