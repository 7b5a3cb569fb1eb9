//! Records: everything that happened in a match, so that anybody can play it again.
//!
//! A record (`.bwr`) is JSON lines: one header, the events in order, and one outcome once the
//! match is over. Every line ends with `sha256`: the SHA-256 of the former line's hash (32 zero
//! bytes before the first) and of the line's text without that last field. A changed, missing or
//! added line is therefore found where it is.

mod chain;
mod event_check;
mod header;
mod lines;
mod outcome_check;
mod race_check;
mod replay;

pub use chain::RecordError;
pub use header::{ClockKind, Header, RecordedSeat, SeedOrigin, ruleset_sha256};
pub use lines::{AnnouncementLine, EventLine, OutcomeLine};
pub use replay::{NextEvent, Replay, VerifyError};

use chain::HashChain;

/// A record as it is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What the match was.
    pub header: Header,
    /// What happened, in order.
    pub events: Vec<EventLine>,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<OutcomeLine>,
}

impl Record {
    /// The record as JSON lines, each with the running hash.
    pub fn to_text(&self) -> String {
        let mut chain = HashChain::default();
        let mut text = chain.append_line(&self.header);
        for event in &self.events {
            text += &chain.append_line(event);
        }
        if let Some(outcome) = &self.outcome {
            text += &chain.append_line(outcome);
        }
        text
    }

    /// Reads a record and checks its running hash.
    ///
    /// # Errors
    /// The first line that is none of a record's, is out of order, does not fit the hash or is
    /// not written as [`Self::to_text`] writes it.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut chain = HashChain::default();
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (number, line) = lines.next().unwrap_or((1, ""));
        let header: Header = chain.read_line(number, line)?;
        header.validate(number)?;
        let mut record = Self {
            header,
            events: Vec::new(),
            outcome: None,
        };
        for (number, line) in lines {
            let wrong = |why: &str| RecordError {
                line: number,
                why: why.into(),
            };
            if record.outcome.is_some() {
                return Err(wrong("nothing follows the outcome"));
            }
            if line.starts_with("{\"outcome\"") {
                record.outcome = Some(chain.read_line(number, line)?);
                continue;
            }
            let event: EventLine = chain.read_line(number, line)?;
            if event.seq as usize != record.events.len() + 1 {
                return Err(wrong("events are numbered from 1 without a gap"));
            }
            record.events.push(event);
        }
        record.check_canonical(text)?;
        Ok(record)
    }

    fn check_canonical(&self, text: &str) -> Result<(), RecordError> {
        let canonical = self.to_text();
        if canonical == text {
            return Ok(());
        }
        let lines = canonical.split_inclusive('\n');
        let same = lines.zip(text.split_inclusive('\n'));
        let same = same.take_while(|(ours, theirs)| ours == theirs).count();
        Err(RecordError {
            line: same + 1,
            why: "expected JSON as records write it, ending with a newline".into(),
        })
    }
}
