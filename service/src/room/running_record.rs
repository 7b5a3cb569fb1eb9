//! What is computed of a match's record while the match is in progress.

use botwerk_engine::record::{
    EventLine, Fingerprint, Header, OutcomeLine, RecordHash, RunningFingerprint,
};

use crate::store::to_json;

/// The running hash of a match's record, and the fingerprint of what was played.
#[derive(Debug, Clone)]
pub(super) struct RunningRecord {
    hash: RecordHash,
    fingerprint: RunningFingerprint,
}

impl RunningRecord {
    /// Starts with the header.
    pub(super) fn new(header: &Header) -> Self {
        let mut hash = RecordHash::default();
        hash.append(&to_json(header));
        Self {
            hash,
            fingerprint: RunningFingerprint::new(&header.start),
        }
    }

    /// Appends an event, given its line of the record as JSON.
    pub(super) fn append(&mut self, line: &EventLine, text: &str) {
        self.hash.append(text);
        self.fingerprint.add(line);
    }

    /// Appends the outcome; returns the running hash of the whole record.
    pub(super) fn end(&mut self, outcome: &OutcomeLine) -> String {
        self.hash.append(&to_json(outcome));
        self.hash.head()
    }

    /// Returns the fingerprint of the events so far.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.fingerprint.finish()
    }
}
