//! Counts all results again while matches are played, page by page, after an entrant was annulled or readmitted.

use std::ops::Range;
use std::sync::Arc;

use botwerk_tournament::PairingRanges;

use super::recount::{PageInFlight, Recount, next_page};
use super::{Director, QueuedMatch};
use crate::store::{RemovedForfeits, ResultRow, StoreError, TournamentAdditions, WriteCommand};
use crate::tournaments::result_sums::{RESULTS_PER_PAGE, empty_tally};

/// Number of forfeits that are removed at a time, so that the writes of others come between.
const FORFEITS_PER_WRITE: usize = 100;

impl Director {
    /// Starts to count all results again, as the status now says. A recount in progress starts over.
    pub(super) fn start_recount(&mut self) {
        let replies = self.recount.take().map(|recount| recount.replies);
        self.recount = Some(Recount {
            tally: empty_tally(&self.tournament.configuration, &self.status),
            counted: PairingRanges::default(),
            next: 0,
            page: None,
            replies: replies.unwrap_or_default(),
        });
    }

    /// Reads the next page of a recount, or ends it. Does nothing while a page is read, or after a failure.
    pub(super) async fn continue_recount(&mut self) {
        let Some(recount) = &mut self.recount else {
            return;
        };
        if recount.page.is_some() || self.retry_at.is_some() {
            return;
        }
        let left = self.results.counted.within(recount.next..u64::MAX).next();
        let Some(Range { start, .. }) = left else {
            return self.end_recount().await;
        };
        // Results of the pairings before the page are counted when the director receives them.
        recount.next = start;
        // A pairing has one result: a page is never longer than its range.
        let pairings = start..start + RESULTS_PER_PAGE as u64;
        let (store, id) = (&self.context.store, &self.tournament.id);
        recount.page = Some(PageInFlight {
            rows: store.results(id, pairings.clone(), RESULTS_PER_PAGE),
            pairings,
            later: Vec::new(),
        });
    }

    /// Counts a page again, and removes the forfeits on it whose matches are to be played.
    pub(super) async fn handle_recount_page(&mut self, rows: Result<Vec<ResultRow>, StoreError>) {
        let page = self.recount.as_mut().and_then(|it| it.page.take());
        let Some(PageInFlight {
            pairings, later, ..
        }) = page
        else {
            return;
        };
        let rows = match rows {
            Ok(rows) => self.remove_forfeits(&rows).await.map(|()| rows),
            Err(error) => Err(error),
        };
        let rows = match rows {
            Ok(rows) => rows,
            Err(error) => {
                // The same page is read again.
                tracing::warn!(%error, "results not counted again");
                return self.back_off();
            }
        };
        let Some(recount) = &mut self.recount else {
            return;
        };
        let rows = rows.into_iter().map(|row| (row.pairing, row.result));
        for (index, result) in rows.chain(later) {
            // Results that the director has not received yet are counted when it does.
            if self.results.counted.contains(index) {
                recount.count(index, &result, self.sprt.as_ref());
            }
        }
        recount.next = pairings.end;
    }

    /// Removes the forfeits on a page whose matches are to be played.
    async fn remove_forfeits(&mut self, page: &[ResultRow]) -> Result<(), StoreError> {
        let is_removed = |row: &&ResultRow| {
            let mut readmissions = self.status.readmissions.iter();
            row.is_forfeit
                && !row.result.is_voided
                && readmissions.any(|readmission| {
                    row.pairing >= readmission.from
                        && row.result.seats.contains(&readmission.entrant)
                })
        };
        let removed: Vec<&ResultRow> = page.iter().filter(is_removed).collect();
        for part in removed.chunks(FORFEITS_PER_WRITE) {
            let attempts = part.iter().map(|row| (row.pairing, row.attempt));
            let forfeits = RemovedForfeits {
                tournament: self.tournament.id.clone(),
                attempts: attempts.collect(),
            };
            self.context
                .store
                .write(WriteCommand::RemoveForfeits(forfeits))
                .await?;
            for row in part {
                if !self.results.counted.remove(row.pairing) {
                    continue;
                }
                self.progress.remove_forfeit(row.pairing, &row.result);
                // The others are next steps again.
                if row.attempt > 1
                    && let Some(pairing) = self.progress.pairing(row.pairing)
                {
                    let attempt = row.attempt;
                    self.progress.mark_started(row.pairing);
                    self.queue.push_back(QueuedMatch { pairing, attempt });
                }
            }
        }
        Ok(())
    }

    /// Publishes the sums of a recount.
    async fn end_recount(&mut self) {
        let readmissions = std::mem::take(&mut self.status.readmissions);
        if !readmissions.is_empty() {
            let stored = self.store_state(self.state, TournamentAdditions::default());
            if stored.await.is_err() {
                // Tried again.
                self.status.readmissions = readmissions;
                return self.back_off();
            }
        }
        self.progress.release();
        let Some(recount) = self.recount.take() else {
            return;
        };
        debug_assert_eq!(recount.counted, self.results.counted);
        self.results.tally = Arc::new(recount.tally);
        self.checkpoints.hasten();
        if self.results.tally.sprt_verdict.is_some() {
            self.end_test();
        }
        let results = self.results.counted.len();
        tracing::info!(results, "results counted again");
        for reply in recount.replies {
            // The caller may be gone.
            let _ = reply.send(Ok(self.snapshot()));
        }
    }

    /// Ends a recount before anything else happens, unless the store fails.
    pub(super) async fn finish_recount(&mut self) {
        loop {
            self.continue_recount().await;
            if self.recount.as_ref().is_none_or(|it| it.page.is_none()) {
                return;
            }
            let page = next_page(&mut self.recount).await;
            self.handle_recount_page(page).await;
        }
    }
}
