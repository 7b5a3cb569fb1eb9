//! A seat that a bot plays over its pipes, from the thread that conducts the match.

use std::cmp::Ordering;
use std::time::Instant;

use super::blocking_pipes::BlockingPipes;
use super::bot_failure::BotFailure;
use super::limits::{DECISION_TIMEOUT, HELLO_TIMEOUT, LineErrors};
use super::message::{
    Accepted, BotHello, BotSubmission, Decision, End, FromBot, LineError, LineReason, MatchHello,
    Rejected, ToBot,
};
use super::process::BotChild;
use crate::bot_log::BotLog;
use crate::bot_program::BotProgram;

use super::receive_error::{EarlyLines, ReceiveError, ended_before_hello, read_hello};

/// Why a submission is not applied: the reason of the API and the message.
pub type Rejection = (&'static str, String);

/// The seat of a match, and its bot.
#[derive(Debug)]
pub struct BotSeat {
    program: BotProgram,
    hello: MatchHello,
    log: Option<BotLog>,
    bot: Option<RunningBot>,
    restarts: u32,
    errors: LineErrors,
}

#[derive(Debug)]
struct RunningBot {
    pipes: BlockingPipes,
    hello: BotHello,
    // Dropped last: the end of its input is the request to exit.
    child: BotChild,
}

impl BotSeat {
    /// Starts the bot and exchanges the first messages with it. Its standard error is added to the log, or without
    /// one is that of this program.
    ///
    /// # Errors
    /// Returns what went wrong if the bot cannot be started or does not answer.
    pub fn start(
        program: &BotProgram,
        hello: MatchHello,
        log: Option<&BotLog>,
    ) -> Result<Self, String> {
        let mut seat = Self {
            program: program.clone(),
            hello,
            log: log.cloned(),
            bot: None,
            restarts: 0,
            errors: LineErrors::default(),
        };
        seat.bot = Some(seat.start_bot()?);
        Ok(seat)
    }

    /// Returns `true` if decisions list the legal actions.
    pub fn wants_legal_actions(&self) -> bool {
        self.bot.as_ref().is_some_and(|bot| bot.hello.legal_actions)
    }

    /// Returns `true` if the bot's actions must be canonical.
    pub fn is_strict(&self) -> bool {
        self.bot.as_ref().is_some_and(|bot| bot.hello.strict)
    }

    /// Returns the submission of the bot to a decision, as `read` reads it. A bot that has exited is started
    /// again. The decision is sent again after everything that does not answer it.
    ///
    /// # Errors
    /// Returns why the seat cannot be played on.
    pub fn decide<T>(
        &mut self,
        decision: &Decision,
        mut read: impl FnMut(&BotSubmission) -> Result<T, Rejection>,
    ) -> Result<(T, BotSubmission), BotFailure> {
        let deadline = Instant::now() + DECISION_TIMEOUT;
        let Decision { turn, part, .. } = *decision;
        let mut is_sent = false;
        loop {
            let received = match (&mut self.bot, is_sent) {
                (Some(bot), false) => {
                    is_sent = true;
                    let message = ToBot::Decision(decision.clone());
                    match bot.pipes.send(&message, deadline) {
                        Ok(()) => continue,
                        Err(error) => Err(error),
                    }
                }
                (Some(bot), true) => bot.pipes.receive(deadline),
                (None, _) => Err(ReceiveError::Closed),
            };
            match received {
                Ok(FromBot::Submission(submission)) => {
                    let own = (submission.turn, submission.part);
                    match own.cmp(&(turn, part)) {
                        Ordering::Less => {
                            // An answer that was given twice, or too late.
                            self.errors.count_late()?;
                            self.send(&ToBot::Rejected(Rejected::late(own)), deadline)?;
                            continue;
                        }
                        Ordering::Greater => {
                            self.report(LineError::early(own, (turn, part)), deadline)?;
                        }
                        Ordering::Equal => match read(&submission) {
                            Ok(value) => {
                                self.send(&ToBot::Accepted(Accepted { turn, part }), deadline)?;
                                return Ok((value, submission));
                            }
                            Err(rejection) => self.reject(own, rejection, deadline)?,
                        },
                    }
                }
                Ok(FromBot::Resign(_)) => return Err(BotFailure::Resigned),
                Ok(FromBot::Hello(_)) => {
                    self.report(LineError::second_hello(), deadline)?;
                    continue;
                }
                Err(ReceiveError::Line(error)) => self.report(error, deadline)?,
                Err(ReceiveError::OtherLine(line)) => {
                    let Some(error) = self.errors.count_other_line(&line)? else {
                        continue;
                    };
                    self.send(&ToBot::Error(error), deadline)?;
                }
                Err(ReceiveError::TimedOut) => return Err(self.errors.no_answer()),
                Err(ReceiveError::Closed) => self.restart()?,
            }
            is_sent = false;
        }
    }

    /// Sends the end of the match and waits until the bot has exited; one that does not is ended.
    pub fn end(mut self, end: End) {
        if let Some(mut bot) = self.bot.take() {
            // Most bots that have failed before have exited.
            let _ = bot
                .pipes
                .send(&ToBot::End(end), Instant::now() + HELLO_TIMEOUT);
            drop(bot.pipes);
            bot.child.wait_for_exit();
        }
    }

    /// Ends the bot's standard input and waits until it has exited; one that does not is ended.
    pub fn close(mut self) {
        if let Some(mut bot) = self.bot.take() {
            drop(bot.pipes);
            bot.child.wait_for_exit();
        }
    }

    fn start_bot(&self) -> Result<RunningBot, String> {
        let program = self.program.executable();
        let failed = |error: std::io::Error| format!("{program}: {error}");
        let (mut child, pipes) =
            BotChild::start(&self.program, self.log.as_ref()).map_err(failed)?;
        let mut pipes = BlockingPipes::new(pipes).map_err(failed)?;
        let deadline = Instant::now() + HELLO_TIMEOUT;
        let mut early_lines = EarlyLines::new(program, self.log.as_ref());
        let mut received = pipes.send(&ToBot::Hello(self.hello.clone()), deadline);
        let received = loop {
            let message = received.and_then(|()| pipes.receive(deadline));
            match message {
                Err(ReceiveError::OtherLine(line)) => match early_lines.add(&line) {
                    Ok(()) => received = Ok(()),
                    Err(too_many) => break Err(too_many),
                },
                other => break other,
            }
        };
        if let Err(ReceiveError::Closed) = received {
            drop(pipes);
            let how = child.ending(self.log.as_ref()).text;
            return Err(format!("{program}: {}", ended_before_hello(&how)));
        }
        let hello = read_hello(received).map_err(|message| format!("{program}: {message}"))?;
        Ok(RunningBot {
            pipes,
            hello,
            child,
        })
    }

    fn restart(&mut self) -> Result<(), BotFailure> {
        if let Some(bot) = self.bot.take() {
            let RunningBot {
                pipes, mut child, ..
            } = bot;
            drop(pipes);
            let ending = child.ending(self.log.as_ref());
            if let Some(failure) = ending.failure(self.restarts) {
                return Err(failure);
            }
        }
        self.restarts += 1;
        self.bot = Some(self.start_bot().map_err(BotFailure::Crashed)?);
        Ok(())
    }

    fn reject(
        &mut self,
        (turn, part): (u32, u32),
        (reason, message): Rejection,
        deadline: Instant,
    ) -> Result<(), BotFailure> {
        self.errors.count_rejected(&message)?;
        let rejected = Rejected {
            turn,
            part,
            reason: reason.into(),
            message,
            is_open: true,
        };
        self.send(&ToBot::Rejected(rejected), deadline)
    }

    /// Reports a message that cannot be used.
    fn report(&mut self, error: LineError, deadline: Instant) -> Result<(), BotFailure> {
        self.errors.count(&error.message)?;
        if error.reason == LineReason::LineTooLong {
            // What follows cannot be read as lines any more.
            return self.restart();
        }
        self.send(&ToBot::Error(error), deadline)
    }

    fn send(&mut self, message: &ToBot, deadline: Instant) -> Result<(), BotFailure> {
        let Some(bot) = &mut self.bot else {
            return Ok(());
        };
        match bot.pipes.send(message, deadline) {
            Err(ReceiveError::TimedOut) => Err(BotFailure::Crashed(
                "the bot does not read its standard input".into(),
            )),
            // Found out by the next read.
            _ => Ok(()),
        }
    }
}
