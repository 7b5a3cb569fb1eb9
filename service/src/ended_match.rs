//! A match that has ended, and its record.

use botwerk_engine::record::{EventLine, OutcomeLine, RecordHash};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;

use crate::background;
use crate::error::{Error, Reason};
use crate::room::MatchSetup;
use crate::store::{AttemptKey, EventPage, MatchRow, Store};

/// Size of the events in a piece of a record, in bytes, unless one is longer.
const PIECE_BYTES: usize = 64 << 10;

/// A match that has ended, as it is stored.
pub(crate) struct EndedMatch {
    row: MatchRow,
    setup: MatchSetup,
    outcome: String,
}

/// Writes the text of a record piece by piece.
struct RecordWriter {
    chain: RecordHash,
    sender: mpsc::Sender<Result<String, Error>>,
}

impl EndedMatch {
    /// Reads a stored match.
    ///
    /// # Errors
    /// Returns an error if the match has not ended or is stored corrupt.
    pub(crate) fn new(row: MatchRow) -> Result<Self, Error> {
        row.check_record()?;
        let Some(outcome) = row.outcome.clone() else {
            let message = "the match is still running; its record reveals the seed and is available \
                           after the end";
            return Err(Error::new(Reason::MatchNotOver, message));
        };
        Ok(Self {
            setup: MatchSetup::read(&row)?,
            outcome,
            row,
        })
    }

    /// Returns the place of the match in a tournament, if it belongs to one.
    pub(crate) fn attempt(&self) -> Option<&AttemptKey> {
        self.setup.tournament.as_ref().map(|it| &it.attempt)
    }

    /// Sends the record as text with its signature, in pieces of whole lines, as fast as they are received. It reveals the
    /// root seed, which other matches of the same block of a tournament share.
    pub(crate) async fn send_record(
        self,
        store: &dyn Store,
        sender: mpsc::Sender<Result<String, Error>>,
    ) {
        let error = sender.clone();
        let writer = RecordWriter {
            chain: RecordHash::default(),
            sender,
        };
        if let Err(failed) = self.write(store, writer).await {
            // The client may be gone.
            let _ = error.send(Err(failed)).await;
        }
    }

    async fn write(self, store: &dyn Store, mut writer: RecordWriter) -> Result<(), Error> {
        let header = writer.chain.append_line(&self.setup.header);
        writer.send(header).await;
        let mut after = Some(EventPage::START);
        let mut count = 0;
        while let Some(start) = after
            && !writer.sender.is_closed()
        {
            let page = store.events(&self.row.id, start).await?;
            count += page.lines.lines().count() as u64;
            for events in pieces(&page.lines) {
                let (events, mut chain) = (events.to_owned(), writer.chain.clone());
                let append = move || {
                    let lines = events
                        .lines()
                        .map(|line| append::<EventLine>(&mut chain, line));
                    let text = lines.collect::<Result<String, _>>();
                    text.map(|text| (text, chain))
                };
                let appended = background::compute(append).await;
                let (text, chain) = appended.map_err(|error| self.corrupt(&error.message))?;
                writer.chain = chain;
                writer.send(text).await;
            }
            after = page.next;
        }
        if after.is_none() && count != self.row.events {
            // The record may have been deleted in the meantime.
            store.row(&self.row.id).await?.check_record()?;
            let expected = self.row.events;
            return Err(self.corrupt(&format!("expected {expected} events, found {count}")));
        }
        let outcome = append::<OutcomeLine>(&mut writer.chain, &self.outcome);
        let outcome = outcome.map_err(|error| self.corrupt(&error.message))?;
        let signed = store.secret().sign(&writer.chain.head());
        writer.send(outcome + &signed.signature.to_line()).await;
        Ok(())
    }

    fn corrupt(&self, why: &str) -> Error {
        let message = format!("match {} is stored corrupt: {why}", self.row.id);
        Error::new(Reason::StoreUnavailable, message)
    }
}

impl RecordWriter {
    async fn send(&self, piece: String) {
        // The client may be gone.
        let _ = self.sender.send(Ok(piece)).await;
    }
}

/// Appends a stored line of a record; returns its text.
fn append<T: DeserializeOwned + Serialize>(
    chain: &mut RecordHash,
    line: &str,
) -> Result<String, Error> {
    let part: T = serde_json::from_str(line)
        .map_err(|error| Error::new(Reason::StoreUnavailable, error.to_string()))?;
    Ok(chain.append_line(&part))
}

/// Returns lines in pieces of whole lines.
fn pieces(lines: &str) -> impl Iterator<Item = &str> {
    let mut rest = lines;
    std::iter::from_fn(move || {
        let end = rest.len().min(PIECE_BYTES);
        let before = rest.as_bytes()[..end]
            .iter()
            .rposition(|byte| *byte == b'\n');
        // A line that is longer than a piece is one of its own.
        let end = before
            .or_else(|| rest.find('\n'))
            .map_or(rest.len(), |end| end + 1);
        let (piece, later) = rest.split_at(end);
        rest = later;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_whole_lines_and_a_maximum_size() {
        assert_eq!(pieces("").count(), 0);
        assert_eq!(pieces("a\nb\n").collect::<Vec<_>>(), ["a\nb\n"]);
        let long = "x".repeat(PIECE_BYTES + 9) + "\n";
        let short = "y".repeat(PIECE_BYTES / 2) + "\n";
        let text = [&*short, &short, &long, &short].concat();
        let found: Vec<_> = pieces(&text).collect();
        assert_eq!(found, [&*short, &short, &long, &short]);
        assert_eq!(pieces("no newline").collect::<Vec<_>>(), ["no newline"]);
    }
}
