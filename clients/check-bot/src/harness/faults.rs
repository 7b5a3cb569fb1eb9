//! The faults that scripts inject.

use std::time::{Duration, Instant};

use botwerk_client::{ClientError, proto};
use proto::ErrorReason;
use proto::play_request::Kind as ClientFrame;
use proto::play_response::Kind as ServerFrame;
use tonic::{Code, Status};

use super::driving::stalled;
use super::{Harness, Observed, RelayStep};
use crate::event::StreamId;
use crate::opponent;
use crate::script_error::ScriptError;
use crate::traffic_log::{BotSubmission, MatchLog, Resumed};

/// The seq of a match that has lost its latest frames.
const LOWERED_SEQ: u64 = 1;

/// Time for a frame to reach the bot.
const CROSSING_TIME: Duration = Duration::from_millis(200);

/// A rejection that does not come from the server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InjectedRejection {
    pub(crate) reason: ErrorReason,
    pub(crate) code: Code,
    pub(crate) message: &'static str,
}

/// Cuts streams and connections.
impl Harness {
    /// Cuts the stream of the current match.
    pub(crate) fn cut_play(&mut self) {
        let stream = self.log.match_log().map(MatchLog::stream);
        if let Some(stream) = stream {
            self.end(stream, cut());
        }
    }

    /// Cuts the bot's invitation streams.
    pub(crate) fn cut_invitations(&mut self) {
        for to_bot in std::mem::take(&mut self.invitation_streams).into_values() {
            // The bot may have disconnected in the meantime.
            let _ = to_bot.send(Err(cut()));
        }
    }

    /// Cuts all connections and refuses new ones for a while.
    pub(crate) async fn restart(&mut self) -> Result<(), ScriptError> {
        self.parts.listener.stop();
        self.invitation_streams.clear();
        self.play_streams.clear();
        self.idle(self.parts.timeouts.outage).await?;
        self.parts.listener.restart().await?;
        Ok(())
    }

    /// Starts the server of a bot that was started before it.
    pub(crate) async fn start_server(&mut self) -> Result<(), ScriptError> {
        self.idle(self.parts.timeouts.outage).await?;
        self.parts.listener.restart().await?;
        Ok(())
    }

    /// Cuts all connections, and new ones at once for a while. Returns when they were opened, after the start.
    pub(crate) async fn cut_new_connections(
        &mut self,
        time: Duration,
    ) -> Result<Vec<Duration>, ScriptError> {
        self.parts.listener.stop();
        self.invitation_streams.clear();
        self.play_streams.clear();
        let opened = self.parts.listener.cut_new_connections(time).await?;
        self.idle(Duration::ZERO).await?;
        self.parts.listener.restart().await?;
        Ok(opened)
    }

    /// Ends the server to which the other one redirects, which plays the match from now on.
    pub(crate) fn end_redirected_server(&mut self) {
        if let Some(mut redirected) = self.parts.redirected.take() {
            redirected.stop();
        }
        self.play_streams.retain(|_, stream| !stream.is_redirected);
    }

    /// Rejects a join with the address of the server that plays the match. Returns `false` if it is this one.
    pub(super) fn redirect_join(&self, stream: StreamId) -> bool {
        let (Some(redirected), Some(bot_stream)) =
            (&self.parts.redirected, self.play_streams.get(&stream))
        else {
            return false;
        };
        if bot_stream.is_redirected {
            return false;
        }
        let error = proto::Error {
            code: Code::FailedPrecondition as i32,
            reason: ErrorReason::WrongServer.into(),
            message: "another server plays this match; connect to it".into(),
            address: Some(redirected.address()),
            ..Default::default()
        };
        let rejected = proto::Rejected {
            error: Some(error),
            ..Default::default()
        };
        let kind = Some(ServerFrame::Rejected(rejected));
        // The bot may have disconnected in the meantime.
        let _ = bot_stream.to_bot.send(Ok(proto::PlayResponse { kind }));
        true
    }

