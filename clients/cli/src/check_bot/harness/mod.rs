//! Everything between the bot and the server, seen one after the other: passed on, kept back or
//! made up as the script wants.

mod clocks;
mod driving;
mod faults;
mod script_step;

use std::collections::BTreeMap;
use std::time::Duration;

use botwerk_client::{Client, proto};
use proto::play_request::Kind as Said;
use proto::play_response::Kind as Told;
use proto::stream_invitations_response::Kind as Invitation;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::Instant;
use tonic::Status;

use super::bot_log::{BotLog, SubmissionVerdict};
use super::bot_process::BotProcess;
use super::check_game::CheckGame;
use super::event::{Event, LineId, ToBot, handle_of};
use super::opponent::Opponent;
use super::relay_listener::RelayListener;
use super::script_error::ScriptError;
use super::timeouts::CheckTimeouts;
use clocks::{show_clocks, show_time_control};

pub(super) use clocks::given;
pub(super) use faults::InjectedRejection;
pub(super) use script_step::{Observed, RelayStep};

/// What a stage is set with.
pub(super) struct HarnessParts {
    pub(super) field: CheckGame,
    pub(super) server: Client,
    pub(super) listener: RelayListener,
    pub(super) events: UnboundedReceiver<Event>,
    pub(super) process: BotProcess,
    /// `None` if the server plays it.
    pub(super) opponent: Option<Opponent>,
    pub(super) timeouts: CheckTimeouts,
}

/// The bot with all its streams, and whoever plays against it.
pub(super) struct Harness {
    parts: HarnessParts,
    pub(super) log: BotLog,
    /// What is going on, for words about what goes wrong meanwhile.
    doing: &'static str,
    attending: BTreeMap<LineId, ToBot<proto::StreamInvitationsResponse>>,
    playing: BTreeMap<LineId, Line>,
    /// What the bot is to be told later.
    held_frames: Option<Vec<(LineId, Told)>>,
    /// Whether the bot is shown other handles than the server gives.
    has_shifted_handles: bool,
}

/// A stream on which the bot plays.
struct Line {
    to_bot: ToBot<proto::PlayResponse>,
    /// `None` once the bot has said everything.
    to_server: Option<UnboundedSender<proto::PlayRequest>>,
    /// What is added to the server's handles.
    shift: u32,
}

impl Harness {
    pub(super) fn new(parts: HarnessParts, log: BotLog) -> Self {
        Self {
            parts,
            log,
            doing: "before it attended",
            attending: BTreeMap::new(),
            playing: BTreeMap::new(),
            held_frames: None,
            has_shifted_handles: false,
        }
    }

    pub(super) fn field(&self) -> &CheckGame {
        &self.parts.field
    }

    /// The longest that the bot may take for an answer.
    pub(super) fn turn_limit(&self) -> Duration {
        self.parts.timeouts.turn
    }

