//! Letting matches go on until there is something to be seen.

use std::time::{Duration, Instant};

use botwerk_client::proto;
use proto::Termination;
use proto::play_response::Kind as Told;

use super::{Harness, Observed, RelayStep};
use crate::check_bot::bot_log::{BotSubmission, MatchLog};
use crate::check_bot::opponent::Opponent;
use crate::check_bot::script_error::ScriptError;
use crate::failure::{Failure, Reason};

/// Time for what belongs together to arrive.
const QUIET: Duration = Duration::from_millis(150);

/// How much longer than a turn is waited for an answer, which has to travel.
const GRACE: Duration = Duration::from_millis(500);

/// Whose turn it is to do something.
enum ScheduledSubmission {
    /// The bot's, in this turn.
    Bot(u32),
    Opponent,
    /// The server's.
    Server,
}

/// What ends a wait.
enum News<T> {
    Found(T),
    /// Somebody is asked, or the match is over.
    TurnsChanged,
}

impl Harness {
    /// Says what is going on from now on.
    pub(in crate::check_bot) fn now(&mut self, doing: &'static str) {
        self.doing = doing;
    }

    /// Waits until the bot has taken its seat in the next match.
    pub(in crate::check_bot) async fn wait_for_join(&mut self) -> Result<(), ScriptError> {
        let connect = self.parts.timeouts.connect;
        if !self.log.has_attended() {
            let attends = |sight: &Observed<'_>| match sight {
                Observed::Attends => RelayStep::Done(()),
                _ => RelayStep::Forward,
            };
            self.relay_until(connect, attends).await?;
        }
        // A bot may have to come to the end of its thoughts before it hears anything.
        let thinks = self.log.match_log().is_some_and(MatchLog::is_thought_about);
        let turn = self.parts.timeouts.turn;
        let end = Instant::now() + if thinks { connect + turn } else { connect };
        while self.log.has_attended() && Instant::now() < end {
            // It may have joined before it was told that its last match is over.
            if self.log.select_next_match() {
                self.now("in the middle of a match");
                return Ok(());
            }
            let joins = |sight: &Observed<'_>| match sight {
                Observed::IsTold(Told::Joined(_)) => RelayStep::Done(()),
                _ => RelayStep::Forward,
            };
            self.relay_until(end.saturating_duration_since(Instant::now()), joins)
                .await?;
        }
        Err(self.absent())
    }

    fn absent(&self) -> ScriptError {
        let (seconds, doing) = (self.parts.timeouts.connect.as_secs_f64(), self.doing);
        ScriptError::BotFault(if !self.log.has_attended() {
            format!(
                "it did not attend within {seconds} s; connect to BOTWERK_SERVER and call \
                 BotService.StreamInvitations with BOTWERK_BOT_TOKEN"
            )
        } else if self.attending.is_empty() {
            format!(
                "it did not attend {doing}, {seconds} s long; call BotService.StreamInvitations again \
                 whenever its stream ends, and keep it open while matches are played"
            )
        } else if let Some(invited) = self.log.unused_invitation() {
            let name = &invited.r#match;
            format!(
                "it was invited to {name} {doing}, but did not join within {seconds} s; open \
                 MatchService.Play and send Join with match and seat_token of the Invited"
            )
        } else {
            return stalled("nobody was invited to a match");
        })
    }

    /// The bot's next answer; it passes.
    pub(in crate::check_bot) async fn answer(&mut self) -> Result<BotSubmission, ScriptError> {
        self.drive_until(|sight| match sight {
            Observed::Answers(answer) => RelayStep::Done((*answer).clone()),
            _ => RelayStep::Forward,
        })
        .await
    }

    /// The bot's next answer; it does not reach the server.
    pub(in crate::check_bot) async fn keep_answer(&mut self) -> Result<BotSubmission, ScriptError> {
        self.drive_until(|sight| match sight {
            Observed::Answers(answer) => RelayStep::Drop((*answer).clone()),
            _ => RelayStep::Forward,
        })
        .await
    }

    /// Lets the match go on; the opponent acts when nothing is asked of the bot.
    pub(in crate::check_bot) async fn drive_until<T>(
        &mut self,
        mut look: impl FnMut(&Observed<'_>) -> RelayStep<T>,
    ) -> Result<T, ScriptError> {
        loop {
            let (limit, due) = self.due();
            let news = self.relay_until(limit, |sight| match look(sight) {
                RelayStep::Forward if sight.changes_turns() => RelayStep::Done(News::TurnsChanged),
                RelayStep::Forward => RelayStep::Forward,
                RelayStep::Done(found) => RelayStep::Done(News::Found(found)),
                RelayStep::Drop(found) => RelayStep::Drop(News::Found(found)),
                RelayStep::Hold(found) => RelayStep::Hold(News::Found(found)),
            });
            match news.await? {
                Some(News::Found(found)) => return Ok(found),
                Some(News::TurnsChanged) => self.check_goes_on()?,
                None => self.handle_due(due).await?,
            }
        }
    }

    /// Who is to do something, and how long that may take.
    fn due(&self) -> (Duration, ScheduledSubmission) {
        let timeouts = self.parts.timeouts;
        if let Some((turn, since)) = self.log.match_log().and_then(MatchLog::open) {
            let end = since + timeouts.turn + GRACE;
            return (
                end.saturating_duration_since(Instant::now()),
                ScheduledSubmission::Bot(turn),
            );
        }
        let opponent = self.parts.opponent.as_ref();
        match opponent.and_then(Opponent::open) {
            // The bot is asked as well, and comes first if it wants to.
            Some(request) if self.parts.field.is_race(request) => {
                (QUIET, ScheduledSubmission::Opponent)
            }
            Some(_) => (Duration::ZERO, ScheduledSubmission::Opponent),
            None => (timeouts.connect, ScheduledSubmission::Server),
        }
    }

    async fn handle_due(&mut self, due: ScheduledSubmission) -> Result<(), ScriptError> {
        match due {
            ScheduledSubmission::Bot(turn) => Err(self.silent(turn)),
            ScheduledSubmission::Opponent => self.let_opponent_answer().await,
            ScheduledSubmission::Server => Err(stalled("nobody is asked to act")),
        }
    }

    pub(in crate::check_bot) async fn let_opponent_answer(&mut self) -> Result<(), ScriptError> {
        match &mut self.parts.opponent {
            Some(opponent) => opponent.answer().await,
            None => Ok(()),
        }
    }

    fn silent(&self, turn: u32) -> ScriptError {
        let (seconds, doing) = (self.parts.timeouts.turn.as_secs_f64(), self.doing);
        ScriptError::BotFault(format!(
            "no valid answer to turn {turn} came within {seconds} s {doing}; send an Act for every \
             ActRequest, or allow more time with --seconds-per-turn"
        ))
    }

    /// Waits for the end of a match that somebody has left.
    pub(in crate::check_bot) async fn finish(&mut self) -> Result<(), ScriptError> {
        let end = Instant::now() + self.parts.timeouts.connect;
        while Instant::now() < end {
            let told = self.relay_until(QUIET, |sight| match sight {
                Observed::IsTold(Told::MatchOver(_)) => RelayStep::Done(true),
                Observed::OpponentIsTold => RelayStep::Done(false),
                _ => RelayStep::Forward,
            });
            if told.await? == Some(true) || self.has_ended_without_the_bot() {
                return Ok(());
            }
        }
        Err(stalled("a match does not end"))
    }

    /// Whether the opponent has seen the end of a match that the bot looks at no more.
    fn has_ended_without_the_bot(&self) -> bool {
        let opponent = self.parts.opponent.as_ref();
        let line = self.log.match_log().map(MatchLog::line);
        let is_watched = line.is_some_and(|line| self.playing.contains_key(&line));
        !is_watched && opponent.is_some_and(Opponent::has_ended)
    }

    /// Plays a match to its end by the rules.
    pub(in crate::check_bot) async fn play_to_the_end(&mut self) -> Result<(), ScriptError> {
        let ended = self.drive_until(|sight| match sight {
            Observed::IsTold(Told::MatchOver(_)) => RelayStep::Done(()),
            _ => RelayStep::Forward,
        });
        ended.await?;
        match self.check_goes_on() {
            Err(ScriptError::MatchEndedEarly) => Ok(()),
            other => other,
        }
    }

    /// Waits for a moment in which no clock runs against the bot.
    pub(in crate::check_bot) async fn wait_for_idle_clock(&mut self) -> Result<(), ScriptError> {
        loop {
            let field = self.parts.field.clone();
            let race_begins = self.relay_until(QUIET, |sight| match sight {
                // It is asked again whenever it comes back.
                Observed::IsTold(Told::ActionRequest(request)) if field.is_race(request) => {
                    RelayStep::Drop(())
                }
                _ => RelayStep::Forward,
            });
            let race_begins = race_begins.await?.is_some();
            self.check_goes_on()?;
            let is_asked = self
                .log
                .match_log()
                .is_some_and(|match_log| match_log.open().is_some());
            if race_begins || !is_asked {
                return Ok(());
            }
            self.answer().await?;
        }
    }

    /// Lets everything pass for a while.
    pub(in crate::check_bot) async fn idle(&mut self, time: Duration) -> Result<(), ScriptError> {
        self.relay_until(time, |_| RelayStep::<()>::Forward).await?;
        Ok(())
    }

    /// Refuses to go on with a match that is over.
    fn check_goes_on(&self) -> Result<(), ScriptError> {
        let Some(termination) = self.log.match_log().and_then(MatchLog::end) else {
            return Ok(());
        };
        let doing = self.doing;
        let what = match termination {
            Termination::Unspecified => return Err(ScriptError::MatchEndedEarly),
            Termination::Flagged => format!(
                "its time was up {doing}; answer sooner, or allow more time with --seconds-per-turn"
            ),
            Termination::Illegal => {
                format!("it lost its seat {doing} for illegal acts; give what the rules allow")
            }
            other => {
                let why = other.as_str_name().trim_start_matches("TERMINATION_");
                format!("it left its match {doing} ({why}); stay until MatchOver")
            }
        };
        Err(ScriptError::BotFault(what))
    }
}

/// Nothing that the bot could be blamed for.
pub(super) fn stalled(what: &str) -> ScriptError {
    let message = format!("the check does not go on: {what}; try again, and report it");
    ScriptError::Internal(Failure::new(Reason::Unreachable, message))
}
