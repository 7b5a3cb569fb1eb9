//! Playing one seat to the end of its match, over lost connections too.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::play_response::Kind;

use crate::client::Client;
use crate::error::ClientError;
use crate::play_stream::PlayStream;

/// How often a lost connection is tried again, and how long between.
const ATTEMPTS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);

/// How often a player may try a request again whose answers are refused.
const TRIES: u32 = 2;

/// A player's answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// A turn in the game's notation.
    pub text: String,
    /// Search nodes that it took (MR-25).
    pub effort: u64,
    /// Time to let pass before the answer is sent.
    pub pause: Duration,
}

/// Somebody who plays a seat.
pub trait Player: Send {
    /// The seat is taken, for the first time or again.
    ///
    /// # Errors
    /// If the player cannot play this game.
    fn joined(&mut self, joined: &proto::Joined) -> Result<(), ClientError>;

    /// The seat is to act. Requests carry the view's text.
    ///
    /// # Errors
    /// If the player has no answer.
    fn act(&mut self, request: &proto::ActionRequest) -> Result<Reply, ClientError>;

    /// Something has happened.
    fn update(&mut self, update: &proto::Update) {
        let _ = update;
    }
}

/// Plays a seat until its match is over.
///
/// A lost connection is opened again and goes on behind the last frame that was seen.
///
/// # Errors
/// If the server refuses the seat or an act, stays away for ten seconds, or the player fails.
pub async fn play_seat(
    client: &Client,
    name: &str,
    seat_token: &str,
    player: &mut dyn Player,
) -> Result<proto::MatchOver, ClientError> {
    let mut seat = Seat {
        name,
        token: seat_token,
        seen: 0,
    };
    let mut failures = 0;
    loop {
        let before = seat.seen;
        match seat.play(client, player).await {
            Ok(over) => return Ok(over),
            Err(error) if error.is_transient() && failures < ATTEMPTS => {
                failures = if seat.seen > before { 0 } else { failures + 1 };
                tokio::time::sleep(PAUSE).await;
            }
            Err(error) => return Err(error),
        }
    }
}

struct Seat<'a> {
    name: &'a str,
    token: &'a str,
    /// The last frame that was seen.
    seen: u64,
}

impl Seat<'_> {
    async fn play(
        &mut self,
        client: &Client,
        player: &mut dyn Player,
    ) -> Result<proto::MatchOver, ClientError> {
        let mut stream = PlayStream::open(client).await?;
        let view_options = proto::ViewOptions {
            include_legal_actions: false,
            include_text: true,
        };
        stream
            .join(proto::Join {
                r#match: self.name.into(),
                seat_token: self.token.into(),
                resume_after_seq: self.seen,
                view_options: Some(view_options),
                ..Default::default()
            })
            .await?;
        let mut open = None;
        while let Some(frame) = stream.next().await? {
            match frame {
                Kind::Joined(joined) => player.joined(&joined)?,
                Kind::ActionRequest(request) => {
                    self.seen = self.seen.max(request.seq);
                    act(&stream, player, &request).await?;
                    open = Some((request, TRIES));
                }
                Kind::Update(update) => {
                    self.seen = self.seen.max(update.seq);
                    player.update(&update);
                }
                Kind::Rejected(rejected) => match &mut open {
                    Some((request, tries)) if is_open_still(request, &rejected) && *tries > 0 => {
                        *tries -= 1;
                        act(&stream, player, request).await?;
                    }
                    _ => check_rejected(rejected)?,
                },
                Kind::MatchOver(over) => return Ok(over),
                Kind::Accepted(_) | Kind::MatchStateChanged(_) | Kind::Ping(_) => {}
            }
        }
        Err(ClientError::Unreachable(
            "the server has ended the stream".into(),
        ))
    }
}

async fn act(
    stream: &PlayStream,
    player: &mut dyn Player,
    request: &proto::ActionRequest,
) -> Result<(), ClientError> {
    let Reply {
        text,
        effort,
        pause,
    } = player.act(request)?;
    if !pause.is_zero() {
        tokio::time::sleep(pause).await;
    }
    let proto::ActionRequest {
        handle,
        turn,
        part: act,
        ..
    } = *request;
    stream
        .act(proto::Submission {
            handle,
            turn,
            part: act,
            effort,
            text,
            ..Default::default()
        })
        .await
}

/// Whether a request waits for another answer, since the rules do not allow the one it got.
fn is_open_still(request: &proto::ActionRequest, rejected: &proto::Rejected) -> bool {
    let error = rejected.error.as_ref();
    let is_illegal = error.is_some_and(|error| error.reason == "ILLEGAL_ACTION");
    is_illegal && (request.turn, request.part) == (rejected.turn, rejected.part)
}

/// An act that came too late is no mistake: somebody else was faster. What a match that stands still
/// refuses is asked again once it goes on.
fn check_rejected(rejected: proto::Rejected) -> Result<(), ClientError> {
    const HARMLESS: [&str; 5] = [
        "WRONG_TURN",
        "MATCH_OVER",
        "FLAGGED",
        "STORE_UNAVAILABLE",
        "SUSPENDED",
    ];
    match rejected.error {
        Some(error) if HARMLESS.contains(&error.reason.as_str()) => Ok(()),
        Some(error) => Err(error.into()),
        None => Err(ClientError::Protocol("a refusal without a reason".into())),
    }
}
