//! The faults that scripts inject.

use std::time::Instant;

use botwerk_client::proto;
use proto::play_request::Kind as ClientFrame;
use proto::play_response::Kind as ServerFrame;
use tonic::{Code, Status};

use super::driving::stalled;
use super::{Harness, Observed, RelayStep};
use crate::check_bot::event::StreamId;
use crate::check_bot::opponent;
use crate::check_bot::script_error::ScriptError;
use crate::check_bot::traffic_log::{BotSubmission, MatchLog, Resumed};

/// A rejection that does not come from the server.
#[derive(Debug, Clone, Copy)]
pub(in crate::check_bot) struct InjectedRejection {
    pub(in crate::check_bot) reason: &'static str,
    pub(in crate::check_bot) code: Code,
    pub(in crate::check_bot) message: &'static str,
}

/// Cuts streams and connections.
impl Harness {
    /// Cuts the stream of the current match.
    pub(in crate::check_bot) fn cut_play(&mut self) {
        let stream = self.log.match_log().map(MatchLog::stream);
        if let Some(stream) = stream {
            self.end(stream, cut());
        }
    }

    /// Cuts the bot's invitation streams.
    pub(in crate::check_bot) fn cut_invitations(&mut self) {
        for to_bot in std::mem::take(&mut self.invitation_streams).into_values() {
            // The bot may have disconnected in the meantime.
            let _ = to_bot.send(Err(cut()));
        }
    }

    /// Cuts all connections and refuses new ones for a while.
    pub(in crate::check_bot) async fn restart(&mut self) -> Result<(), ScriptError> {
        self.parts.listener.stop();
        self.invitation_streams.clear();
        self.play_streams.clear();
        self.idle(self.parts.timeouts.outage).await?;
        self.parts.listener.restart().await?;
        Ok(())
    }

    /// Waits until the bot has rejoined its match.
    pub(in crate::check_bot) async fn wait_for_rejoin(&mut self) -> Result<(), ScriptError> {
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
    pub(in crate::check_bot) fn shift_handles(&mut self) {
        self.has_shifted_handles = true;
    }
}

fn cut() -> Status {
    Status::unavailable("the stream was cut by check-bot; open it again")
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
    pub(in crate::check_bot) fn reject(
        &mut self,
        answer: &BotSubmission,
        rejection: InjectedRejection,
    ) {
        let proto::Submission {
            handle, turn, part, ..
        } = answer.submission;
        let error = proto::Error {
            code: rejection.code as i32,
            reason: rejection.reason.into(),
            message: rejection.message.into(),
            index: None,
            address: None,
        };
        let rejected = proto::Rejected {
            handle,
            turn,
            part,
            error: Some(error),
        };
        // Not recorded through the bot log, which would blame the bot for it.
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.on_rejected(&rejected);
            match_log.restart_timer();
        }
        if let Some(stream) = self.play_streams.get(&answer.stream) {
            let kind = Some(ServerFrame::Rejected(rejected));
            // The bot may have disconnected in the meantime.
            let _ = stream.to_bot.send(Ok(proto::PlayResponse { kind }));
        }
    }

    /// Removes the bot's seat from its match, as if it had been flagged.
    pub(in crate::check_bot) async fn flag_bot(&mut self) -> Result<(), ScriptError> {
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
    pub(in crate::check_bot) fn forward(&mut self, answer: BotSubmission) {
        self.send_to_server(answer.stream, ClientFrame::Submission(answer.submission));
    }
}

/// Controls the opponent and held frames.
impl Harness {
    /// Resigns the opponent's seat.
    pub(in crate::check_bot) async fn resign_for_opponent(&mut self) -> Result<(), ScriptError> {
        match &mut self.parts.opponent {
            Some(opponent) => opponent.resign().await,
            None => Ok(()),
        }
    }

    /// Lets the opponent answer first when both seats must act.
    pub(in crate::check_bot) async fn answer_first_for_opponent(
        &mut self,
    ) -> Result<(), ScriptError> {
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
    pub(in crate::check_bot) fn release(&mut self) {
        for (stream, frame) in self.held_frames.take().unwrap_or_default() {
            self.send_to_bot(stream, frame);
        }
    }

    /// Records that another seat has closed the bot's open request.
    pub(in crate::check_bot) fn close_request(&mut self) {
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.close_request();
        }
    }
}
