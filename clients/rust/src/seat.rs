//! Playing one seat to the end of its match, with reconnects.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::play_response::Kind;

use crate::client::Client;
use crate::error::ClientError;
use crate::frame_position::FramePosition;
use crate::play_stream::PlayStream;
use crate::reconnects::Reconnects;
use crate::rejection::{ALREADY_SUBMITTED, RejectionEffect};

/// Maximum number of further answers to a request whose first answer was illegal.
const MAX_ILLEGAL_RETRIES: u32 = 2;

/// A player's answer to an action request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// A turn in the game's notation.
    pub text: String,
    /// Number of search nodes spent on the decision (MR-25).
    pub effort: u64,
    /// What the search expects, in the unit of the game; larger is better for this seat.
    pub score: Option<i32>,
    /// Time to wait before the answer is sent.
    pub delay: Duration,
}

/// Creates a reply without effort and delay.
impl From<String> for Reply {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// The decisions of one seat.
pub trait Player: Send {
    /// Handles a confirmed join; called again after every reconnect.
    ///
    /// # Errors
    /// Returns an error if the player cannot play this game; [`play_seat`] then returns it.
    fn on_joined(&mut self, joined: &proto::Joined) -> Result<(), ClientError>;

    /// Chooses the seat's turn. The request carries the view as text.
    ///
    /// # Errors
    /// Returns an error if the player cannot decide; [`play_seat`] then returns it.
    fn act(&mut self, request: &proto::ActionRequest) -> Result<Reply, ClientError>;

    /// Handles the visible events since the previous frame. Does nothing by default.
    fn on_update(&mut self, update: &proto::Update) {
        let _ = update;
    }
}

/// Plays a seat until its match is over, and returns the end of the match.
///
/// After a lost connection it rejoins and continues after the last frame that it received.
///
/// ```
/// use botwerk_client::{Client, ClientError, Player, Reply, play_seat, proto};
///
/// /// Never announces a route.
/// struct Passive;
///
/// impl Player for Passive {
///     fn on_joined(&mut self, joined: &proto::Joined) -> Result<(), ClientError> {
///         println!("playing seat {} of {}", joined.seat, joined.r#match);
///         Ok(())
///     }
///
///     fn act(&mut self, request: &proto::ActionRequest) -> Result<Reply, ClientError> {
///         assert_eq!(request.stage, "race");
///         Ok("pass".to_owned().into())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), ClientError> {
/// # let server = botwerk_tests::TestServer::in_memory().await;
/// # let address = server.address();
/// # let client = Client::connect(&address).await?;
/// # let seats = vec![botwerk_tests::open_seat(), botwerk_tests::agent_seat("solver")];
/// # let request = botwerk_tests::micro_robots(seats, &[("chips_to_win", "1")]);
/// # let created = botwerk_tests::create_match(&client, request).await;
/// # let (name, seat_token) = (created.name, created.tokens[0].clone());
/// let over = play_seat(&client, &name, &seat_token, &mut Passive).await?;
/// let places = over.outcome.unwrap_or_default().places;
/// # assert_eq!(places, [2, 1]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns an error if the server rejects the join or a submission, or is unreachable for ten
/// seconds, or if the player fails.
pub async fn play_seat(
    client: &Client,
    match_name: &str,
    seat_token: &str,
    player: &mut dyn Player,
) -> Result<proto::MatchOver, ClientError> {
    let mut session = SeatSession {
        match_name,
        seat_token,
        position: FramePosition::default(),
    };
    let mut reconnects = Reconnects::default();
    let mut client = client.clone();
    loop {
        let before = session.position;
        match session.play(&client, player).await {
            Ok(over) => return Ok(over),
            Err(error) => {
                let has_progressed = session.position != before;
                client = reconnects.reconnect(&client, error, has_progressed).await?;
            }
        }
    }
}

/// A seat with its position in the sequence of frames.
struct SeatSession<'a> {
    match_name: &'a str,
    seat_token: &'a str,
    position: FramePosition,
}

impl SeatSession<'_> {
    /// Plays on one stream until the match is over or the stream fails.
    async fn play(
        &mut self,
        client: &Client,
        player: &mut dyn Player,
    ) -> Result<proto::MatchOver, ClientError> {
        let mut stream = PlayStream::open(client).await?;
        let view_options = proto::ViewOptions {
            include_legal_actions: false,
            include_text: true,
            ..Default::default()
        };
        stream
            .join(proto::Join {
                r#match: self.match_name.into(),
                seat_token: self.seat_token.into(),
                resume_after_seq: self.position.last_seq(),
                view_options: Some(view_options),
                ..Default::default()
            })
            .await?;
        let mut open_request = None;
        while let Some(frame) = stream.next().await? {
            self.position.record(&frame);
            match frame {
                Kind::Joined(joined) => player.on_joined(&joined)?,
                Kind::ActionRequest(request) => {
                    answer(&stream, player, &request).await?;
                    open_request = Some((request, MAX_ILLEGAL_RETRIES));
                }
                Kind::Update(update) => player.on_update(&update),
                Kind::Rejected(rejected) => match &mut open_request {
                    Some((request, retries))
                        if is_illegal_answer(request, &rejected) && *retries > 0 =>
                    {
                        *retries -= 1;
                        answer(&stream, player, request).await?;
                    }
                    _ => check_rejection(rejected)?,
                },
                Kind::MatchOver(over) => return Ok(over),
                Kind::Accepted(_) | Kind::MatchStateChanged(_) => {}
            }
        }
        Err(ClientError::Unreachable(
            "the server ended the stream".into(),
        ))
    }
}

/// Submits the player's answer to a request.
async fn answer(
    stream: &PlayStream,
    player: &mut dyn Player,
    request: &proto::ActionRequest,
) -> Result<(), ClientError> {
    let reply = player.act(request)?;
    if !reply.delay.is_zero() {
        tokio::time::sleep(reply.delay).await;
    }
    stream
        .submit(proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            effort: reply.effort,
            score: reply.score,
            text: reply.text,
            ..Default::default()
        })
        .await
}

/// Returns `true` if the rules rejected the answer to this request, so that the seat must answer it
/// again.
fn is_illegal_answer(request: &proto::ActionRequest, rejected: &proto::Rejected) -> bool {
    let error = rejected.error.as_ref();
    let is_illegal = error.is_some_and(|error| error.reason == "ILLEGAL_ACTION");
    is_illegal && (request.turn, request.part) == (rejected.turn, rejected.part)
}

/// Returns an error unless the rejection needs no reaction: another seat was earlier, or the
/// request is re-sent when the match resumes.
fn check_rejection(rejected: proto::Rejected) -> Result<(), ClientError> {
    let needs_reaction = |reason: &str| {
        // A player answers each request once.
        let effect = RejectionEffect::of_reason(reason);
        reason == ALREADY_SUBMITTED || effect == RejectionEffect::KeepsOpen
    };
    match rejected.error {
        Some(error) if !needs_reaction(&error.reason) => Ok(()),
        Some(error) => Err(error.into()),
        None => Err(ClientError::Protocol("Rejected: error is missing".into())),
    }
}
