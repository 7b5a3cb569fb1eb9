//! A seat on a server that a bot plays over its pipes: frames become lines, and lines submissions.

use std::future::pending;
use std::sync::{Arc, Mutex, PoisonError};

use botwerk_client::{
    Client, ClientError, FramePosition, PlayStream, Reconnects, RejectionEffect, proto,
};
use proto::play_response::Kind;

use super::async_pipes::AsyncPipes;
use super::bot_failure::BotFailure;
use super::limits::{HELLO_TIMEOUT, LineErrors};
use super::message::{
    Accepted, BotHello, BotSubmission, Decision, End, FromBot, LineError, LineReason, MatchHello,
    Rejected, ToBot, termination,
};
use super::process::{BotChild, BotEnding};
use super::receive_error::{EarlyLines, ReceiveError, ended_before_hello, read_hello};
use crate::bot_log::BotLog;
use crate::bot_program::BotProgram;

/// The seat that a bot plays.
#[derive(Debug, Clone)]
pub struct SeatTicket {
    /// The name of the match.
    pub r#match: String,
    /// The token of the seat.
    pub seat_token: String,
    /// What the program is told first.
    pub hello: MatchHello,
}

/// Plays a seat to the end of its match with a bot that is started for it. A lost connection is opened again,
/// which the bot does not notice; a bot that exits is started again and receives the open decision. Its standard
/// error is added to the log, or without one is that of this program.
///
/// # Errors
/// Returns an error if the server rejects the join or is unreachable for ten seconds, or the bot cannot play on.
/// The seat has then left the match as crashed.
pub async fn play_stdio_seat(
    client: &Client,
    ticket: &SeatTicket,
    program: &BotProgram,
    log: Option<&BotLog>,
) -> Result<proto::MatchOver, ClientError> {
    let played = match SeatBridge::start(ticket, program, log).await {
        Ok(mut bridge) => {
            let played = bridge.play(client, ticket).await;
            bridge.bot.end(log).await;
            played
        }
        Err(failure) => Err(ClientError::Player(failure)),
    };
    if let Err(ClientError::Player(failure)) = &played {
        if let Some(log) = log {
            log.add_line(failure);
        }
        // A seat whose bot cannot play on would only run out of time.
        let request = proto::ResignSeatRequest {
            r#match: ticket.r#match.clone(),
            has_crashed: true,
        };
        if let Ok(client) = client.with_token(&ticket.seat_token) {
            let _ = client.matches().resign_seat(request).await;
        }
    }
    played
}

/// A bot, and what is open at its seat.
struct SeatBridge<'a> {
    program: &'a BotProgram,
    hello: &'a MatchHello,
    log: Option<&'a BotLog>,
    bot: RunningBot,
    restarts: u32,
    errors: LineErrors,
    open: Option<OpenDecision>,
    /// Turn and part of the latest decision that the bot has received.
    latest: (u32, u32),
    position: FramePosition,
}

struct RunningBot {
    /// `None` once its end is awaited.
    pipes: Option<AsyncPipes>,
    hello: BotHello,
    child: Arc<Mutex<BotChild>>,
}

/// A decision without an answer of the server.
struct OpenDecision {
    decision: Decision,
    handle: u32,
    /// What the bot has submitted.
    submission: Option<BotSubmission>,
}

impl<'a> SeatBridge<'a> {
    async fn start(
        ticket: &'a SeatTicket,
        program: &'a BotProgram,
        log: Option<&'a BotLog>,
    ) -> Result<Self, String> {
        Ok(Self {
            program,
            hello: &ticket.hello,
            log,
            bot: RunningBot::start(program, &ticket.hello, log).await?,
            restarts: 0,
            errors: LineErrors::default(),
            open: None,
            latest: (0, 0),
            position: FramePosition::default(),
        })
    }

