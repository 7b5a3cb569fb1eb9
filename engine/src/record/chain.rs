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

/// The running hash.
#[derive(Debug, Clone, Default)]
pub(super) struct HashChain([u8; 32]);

impl HashChain {
    /// Returns the line of a part, including its newline.
    pub(super) fn append_line<T: Serialize>(&mut self, part: &T) -> String {
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
    pub(super) fn head(&self) -> String {
        hex(&self.0)
    }

    fn absorb(&mut self, line: &str) {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(line.as_bytes());
        self.0 = hash.finalize().into();
    }
}
