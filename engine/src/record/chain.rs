//! The running hash over a record's lines.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::chance::hex;

/// The error of a text that is not a valid record, or that was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record: line {line}: {why}")]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub why: String,
}

/// What a line ends with: the hash of everything up to and with that line.
const SEAL: &str = ",\"sha256\":\"";

/// The hash so far.
#[derive(Debug, Clone, Default)]
pub(super) struct HashChain([u8; 32]);

impl HashChain {
    /// The line of a part, with its newline.
    pub(super) fn append_line<T: Serialize>(&mut self, part: &T) -> String {
        let mut line = serde_json::to_string(part).expect("parts of records are plain JSON");
        self.absorb(&line);
        line.pop();
        line + SEAL + &hex(&self.0) + "\"}\n"
    }

    /// Reads a line and checks its hash.
    pub(super) fn read_line<T: DeserializeOwned>(
        &mut self,
        number: usize,
        line: &str,
    ) -> Result<T, RecordError> {
        let wrong = |why: String| RecordError { line: number, why };
        let (part, hash) = line
            .rsplit_once(SEAL)
            .ok_or_else(|| wrong("expected a line of a record, ending with `sha256`".into()))?;
        let part = format!("{part}}}");
        self.absorb(&part);
        if hash.strip_suffix("\"}") != Some(&hex(&self.0)) {
            return Err(wrong(
                "the running hash differs: this line or a former one was changed".into(),
            ));
        }
        serde_json::from_str(&part).map_err(|error| wrong(error.to_string()))
    }

    fn absorb(&mut self, line: &str) {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(line.as_bytes());
        self.0 = hash.finalize().into();
    }
}