    async fn play(
        &mut self,
        client: &Client,
        ticket: &SeatTicket,
    ) -> Result<proto::MatchOver, ClientError> {
        let mut reconnects = Reconnects::default().with_subject(&ticket.r#match);
        let mut client = client.clone();
        loop {
            let before = self.position;
            match self.play_stream(&client, ticket).await {
                Ok(over) => return Ok(over),
                Err(error) => {
                    let has_progressed = self.position != before;
                    client = reconnects.reconnect(&client, error, has_progressed).await?;
                }
            }
        }
    }

    /// Plays on one stream until the match is over or the stream fails.
    async fn play_stream(
        &mut self,
        client: &Client,
        ticket: &SeatTicket,
    ) -> Result<proto::MatchOver, ClientError> {
        let mut stream = PlayStream::open(client).await?;
        let view_options = proto::ViewOptions {
            include_legal_actions: self.bot.hello.legal_actions,
            include_text: true,
            ..Default::default()
        };
        let join = proto::Join {
            r#match: ticket.r#match.clone(),
            seat_token: ticket.seat_token.clone(),
            resume_after_seq: self.position.last_seq(),
            view_options: Some(view_options),
            ..Default::default()
        };
        stream.join(join).await?;
        loop {
            tokio::select! {
                frame = stream.next() => match frame? {
                    Some(Kind::MatchOver(over)) => {
                        // A bot that has exited already needs no end.
                        let _ = self.send(&ToBot::End(end(&over))).await;
                        return Ok(over);
                    }
                    Some(frame) => self.handle_frame(&stream, frame).await?,
                    None => {
                        let message = "the server ended the stream".into();
                        return Err(ClientError::Unreachable(message));
                    }
                },
                received = receive(&mut self.bot.pipes) => {
                    self.handle_line(client, ticket, &stream, received).await?;
                }
            }
        }
    }

    async fn handle_frame(&mut self, stream: &PlayStream, frame: Kind) -> Result<(), ClientError> {
        self.position.record(&frame);
        match frame {
            Kind::ActionRequest(request) => self.handle_request(stream, request).await?,
            Kind::Accepted(accepted) => {
                let (turn, part) = (accepted.turn, accepted.part);
                if self.is_open(turn, part) {
                    self.open = None;
                    self.send(&ToBot::Accepted(Accepted { turn, part })).await?;
                }
            }
            Kind::Rejected(rejected) => self.handle_rejection(rejected).await?,
            Kind::Joined(_) | Kind::Update(_) | Kind::MatchStateChanged(_) | Kind::MatchOver(_) => {
            }
        }
        Ok(())
    }

    async fn handle_request(
        &mut self,
        stream: &PlayStream,
        request: proto::ActionRequest,
    ) -> Result<(), ClientError> {
        let (turn, part) = (request.turn, request.part);
        // A request that is sent again needs no second answer of the bot.
        let known = self
            .open
            .take()
            .filter(|open| (open.decision.turn, open.decision.part) == (turn, part));
        let open = known.map(|open| OpenDecision {
            handle: request.handle,
            ..open
        });
        if let Some(open) = open {
            if let Some(submission) = &open.submission {
                stream
                    .submit(submission_message(open.handle, submission, self.bot.hello))
                    .await?;
            }
            self.open = Some(open);
            return Ok(());
        }
        let decision = decision(&request, self.bot.hello);
        self.latest = (turn, part);
        self.open = Some(OpenDecision {
            decision: decision.clone(),
            handle: request.handle,
            submission: None,
        });
        self.send(&ToBot::Decision(decision)).await
    }

    async fn handle_rejection(&mut self, rejected: proto::Rejected) -> Result<(), ClientError> {
        let (turn, part) = (rejected.turn, rejected.part);
        let error = rejected.error.unwrap_or_default();
        if rejected.handle == 0 {
            return Err(error.into());
        }
        let effect = RejectionEffect::of_reason(error.reason());
        if effect == RejectionEffect::Suspends || !self.is_open(turn, part) {
            return Ok(());
        }
        let is_open = effect == RejectionEffect::KeepsOpen;
        if is_open {
            if let Some(open) = &mut self.open {
                open.submission = None;
            }
            self.errors
                .count_rejected(&error.message)
                .map_err(player_failed)?;
        } else {
            self.open = None;
        }
        let rejected = Rejected {
            turn,
            part,
            reason: error.reason().name().to_owned(),
            message: error.message,
            is_open,
        };
        self.send(&ToBot::Rejected(rejected)).await?;
        self.send_open_decision().await
    }

    async fn handle_line(
        &mut self,
        client: &Client,
        ticket: &SeatTicket,
        stream: &PlayStream,
        received: Result<FromBot, ReceiveError>,
    ) -> Result<(), ClientError> {
        match received {
            Ok(FromBot::Submission(submission)) => self.submit(stream, submission).await,
            Ok(FromBot::Resign(_)) => {
                let request = proto::ResignSeatRequest {
                    r#match: ticket.r#match.clone(),
                    has_crashed: false,
                };
                let client = client.with_token(&ticket.seat_token)?;
                client.matches().resign_seat(request).await?;
                Ok(())
            }
            Ok(FromBot::Hello(_)) => self.report(LineError::second_hello()).await,
            Err(ReceiveError::Line(error)) => self.report(error).await,
            Err(ReceiveError::OtherLine(line)) => {
                let counted = self.errors.count_other_line(&line);
                match counted.map_err(player_failed)? {
                    Some(error) => self.send_error(error).await,
                    None => Ok(()),
                }
            }
            Err(ReceiveError::Closed | ReceiveError::TimedOut) => self.restart().await,
        }
    }

    async fn submit(
        &mut self,
        stream: &PlayStream,
        submission: BotSubmission,
    ) -> Result<(), ClientError> {
        let own = (submission.turn, submission.part);
        if let Some(open) = &mut self.open
            && own == (open.decision.turn, open.decision.part)
            && open.submission.is_none()
        {
            let message = submission_message(open.handle, &submission, self.bot.hello);
            open.submission = Some(submission);
            return stream.submit(message).await;
        }
        if own <= self.latest {
            self.errors.count_late().map_err(player_failed)?;
            return self.send(&ToBot::Rejected(Rejected::late(own))).await;
        }
        self.report(LineError::early(own, self.latest)).await
    }

    /// Reports a line that cannot be used.
    async fn report(&mut self, error: LineError) -> Result<(), ClientError> {
        self.errors.count(&error.message).map_err(player_failed)?;
        if error.reason == LineReason::LineTooLong {
            // What follows cannot be read as lines any more.
            return self.restart().await;
        }
        self.send_error(error).await
    }

    async fn send_error(&mut self, error: LineError) -> Result<(), ClientError> {
        self.send(&ToBot::Error(error)).await?;
        self.send_open_decision().await
    }

    /// Starts the bot again and sends it the decision that it has not answered.
    async fn restart(&mut self) -> Result<(), ClientError> {
        let ending = self.bot.end(self.log).await;
        if let Some(failure) = ending.failure(self.restarts) {
            return Err(player_failed(failure));
        }
        self.restarts += 1;
        let started = RunningBot::start(self.program, self.hello, self.log).await;
        self.bot = started.map_err(ClientError::Player)?;
        self.send_open_decision().await
    }

    /// Sends the decision again that the bot has not answered.
    async fn send_open_decision(&mut self) -> Result<(), ClientError> {
        let unanswered = self.open.as_ref().filter(|open| open.submission.is_none());
        match unanswered.map(|open| open.decision.clone()) {
            Some(decision) => self.send(&ToBot::Decision(decision)).await,
            None => Ok(()),
        }
    }

    async fn send(&mut self, message: &ToBot) -> Result<(), ClientError> {
        let Some(pipes) = &mut self.bot.pipes else {
            return Ok(());
        };
        match pipes.send(message).await {
            Err(ReceiveError::TimedOut) => {
                let message = "the bot does not read its standard input".into();
                Err(ClientError::Player(message))
            }
            // That the bot has exited is found by the next read.
            _ => Ok(()),
        }
    }

    fn is_open(&self, turn: u32, part: u32) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| (open.decision.turn, open.decision.part) == (turn, part))
    }
}

