//! Plays matches of workers again. Workers that have reported what they have not played are excluded.
//!
//! Which results are checked is stored with them, so that the end of a server loses no check: the director of a
//! tournament queues what is left.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

use super::DirectorContext;
use super::check_queue::Check;
use super::command::DirectorCommand;
use super::in_process::{InProcessMatch, PlayedRecord};
use super::tournament::Tournament;
use crate::error::{Error, Reason};
use crate::fair_pool::Turn;
use crate::ids::TournamentId;
use crate::lasting_task::await_step;
use crate::requester::Requester;
use crate::room::MatchSetup;
use crate::store::{
    DifferingRecord, ExcludedWorker, Store, WorkerChange, WriteCommand, now_micros, to_json,
};
use crate::work_guard::Work;

/// Number of tries at a check that the store prevents, so that others are not kept waiting.
const MAX_TRIES: u32 = 5;

/// Time before a check is tried again that the store has prevented.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Returns what distinguishes a play of a match from others.
pub(super) fn fingerprint(record: &PlayedRecord) -> [u8; 32] {
    Sha256::digest(play_text(record)).into()
}

fn play_text(record: &PlayedRecord) -> String {
    to_json(&(&record.start, &record.events, &record.outcome))
}

impl DirectorContext {
    /// Queues a check. It runs in the background.
    pub(super) fn queue_check(self: &Arc<Self>, check: Check) {
        self.checks.push(check);
        self.start_checks();
    }

    fn start_checks(self: &Arc<Self>) {
        loop {
            let Some(check) = self.checks.start_next() else {
                return;
            };
            let context = Arc::clone(self);
            // Not among the tasks that a server waits for: what is not checked is checked after its restart.
            self.background.spawn(async move {
                for _ in 0..MAX_TRIES {
                    let checked = await_step("worker check", context.run_check(&check)).await;
                    let Err(error) = checked.unwrap_or_else(|| Err(failed("the task panicked")))
                    else {
                        break;
                    };
                    let pairing = check.pairing;
                    tracing::warn!(tournament = %check.tournament, pairing, %error, "check of a worker delayed");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
                // After that many tries the director queues it again before the tournament ends.
                context.checks.end(&check);
                context.start_checks();
            });
        }
    }

    /// Plays a match again, and excludes the workers whose plays differ.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    async fn run_check(self: &Arc<Self>, check: &Check) -> Result<(), Error> {
        let id = &check.tournament;
        let Some(stored) = self.stored_play(id, check.pairing).await? else {
            // It was removed in the meantime.
            return Ok(());
        };
        let tournament = match self.worked_tournament(id).await {
            Ok(tournament) => tournament,
            Err(error) if error.reason == Reason::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        match self.play_again(check, &tournament, &stored).await {
            Ok(again) => self.compare(check, &stored.record, &again).await?,
            // Nothing is known of a match that cannot be played, and the tournament does not wait for it.
            Err(error) => {
                tracing::error!(tournament = %id, pairing = check.pairing, %error, "match of a worker not checked");
            }
        }
        let checked = WorkerChange::Check {
            tournament: id.clone(),
            pairing: check.pairing,
        };
        self.worker_store
            .write(WriteCommand::ChangeWorkers(checked))
            .await?;
        if let Some(director) = self.directors.get(id) {
            // A director that has just ended waits for no check.
            let _ = director.commands.send(DirectorCommand::FindCheckedResults);
        }
        Ok(())
    }

    async fn compare(
        self: &Arc<Self>,
        check: &Check,
        stored: &PlayedRecord,
        again: &PlayedRecord,
    ) -> Result<(), Error> {
        if let Some(worker) = &check.worker {
            let differs = !stored.is_same(again);
            self.workers.record_check(worker, differs);
            if differs {
                self.keep_differing(check, worker, stored).await?;
                self.exclude_differing(check, worker).await?;
            }
        }
        if let Some(late) = &check.late
            && late.fingerprint != fingerprint(again)
        {
            self.exclude_differing(check, &late.worker).await?;
        }
        Ok(())
    }

    async fn exclude_differing(self: &Arc<Self>, check: &Check, worker: &str) -> Result<(), Error> {
        let reason = format!(
            "{}, pairing {}: its play differs from that of the server",
            check.tournament.name(),
            check.pairing
        );
        self.exclude(worker, reason).await
    }

    /// Excludes a worker: it leases nothing more, and its results in tournaments that have not ended are played again.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub(super) async fn exclude(&self, worker: &str, reason: String) -> Result<(), Error> {
        tracing::error!(
            worker,
            reason,
            "worker excluded: its unfinished tournaments play its matches again"
        );
        let excluded = ExcludedWorker {
            id: worker.to_owned(),
            excluded_micros: now_micros(),
            reason,
        };
        let change = WorkerChange::Exclude(excluded);
        self.worker_store
            .write(WriteCommand::ChangeWorkers(change))
            .await?;
        for director in self.directors.lock().values() {
            // A director that has just ended has no results to remove.
            let _ = director
                .commands
                .send(DirectorCommand::RemoveExcludedResults);
        }
        Ok(())
    }