    /// Lets the bot rejoin a match that has lost its latest frames, as after a power failure, and cuts its stream before it
    /// receives another frame. Returns the seq of the match.
    pub(crate) async fn rejoin_with_lowered_seq(&mut self) -> Result<u64, ScriptError> {
        let connect = self.parts.timeouts.connect;
        let joined = self.relay_until(connect, |observed| match observed {
            Observed::ServerFrame(ServerFrame::Joined(_)) => RelayStep::Hold(()),
            _ => RelayStep::Forward,
        });
        if joined.await?.is_none() {
            let seconds = connect.as_secs_f64();
            return Err(self.fault(format!(
                "it did not rejoin its match for {seconds} s; open Play again and send Join"
            )));
        }
        for (stream, frame) in self.held_frames.take().unwrap_or_default() {
            if let ServerFrame::Joined(mut joined) = frame {
                joined.seq = LOWERED_SEQ;
                self.send_to_bot(stream, ServerFrame::Joined(joined));
            }
        }
        // The frames that follow would raise it again.
        self.held_frames = Some(Vec::new());
        self.idle(CROSSING_TIME).await?;
        self.held_frames = None;
        self.cut_play();
        Ok(LOWERED_SEQ)
    }

    /// Takes the view and the legal actions from the requests that are held, so that no bot can answer them.
    pub(crate) fn spoil_held_requests(&mut self) {
        for (_, frame) in self.held_frames.iter_mut().flatten() {
            if let ServerFrame::ActionRequest(request) = frame {
                request.view = None;
                request.legal_actions.clear();
            }
        }
    }

    /// Returns why the bot's seat has left its match, as the server knows it, or `None` if it plays on.
    pub(crate) async fn stored_termination(
        &self,
    ) -> Result<Option<proto::Termination>, ScriptError> {
        let request = proto::GetMatchRequest {
            name: self.log.current().into(),
        };
        let found = self.parts.server.matches().get_match(request).await;
        let found = found.map_err(ClientError::from)?.into_inner();
        let seat = self.log.match_log().map_or(0, MatchLog::seat) as usize;
        let seats = found.r#match.unwrap_or_default().seats;
        let termination = seats.get(seat).map(proto::MatchSeat::termination);
        Ok(termination.filter(|it| {
            !matches!(
                it,
                proto::Termination::Unspecified | proto::Termination::None
            )
        }))
    }

    /// Waits until the bot has rejoined its match.
    pub(crate) async fn wait_for_rejoin(&mut self) -> Result<(), ScriptError> {
        let name = self.log.current().to_owned();
        let connect = self.parts.timeouts.connect;
        let started = Instant::now();
        let joined = self.relay_until(connect, |observed| match observed {
            Observed::ServerFrame(ServerFrame::Joined(joined)) if joined.r#match == name => {
                RelayStep::Done(())
            }
            _ => RelayStep::Forward,
        });
        if joined.await?.is_none() {
            let (seconds, phase) = (connect.as_secs_f64(), self.phase);
            return Err(self.fault(format!(
                "it did not rejoin its match for {seconds} s {phase}; connect again, open Play and \
                 send Join with the same match and seat_token, and with the last received seq as \
                 resume_after_seq"
            )));
        }
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.restart_timer();
        }
        let resumed = self.log.match_log().and_then(MatchLog::resumed);
        let phase = self.phase;
        let seconds = started.elapsed().as_secs_f64();
        let resume = resumed.map_or_else(String::new, resumed_text);
        self.log
            .remark(format!("it rejoined {seconds:.1} s {phase}{resume}"));
        self.set_phase("after it had rejoined");
        Ok(())
    }

    /// Returns the number that is added to the server's handles on a stream.
    pub(super) fn handle_shift(&self, stream: StreamId) -> u32 {
        if self.has_shifted_handles {
            40 + 7 * (stream as u32 % 100)
        } else {
            0
        }
    }

    /// Shows the bot handles that differ from the server's and between streams.
    pub(crate) fn shift_handles(&mut self) {
        self.has_shifted_handles = true;
    }
}

fn cut() -> Status {
    Status::unavailable("the stream was cut by `bot check`; open it again")
}

fn resumed_text(resumed: Resumed) -> String {
    let Resumed { after, last_seq } = resumed;
    if after == 0 && last_seq > 0 {
        return format!(
            ", with resume_after_seq 0, which is allowed: all frames are re-sent; with {last_seq} \
             only the missed ones would be"
        );
    }
    if after < last_seq {
        return format!(
            ", with resume_after_seq {after} of {last_seq}, which is allowed: later frames are re-sent"
        );
    }
    format!(", with resume_after_seq {after}")
}

