//! What a bot may take: time, restarts and lines that cannot be used.

use std::time::Duration;

/// Time for the first message of a bot.
pub(crate) const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for each decision in a match without a clock.
pub(crate) const DECISION_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum number of restarts of a bot that has exited in its match.
pub(crate) const MAX_RESTARTS: u32 = 3;

/// Maximum number of lines of a match that cannot be used.
const MAX_LINE_ERRORS: u32 = 10;

/// Maximum number of submissions of a match for decisions that are closed: a bot cannot know that it is late.
const MAX_LATE: u32 = 1000;

/// Counts the lines of a bot that cannot be used.
#[derive(Debug, Default)]
pub(crate) struct LineErrors {
    errors: u32,
    late: u32,
}

impl LineErrors {
    /// Counts a line that is wrong in itself.
    ///
    /// # Errors
    /// Returns an error if there were too many.
    pub(crate) fn count(&mut self, last: &str) -> Result<(), String> {
        self.errors += 1;
        if self.errors > MAX_LINE_ERRORS {
            return Err(format!(
                "more than {MAX_LINE_ERRORS} lines of the bot could not be used; {last}"
            ));
        }
        Ok(())
    }

    /// Counts a submission for a decision that is closed.
    ///
    /// # Errors
    /// Returns an error if there were too many.
    pub(crate) fn count_late(&mut self) -> Result<(), String> {
        self.late += 1;
        if self.late > MAX_LATE {
            return Err(format!(
                "more than {MAX_LATE} submissions were for closed decisions"
            ));
        }
        Ok(())
    }
}
