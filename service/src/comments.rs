//! The comments of a match: what its players have written about their submissions.

use std::sync::Arc;

use botwerk_engine::record::RecordComment;
use tokio::sync::mpsc;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::room::MatchSetup;
use crate::seat_readers::SeatReader;
use crate::store::{EventPage, MatchRow, Store};
use crate::tournaments::Tournaments;

/// The comments of one match, as far as a reader may read them.
pub(crate) struct ReadableComments {
    id: MatchId,
    /// Whether the comments of each seat may be read.
    seats: Vec<bool>,
}

impl ReadableComments {
    /// Finds out which comments of a stored match a client may read.
    ///
    /// # Errors
    /// Returns an error if the record was deleted, or the store fails.
    pub(crate) async fn new(
        row: &MatchRow,
        reader: SeatReader<'_>,
        tournaments: &Tournaments,
    ) -> Result<Self, Error> {
        row.check_record()?;
        let setup = MatchSetup::read(row)?;
        let is_public = are_public(row, &setup, tournaments).await?;
        let mut seats = Vec::new();
        for seat in 0..setup.seats.len() {
            seats.push(is_public || reader.can_read(&setup, seat, tournaments).await?);
        }
        Ok(Self {
            id: row.id.clone(),
            seats,
        })
    }

    /// Sends the comments in pages, as fast as they are received.
    pub(crate) async fn send(
        self,
        store: Arc<dyn Store>,
        sender: mpsc::Sender<Result<Vec<RecordComment>, Error>>,
    ) {
        let mut after = self.seats.contains(&true).then_some(EventPage::START);
        while let Some(start) = after
            && !sender.is_closed()
        {
            let page = store.comments(&self.id, start).await;
            let page = page.map_err(Error::from);
            after = page.as_ref().ok().and_then(|page| page.next);
            let comments = page.and_then(|page| self.readable(&page.lines));
            if comments.as_ref().is_ok_and(Vec::is_empty) {
                continue;
            }
            // The client may be gone.
            let _ = sender.send(comments).await;
        }
    }

    /// Reads lines, and returns the comments that the client may read.
    fn readable(&self, lines: &str) -> Result<Vec<RecordComment>, Error> {
        let mut comments = Vec::new();
        for line in lines.lines() {
            let comment: RecordComment = serde_json::from_str(line).map_err(|error| {
                let message = format!("match {}: a stored comment is corrupt: {error}", self.id);
                Error::new(Reason::StoreUnavailable, message)
            })?;
            let can_read = self.seats.get(comment.seat as usize);
            if can_read.copied().unwrap_or(false) {
                comments.push(comment);
            }
        }
        Ok(comments)
    }
}

/// Returns `true` if every client may read the comments: where that was agreed, as soon as the record is available.
async fn are_public(
    row: &MatchRow,
    setup: &MatchSetup,
    tournaments: &Tournaments,
) -> Result<bool, Error> {
    if !setup.public_comments || row.outcome.is_none() {
        return Ok(false);
    }
    let Some(tournament) = &setup.tournament else {
        return Ok(true);
    };
    match tournaments.check_block_over(&tournament.attempt).await {
        Ok(()) => Ok(true),
        Err(error) if error.reason == Reason::BlockNotOver => Ok(false),
        Err(error) => Err(error),
    }
}