/// Answers in place of the server.
impl Harness {
    /// Rejects a submission that has not reached the server.
    pub(crate) fn reject(&mut self, answer: &BotSubmission, rejection: InjectedRejection) {
        let proto::Submission {
            handle, turn, part, ..
        } = answer.submission;
        let error = proto::Error {
            code: rejection.code as i32,
            reason: rejection.reason.into(),
            message: rejection.message.into(),
            ..Default::default()
        };
        let rejected = proto::Rejected {
            handle,
            turn,
            part,
            error: Some(error),
            ..Default::default()
        };
        self.deliver_rejection(answer.stream, rejected);
    }

    /// Forwards a submission with something that the server rejects. Returns its rejection, which the bot has received.
    pub(crate) async fn forward_spoiled(
        &mut self,
        answer: &BotSubmission,
        spoil: impl FnOnce(&mut proto::Submission),
    ) -> Result<proto::Error, ScriptError> {
        let mut spoiled = answer.clone();
        spoil(&mut spoiled.submission);
        self.forward(spoiled);
        let rejected = self.drive_until(|observed| match observed {
            Observed::ServerFrame(ServerFrame::Rejected(rejected)) => {
                RelayStep::Drop(rejected.clone())
            }
            _ => RelayStep::Forward,
        });
        let rejected = rejected.await?;
        self.deliver_rejection(answer.stream, rejected.clone());
        Ok(rejected.error.unwrap_or_default())
    }

    /// Sends the bot a rejection that is not its own mistake.
    fn deliver_rejection(&mut self, stream: StreamId, rejected: proto::Rejected) {
        // Not recorded through the bot log, which would blame the bot for it.
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.on_rejected(&rejected);
            match_log.restart_timer();
        }
        if let Some(stream) = self.play_streams.get(&stream) {
            let kind = Some(ServerFrame::Rejected(rejected));
            // The bot may have disconnected in the meantime.
            let _ = stream.to_bot.send(Ok(proto::PlayResponse { kind }));
        }
    }

    /// Removes the bot's seat from its match, as if it had been flagged.
    pub(crate) async fn flag_bot(&mut self) -> Result<(), ScriptError> {
        match self.log.invitation() {
            Some(invitation) => opponent::resign(&self.parts.server, invitation).await,
            None => Ok(()),
        }
    }

    /// Sets the termination of a seat that was sent FLAGGED.
    pub(super) fn set_flagged_termination(&self, over: &mut proto::MatchOver) {
        let Some(match_log) = self
            .log
            .match_log()
            .filter(|match_log| match_log.is_flagged())
        else {
            return;
        };
        if over.handle == match_log.handle()
            && let Some(termination) = over.terminations.get_mut(match_log.seat() as usize)
        {
            *termination = proto::Termination::Flagged as i32;
        }
    }

    /// Forwards an answer that was intercepted.
    pub(crate) fn forward(&mut self, answer: BotSubmission) {
        self.send_to_server(answer.stream, ClientFrame::Submission(answer.submission));
    }
}

/// Controls the opponent and held frames.
impl Harness {
    /// Resigns the opponent's seat.
    pub(crate) async fn resign_for_opponent(&mut self) -> Result<(), ScriptError> {
        match &mut self.parts.opponent {
            Some(opponent) => opponent.resign().await,
            None => Ok(()),
        }
    }

    /// Lets the opponent answer first when both seats must act.
    pub(crate) async fn answer_first_for_opponent(&mut self) -> Result<(), ScriptError> {
        let connect = self.parts.timeouts.connect;
        let must_act = |harness: &Self| {
            let opponent = harness.parts.opponent.as_ref();
            opponent.is_some_and(|opponent| opponent.open_request().is_some())
        };
        while !must_act(self) {
            let frame = self.relay_until(connect, |observed| match observed {
                Observed::OpponentFrame => RelayStep::Done(()),
                _ => RelayStep::Forward,
            });
            frame
                .await?
                .ok_or_else(|| stalled("the opponent need not act"))?;
        }
        self.answer_for_opponent().await?;
        let update = self.relay_until(connect, |observed| match observed {
            Observed::ServerFrame(ServerFrame::Update(_)) => RelayStep::Done(()),
            _ => RelayStep::Forward,
        });
        update
            .await?
            .ok_or_else(|| stalled("an answer of the opponent is not frame"))
    }

    /// Sends the held frames to the bot.
    pub(crate) fn release(&mut self) {
        for (stream, frame) in self.held_frames.take().unwrap_or_default() {
            self.send_to_bot(stream, frame);
        }
    }

    /// Records that another seat has closed the bot's open request.
    pub(crate) fn close_request(&mut self) {
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.close_request();
        }
    }
}
