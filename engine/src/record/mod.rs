//! Records: all events of a match, so that anyone can replay and verify it.
//!
//! A record (`.bwr`) consists of JSON lines: a header, the events in order, and an outcome once the
//! match is over. Every line ends with `sha256`: the SHA-256 of the previous line's hash (32 zero
//! bytes before the first line) and of the line's text without that last field. A line changed, removed
//! or added before the last one is therefore found at its place. Lines removed from the end leave the
//! record of a match in progress, and anybody can compute all hashes again: the last hash that a server
//! signs with its key shows both, see [`RecordSignature`]. The comments of players may follow, see [`RecordComment`].

mod chain;
mod clock_check;
mod comment;
mod event_check;
mod fingerprint;
mod frames;
mod header;
mod lines;
mod outcome_check;
mod race_check;
mod replay;
mod signature;

pub use chain::{RecordError, RecordHash};
pub use comment::RecordComment;
pub use fingerprint::{Fingerprint, FingerprintError, RunningFingerprint};
pub use frames::frames;
pub use header::{ClockKind, Header, RecordedSeat, SeedOrigin, StartOrigin, ruleset_sha256};
pub use lines::{AnnouncementLine, EventLine, OutcomeLine};
pub use replay::{NextEvent, Replay, VerifyError};
pub use signature::RecordSignature;

/// The record of a match.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::record::{ClockKind, Header, Record, Replay, SeedOrigin};
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let seed = RootSeed::from_text("7");
/// let seats = ["a", "b"].map(|name| botwerk_engine::record::RecordedSeat {
///     name: name.into(),
///     agent: None,
/// });
/// let header = Header::new(&game, seats.to_vec(), seed, SeedOrigin::Given, ClockKind::Virtual);
/// let record = Record { header, events: vec![], outcome: None };
///
/// let text = record.to_text();
/// assert_eq!(Record::from_text(&text), Ok(record.clone()));
/// assert!(Record::from_text(&text.replace("\"a\"", "\"c\"")).is_err());
/// assert_eq!(Replay::<Netzwerk>::new(&record).unwrap().run(), Ok(()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The description of the match.
    pub header: Header,
    /// The events, in order.
    pub events: Vec<EventLine>,
    /// The end of the match; `None` while it is in progress.
    pub outcome: Option<OutcomeLine>,
}

impl Record {
    /// Formats the record as JSON lines, each with the running hash.
    pub fn to_text(&self) -> String {
        self.to_chained_text().0
    }

    /// Returns the running hash of the last line, which stands for the whole record, as 64 hex digits.
    pub fn head(&self) -> String {
        self.to_chained_text().1.head()
    }

    fn to_chained_text(&self) -> (String, RecordHash) {
        let mut chain = RecordHash::default();
        let mut text = chain.append_line(&self.header);
        for event in &self.events {
            text += &chain.append_line(event);
        }
        if let Some(outcome) = &self.outcome {
            text += &chain.append_line(outcome);
        }
        (text, chain)
    }

    /// Parses a record and checks its running hash. A signature and comments after it are neither checked nor kept: see
    /// [`RecordSignature::split`] and [`RecordComment::split`].
    ///
    /// # Errors
    /// Returns an error for the first line that does not parse, is out of order, does not match the
    /// running hash or differs from the output of [`Self::to_text`].
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let (text, _) = RecordSignature::split(text);
        let mut chain = RecordHash::default();
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
            let error = |message: &str| RecordError {
                line: number,
                message: message.into(),
            };
            if record.outcome.is_some() {
                return Err(error("the outcome must be the last line"));
            }
            if line.starts_with("{\"outcome\"") {
                record.outcome = Some(chain.read_line(number, line)?);
                continue;
            }
            let event: EventLine = chain.read_line(number, line)?;
            if event.seq as usize != record.events.len() + 1 {
                return Err(error("seq: events must be numbered from 1 without gaps"));
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
        let same = same
            .take_while(|(expected, found)| expected == found)
            .count();
        Err(RecordError {
            line: same + 1,
            message: "expected canonical JSON, ending with a newline".into(),
        })
    }
}
