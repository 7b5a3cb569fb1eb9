//! The relay between the bot and the server. It handles one event at a time and forwards, holds,
//! drops or replaces frames as the script says.

mod clocks;
mod driving;
mod faults;
mod script_step;

use std::collections::BTreeMap;
use std::time::Duration;

use botwerk_client::{Client, proto};
use proto::play_request::Kind as ClientFrame;
use proto::play_response::Kind as ServerFrame;
use proto::stream_invitations_response::Kind as Invitation;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::Instant;
use tonic::Status;

use super::bot_process::BotProcess;
use super::check_game::CheckGame;
use super::check_timeouts::CheckTimeouts;
use super::event::{Event, StreamId, ToBot, handle_mut};
use super::opponent::Opponent;
use super::relay_listener::RelayListener;
use super::script_error::{BotFault, ScriptError};
use super::traffic_log::{SubmissionVerdict, TrafficLog};
use clocks::{show_clocks, show_time_control};

pub(super) use clocks::server_turn_limit;
pub(super) use faults::InjectedRejection;
pub(super) use script_step::{Observed, RelayStep};

/// The phase of a bot that plays undisturbed.
const IN_A_MATCH: &str = "in the middle of a match";

/// The parts of a harness.
pub(super) struct HarnessParts {
    pub(super) game: CheckGame,
    pub(super) server: Client,
    pub(super) listener: RelayListener,
    /// The server to which the other one redirects, if a check needs it.
    pub(super) redirected: Option<RelayListener>,
    pub(super) events: UnboundedReceiver<Event>,
    pub(super) process: BotProcess,
    /// `None` if the server plays the opponent.
    pub(super) opponent: Option<Opponent>,
    pub(super) timeouts: CheckTimeouts,
}

/// The bot with all its streams, and its opponent.
pub(super) struct Harness {
    parts: HarnessParts,
    pub(super) log: TrafficLog,
    /// What is going on; part of error messages.
    phase: &'static str,
    invitation_streams: BTreeMap<StreamId, ToBot<proto::StreamInvitationsResponse>>,
    play_streams: BTreeMap<StreamId, BotStream>,
    /// Frames that are sent to the bot later.
    held_frames: Option<Vec<(StreamId, ServerFrame)>>,
    /// Whether the bot sees handles that differ from the server's.
    has_shifted_handles: bool,
}

/// A `Play` stream of the bot.
struct BotStream {
    /// Whether it was opened at the server to which the other one redirects.
    is_redirected: bool,
    to_bot: ToBot<proto::PlayResponse>,
    /// `None` once the bot has closed its side.
    to_server: Option<UnboundedSender<proto::PlayRequest>>,
    /// Added to the server's handles.
    shift: u32,
}

impl Harness {
    pub(super) fn new(parts: HarnessParts, log: TrafficLog) -> Self {
        Self {
            parts,
            log,
            phase: "before it was online",
            invitation_streams: BTreeMap::new(),
            play_streams: BTreeMap::new(),
            held_frames: None,
            has_shifted_handles: false,
        }
    }

    pub(super) fn game(&self) -> &CheckGame {
        &self.parts.game
    }

    /// Returns the maximum time for an answer of the bot.
    pub(super) fn turn_limit(&self) -> Duration {
        self.parts.timeouts.turn
    }

    /// Returns the number of lines that the bot wrote to standard error.
    pub(super) fn stderr_line_count(&self) -> u64 {
        self.parts.process.stderr_line_count()
    }