    /// What the bot has written to standard error.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.parts.process.stderr_tail()
    }

    /// Lets everything pass for so long, or until the script has seen what it looks for.
    pub(super) async fn relay_until<T>(
        &mut self,
        limit: Duration,
        mut look: impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Result<Option<T>, ScriptError> {
        let end = Instant::now() + limit;
        // However fast a bot floods the line, the time comes to its end.
        while Instant::now() < end {
            let event = tokio::select! {
                biased;
                Some(event) = self.parts.events.recv() => event,
                how = self.parts.process.ended() => return Err(self.gone(&how)),
                () = tokio::time::sleep_until(end) => break,
            };
            if let Some(found) = self.take(event, &mut look).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn gone(&self, how: &str) -> ScriptError {
        let doing = self.doing;
        ScriptError::BotFault(format!(
            "it {how} {doing}; a bot stays and attends until it is told TournamentOver or Withdrawn"
        ))
    }

    async fn take<T>(
        &mut self,
        event: Event,
        look: &mut impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Result<Option<T>, ScriptError> {
        match event {
            Event::Said { line, said } => Ok(self.take_said(line, said, look)),
            Event::Told { line, told } => Ok(self.take_told(line, told, look)),
            event => {
                let sight = self.note(event).await?;
                Ok(look(&sight).found())
            }
        }
    }

    fn take_said<T>(
        &mut self,
        line: LineId,
        said: Said,
        look: &mut impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Option<T> {
        if !self.playing.contains_key(&line) {
            // It was said on a stream that is cut.
            return None;
        }
        let conduct;
        let sight = match &said {
            Said::Join(join) => {
                self.log.joins(join);
                Observed::Nothing
            }
            Said::Pong(pong) => {
                self.log.pongs(line, pong.nonce);
                Observed::Pongs
            }
            Said::Submission(act) => {
                conduct = self.log.acts(line, act);
                match &conduct {
                    SubmissionVerdict::Valid(answer) => Observed::Answers(answer),
                    SubmissionVerdict::OtherMatch => Observed::Nothing,
                    SubmissionVerdict::Invalid => Observed::Errs(act),
                }
            }
        };
        let step = look(&sight);
        if !matches!(step, RelayStep::Drop(_)) {
            self.pass_on(line, said);
        }
        step.found()
    }

    /// Tells the server what the bot says.
    fn pass_on(&self, line: LineId, mut said: Said) {
        let Some(line) = self.playing.get(&line) else {
            return;
        };
        if let Said::Submission(act) = &mut said {
            act.handle = act.handle.wrapping_sub(line.shift);
        }
        if let Some(to_server) = &line.to_server {
            // The server may have ended the stream just now.
            let _ = to_server.send(proto::PlayRequest { kind: Some(said) });
        }
    }

    fn take_told<T>(
        &mut self,
        line: LineId,
        mut told: Told,
        look: &mut impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Option<T> {
        let shift = self.playing.get(&line)?.shift;
        if let Some(handle) = handle_of(&mut told) {
            *handle = handle.wrapping_add(shift);
        }
        match look(&Observed::IsTold(&told)) {
            RelayStep::Drop(found) => Some(found),
            RelayStep::Hold(found) => {
                self.held_frames.get_or_insert_default().push((line, told));
                Some(found)
            }
            step => {
                match &mut self.held_frames {
                    Some(held) => held.push((line, told)),
                    None => self.tell(line, told),
                }
                step.found()
            }
        }
    }

    /// Tells the bot something.
    fn tell(&mut self, line: LineId, mut told: Told) {
        if let Told::MatchOver(over) = &mut told {
            self.tell_why_it_left(over);
        }
        show_clocks(&mut told, self.parts.timeouts.turn);
        self.log.is_told(line, &told);
        if let Some(Line { to_bot, .. }) = self.playing.get(&line) {
            // The bot may have gone just now.
            let _ = to_bot.send(Ok(proto::PlayResponse { kind: Some(told) }));
        }
    }

    /// Takes notice of what passes in any case.
    async fn note(&mut self, event: Event) -> Result<Observed<'static>, ScriptError> {
        match event {
            Event::Attended {
                line,
                token,
                to_bot,
            } => {
                self.log.attends(&token);
                self.attending.insert(line, to_bot);
                return Ok(Observed::Attends);
            }
            Event::AttendRefused { token } => self.log.attends(&token),
            Event::AttendTold { line, told } => self.invite(line, told),
            Event::AttendLeft { line } => drop(self.attending.remove(&line)),
            Event::Opened {
                line,
                to_bot,
                to_server,
            } => {
                let line_of_bot = Line {
                    to_bot,
                    to_server: Some(to_server),
                    shift: self.shift_of(line),
                };
                self.playing.insert(line, line_of_bot);
            }
            Event::FollowOutcome { line } => {
                if let Some(line) = self.playing.get_mut(&line) {
                    line.to_server = None;
                }
            }
            Event::Ended { line, status } => self.end(line, status),
            Event::Called(call) => self.log.remark(format!(
                "it calls {call}, which is passed on, but not looked at"
            )),
            Event::OpponentInvited(invited) => {
                if let Some(opponent) = &mut self.parts.opponent {
                    opponent.join(invited).await?;
                }
            }
            Event::OpponentTold(told) => {
                if let Some(opponent) = &mut self.parts.opponent {
                    opponent.hear(told)?;
                }
                return Ok(Observed::OpponentIsTold);
            }
            Event::Said { .. } | Event::Told { .. } => {}
        }
        Ok(Observed::Nothing)
    }

    fn invite(&mut self, line: LineId, mut told: Result<proto::StreamInvitationsResponse, Status>) {
        if let Ok(proto::StreamInvitationsResponse {
            kind: Some(Invitation::Invitation(invited)),
        }) = &mut told
        {
            show_time_control(&mut invited.time_control, self.parts.timeouts.turn);
            self.log.is_invited(invited);
        }
        let is_last = told.is_err();
        if let Some(to_bot) = self.attending.get(&line) {
            // The bot may have gone just now.
            let _ = to_bot.send(told);
        }
        if is_last {
            self.attending.remove(&line);
        }
    }

    /// Ends a stream on which the bot plays.
    fn end(&mut self, line: LineId, status: Status) {
        if let Some(Line { to_bot, .. }) = self.playing.remove(&line) {
            // The bot may have gone just now.
            let _ = to_bot.send(Err(status));
        }
    }
}
