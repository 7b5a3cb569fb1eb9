//! What a bot may take: time, restarts and lines that cannot be used.

use std::time::Duration;

use super::bot_failure::BotFailure;
use super::message::{LineError, LineReason};

/// Time for the first message of a bot.
pub(crate) const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for each decision in a match without a clock.
pub const DECISION_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum number of restarts of a bot that has exited in its match.
pub(crate) const MAX_RESTARTS: u32 = 3;

/// Maximum number of messages of a match that cannot be used.
const MAX_LINE_ERRORS: u32 = 10;

/// Maximum number of submissions of a match for decisions that are closed: a bot cannot know that it is late.
const MAX_LATE: u32 = 1000;

/// Maximum number of lines of a match that are no messages.
const MAX_OTHER_LINES: u32 = 100_000;

/// Counts the lines of a bot that cannot be used.
#[derive(Debug, Default)]
pub(crate) struct LineErrors {
    /// What was wrong, and how often, in the order of the first time.
    faults: Vec<(String, u32)>,
    rejected: u32,
    /// Number of rejected submissions that were no turn at all.
    unparsable: u32,
    late: u32,
    /// Number of lines that are no messages, and the first of them.
    other_lines: u32,
    first_other_line: String,
}

impl LineErrors {
    /// Counts a message that is wrong in itself.
    ///
    /// # Errors
    /// Returns an error if there were too many, with what was wrong each time.
    pub(crate) fn count(&mut self, message: &str) -> Result<(), BotFailure> {
        match self.faults.iter_mut().find(|(other, _)| other == message) {
            Some((_, count)) => *count += 1,
            None => self.faults.push((message.to_owned(), 1)),
        }
        let total: u32 = self.faults.iter().map(|(_, count)| count).sum();
        if total <= MAX_LINE_ERRORS {
            return Ok(());
        }
        let fault = |(message, count): &(String, u32)| match count {
            1 => message.clone(),
            count => format!("{count} times {message}"),
        };
        let faults: Vec<_> = self.faults.iter().map(fault).collect();
        let message = format!(
            "more than {MAX_LINE_ERRORS} messages of the bot could not be used{}: {}",
            self.unparsable_note(),
            faults.join("; ")
        );
        Err(if self.rejected == total {
            BotFailure::Illegal(message)
        } else {
            BotFailure::Crashed(message)
        })
    }

    /// Counts a submission that was rejected.
    ///
    /// # Errors
    /// Returns an error if there were too many, with what was wrong each time.
    pub(crate) fn count_rejected(&mut self, message: &str) -> Result<(), BotFailure> {
        self.rejected += 1;
        self.unparsable += u32::from(is_unparsable(message));
        self.count(message)
    }

    /// Returns how many submissions were unparsable and how many illegal, if any was unparsable.
    fn unparsable_note(&self) -> String {
        match self.unparsable {
            0 => String::new(),
            unparsable => {
                let illegal = self.rejected - unparsable;
                format!(" ({unparsable} unparsable, {illegal} illegal)")
            }
        }
    }

    /// Counts a submission for a decision that is closed.
    ///
    /// # Errors
    /// Returns an error if there were too many.
    pub(crate) fn count_late(&mut self) -> Result<(), BotFailure> {
        self.late += 1;
        if self.late > MAX_LATE {
            return Err(BotFailure::Crashed(format!(
                "more than {MAX_LATE} submissions were for closed decisions"
            )));
        }
        Ok(())
    }

    /// Counts a line that is no message. Returns what to tell the bot about the first one; the others are ignored.
    ///
    /// # Errors
    /// Returns an error if there were too many.
    pub(crate) fn count_other_line(&mut self, line: &str) -> Result<Option<LineError>, BotFailure> {
        self.other_lines += 1;
        if self.other_lines > MAX_OTHER_LINES {
            return Err(BotFailure::Crashed(format!(
                "more than {MAX_OTHER_LINES} lines of the bot are no messages, the first is `{}`",
                self.first_other_line
            )));
        }
        if self.other_lines > 1 {
            return Ok(None);
        }
        line.clone_into(&mut self.first_other_line);
        Ok(Some(LineError {
            reason: LineReason::BadMessage,
            message: format!(
                "`{line}` is no message: write a JSON object such as {}, and other text to standard error; further lines \
                 like this one are ignored",
                r#"{"type":"submission","turn":1,"part":0,"actions":"pass"}"#,
            ),
        }))
    }

    /// Returns the failure of a bot that has not answered in time.
    pub(crate) fn no_answer(&self) -> BotFailure {
        let secs = DECISION_TIMEOUT.as_secs();
        let lines = match self.other_lines {
            0 => String::new(),
            1 => format!(
                "; it printed `{}`, which is no message",
                self.first_other_line
            ),
            lines => format!(
                "; it printed {lines} lines that are no messages, the first is `{}`",
                self.first_other_line
            ),
        };
        BotFailure::Crashed(format!("the bot did not answer within {secs} s{lines}"))
    }
}

/// Returns `true` for the message of a text that is no turn, which starts with where it stops being one.
fn is_unparsable(message: &str) -> bool {
    ["turn: at byte ", "action: at byte "]
        .iter()
        .any(|start| message.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_names_every_fault() {
        let mut errors = LineErrors::default();
        for _ in 0..8 {
            errors.count_rejected("a").unwrap();
        }
        errors.count_rejected("b").unwrap();
        errors.count_rejected("c").unwrap();
        let expected = "more than 10 messages of the bot could not be used: 9 times a; b; c";
        let failure = errors.count_rejected("a").unwrap_err();
        assert_eq!(failure, BotFailure::Illegal(expected.into()));
        // One that is not a rejection makes the bot one that writes what cannot be used.
        assert!(matches!(errors.count("d"), Err(BotFailure::Crashed(_))));
    }

    #[test]
    fn failure_counts_unparsable_apart_from_illegal() {
        let mut errors = LineErrors::default();
        for _ in 0..7 {
            let unparsable = "turn: at byte 0: expected `/`, found `x`";
            errors.count_rejected(unparsable).unwrap();
        }
        for _ in 0..3 {
            errors.count_rejected("a").unwrap();
        }
        let failure = errors.count_rejected("a").unwrap_err().to_string();
        assert!(
            failure.contains("(7 unparsable, 4 illegal): 7 times turn"),
            "{failure}"
        );
    }

    #[test]
    fn only_the_first_line_that_is_no_message_is_reported() {
        let mut errors = LineErrors::default();
        let first = errors.count_other_line("thinking").unwrap().unwrap();
        assert!(
            first.message.starts_with("`thinking` is no message"),
            "{first:?}"
        );
        for _ in 1..MAX_OTHER_LINES {
            assert_eq!(errors.count_other_line("more").unwrap(), None);
        }
        let failure = errors.no_answer().to_string();
        let expected = "100000 lines that are no messages, the first is `thinking`";
        assert!(failure.ends_with(expected), "{failure}");
        assert!(errors.count_other_line("more").is_err());
    }

    #[test]
    fn late_submissions_are_limited() {
        let mut errors = LineErrors::default();
        for _ in 0..1000 {
            errors.count_late().unwrap();
        }
        let message = "more than 1000 submissions were for closed decisions".into();
        assert_eq!(errors.count_late(), Err(BotFailure::Crashed(message)));
    }
}
