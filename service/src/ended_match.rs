//! A match that has ended, and its record.

use botwerk_engine::record::{EventLine, OutcomeLine, Record};

use crate::background;
use crate::error::{Error, Reason};
use crate::room::MatchSetup;
use crate::server_secret::ServerSecret;
use crate::store::{AttemptKey, StoredMatch};

/// A match that has ended, as it is stored.
pub(crate) struct EndedMatch {
    stored: StoredMatch,
    setup: MatchSetup,
    outcome: String,
}

impl EndedMatch {
    /// Reads a stored match.
    ///
    /// # Errors
    /// Returns an error if the match has not ended or is stored corrupt.
    pub(crate) fn new(stored: StoredMatch) -> Result<Self, Error> {
        let Some(outcome) = stored.row.outcome.clone() else {
            let message = "the match is still running; its record reveals the seed and is available \
                           after the end";
            return Err(Error::new(Reason::MatchNotOver, message));
        };
        Ok(Self {
            setup: MatchSetup::read(&stored.row)?,
            outcome,
            stored,
        })
    }

    /// Returns the place of the match in a tournament, if it belongs to one.
    pub(crate) fn attempt(&self) -> Option<&AttemptKey> {
        self.setup.tournament.as_ref().map(|it| &it.attempt)
    }

    /// Returns the record as text with its signature. It reveals the root seed, which other matches of the same block of a
    /// tournament share.
    ///
    /// # Errors
    /// Returns an error if the match is stored corrupt.
    pub(crate) async fn into_record_text(self, secret: ServerSecret) -> Result<String, Error> {
        let text = move || {
            let record = self.into_record()?;
            let signed = secret.sign(&record.head());
            Ok(record.to_text() + &signed.signature.to_line())
        };
        background::compute(text).await
    }

    fn into_record(self) -> Result<Record, Error> {
        let corrupt = |error: serde_json::Error| {
            let message = format!("match {} is stored corrupt: {error}", self.stored.row.id);
            Error::new(Reason::StoreUnavailable, message)
        };
        let events = self.stored.events.iter();
        let events = events.map(|line| serde_json::from_str::<EventLine>(line));
        Ok(Record {
            events: events.collect::<Result<_, _>>().map_err(corrupt)?,
            outcome: Some(serde_json::from_str::<OutcomeLine>(&self.outcome).map_err(corrupt)?),
            header: self.setup.header,
        })
    }
}
