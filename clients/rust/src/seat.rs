//! Playing one seat to the end of its match, with reconnects.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::ErrorReason;
use proto::play_response::Kind;
use tonic::Status;

use crate::bot_log;
use crate::client::Client;
use crate::error::ClientError;
use crate::frame_position::FramePosition;
use crate::play_stream::PlayStream;
use crate::reconnects::Reconnects;
use crate::rejection::RejectionEffect;

/// Maximum number of rejected answers to a request. The server does not count a text that is no action.
const MAX_REJECTIONS: u32 = 10;

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
///         println!("playing seat {} of {}", joined.seat(), joined.r#match);
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
/// Returns an error if the server rejects the join, or ten answers to a request, or if the player fails: its seat then
/// leaves the match as crashed. A server that is unreachable is tried again without a limit.
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
        answered: None,
        has_failed: false,
    };
    let mut reconnects = Reconnects::default().with_subject(match_name);
    let mut client = client.clone();
    loop {
        let before = session.position;
        match session.play(&client, player).await {
            Ok(over) => return Ok(over),
            Err(error) if session.has_failed => {
                bot_log::write_line(match_name, &error);
                session.leave(&client).await;
                return Err(error);
            }
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
    /// The latest request that the player has answered.
    answered: Option<AnsweredRequest>,
    /// Whether the player has returned an error, or sends nothing that the server accepts.
    has_failed: bool,
}

/// A request, and the player's answer.
struct AnsweredRequest {
    request: proto::ActionRequest,
    reply: Reply,
    rejections: u32,
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
        while let Some(frame) = stream.next().await? {
            self.position.record(&frame);
            match frame {
                Kind::Joined(joined) => self.guard(|| player.on_joined(&joined))?,
                Kind::ActionRequest(request) => self.answer(&stream, player, request).await?,
                Kind::Update(update) => self.guard(|| {
                    player.on_update(&update);
                    Ok(())
                })?,
                Kind::Rejected(rejected) => {
                    self.handle_rejection(&stream, player, rejected).await?;
                }
                Kind::MatchOver(over) => return Ok(over),
                Kind::Accepted(_) | Kind::MatchStateChanged(_) => {}
            }
        }
        Err(ClientError::Unreachable(
            "the server ended the stream".into(),
        ))
    }

    /// Answers a request: as before if it is sent again.
    async fn answer(
        &mut self,
        stream: &PlayStream,
        player: &mut dyn Player,
        request: proto::ActionRequest,
    ) -> Result<(), ClientError> {
        match &mut self.answered {
            Some(answered) if is_same(&answered.request, &request) => {
                answered.request = request;
                submit(stream, answered).await
            }
            _ => self.choose(stream, player, request, 0).await,
        }
    }

    /// Submits the player's answer to a request.
    async fn choose(
        &mut self,
        stream: &PlayStream,
        player: &mut dyn Player,
        request: proto::ActionRequest,
        rejections: u32,
    ) -> Result<(), ClientError> {
        let reply = self.guard(|| player.act(&request))?;
        if !reply.delay.is_zero() {
            tokio::time::sleep(reply.delay).await;
        }
        let answered = self.answered.insert(AnsweredRequest {
            request,
            reply,
            rejections,
        });
        submit(stream, answered).await
    }

    /// Lets the player answer again if the request is still open. Returns an error if the stream is of no more use.
    async fn handle_rejection(
        &mut self,
        stream: &PlayStream,
        player: &mut dyn Player,
        rejected: proto::Rejected,
    ) -> Result<(), ClientError> {
        let Some(error) = rejected.error else {
            return Err(ClientError::Protocol("Rejected: error is missing".into()));
        };
        let is_elsewhere = error.reason() == ErrorReason::Replaced || error.address.is_some();
        if rejected.handle == 0 || is_elsewhere {
            return Err(error.into());
        }
        let is_open = RejectionEffect::of_reason(error.reason()) == RejectionEffect::KeepsOpen;
        let answered = self.answered.take_if(|answered| {
            let request = &answered.request;
            is_open && (request.turn, request.part) == (rejected.turn, rejected.part)
        });
        // Another seat was earlier, or the request is sent again when the match resumes.
        let Some(answered) = answered else {
            return Ok(());
        };
        let message = format!("{} ({})", error.message, error.reason().name());
        bot_log::write_line(self.match_name, message);
        let rejections = answered.rejections + 1;
        if rejections >= MAX_REJECTIONS {
            self.has_failed = true;
            return Err(error.into());
        }
        self.choose(stream, player, answered.request, rejections)
            .await
    }

    /// Calls the player, and records whether it fails.
    fn guard<T>(
        &mut self,
        call: impl FnOnce() -> Result<T, ClientError>,
    ) -> Result<T, ClientError> {
        // The player is not used again after a panic.
        let called = catch_unwind(AssertUnwindSafe(call));
        let result = called.unwrap_or_else(|_| Err(ClientError::Player("it panicked".into())));
        self.has_failed |= result.is_err();
        result
    }

    /// Leaves the match because the player has failed, so that the opponents need not wait.
    async fn leave(&self, client: &Client) {
        let request = proto::ResignSeatRequest {
            r#match: self.match_name.into(),
            has_crashed: true,
        };
        let left = match client.with_token(self.seat_token) {
            Ok(client) => client.matches().resign_seat(request).await.map(drop),
            Err(error) => Err(Status::invalid_argument(error.to_string())),
        };
        if let Err(status) = left {
            let message = format!("the seat cannot leave: {}", status.message());
            bot_log::write_line(self.match_name, message);
        }
    }
}

/// Returns `true` if a request is the same as one that was received before, as after a reconnect.
fn is_same(a: &proto::ActionRequest, b: &proto::ActionRequest) -> bool {
    let hash = |request: &proto::ActionRequest| request.view.as_ref().map(|view| view.view_hash);
    (a.turn, a.part) == (b.turn, b.part) && hash(a) == hash(b)
}

/// Submits the answer to a request.
async fn submit(stream: &PlayStream, answered: &AnsweredRequest) -> Result<(), ClientError> {
    let AnsweredRequest { request, reply, .. } = answered;
    stream
        .submit(proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            effort: reply.effort,
            score: reply.score,
            text: reply.text.clone(),
            ..Default::default()
        })
        .await
}