    /// Keeps what a worker has played differently.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub(super) async fn keep_differing(
        &self,
        check: &Check,
        worker: &str,
        play: &PlayedRecord,
    ) -> Result<(), Error> {
        let (id, pairing) = (&check.tournament, check.pairing);
        tracing::error!(tournament = %id, pairing, worker, "two plays of a match differ");
        let record = DifferingRecord {
            tournament: id.clone(),
            pairing,
            worker: worker.to_owned(),
            found_micros: now_micros(),
            record: play_text(play),
        };
        Ok(self
            .store
            .write(WriteCommand::AddDifferingRecord(record))
            .await?)
    }

    /// Reads the play of a match whose result counts, or `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(super) async fn stored_play(
        &self,
        id: &TournamentId,
        pairing: u64,
    ) -> Result<Option<StoredPlay>, Error> {
        let attempts = self.store.attempts(id, pairing, 1).await?;
        let mut counted = attempts.into_iter().filter(|row| row.result.is_some());
        let Some(played) = counted.find_map(|row| row.played) else {
            return Ok(None);
        };
        let stored = self.matches.load(&played.id).await?;
        let setup = MatchSetup::read(&stored.row)?;
        let outcome = stored.row.outcome.unwrap_or_default();
        let corrupt =
            |error: serde_json::Error| Error::new(Reason::StoreUnavailable, error.to_string());
        Ok(Some(StoredPlay {
            seats: setup
                .tournament
                .map_or_else(Vec::new, |tournament| tournament.entrants),
            record: PlayedRecord {
                start: setup.header.start,
                origin: setup.header.start_origin,
                events: stored.events,
                outcome: serde_json::from_str(&outcome).map_err(corrupt)?,
                fingerprint: None,
                seat_stats: Vec::new(),
            },
        }))
    }

    /// Plays a match on a thread for requests.
    ///
    /// # Errors
    /// Returns an error if it cannot be played.
    async fn play_again(
        &self,
        check: &Check,
        tournament: &Arc<Tournament>,
        stored: &StoredPlay,
    ) -> Result<PlayedRecord, Error> {
        let pairing = check.pairing;
        let block = pairing / tournament.configuration.matches_per_block();
        let requester = Requester::Checks(check.queue());
        loop {
            let (reply, answer) = oneshot::channel();
            let (tournament, seats) = (Arc::clone(tournament), stored.seats.clone());
            let guard = Arc::clone(self.registry.guard());
            let play = move |_: &Turn<'_>| {
                let work = Work::of_tournament(&tournament.id, format!("checking match {pairing}"));
                let _mark = guard.enter(&work, guard.step_limit());
                let again = InProcessMatch {
                    source: tournament.source(),
                    block,
                    seats: &seats,
                    stop: &AtomicBool::new(false),
                };
                // The check may have ended with its server.
                let _ = reply.send(again.play());
            };
            if self.pool.try_spawn_request_job(&requester, play).is_ok() {
                let played = answer.await.map_err(|_| failed("the thread panicked"))?;
                return played?.ok_or_else(|| failed("it was abandoned"));
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}

fn failed(why: &str) -> Error {
    Error::new(Reason::Internal, format!("match: not played again: {why}"))
}

/// The play of a match whose result counts.
pub(super) struct StoredPlay {
    /// The entrant on each seat.
    seats: Vec<usize>,
    pub(super) record: PlayedRecord,
}
