//! Deletes the records of matches whose tournaments keep them for a time.
//!
//! Events and submissions are most of what is stored of a match; its row and its result remain, so that no standing and no
//! list changes. Rows are deleted in small transactions, not by dropping partitions: tournaments that are played at the same
//! time keep their records for different times.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lasting_task::RepeatedTask;
use crate::store::{
    RecordDeletion, RecordRetention, StoreError, TournamentStore, WriteCommand, now_micros,
};

/// Minimum time from the creation of a match to the deletion of its record, so that workers' plays are compared first.
const MIN_AGE: Duration = Duration::from_secs(3600);

/// Number of tournaments that one read returns.
const TOURNAMENTS_PER_READ: usize = 64;

/// Numbers of attempts whose records are deleted at once.
const MIN_ATTEMPTS: usize = 2;
const MAX_ATTEMPTS: usize = 256;

/// Time that a deletion should take at most, since commits of matches wait for it.
const STEP_TIME: Duration = Duration::from_millis(10);

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// The task that deletes records.
pub(crate) struct RecordDeletions {
    store: Arc<dyn TournamentStore>,
    /// Number of attempts that the next step reads.
    attempts: usize,
}

impl RepeatedTask for RecordDeletions {
    const NAME: &'static str = "record deletions";
    const INTERVAL: Duration = Duration::from_secs(60);

    async fn step(&mut self) -> Result<(), StoreError> {
        self.delete_due(now_micros()).await
    }
}

impl RecordDeletions {
    pub(crate) fn new(store: Arc<dyn TournamentStore>) -> Self {
        Self {
            store,
            attempts: MIN_ATTEMPTS,
        }
    }

    /// Deletes all records that are due at a time.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(crate) async fn delete_due(&mut self, now_micros: i64) -> Result<(), StoreError> {
        let mut after = String::new();
        loop {
            let read = self.store.retentions(&after, TOURNAMENTS_PER_READ).await?;
            for retention in &read {
                self.delete_of(retention.clone(), now_micros).await?;
            }
            match read.last() {
                Some(last) if read.len() == TOURNAMENTS_PER_READ => {
                    after = last.tournament.to_string();
                }
                _ => return Ok(()),
            }
        }
    }

    /// Deletes the records of a tournament that are due.
    async fn delete_of(
        &mut self,
        mut retention: RecordRetention,
        now_micros: i64,
    ) -> Result<(), StoreError> {
        let kept =
            (i64::from(retention.record_days) * MICROS_PER_DAY).max(MIN_AGE.as_micros() as i64);
        let before_micros = now_micros.saturating_sub(kept);
        let first = retention.next_pairing;
        while let Some(deletion) = self.next(&retention, before_micros, now_micros).await? {
            let (end, is_last) = (deletion.pairings.end, deletion.is_last);
            let start = Instant::now();
            match self
                .store
                .write(WriteCommand::DeleteRecords(deletion))
                .await
            {
                // Another server deletes the same records.
                Err(StoreError::Rejected(_)) => return Ok(()),
                done => done?,
            }
            let took = start.elapsed();
            self.adapt(took);
            retention.next_pairing = end;
            if is_last {
                break;
            }
            // The writer is free for matches half of the time.
            tokio::time::sleep(took).await;
        }
        if retention.next_pairing > first {
            let pairings = retention.next_pairing - first;
            tracing::info!(id = %retention.tournament, pairings, "records deleted");
        }
        Ok(())
    }

    /// Returns the next deletion of a tournament, or `None` if no record is due. Reads more attempts if those of one pairing
    /// are more than were read.
    async fn next(
        &mut self,
        retention: &RecordRetention,
        before_micros: i64,
        now_micros: i64,
    ) -> Result<Option<RecordDeletion>, StoreError> {
        let mut limit = self.attempts;
        loop {
            let RecordRetention {
                tournament,
                next_pairing,
                ..
            } = retention;
            let read = self
                .store
                .retained_attempts(tournament, *next_pairing, limit);
            let attempts = read.await?;
            let are_all = attempts.len() < limit;
            let due = retention.due(&attempts, are_all, before_micros, now_micros);
            if due.is_some() || are_all || limit >= MAX_ATTEMPTS {
                return Ok(due);
            }
            limit *= 2;
        }
    }

    /// Changes the number of attempts of a step, so that it takes less than [`STEP_TIME`].
    fn adapt(&mut self, took: Duration) {
        self.attempts = if took > STEP_TIME {
            (self.attempts / 2).max(MIN_ATTEMPTS)
        } else if took * 2 < STEP_TIME {
            (self.attempts * 2).min(MAX_ATTEMPTS)
        } else {
            self.attempts
        };
    }
}
