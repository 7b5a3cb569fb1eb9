//! Playing one seat to the end of its match, with reconnects.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::ErrorReason;
use proto::play_response::Kind;
use tonic::Status;

use crate::bot::{Bot, Choice};
use crate::bot_log;
use crate::bot_thread::{BotCall, BotThread, ChosenTurn};
use crate::client::Client;
use crate::error::ClientError;
use crate::frame_position::FramePosition;
use crate::play_stream::PlayStream;
use crate::reconnects::Reconnects;
use crate::rejection::RejectionEffect;
use crate::view::{Match, View};

/// Maximum number of rejected answers to a request. The server does not count a text that is no action.
const MAX_REJECTIONS: u32 = 10;

/// Plays a seat until its match is over, and returns the end of the match.
///
/// After a lost connection it rejoins and continues after the last frame that it received, also while the bot
/// thinks.
///
/// ```
/// use botwerk_client::{Bot, BotError, Choice, Client, ClientError, View, play_seat, proto};
///
/// /// Never announces a route.
/// struct Passive;
///
/// impl Bot for Passive {
///     fn choose(&mut self, view: &View, _legal: &[String]) -> Result<Choice, BotError> {
///         assert_eq!(view.stage(), "race");
///         Ok("pass".into())
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
/// let over = play_seat(&client, &name, &seat_token, Passive).await?;
/// let places = over.outcome.unwrap_or_default().places;
/// # assert_eq!(places, [2, 1]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns an error if the server rejects the join, or [`ClientError::Player`] if the bot fails or the server
/// rejects ten of its answers to a request: its seat then leaves the match as crashed. A server that is
/// unreachable is tried again without a limit.
pub async fn play_seat(
    client: &Client,
    match_name: &str,
    seat_token: &str,
    bot: impl Bot,
) -> Result<proto::MatchOver, ClientError> {
    let mut session = SeatSession {
        match_name,
        seat_token,
        needs_legal_actions: bot.needs_legal_actions(),
        thread: BotThread::new(bot),
        position: FramePosition::default(),
        joined: None,
        open: None,
    };
    let mut reconnects = Reconnects::default().with_subject(match_name);
    let mut client = client.clone();
    loop {
        let before = session.position;
        match session.play(&client).await {
            Ok(over) => return session.end(over).await,
            Err(error @ ClientError::Player(_)) => {
                bot_log::write_line(match_name, &error);
                leave(&client, match_name, seat_token).await;
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
struct SeatSession<'a, B> {
    match_name: &'a str,
    seat_token: &'a str,
    needs_legal_actions: bool,
    thread: BotThread<B>,
    position: FramePosition,
    joined: Option<Arc<Match>>,
    /// The latest request.
    open: Option<OpenRequest>,
}

/// A request, and the bot's answer. Dropping it closes its view.
struct OpenRequest {
    view: View,
    /// Whether the bot has been called, so that it need not choose again.
    is_asked: bool,
    choice: Option<Choice>,
    /// Whether the current stream has sent the request.
    is_on_stream: bool,
    rejections: u32,
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.view.close();
    }
}

impl<B: Bot> SeatSession<'_, B> {
    /// Plays on one stream until the match is over or the stream fails.
    async fn play(&mut self, client: &Client) -> Result<proto::MatchOver, ClientError> {
        if let Some(open) = &mut self.open {
            open.is_on_stream = false;
        }
        let mut stream = PlayStream::open(client).await?;
        let view_options = proto::ViewOptions {
            include_legal_actions: self.needs_legal_actions,
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
        loop {
            self.ask();
            tokio::select! {
                frame = stream.next() => match frame? {
                    Some(Kind::MatchOver(over)) => return Ok(over),
                    Some(frame) => self.handle_frame(&stream, frame).await?,
                    None => {
                        let message = "the server ended the stream".into();
                        return Err(ClientError::Unreachable(message));
                    }
                },
                chosen = self.thread.finish() => {
                    if let Some(chosen) = chosen? {
                        self.handle_choice(&stream, chosen).await?;
                    }
                }
            }
        }
    }

    /// Starts the calls of the bot that are due, unless it is busy.
    fn ask(&mut self) {
        if self.thread.is_idle()
            && let Some(open) = &mut self.open
            && !open.is_asked
        {
            open.is_asked = true;
            self.thread.push(BotCall::Choose(open.view.clone()));
        }
        self.thread.start();
    }

    async fn handle_frame(&mut self, stream: &PlayStream, frame: Kind) -> Result<(), ClientError> {
        self.position.record(&frame);
        match frame {
            Kind::Joined(joined) => {
                let joined = Arc::new(Match { joined });
                self.joined = Some(Arc::clone(&joined));
                self.thread.push(BotCall::Started(joined));
            }
            Kind::ActionRequest(request) => self.handle_request(stream, request).await?,
            Kind::Update(update) => self.thread.push(BotCall::Updated(update)),
            Kind::Rejected(rejected) => self.handle_rejection(rejected)?,
            Kind::Accepted(_) | Kind::MatchStateChanged(_) | Kind::MatchOver(_) => {}
        }
        Ok(())
    }

    /// Lets the bot answer a request, or answers as before if it is sent again.
    async fn handle_request(
        &mut self,
        stream: &PlayStream,
        request: proto::ActionRequest,
    ) -> Result<(), ClientError> {
        if let Some(open) = &mut self.open
            && is_same(&open.view.request, &request)
        {
            open.view.request = request;
            open.is_on_stream = true;
            return submit(stream, open).await;
        }
        let unexpected = || ClientError::Protocol("ActionRequest received before Joined".into());
        let joined = self.joined.clone().ok_or_else(unexpected)?;
        self.open = Some(OpenRequest {
            view: View::new(joined, request),
            is_asked: false,
            choice: None,
            is_on_stream: true,
            rejections: 0,
        });
        Ok(())
    }

    /// Submits the bot's choice if its request is still open.
    async fn handle_choice(
        &mut self,
        stream: &PlayStream,
        (view, choice): ChosenTurn,
    ) -> Result<(), ClientError> {
        match &mut self.open {
            Some(open) if open.view.is_clone_of(&view) => {
                open.choice = Some(choice);
                submit(stream, open).await
            }
            _ => Ok(()),
        }
    }

    /// Lets the bot choose again if the request is still open. Returns an error if the stream is of no more use.
    fn handle_rejection(&mut self, rejected: proto::Rejected) -> Result<(), ClientError> {
        let Some(error) = rejected.error else {
            return Err(ClientError::Protocol("Rejected: error is missing".into()));
        };
        let is_elsewhere = error.reason() == ErrorReason::Replaced || error.address.is_some();
        if rejected.handle == 0 || is_elsewhere {
            return Err(error.into());
        }
        let is_open = RejectionEffect::of_reason(error.reason()) == RejectionEffect::KeepsOpen;
        let open = self.open.as_mut().filter(|open| {
            let request = &open.view.request;
            is_open
                && open.choice.is_some()
                && (request.turn, request.part) == (rejected.turn, rejected.part)
        });
        // Another seat was earlier, or the request is sent again when the match resumes.
        let Some(open) = open else {
            return Ok(());
        };
        let message = format!("{} ({})", error.message, error.reason().name());
        bot_log::write_line(self.match_name, &message);
        open.rejections += 1;
        if open.rejections >= MAX_REJECTIONS {
            let failure =
                format!("{MAX_REJECTIONS} choices for a request were rejected: {message}");
            return Err(ClientError::Player(failure));
        }
        open.choice = None;
        open.is_asked = false;
        let call = BotCall::Rejected(open.view.clone(), error.into());
        self.thread.push(call);
        Ok(())
    }

    /// Waits until the bot has handled the end of the match.
    async fn end(&mut self, over: proto::MatchOver) -> Result<proto::MatchOver, ClientError> {
        self.open = None;
        if let Some(joined) = self.joined.clone() {
            self.thread.push(BotCall::Ended(joined, over.clone()));
        }
        self.thread.start();
        while !self.thread.is_idle() {
            let finished = self.thread.finish().await;
            finished.inspect_err(|error| bot_log::write_line(self.match_name, error))?;
            self.thread.start();
        }
        Ok(over)
    }
}

/// Leaves the match because the bot has failed, so that the opponents need not wait.
async fn leave(client: &Client, match_name: &str, seat_token: &str) {
    let request = proto::ResignSeatRequest {
        r#match: match_name.into(),
        has_crashed: true,
    };
    let left = match client.with_token(seat_token) {
        Ok(client) => client.matches().resign_seat(request).await.map(drop),
        Err(error) => Err(Status::invalid_argument(error.to_string())),
    };
    if let Err(status) = left {
        let message = format!("the seat cannot leave: {}", status.message());
        bot_log::write_line(match_name, message);
    }
}

/// Returns `true` if a request is the same as one that was received before, as after a reconnect.
fn is_same(a: &proto::ActionRequest, b: &proto::ActionRequest) -> bool {
    let hash = |request: &proto::ActionRequest| request.view.as_ref().map(|view| view.view_hash);
    (a.turn, a.part) == (b.turn, b.part) && hash(a) == hash(b)
}

/// Submits the answer to a request, if there is one and the server has sent the request on this stream.
async fn submit(stream: &PlayStream, open: &OpenRequest) -> Result<(), ClientError> {
    let Some(choice) = open.choice.clone().filter(|_| open.is_on_stream) else {
        return Ok(());
    };
    let request = &open.view.request;
    stream
        .submit(proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            effort: choice.effort,
            score: choice.score,
            text: choice.text,
            comment: choice.comment,
            ..Default::default()
        })
        .await
}