    /// Returns the last lines that the bot wrote to standard error.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.parts.process.stderr_tail()
    }

    /// Relays until the script finds what it waits for, and returns it; returns `None` at the time
    /// limit.
    pub(super) async fn relay_until<T>(
        &mut self,
        limit: Duration,
        mut observe: impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Result<Option<T>, ScriptError> {
        let end = Instant::now() + limit;
        // The limit holds even if the bot floods the stream.
        while Instant::now() < end {
            let event = tokio::select! {
                biased;
                Some(event) = self.parts.events.recv() => event,
                how = self.parts.process.ended() => return Err(self.exited(&how)),
                () = tokio::time::sleep_until(end) => break,
            };
            if let Some(found) = self.handle_event(event, &mut observe).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn exited(&self, how: &str) -> ScriptError {
        let phase = self.phase;
        let message = format!(
            "it {how} {phase}; it must stay online until TournamentEnded or EntrantWithdrawn"
        );
        // Nothing has been done to a bot in the middle of a match.
        let is_fatal = phase == IN_A_MATCH || self.is_fatal();
        ScriptError::BotFault(BotFault { message, is_fatal })
    }

    /// Creates the error for a fault of the bot.
    pub(crate) fn fault(&self, message: String) -> ScriptError {
        let is_fatal = self.is_fatal();
        ScriptError::BotFault(BotFault { message, is_fatal })
    }

    /// Returns `true` if a fault that the bot makes now ends every check: they all begin with an
    /// answer that the server accepts.
    fn is_fatal(&self) -> bool {
        !self.log.has_been_accepted()
    }

    async fn handle_event<T>(
        &mut self,
        event: Event,
        observe: &mut impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Result<Option<T>, ScriptError> {
        match event {
            Event::FromBot { stream, frame } => {
                Ok(self.handle_client_frame(stream, frame, observe))
            }
            Event::FromServer { stream, frame } => {
                Ok(self.handle_server_frame(stream, frame, observe))
            }
            event => {
                let observed = self.record_event(event).await?;
                Ok(observe(&observed).found())
            }
        }
    }

    fn handle_client_frame<T>(
        &mut self,
        stream: StreamId,
        frame: ClientFrame,
        observe: &mut impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Option<T> {
        if !self.play_streams.contains_key(&stream) {
            // The stream was cut before the frame was handled.
            return None;
        }
        let verdict;
        let observed = match &frame {
            ClientFrame::Join(join) => {
                self.log.on_join(join);
                if self.redirect_join(stream) {
                    return observe(&Observed::Other).found();
                }
                Observed::Other
            }
            ClientFrame::Submission(submission) => {
                verdict = self.log.on_submission(stream, submission);
                match &verdict {
                    SubmissionVerdict::Valid(answer) => Observed::Submission(answer),
                    SubmissionVerdict::OtherMatch => Observed::Other,
                    SubmissionVerdict::Invalid => Observed::InvalidSubmission(submission),
                }
            }
        };
        let step = observe(&observed);
        if !matches!(step, RelayStep::Drop(_)) {
            self.send_to_server(stream, frame);
        }
        step.found()
    }

    /// Forwards a frame of the bot to the server.
    fn send_to_server(&self, stream: StreamId, mut frame: ClientFrame) {
        let Some(stream) = self.play_streams.get(&stream) else {
            return;
        };
        if let ClientFrame::Submission(submission) = &mut frame {
            submission.handle = submission.handle.wrapping_sub(stream.shift);
        }
        if let Some(to_server) = &stream.to_server {
            // The server may have ended the stream in the meantime.
            let _ = to_server.send(proto::PlayRequest { kind: Some(frame) });
        }
    }

    fn handle_server_frame<T>(
        &mut self,
        stream: StreamId,
        mut frame: ServerFrame,
        observe: &mut impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Option<T> {
        let shift = self.play_streams.get(&stream)?.shift;
        let handle = handle_mut(&mut frame);
        *handle = handle.wrapping_add(shift);
        match observe(&Observed::ServerFrame(&frame)) {
            RelayStep::Drop(found) => Some(found),
            RelayStep::Hold(found) => {
                self.held_frames
                    .get_or_insert_default()
                    .push((stream, frame));
                Some(found)
            }
            step => {
                match &mut self.held_frames {
                    Some(held) => held.push((stream, frame)),
                    None => self.send_to_bot(stream, frame),
                }
                step.found()
            }
        }
    }

    /// Sends a frame to the bot.
    fn send_to_bot(&mut self, stream: StreamId, mut frame: ServerFrame) {
        if let ServerFrame::MatchOver(over) = &mut frame {
            self.set_flagged_termination(over);
        }
        show_clocks(&mut frame, self.parts.timeouts.turn);
        self.log.on_frame(stream, &frame);
        if let Some(BotStream { to_bot, .. }) = self.play_streams.get(&stream) {
            // The bot may have disconnected in the meantime.
            let _ = to_bot.send(Ok(proto::PlayResponse { kind: Some(frame) }));
        }
    }

    /// Handles an event that scripts cannot intercept.
    async fn record_event(&mut self, event: Event) -> Result<Observed<'static>, ScriptError> {
        match event {
            Event::InvitationsOpened {
                stream,
                token,
                to_bot,
            } => {
                self.log.on_online(&token);
                self.invitation_streams.insert(stream, to_bot);
                return Ok(Observed::IsOnline);
            }
            Event::InvitationsRejected { token } => self.log.on_online(&token),
            Event::InvitationsMessage { stream, message } => self.invite(stream, message),
            Event::InvitationsClosed { stream } => drop(self.invitation_streams.remove(&stream)),
            Event::PlayOpened {
                stream,
                is_redirected,
                to_bot,
                to_server,
            } => {
                let bot_stream = BotStream {
                    is_redirected,
                    to_bot,
                    to_server: Some(to_server),
                    shift: self.handle_shift(stream),
                };
                self.play_streams.insert(stream, bot_stream);
            }
            Event::BotFinishedSending { stream } => {
                if let Some(stream) = self.play_streams.get_mut(&stream) {
                    stream.to_server = None;
                }
            }
            Event::PlayEnded { stream, status } => self.end(stream, status),
            Event::ForwardedCall(call) => self.log.remark(format!(
                "it calls {call}, which is forwarded, but not checked"
            )),
            Event::OpponentInvited(invitation) => {
                if let Some(opponent) = &mut self.parts.opponent {
                    opponent.join(invitation).await?;
                }
            }
            Event::OpponentFrame(frame) => {
                if let Some(opponent) = &mut self.parts.opponent {
                    opponent.on_frame(frame)?;
                }
                return Ok(Observed::OpponentFrame);
            }
            Event::FromBot { .. } | Event::FromServer { .. } => {}
        }
        Ok(Observed::Other)
    }

    fn invite(
        &mut self,
        stream: StreamId,
        mut message: Result<proto::StreamInvitationsResponse, Status>,
    ) {
        if let Ok(proto::StreamInvitationsResponse {
            kind: Some(Invitation::Invitation(invitation)),
        }) = &mut message
        {
            show_time_control(&mut invitation.time_control, self.parts.timeouts.turn);
            self.log.on_invitation(invitation);
        }
        let is_last = message.is_err();
        if let Some(to_bot) = self.invitation_streams.get(&stream) {
            // The bot may have disconnected in the meantime.
            let _ = to_bot.send(message);
        }
        if is_last {
            self.invitation_streams.remove(&stream);
        }
    }

    /// Ends a `Play` stream of the bot.
    fn end(&mut self, stream: StreamId, status: Status) {
        if let Some(BotStream { to_bot, .. }) = self.play_streams.remove(&stream) {
            // The bot may have disconnected in the meantime.
            let _ = to_bot.send(Err(status));
        }
    }
}
