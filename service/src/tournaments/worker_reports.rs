//! The reports of workers: their results become matches of a tournament.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use botwerk_tournament::MatchResult;
use tokio::time::Instant;
use tracing::Instrument;

use super::check_queue::{Check, LatePlay};
use super::command::DirectorCommand;
use super::in_process::{FinishedMatchRow, PlayedRecord};
use super::reported_play::{PlayFault, checked_rows};
use super::tournament::Tournament;
use super::worker_checks::fingerprint;
use super::{DirectorContext, Tournaments};
use crate::background;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{
    ChunkLease, ChunkMatch, ChunkReport, DifferingRecord, PlayedMatch, ReportOutcome, WorkerPlay,
    WorkerResults,
};
use crate::traces::TARGET;
use crate::workers::WorkerInfo;

/// Time that a report waits until earlier matches of its worker were played again: less than workers wait for an answer.
const REPORT_WAIT: Duration = Duration::from_secs(5);

/// Maximum length of a match that counts for the comparison of workers, in nanoseconds: a day.
const MAX_MATCH_NANOS: u64 = 24 * 3600 * 1_000_000_000;

/// The results that a worker reports.
pub(crate) struct WorkerReport {
    pub(crate) worker: WorkerInfo,
    pub(crate) lease: ChunkLease,
    pub(crate) results: Vec<ReportedMatch>,
    /// The pairings that it could not play, with the reasons.
    pub(crate) failures: Vec<(u64, String)>,
    /// Why a part of the report is no result of a match, if one is not.
    pub(crate) malformed: Option<String>,
}

/// A match that a worker has played.
#[derive(Clone)]
pub(crate) struct ReportedMatch {
    pub(crate) pairing: u64,
    pub(crate) record: PlayedRecord,
    /// Time that the match took, in nanoseconds.
    pub(crate) nanos: u64,
}