impl RunningBot {
    async fn start(
        bot: &BotProgram,
        hello: &MatchHello,
        log: Option<&BotLog>,
    ) -> Result<Self, String> {
        let program = bot.executable();
        let failed = |error: std::io::Error| format!("{program}: {error}");
        let (child, pipes) = BotChild::start(bot, log).map_err(failed)?;
        let mut pipes = AsyncPipes::new(pipes).map_err(failed)?;
        let mut early_lines = EarlyLines::new(program, log);
        let exchange = async {
            pipes.send(&ToBot::Hello(hello.clone())).await?;
            loop {
                match pipes.receive().await {
                    Err(ReceiveError::OtherLine(line)) => early_lines.add(&line)?,
                    received => return received,
                }
            }
        };
        let received = tokio::time::timeout(HELLO_TIMEOUT, exchange).await;
        let received = received.unwrap_or(Err(ReceiveError::TimedOut));
        let has_ended = matches!(received, Err(ReceiveError::Closed));
        let mut bot = Self {
            pipes: Some(pipes),
            hello: BotHello::default(),
            child: Arc::new(Mutex::new(child)),
        };
        if has_ended {
            let how = bot.end(log).await.text;
            return Err(format!("{program}: {}", ended_before_hello(&how)));
        }
        bot.hello = read_hello(received).map_err(|message| format!("{program}: {message}"))?;
        Ok(bot)
    }

