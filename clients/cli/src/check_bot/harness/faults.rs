//! What makes life hard for a bot.

use std::time::Instant;

use botwerk_client::proto;
use proto::play_request::Kind as Said;
use proto::play_response::Kind as Told;
use tonic::{Code, Status};

use super::driving::stalled;
use super::{Harness, Observed, RelayStep};
use crate::check_bot::bot_log::{BotSubmission, MatchLog, Resumed};
use crate::check_bot::event::LineId;
use crate::check_bot::opponent;
use crate::check_bot::script_error::ScriptError;

/// A refusal that the server has not given.
#[derive(Debug, Clone, Copy)]
pub(in crate::check_bot) struct InjectedRejection {
    pub(in crate::check_bot) reason: &'static str,
    pub(in crate::check_bot) code: Code,
    pub(in crate::check_bot) message: &'static str,
}

/// Cutting streams and connections.
impl Harness {
    /// Cuts the stream that plays the present match.
    pub(in crate::check_bot) fn cut_play(&mut self) {
        let line = self.log.match_log().map(MatchLog::line);
        if let Some(line) = line {
            self.end(line, cut());
        }
    }

    /// Cuts the streams on which the bot attends.
    pub(in crate::check_bot) fn cut_attend(&mut self) {
        for to_bot in std::mem::take(&mut self.attending).into_values() {
            // The bot may have gone just now.
            let _ = to_bot.send(Err(cut()));
        }
    }

    /// Cuts everything, and refuses connections for a while.
    pub(in crate::check_bot) async fn restart(&mut self) -> Result<(), ScriptError> {
        self.parts.listener.stop();
        self.attending.clear();
        self.playing.clear();
        self.idle(self.parts.timeouts.outage).await?;
        self.parts.listener.restart().await?;
        Ok(())
    }

    /// Waits until the bot has joined its match again.
    pub(in crate::check_bot) async fn wait_for_rejoin(&mut self) -> Result<(), ScriptError> {
        let name = self.log.current().to_owned();
        let connect = self.parts.timeouts.connect;
        let begun = Instant::now();
        let joined = self.relay_until(connect, |sight| match sight {
            Observed::IsTold(Told::Joined(joined)) if joined.r#match == name => RelayStep::Done(()),
            _ => RelayStep::Forward,
        });
        if joined.await?.is_none() {
            let (seconds, doing) = (connect.as_secs_f64(), self.doing);
            return Err(ScriptError::BotFault(format!(
                "it did not join its match again {doing}, {seconds} s long; connect again, open \
                 Play and send Join with the same match and seat_token, and with the last seq that \
                 it has seen as resume_after_seq"
            )));
        }
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.restart_timer();
        }
        let resumed = self.log.match_log().and_then(MatchLog::resumed);
        let doing = self.doing;
        let seconds = begun.elapsed().as_secs_f64();
        let words = resumed.map_or_else(String::new, resumed_words);
        self.log
            .remark(format!("it was back {seconds:.1} s {doing}{words}"));
        self.now("after it had come back");
        Ok(())
    }

    /// What is added to the server's handles on a stream.
    pub(super) fn shift_of(&self, line: LineId) -> u32 {
        if self.has_shifted_handles {
            40 + 7 * (line as u32 % 100)
        } else {
            0
        }
    }

    /// Shows the bot other handles than the server's, other ones on every stream.
    pub(in crate::check_bot) fn shift_handles(&mut self) {
        self.has_shifted_handles = true;
    }
}

fn cut() -> Status {
    Status::unavailable("the stream was cut by check-bot; open it again")
}

fn resumed_words(resumed: Resumed) -> String {
    let Resumed { after, seen } = resumed;
    if after == 0 && seen > 0 {
        return format!(
            ", with resume_after_seq 0, which is allowed: everything is sent again; with {seen} \
             only what it had missed would be"
        );
    }
    if after < seen {
        return format!(
            ", with resume_after_seq {after} of {seen}, which is allowed: what follows is sent again"
        );
    }
    format!(", with resume_after_seq {after}")
}

/// Answers in the server's place.
impl Harness {
    /// Refuses an act that has not reached the server.
    pub(in crate::check_bot) fn refuse(
        &mut self,
        answer: &BotSubmission,
        refusal: InjectedRejection,
    ) {
        let proto::Submission {
            handle,
            turn,
            part: act,
            ..
        } = answer.act;
        let error = proto::Error {
            code: refusal.code as i32,
            reason: refusal.reason.into(),
            message: refusal.message.into(),
            index: None,
        };
        let rejected = proto::Rejected {
            handle,
            turn,
            part: act,
            error: Some(error),
        };
        // Not by the ledger, which would blame the bot for it.
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.is_refused(&rejected);
            match_log.restart_timer();
        }
        if let Some(line) = self.playing.get(&answer.line) {
            let kind = Some(Told::Rejected(rejected));
            // The bot may have gone just now.
            let _ = line.to_bot.send(Ok(proto::PlayResponse { kind }));
        }
    }

    /// Takes the bot's seat out of its match, as if its time had been up.
    pub(in crate::check_bot) async fn flag_bot(&mut self) -> Result<(), ScriptError> {
        match self.log.invitation() {
            Some(invited) => opponent::resign(&self.parts.server, invited).await,
            None => Ok(()),
        }
    }

    /// A seat that was told that its time was up has left for that.
    pub(super) fn tell_why_it_left(&self, over: &mut proto::MatchOver) {
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

    /// Lets an answer pass that was kept back.
    pub(in crate::check_bot) fn let_pass(&mut self, answer: BotSubmission) {
        self.pass_on(answer.line, Said::Submission(answer.act));
    }
}

/// The opponent, and what is told later.
impl Harness {
    /// Takes the opponent out of the match.
    pub(in crate::check_bot) async fn let_opponent_resign(&mut self) -> Result<(), ScriptError> {
        match &mut self.parts.opponent {
            Some(opponent) => opponent.resign().await,
            None => Ok(()),
        }
    }

    /// Lets the opponent answer first where it is asked at the same time as the bot.
    pub(in crate::check_bot) async fn let_opponent_be_first(&mut self) -> Result<(), ScriptError> {
        let connect = self.parts.timeouts.connect;
        let is_asked = |harness: &Self| {
            let opponent = harness.parts.opponent.as_ref();
            opponent.is_some_and(|opponent| opponent.open().is_some())
        };
        while !is_asked(self) {
            let told = self.relay_until(connect, |sight| match sight {
                Observed::OpponentIsTold => RelayStep::Done(()),
                _ => RelayStep::Forward,
            });
            told.await?
                .ok_or_else(|| stalled("the opponent is not asked"))?;
        }
        self.let_opponent_answer().await?;
        let news = self.relay_until(connect, |sight| match sight {
            Observed::IsTold(Told::Update(_)) => RelayStep::Done(()),
            _ => RelayStep::Forward,
        });
        news.await?
            .ok_or_else(|| stalled("an answer of the opponent is not told"))
    }

    /// Tells the bot what was kept back.
    pub(in crate::check_bot) fn release(&mut self) {
        for (line, told) in self.held_frames.take().unwrap_or_default() {
            self.tell(line, told);
        }
    }

    /// Notes that others have answered what the bot was asked.
    pub(in crate::check_bot) fn note_closed(&mut self) {
        if let Some(match_log) = self.log.match_log_mut() {
            match_log.is_answered_by_others();
        }
    }
}