impl Tournaments {
    /// Stores the results of a worker. One that reports what was not played by the rules is excluded.
    ///
    /// # Errors
    /// Returns an error if the worker is excluded, a result is named twice or was not played by the rules, checks of
    /// earlier results are behind, or the store fails.
    pub(crate) async fn report(&self, report: WorkerReport) -> Result<ReportOutcome, Error> {
        let context = &self.context;
        let worker = report.worker.clone();
        context.check_not_excluded(&worker.id).await?;
        if let Some(message) = report.malformed {
            return Err(self.exclude_forger(&worker, message).await?);
        }
        let deadline = Instant::now() + REPORT_WAIT;
        if !context.checks.wait_for_room(&worker.id, deadline).await {
            let message = "report: the server has yet to play earlier matches of this worker again; send it again";
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        let (lease, results) = (report.lease, report.results);
        // A chunk that is removed and added again counts its leases from 1 again, and may have fewer matches: a report about
        // others belongs to a lease of the former chunk.
        let matches = self.chunk_matches(&lease).await?;
        let matches = matches.filter(|matches| are_of_chunk(matches, &results, &report.failures));
        let Some(matches) = matches else {
            self.compare_late(&worker, &lease.tournament, results)
                .await?;
            return Ok(ReportOutcome::Superseded);
        };
        let tournament = context.worked_tournament(&lease.tournament).await?;
        if let Err(message) = check_pairings(&results, &report.failures) {
            return Err(self.exclude_forger(&worker, message).await?);
        }
        let (planned, reported, id) = (Arc::clone(&tournament), results.clone(), worker.id.clone());
        let percent = context.check_percent;
        let checked = background::compute(move || {
            Ok(reported_rows(&planned, &matches, reported, &id, percent))
        });
        let rows = match checked.await? {
            Ok(rows) => rows,
            Err(PlayFault::Unchecked(error)) => return Err(error),
            Err(PlayFault::Forged(message)) => {
                return Err(self.exclude_forger(&worker, message).await?);
            }
        };
        let events = rows.iter().map(|row| row.commit.events.len()).sum();
        let counted: Vec<(u64, MatchResult)> = results
            .iter()
            .zip(&rows)
            .map(|(reported, row)| (reported.pairing, row.result.clone()))
            .collect();
        let chunk_report = ChunkReport {
            lease: lease.clone(),
            finished: rows.into_iter().map(|row| (row.row, row.commit)).collect(),
            failed: report
                .failures
                .iter()
                .map(|(pairing, _)| *pairing)
                .collect(),
        };
        let commit = tracing::info_span!(target: TARGET, "commit");
        let stored = context.chunks.report(chunk_report).instrument(commit);
        let outcome = stored.await?;
        let ReportOutcome::Stored {
            repeated,
            is_complete,
        } = &outcome
        else {
            self.compare_late(&worker, &lease.tournament, results)
                .await?;
            return Ok(outcome);
        };
        if *is_complete {
            context.workers.record_finished_chunk();
        }
        context.matches.record_finished_events(events);
        context
            .workers
            .record_failures(&worker.id, report.failures.len());
        let (again, new): (Vec<_>, Vec<_>) = results
            .into_iter()
            .partition(|reported| repeated.contains(&reported.pairing));
        for reported in &new {
            let nanos = reported.nanos.min(MAX_MATCH_NANOS);
            context
                .workers
                .record_match(&worker.id, &lease.tournament, nanos);
            if tournament.is_checked(reported.pairing, percent) {
                context.queue_check(Check {
                    tournament: lease.tournament.clone(),
                    pairing: reported.pairing,
                    worker: Some(worker.id.clone()),
                    late: None,
                });
            }
        }
        if let Some(director) = context.directors.get(&lease.tournament) {
            // A director that has just ended reads the results when it is opened again.
            let _ = director.commands.send(DirectorCommand::WorkerResults {
                results: counted,
                failures: report.failures,
            });
        }
        self.compare_stored(&worker, &lease.tournament, again)
            .await?;
        Ok(outcome)
    }

    /// Excludes a worker that has reported what it has not played; returns the error that says so.
    async fn exclude_forger(&self, worker: &WorkerInfo, message: String) -> Result<Error, Error> {
        self.context.workers.record_forgery(&worker.id);
        self.context.exclude(&worker.id, message.clone()).await?;
        Ok(exclusion(&message))
    }

    /// Returns at most `limit` plays that differ from the stored matches of a tournament, with these matches, after the
    /// play of a pairing by a worker.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn differing_matches(
        &self,
        id: &TournamentId,
        after: Option<(u64, String)>,
        limit: usize,
    ) -> Result<Vec<(DifferingRecord, Option<PlayedMatch>)>, Error> {
        let store = &self.context.store;
        let mut differing = Vec::new();
        for record in store.differing_records(id, after, limit).await? {
            let attempts = store.attempts(id, record.pairing, 1).await?;
            let counted = attempts.into_iter().find(|row| row.result.is_some());
            differing.push((record, counted.and_then(|row| row.played)));
        }
        Ok(differing)
    }

    /// Notifies the director of a tournament, if it has one here, that another server has stored results.
    pub(crate) fn find_stored_results(&self, id: &TournamentId) {
        if let Some(director) = self.context.directors.get(id) {
            // A director that has just ended needs no results.
            let _ = director.commands.send(DirectorCommand::FindStoredResults);
        }
    }

    /// Notifies all directors that other servers may have stored results.
    pub(crate) fn find_all_stored_results(&self) {
        for director in self.context.directors.lock().values() {
            let _ = director.commands.send(DirectorCommand::FindStoredResults);
        }
    }

    /// Records a report that came after the end of its lease. Its matches are played by another worker, with which they
    /// are compared as far as that has reported them.
    async fn compare_late(
        &self,
        worker: &WorkerInfo,
        id: &TournamentId,
        results: Vec<ReportedMatch>,
    ) -> Result<(), Error> {
        self.context.workers.record_late_report(&worker.id);
        self.compare_stored(worker, id, results).await
    }

    /// Returns the matches of a chunk, or `None` if the chunk is complete or was removed, or another lease has it.
    async fn chunk_matches(&self, lease: &ChunkLease) -> Result<Option<Vec<ChunkMatch>>, Error> {
        let chunk = self.context.chunks.chunk(lease).await?;
        let own = chunk.filter(|chunk| chunk.lease == *lease);
        Ok(own.map(|chunk| chunk.matches))
    }

