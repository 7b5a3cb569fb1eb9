//! Running matches until the script finds what it waits for.

use std::time::{Duration, Instant};

use botwerk_client::proto;
use botwerk_command::failure::{Failure, Reason};
use proto::Termination;
use proto::play_response::Kind as ServerFrame;

use super::{Harness, IN_A_MATCH, Observed, RelayStep};
use crate::opponent::Opponent;
use crate::script_error::ScriptError;
use crate::traffic_log::{BotSubmission, MatchLog};

/// Time to wait for frames that belong together.
const IDLE_TIMEOUT: Duration = Duration::from_millis(150);

/// Time for an answer to arrive, in addition to the turn limit.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// The side that must act next.
enum NextActor {
    /// The bot, in this turn.
    Bot(u32),
    Opponent,
    /// The server.
    Server,
}

/// The end of a wait.
enum WaitEnd<T> {
    Found(T),
    /// A seat may have to act that did not before, or the match is over.
    ActorsChanged,
}

impl Harness {
    /// Sets the phase that error messages name.
    pub(crate) fn set_phase(&mut self, phase: &'static str) {
        self.phase = phase;
    }

    /// Waits until the bot has joined its next match.
    pub(crate) async fn wait_for_join(&mut self) -> Result<(), ScriptError> {
        let connect = self.parts.timeouts.connect;
        if !self.log.has_been_online() {
            let is_online = |observed: &Observed<'_>| match observed {
                Observed::IsOnline => RelayStep::Done(()),
                _ => RelayStep::Forward,
            };
            self.relay_until(connect, is_online).await?;
        }
        // A bot that does not read frames while it searches may first have to finish a search.
        let is_searching = self
            .log
            .match_log()
            .is_some_and(MatchLog::has_unanswered_request);
        let turn = self.parts.timeouts.turn;
        let end = Instant::now()
            + if is_searching {
                connect + turn
            } else {
                connect
            };
        while self.log.has_been_online() && Instant::now() < end {
            // It may have joined before it received the end of its last match.
            if self.log.select_next_match() {
                self.set_phase(IN_A_MATCH);
                return Ok(());
            }
            let joined = |observed: &Observed<'_>| match observed {
                Observed::ServerFrame(ServerFrame::Joined(_)) => RelayStep::Done(()),
                _ => RelayStep::Forward,
            };
            self.relay_until(end.saturating_duration_since(Instant::now()), joined)
                .await?;
        }
        Err(self.not_joined())
    }

    fn not_joined(&self) -> ScriptError {
        let (seconds, phase) = (self.parts.timeouts.connect.as_secs_f64(), self.phase);
        self.fault(if !self.log.has_been_online() {
            format!(
                "it was not online within {seconds} s; connect to BOTWERK_SERVER and call \
                 BotService.StreamInvitations with BOTWERK_BOT_TOKEN"
            )
        } else if self.invitation_streams.is_empty() {
            format!(
                "it was not online for {seconds} s {phase}; call BotService.StreamInvitations again \
                 whenever its stream ends, and keep it open during matches"
            )
        } else if let Some(invitation) = self.log.unanswered_invitation() {
            let name = &invitation.r#match;
            format!(
                "it was invited to {name} {phase}, but did not join within {seconds} s; open \
                 MatchService.Play and send Join with match and seat_token of the Invitation"
            )
        } else {
            return stalled("no match was started");
        })
    }

    /// Waits for the bot's next answer and forwards it.
    pub(crate) async fn answer(&mut self) -> Result<BotSubmission, ScriptError> {
        self.drive_until(|observed| match observed {
            Observed::Submission(answer) => RelayStep::Done((*answer).clone()),
            _ => RelayStep::Forward,
        })
        .await
    }

    /// Waits for the bot's next answer and keeps it from the server.
    pub(crate) async fn intercept_answer(&mut self) -> Result<BotSubmission, ScriptError> {
        self.drive_until(|observed| match observed {
            Observed::Submission(answer) => RelayStep::Drop((*answer).clone()),
            _ => RelayStep::Forward,
        })
        .await
    }

    /// Runs the match until the bot would be sent an action request, and holds that.
    pub(crate) async fn hold_next_request(&mut self) -> Result<(), ScriptError> {
        let next_request = |observed: &Observed<'_>| match observed {
            Observed::ServerFrame(ServerFrame::ActionRequest(_)) => RelayStep::Hold(()),
            _ => RelayStep::Forward,
        };
        self.drive_until(next_request).await
    }

    /// Runs the match until the script finds what it waits for. The opponent acts when the bot need
    /// not.
    pub(crate) async fn drive_until<T>(
        &mut self,
        mut observe: impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Result<T, ScriptError> {
        loop {
            let (limit, due) = self.due();
            let wait = self.relay_until(limit, |observed| match observe(observed) {
                RelayStep::Forward if observed.changes_actors() => {
                    RelayStep::Done(WaitEnd::ActorsChanged)
                }
                RelayStep::Forward => RelayStep::Forward,
                RelayStep::Done(found) => RelayStep::Done(WaitEnd::Found(found)),
                RelayStep::Drop(found) => RelayStep::Drop(WaitEnd::Found(found)),
                RelayStep::Hold(found) => RelayStep::Hold(WaitEnd::Found(found)),
            });
            match wait.await? {
                Some(WaitEnd::Found(found)) => return Ok(found),
                Some(WaitEnd::ActorsChanged) => self.check_in_progress()?,
                None => self.handle_due(due).await?,
            }
        }
    }

    /// Returns the side that must act next, and its time limit.
    fn due(&self) -> (Duration, NextActor) {
        let timeouts = self.parts.timeouts;
        if let Some((turn, since)) = self.log.match_log().and_then(MatchLog::open_request) {
            let end = since + timeouts.turn + GRACE_PERIOD;
            return (
                end.saturating_duration_since(Instant::now()),
                NextActor::Bot(turn),
            );
        }
        let opponent = self.parts.opponent.as_ref();
        match opponent.and_then(Opponent::open_request) {
            // In a race the bot may answer first.
            Some(request) if self.parts.game.is_race(request) => {
                (IDLE_TIMEOUT, NextActor::Opponent)
            }
            Some(_) => (Duration::ZERO, NextActor::Opponent),
            None => (timeouts.connect, NextActor::Server),
        }
    }

    async fn handle_due(&mut self, due: NextActor) -> Result<(), ScriptError> {
        match due {
            NextActor::Bot(turn) => Err(self.missing_answer(turn)),
            NextActor::Opponent => self.answer_for_opponent().await,
            NextActor::Server => Err(stalled("no seat is to act")),
        }
    }

    pub(crate) async fn answer_for_opponent(&mut self) -> Result<(), ScriptError> {
        match &mut self.parts.opponent {
            Some(opponent) => opponent.answer().await,
            None => Ok(()),
        }
    }

    fn missing_answer(&self, turn: u32) -> ScriptError {
        let (seconds, phase) = (self.parts.timeouts.turn.as_secs_f64(), self.phase);
        let is_rejected = self
            .log
            .match_log()
            .is_some_and(MatchLog::is_open_after_rejection);
        let advice = if is_rejected {
            "the rejection has left the request open, and it is not sent again: send another \
             Submission with the same turn and part"
        } else {
            "send a Submission for every ActionRequest, or allow more time with --turn-limit-secs"
        };
        self.fault(format!(
            "no valid answer to turn {turn} within {seconds} s {phase}; {advice}"
        ))
    }

    /// Waits for the end of a match that a seat has left.
    pub(crate) async fn finish(&mut self) -> Result<(), ScriptError> {
        let end = Instant::now() + self.parts.timeouts.connect;
        while Instant::now() < end {
            let frame = self.relay_until(IDLE_TIMEOUT, |observed| match observed {
                Observed::ServerFrame(ServerFrame::MatchOver(_)) => RelayStep::Done(true),
                Observed::OpponentFrame => RelayStep::Done(false),
                _ => RelayStep::Forward,
            });
            if frame.await? == Some(true) || self.has_ended_without_the_bot() {
                return Ok(());
            }
        }
        Err(stalled("the match did not end"))
    }

    /// Returns `true` if the opponent has seen the end of a match whose stream the bot has closed.
    fn has_ended_without_the_bot(&self) -> bool {
        let opponent = self.parts.opponent.as_ref();
        let stream = self.log.match_log().map(MatchLog::stream);
        let is_watched = stream.is_some_and(|stream| self.play_streams.contains_key(&stream));
        !is_watched && opponent.is_some_and(Opponent::has_ended)
    }

    /// Plays a match to its end by the rules.
    pub(crate) async fn play_to_the_end(&mut self) -> Result<(), ScriptError> {
        let ended = self.drive_until(|observed| match observed {
            Observed::ServerFrame(ServerFrame::MatchOver(_)) => RelayStep::Done(()),
            _ => RelayStep::Forward,
        });
        ended.await?;
        match self.check_in_progress() {
            Err(ScriptError::MatchEndedEarly) => Ok(()),
            other => other,
        }
    }

    /// Runs the match until no clock of the bot is running.
    pub(crate) async fn wait_for_idle_clock(&mut self) -> Result<(), ScriptError> {
        loop {
            let game = self.parts.game.clone();
            let has_race_started = self.relay_until(IDLE_TIMEOUT, |observed| match observed {
                // The request is re-sent when the bot rejoins.
                Observed::ServerFrame(ServerFrame::ActionRequest(request))
                    if game.is_race(request) =>
                {
                    RelayStep::Drop(())
                }
                _ => RelayStep::Forward,
            });
            let has_race_started = has_race_started.await?.is_some();
            self.check_in_progress()?;
            let must_act = self
                .log
                .match_log()
                .is_some_and(|match_log| match_log.open_request().is_some());
            if has_race_started || !must_act {
                return Ok(());
            }
            self.answer().await?;
        }
    }

    /// Forwards everything for a while.
    pub(crate) async fn idle(&mut self, time: Duration) -> Result<(), ScriptError> {
        self.relay_until(time, |_| RelayStep::<()>::Forward).await?;
        Ok(())
    }

    /// Returns an error if the match is over.
    fn check_in_progress(&self) -> Result<(), ScriptError> {
        let Some(termination) = self.log.match_log().and_then(MatchLog::termination) else {
            return Ok(());
        };
        let phase = self.phase;
        let message = match termination {
            Termination::Unspecified | Termination::None => {
                return Err(ScriptError::MatchEndedEarly);
            }
            Termination::Flagged => format!(
                "it was flagged {phase}; answer sooner, or allow more time with --turn-limit-secs"
            ),
            Termination::Illegal => {
                format!("it lost its seat {phase} for illegal submissions; submit legal actions")
            }
            other => {
                let termination = other.as_str_name().trim_start_matches("TERMINATION_");
                format!("it left its match {phase} ({termination}); stay until MatchOver")
            }
        };
        Err(self.fault(message))
    }
}

/// Returns the error for a check that stalls without a mistake of the bot.
pub(super) fn stalled(reason: &str) -> ScriptError {
    let message = format!("the check stalled: {reason}; try again, and report it");
    ScriptError::Internal(Failure::new(Reason::Unreachable, message))
}
