//! Letting matches go on until there is something to be seen.

use std::time::{Duration, Instant};

use botwerk_client::proto;
use proto::Termination;
use proto::play_response::Kind as Told;

use super::{Sight, Stage, Step};
use crate::check_bot::bot_log::{Answer, Course};
use crate::check_bot::opponent::Opponent;
use crate::check_bot::script_error::Halt;
use crate::failure::{Failure, Reason};

/// Time for what belongs together to arrive.
const QUIET: Duration = Duration::from_millis(150);

/// How much longer than a turn is waited for an answer, which has to travel.
const GRACE: Duration = Duration::from_millis(500);

/// Whose turn it is to do something.
enum Due {
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

impl Stage {
    /// Says what is going on from now on.
    pub(in crate::check_bot) fn now(&mut self, doing: &'static str) {
        self.doing = doing;
    }

    /// Waits until the bot has taken its seat in the next match.
    pub(in crate::check_bot) async fn sit(&mut self) -> Result<(), Halt> {
        let coming = self.scenery.patience.coming;
        if !self.ledger.has_attended() {
            let attends = |sight: &Sight<'_>| match sight {
                Sight::Attends => Step::Done(()),
                _ => Step::Pass,
            };
            self.pump(coming, attends).await?;
        }
        // A bot may have to come to the end of its thoughts before it hears anything.
        let thinks = self.ledger.course().is_some_and(Course::is_thought_about);
        let turn = self.scenery.patience.turn;
        let end = Instant::now() + if thinks { coming + turn } else { coming };
        while self.ledger.has_attended() && Instant::now() < end {
            // It may have joined before it was told that its last match is over.
            if self.ledger.turn_to_next() {
                self.now("in the middle of a match");
                return Ok(());
            }
            let joins = |sight: &Sight<'_>| match sight {
                Sight::IsTold(Told::Joined(_)) => Step::Done(()),
                _ => Step::Pass,
            };
            self.pump(end.saturating_duration_since(Instant::now()), joins)
                .await?;
        }
        Err(self.absent())
    }

    fn absent(&self) -> Halt {
        let (seconds, doing) = (self.scenery.patience.coming.as_secs_f64(), self.doing);
        Halt::Fault(if !self.ledger.has_attended() {
            format!(
                "it did not attend within {seconds} s; connect to BOTWERK_SERVER and call \
                 BotService.Attend with BOTWERK_BOT_TOKEN"
            )
        } else if self.attending.is_empty() {
            format!(
                "it did not attend {doing}, {seconds} s long; call BotService.Attend again \
                 whenever its stream ends, and keep it open while matches are played"
            )
        } else if let Some(invited) = self.ledger.unused_invitation() {
            let name = &invited.r#match;
            format!(
                "it was invited to {name} {doing}, but did not join within {seconds} s; open \
                 MatchService.Play and send Join with match and seat_token of the Invited"
            )
        } else {
            return stuck("nobody was invited to a match");
        })
    }

    /// The bot's next answer; it passes.
    pub(in crate::check_bot) async fn answer(&mut self) -> Result<Answer, Halt> {
        self.drive(|sight| match sight {
            Sight::Answers(answer) => Step::Done((*answer).clone()),
            _ => Step::Pass,
        })
        .await
    }

    /// The bot's next answer; it does not reach the server.
    pub(in crate::check_bot) async fn keep_answer(&mut self) -> Result<Answer, Halt> {
        self.drive(|sight| match sight {
            Sight::Answers(answer) => Step::Keep((*answer).clone()),
            _ => Step::Pass,
        })
        .await
    }

    /// Lets the match go on; the opponent acts when nothing is asked of the bot.
    pub(in crate::check_bot) async fn drive<T>(
        &mut self,
        mut look: impl FnMut(&Sight<'_>) -> Step<T>,
    ) -> Result<T, Halt> {
        loop {
            let (limit, due) = self.due();
            let news = self.pump(limit, |sight| match look(sight) {
                Step::Pass if sight.changes_turns() => Step::Done(News::TurnsChanged),
                Step::Pass => Step::Pass,
                Step::Done(found) => Step::Done(News::Found(found)),
                Step::Keep(found) => Step::Keep(News::Found(found)),
                Step::Dam(found) => Step::Dam(News::Found(found)),
            });
            match news.await? {
                Some(News::Found(found)) => return Ok(found),
                Some(News::TurnsChanged) => self.check_goes_on()?,
                None => self.meet(due).await?,
            }
        }
    }

    /// Who is to do something, and how long that may take.
    fn due(&self) -> (Duration, Due) {
        let patience = self.scenery.patience;
        if let Some((turn, since)) = self.ledger.course().and_then(Course::open) {
            let end = since + patience.turn + GRACE;
            return (
                end.saturating_duration_since(Instant::now()),
                Due::Bot(turn),
            );
        }
        let opponent = self.scenery.opponent.as_ref();
        match opponent.and_then(Opponent::open) {
            // The bot is asked as well, and comes first if it wants to.
            Some(request) if self.scenery.field.is_race(request) => (QUIET, Due::Opponent),
            Some(_) => (Duration::ZERO, Due::Opponent),
            None => (patience.coming, Due::Server),
        }
    }

    async fn meet(&mut self, due: Due) -> Result<(), Halt> {
        match due {
            Due::Bot(turn) => Err(self.silent(turn)),
            Due::Opponent => self.let_opponent_answer().await,
            Due::Server => Err(stuck("nobody is asked to act")),
        }
    }

    pub(in crate::check_bot) async fn let_opponent_answer(&mut self) -> Result<(), Halt> {
        match &mut self.scenery.opponent {
            Some(opponent) => opponent.answer().await,
            None => Ok(()),
        }
    }

    fn silent(&self, turn: u32) -> Halt {
        let (seconds, doing) = (self.scenery.patience.turn.as_secs_f64(), self.doing);
        Halt::Fault(format!(
            "no valid answer to turn {turn} came within {seconds} s {doing}; send an Act for every \
             ActRequest, or allow more time with --seconds-per-turn"
        ))
    }

    /// Waits for the end of a match that somebody has left.
    pub(in crate::check_bot) async fn finish(&mut self) -> Result<(), Halt> {
        let end = Instant::now() + self.scenery.patience.coming;
        while Instant::now() < end {
            let told = self.pump(QUIET, |sight| match sight {
                Sight::IsTold(Told::MatchOver(_)) => Step::Done(true),
                Sight::OpponentIsTold => Step::Done(false),
                _ => Step::Pass,
            });
            if told.await? == Some(true) || self.has_ended_without_the_bot() {
                return Ok(());
            }
        }
        Err(stuck("a match does not end"))
    }

    /// Whether the opponent has seen the end of a match that the bot looks at no more.
    fn has_ended_without_the_bot(&self) -> bool {
        let opponent = self.scenery.opponent.as_ref();
        let line = self.ledger.course().map(Course::line);
        let is_watched = line.is_some_and(|line| self.playing.contains_key(&line));
        !is_watched && opponent.is_some_and(Opponent::has_ended)
    }

    /// Plays a match to its end by the rules.
    pub(in crate::check_bot) async fn play_to_the_end(&mut self) -> Result<(), Halt> {
        let ended = self.drive(|sight| match sight {
            Sight::IsTold(Told::MatchOver(_)) => Step::Done(()),
            _ => Step::Pass,
        });
        ended.await?;
        match self.check_goes_on() {
            Err(Halt::Early) => Ok(()),
            other => other,
        }
    }

    /// Waits for a moment in which no clock runs against the bot.
    pub(in crate::check_bot) async fn lull(&mut self) -> Result<(), Halt> {
        loop {
            let field = self.scenery.field.clone();
            let race_begins = self.pump(QUIET, |sight| match sight {
                // It is asked again whenever it comes back.
                Sight::IsTold(Told::ActRequest(request)) if field.is_race(request) => {
                    Step::Keep(())
                }
                _ => Step::Pass,
            });
            let race_begins = race_begins.await?.is_some();
            self.check_goes_on()?;
            let is_asked = self
                .ledger
                .course()
                .is_some_and(|course| course.open().is_some());
            if race_begins || !is_asked {
                return Ok(());
            }
            self.answer().await?;
        }
    }

    /// Lets everything pass for a while.
    pub(in crate::check_bot) async fn idle(&mut self, time: Duration) -> Result<(), Halt> {
        self.pump(time, |_| Step::<()>::Pass).await?;
        Ok(())
    }

    /// Refuses to go on with a match that is over.
    fn check_goes_on(&self) -> Result<(), Halt> {
        let Some(termination) = self.ledger.course().and_then(Course::end) else {
            return Ok(());
        };
        let doing = self.doing;
        let what = match termination {
            Termination::Unspecified => return Err(Halt::Early),
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
        Err(Halt::Fault(what))
    }
}

/// Nothing that the bot could be blamed for.
pub(super) fn stuck(what: &str) -> Halt {
    let message = format!("the check does not go on: {what}; try again, and report it");
    Halt::Broken(Failure::new(Reason::Unreachable, message))
}