    /// Compares reported matches with what is stored of them. Two that differ are played again, which shows who has played
    /// otherwise.
    async fn compare_stored(
        &self,
        worker: &WorkerInfo,
        id: &TournamentId,
        results: Vec<ReportedMatch>,
    ) -> Result<(), Error> {
        let context = &self.context;
        for reported in results {
            let pairing = reported.pairing;
            let Some(stored) = context.stored_play(id, pairing).await? else {
                continue;
            };
            if stored.record.is_same(&reported.record) {
                continue;
            }
            let of_pairing = WorkerResults::Of(pairing);
            let played_by = context.worker_store.worker_results(id, of_pairing).await?;
            let check = Check {
                tournament: id.clone(),
                pairing,
                worker: played_by.into_iter().next().map(|row| row.worker),
                late: Some(LatePlay {
                    worker: worker.id.clone(),
                    fingerprint: fingerprint(&reported.record),
                }),
            };
            context
                .keep_differing(&check, &worker.id, &reported.record)
                .await?;
            context.queue_check(check);
        }
        Ok(())
    }
}

impl DirectorContext {
    /// Returns a tournament, that of its director if it has one here.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(super) async fn worked_tournament(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<Tournament>, Error> {
        if let Some(director) = self.directors.get(id) {
            return Ok(Arc::clone(&director.snapshots.borrow().tournament));
        }
        let stored = self.store.tournament(id).await?;
        let tournament = background::compute(|| Ok(Tournament::read(stored)?.0));
        tournament.await.map(Arc::new)
    }

    /// Checks that a worker is not excluded.
    ///
    /// # Errors
    /// Returns an error if it is, or the store cannot be read.
    pub(super) async fn check_not_excluded(&self, worker: &str) -> Result<(), Error> {
        match self.worker_store.excluded_worker(worker).await? {
            Some(excluded) => Err(exclusion(&excluded.reason)),
            None => Ok(()),
        }
    }
}

/// Returns the error of the calls of an excluded worker.
fn exclusion(reason: &str) -> Error {
    let message = format!(
        "worker: excluded, since it has reported what it has not played ({reason}); check its machine and its version, \
         then the operator can readmit it with `botwerk tournament show --view workers --readmit ID`"
    );
    Error::new(Reason::WorkerExcluded, message)
}

/// Returns the pairings that a report names.
fn named_pairings(
    results: &[ReportedMatch],
    failures: &[(u64, String)],
) -> impl Iterator<Item = u64> {
    let finished = results.iter().map(|reported| reported.pairing);
    finished.chain(failures.iter().map(|(pairing, _)| *pairing))
}

/// Returns `true` if a report is about matches of a chunk.
fn are_of_chunk(
    matches: &[ChunkMatch],
    results: &[ReportedMatch],
    failures: &[(u64, String)],
) -> bool {
    let known: BTreeSet<u64> = matches.iter().map(|one| one.pairing).collect();
    named_pairings(results, failures).all(|pairing| known.contains(&pairing))
}

/// Checks that a report names each match once.
fn check_pairings(results: &[ReportedMatch], failures: &[(u64, String)]) -> Result<(), String> {
    let mut named = BTreeSet::new();
    match named_pairings(results, failures).find(|pairing| !named.insert(*pairing)) {
        Some(pairing) => Err(format!("results: pairing {pairing} is named twice")),
        None => Ok(()),
    }
}

/// Returns reported matches as they are stored.
fn reported_rows(
    tournament: &Tournament,
    matches: &[ChunkMatch],
    results: Vec<ReportedMatch>,
    worker: &str,
    percent: u32,
) -> Result<Vec<FinishedMatchRow>, PlayFault> {
    let mut reported = Vec::with_capacity(results.len());
    for ReportedMatch {
        pairing, record, ..
    } in results
    {
        let one = matches.iter().find(|one| one.pairing == pairing);
        let one = one.ok_or_else(|| PlayFault::Forged("results: not part of the chunk".into()))?;
        let play = WorkerPlay {
            worker: worker.to_owned(),
            is_unchecked: tournament.is_checked(pairing, percent),
        };
        reported.push((one, record, play));
    }
    checked_rows(tournament, reported)
}