    /// Ends the bot's standard input and waits until it has exited; one that does not is ended.
    async fn end(&mut self, log: Option<&BotLog>) -> BotEnding {
        self.pipes = None;
        let (child, log) = (Arc::clone(&self.child), log.cloned());
        let ending = tokio::task::spawn_blocking(move || {
            let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
            child.ending(log.as_ref())
        });
        // The task does not panic.
        ending.await.unwrap_or_default()
    }
}

/// Waits for the next message of a bot; forever once its end is awaited.
async fn receive(pipes: &mut Option<AsyncPipes>) -> Result<FromBot, ReceiveError> {
    match pipes {
        Some(pipes) => pipes.receive().await,
        None => pending().await,
    }
}

fn player_failed(failure: BotFailure) -> ClientError {
    ClientError::Player(failure.to_string())
}

fn submission_message(
    handle: u32,
    submission: &BotSubmission,
    hello: BotHello,
) -> proto::Submission {
    proto::Submission {
        handle,
        turn: submission.turn,
        part: submission.part,
        effort: submission.effort,
        score: submission.score,
        text: submission.actions.clone(),
        comment: submission.comment.clone(),
        require_canonical_text: hello.strict,
        ..Default::default()
    }
}

fn decision(request: &proto::ActionRequest, hello: BotHello) -> Decision {
    let legal = request
        .legal_actions
        .iter()
        .map(|action| action.text.clone());
    let clocks = request.clocks.clone().unwrap_or_default();
    let millis = |nanos: u64| nanos / 1_000_000;
    Decision {
        turn: request.turn,
        part: request.part,
        stage: request.stage.clone(),
        view: request
            .view
            .as_ref()
            .map_or_else(String::new, |view| view.text.clone()),
        legal_actions: hello.legal_actions.then(|| legal.collect()),
        remaining_millis: clocks.remaining_nanos.map(millis),
        bank_millis: clocks.bank_nanos.iter().copied().map(millis).collect(),
    }
}

fn end(over: &proto::MatchOver) -> End {
    let outcome = over.outcome.clone().unwrap_or_default();
    End {
        places: outcome.places,
        points: outcome.points,
        rule: outcome.rule,
        terminations: over.terminations().map(termination).collect(),
    }
}
