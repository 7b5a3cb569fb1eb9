//! Invitations to matches of tournaments, for a model that plays as a bot.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use botwerk_play::plain_text::plain_name;
use proto::stream_invitations_response::Kind;
use tokio::sync::Notify;

use super::played_seat::{PlayedSeat, SeatTicket};
use super::seat_registry::SeatRegistry;
use super::tool_error::ToolError;

/// Delay before the stream of invitations is opened again.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// A message to a bot.
pub(super) enum BotMessage {
    /// A seat of the bot, which has been taken.
    Seat(Arc<PlayedSeat>),
    /// Something that needs no answer.
    Notice(String),
}

/// The messages to a bot that `next_invitation` has not returned yet.
#[derive(Default)]
pub(super) struct Invitations {
    messages: Mutex<VecDeque<BotMessage>>,
    arrived: Notify,
}

/// A bot that is to be online.
pub(super) struct BotTicket {
    pub(super) client: Client,
    pub(super) bot_token: String,
    /// Maximum number of matches in progress.
    pub(super) concurrency: u32,
    pub(super) allows_legal_actions: bool,
}

impl Invitations {
    /// Waits for the next message, at most for the given time.
    pub(super) async fn next(&self, limit: Duration) -> Option<BotMessage> {
        let next = async {
            loop {
                let arrived = self.arrived.notified();
                if let Some(message) = self.pop() {
                    return message;
                }
                arrived.await;
            }
        };
        tokio::time::timeout(limit, next).await.ok()
    }

    fn pop(&self) -> Option<BotMessage> {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.pop_front()
    }

    fn push(&self, message: BotMessage) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push_back(message);
        self.arrived.notify_one();
    }
}

/// Keeps a bot online, and takes every seat that it is invited to: a seat that is not taken within a minute is lost.
pub(super) async fn stay_online(
    bot: BotTicket,
    registry: Arc<SeatRegistry>,
    invitations: Arc<Invitations>,
) {
    let mut known = BTreeSet::new();
    loop {
        let request = proto::StreamInvitationsRequest {
            max_concurrent_matches: bot.concurrency,
        };
        let open = async {
            let client = bot.client.with_token(&bot.bot_token)?;
            Ok::<_, ClientError>(client.bots().stream_invitations(request).await?)
        };
        let error = match open.await {
            Ok(stream) => {
                let mut stream = stream.into_inner();
                loop {
                    match stream.message().await {
                        Ok(Some(response)) => {
                            let message = bot.message(response.kind, &registry, &mut known);
                            if let Some(message) = message {
                                invitations.push(message);
                            }
                        }
                        Ok(None) => break None,
                        Err(status) => break Some(ClientError::from(status)),
                    }
                }
            }
            Err(error) => Some(error),
        };
        if let Some(error) = error.filter(|error| !error.is_transient()) {
            let ToolError { reason, message } = error.into();
            let notice = format!("the bot is offline: {reason}: {message}");
            return invitations.push(BotMessage::Notice(notice));
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

impl BotTicket {
    /// Returns the message for the model, or `None` if it says nothing new.
    fn message(
        &self,
        kind: Option<Kind>,
        registry: &SeatRegistry,
        known: &mut BTreeSet<(String, u32)>,
    ) -> Option<BotMessage> {
        match kind? {
            // Open invitations are sent again on every new stream.
            Kind::Invitation(invitation) => known
                .insert((invitation.r#match.clone(), invitation.seat))
                .then(|| self.take_seat(invitation, registry)),
            Kind::EntrantWithdrawn(withdrawn) => Some(BotMessage::Notice(format!(
                "you were withdrawn from {}: {}",
                withdrawn.tournament,
                plain_name(&withdrawn.message)
            ))),
            Kind::TournamentEnded(ended) => {
                let notice = format!("{} has ended", ended.tournament);
                Some(BotMessage::Notice(notice))
            }
            Kind::Online(_) => None,
        }
    }

    fn take_seat(&self, invitation: proto::Invitation, registry: &SeatRegistry) -> BotMessage {
        let game = invitation.setup.unwrap_or_default().game.parse();
        let played = game
            .map_err(|error| ToolError::new("UNKNOWN_GAME", format!("{error}")))
            .and_then(|game| {
                let ticket = SeatTicket {
                    game,
                    r#match: invitation.r#match.clone(),
                    seat_token: invitation.seat_token,
                    allows_legal_actions: self.allows_legal_actions,
                };
                registry.play(self.client.clone(), ticket)
            });
        match played {
            Ok(seat) => BotMessage::Seat(seat),
            Err(error) => BotMessage::Notice(format!("{}: {}", invitation.r#match, error.text())),
        }
    }
}
