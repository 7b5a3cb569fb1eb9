//! A bot that waits for invitations and plays every seat that it is invited to.

use std::collections::BTreeSet;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::stream_invitations_response::Kind;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::error::ClientError;
use crate::seat::{Player, play_seat};

/// How often a lost connection is tried again, and how long between.
const ATTEMPTS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);

/// A bot's name for a seat: the match and the seat's number.
type SeatKey = (String, u32);

/// What a bot hears while it attends.
pub trait Bot {
    /// Somebody who plays a seat.
    ///
    /// # Errors
    /// If the bot cannot play this game; then it stays away from the match.
    fn accept(&mut self, invited: &proto::Invitation) -> Result<Box<dyn Player>, ClientError>;

    /// A match is over, or could not be played on.
    fn on_match_end(&mut self, match_name: &str, over: Result<proto::MatchOver, ClientError>) {
        let _ = (match_name, over);
    }

    /// It takes part in a tournament no more; `why` is empty if the tournament is over. With
    /// `false` it attends no longer than its last match.
    fn should_stay_online(&mut self, tournament: &str, why: &str) -> bool {
        let _ = (tournament, why);
        true
    }
}

/// Attends until the bot wants no more, or the server wants it no more. Matches are played on
/// streams of their own; a lost connection is opened again.
///
/// # Errors
/// If the token is none, or the server stays away for ten seconds.
pub async fn run_bot<B: Bot>(
    client: &Client,
    bot_token: &str,
    max_concurrent_matches: u32,
    bot: &mut B,
) -> Result<(), ClientError> {
    let mut session = BotSession {
        client,
        bot,
        playing: JoinSet::new(),
        seats: BTreeSet::new(),
        is_staying: true,
    };
    let mut failures = 0;
    while session.is_staying {
        let request = proto::StreamInvitationsRequest {
            bot_token: bot_token.into(),
            max_concurrent_matches,
        };
        let heard = match client.bots().stream_invitations(request).await {
            Ok(invitations) => session.hear(invitations.into_inner()).await,
            Err(status) => Err((false, ClientError::from(status))),
        };
        match heard {
            Ok(()) => failures = 0,
            Err((heard_something, error)) => {
                failures = if heard_something { 0 } else { failures + 1 };
                if !error.is_transient() || failures > ATTEMPTS {
                    // What it plays it plays to the end.
                    while session.end_one().await {}
                    return Err(error);
                }
            }
        }
        if session.is_staying {
            tokio::time::sleep(PAUSE).await;
        }
    }
    while session.end_one().await {}
    Ok(())
}

/// A bot with the matches that it plays.
struct BotSession<'a, B> {
    client: &'a Client,
    bot: &'a mut B,
    playing: JoinSet<(SeatKey, Result<proto::MatchOver, ClientError>)>,
    seats: BTreeSet<SeatKey>,
    is_staying: bool,
}

impl<B: Bot> BotSession<'_, B> {
    /// Listens until the stream ends; an error says whether anything was heard on it.
    async fn hear(
        &mut self,
        mut invitations: tonic::Streaming<proto::StreamInvitationsResponse>,
    ) -> Result<(), (bool, ClientError)> {
        let mut heard = false;
        while self.is_staying {
            tokio::select! {
                told = invitations.message() => match told {
                    Ok(Some(told)) => {
                        heard = true;
                        self.take(told.kind);
                    }
                    Ok(None) => return Ok(()),
                    Err(status) => return Err((heard, status.into())),
                },
                true = self.end_one() => {}
            }
        }
        Ok(())
    }

    fn take(&mut self, told: Option<Kind>) {
        match told {
            Some(Kind::Invitation(invited)) => self.play(invited),
            Some(Kind::EntrantWithdrawn(out)) => {
                self.is_staying &= self.bot.should_stay_online(&out.tournament, &out.message);
            }
            Some(Kind::TournamentEnded(over)) => {
                self.is_staying &= self.bot.should_stay_online(&over.tournament, "");
            }
            // Something of a newer contract.
            Some(Kind::Online(_)) | None => {}
        }
    }

    fn play(&mut self, invited: proto::Invitation) {
        let key = (invited.r#match.clone(), invited.seat);
        // It is told again whenever the bot attends anew.
        if !self.seats.insert(key.clone()) {
            return;
        }
        let mut player = match self.bot.accept(&invited) {
            Ok(player) => player,
            Err(error) => return self.bot.on_match_end(&invited.r#match, Err(error)),
        };
        let client = self.client.clone();
        self.playing.spawn(async move {
            let token = &invited.seat_token;
            let over = play_seat(&client, &invited.r#match, token, &mut *player).await;
            (key, over)
        });
    }

    /// Waits until one match is over; `false` at once if none is played.
    async fn end_one(&mut self) -> bool {
        match self.playing.join_next().await {
            Some(Ok((key, over))) => {
                // One that could not be played on may be tried again with the next invitation.
                if over.is_err() {
                    self.seats.remove(&key);
                }
                self.bot.on_match_end(&key.0, over);
                true
            }
            Some(Err(_)) => true,
            None => false,
        }
    }
}
