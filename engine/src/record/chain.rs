//! The running hash over the lines of a record.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::chance::hex;

/// The error of a text that is not a valid record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record: line {line}: {message}")]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line, as human-readable text.
    pub message: String,
}

/// The start of a line's last field: the running hash up to and including the line.
const HASH_FIELD: &str = ",\"sha256\":\"";

/// The running hash over the lines of a record, for a program that writes the lines one by one.
///
/// ```
/// use botwerk_engine::record::{Record, RecordHash};
/// # use botwerk_engine::netzwerk::Netzwerk;
/// # use botwerk_engine::record::{ClockKind, Header, SeedOrigin};
/// # use botwerk_engine::{GameRules, GameType, Options, RootSeed};
/// # let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
/// # let (seed, origin) = (RootSeed::from_text("7"), SeedOrigin::Given);
/// # let header = Header::new(&game, vec![], seed, origin, ClockKind::Virtual);
///
/// let mut hash = RecordHash::default();
/// hash.append(&serde_json::to_string(&header).unwrap());
/// let record = Record { header, events: vec![], outcome: None };
/// assert_eq!(hash.head(), record.head());
/// ```
#[derive(Debug, Clone, Default)]
pub struct RecordHash([u8; 32]);

impl RecordHash {
    /// Returns the hash of a record with this header and these events, each as JSON.
    pub fn of_lines(header: &str, events: &[String]) -> Self {
        let mut hash = Self::default();
        hash.append(header);
        hash.append_all(events);
        hash
    }

    /// Appends lines in order.
    pub fn append_all(&mut self, lines: &[String]) {
        for line in lines {
            self.append(line);
        }
    }

    /// Appends a line: the JSON of a header, an event or an outcome.
    pub fn append(&mut self, line: &str) {
        self.absorb(line);
    }

    /// Appends a header, an event or an outcome; returns its line in the text of the record, including the newline.
    ///
    /// # Panics
    /// Panics if the part is no JSON object.
    pub fn append_line<T: Serialize>(&mut self, part: &T) -> String {
        let mut line = serde_json::to_string(part).expect("parts of records are plain JSON");
        self.absorb(&line);
        line.pop();
        line + HASH_FIELD + &hex(&self.0) + "\"}\n"
    }

    /// Parses a line and checks its hash.
    pub(super) fn read_line<T: DeserializeOwned>(
        &mut self,
        number: usize,
        line: &str,
    ) -> Result<T, RecordError> {
        let error = |message: String| RecordError {
            line: number,
            message,
        };
        let (part, hash) = line
            .rsplit_once(HASH_FIELD)
            .ok_or_else(|| error("expected a line of a record, ending with `sha256`".into()))?;
        let part = format!("{part}}}");
        self.absorb(&part);
        if hash.strip_suffix("\"}") != Some(&hex(&self.0)) {
            return Err(error(
                "the running hash differs: this line or a previous one was changed".into(),
            ));
        }
        serde_json::from_str(&part).map_err(|e| error(e.to_string()))
    }

    /// Returns the running hash as 64 hex digits.
    pub fn head(&self) -> String {
        hex(&self.0)
    }

    fn absorb(&mut self, line: &str) {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(line.as_bytes());
        self.0 = hash.finalize().into();
    }
}
