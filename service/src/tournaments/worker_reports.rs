//! The reports of workers: their results become matches of a tournament.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use botwerk_engine::with_game;
use botwerk_tournament::MatchResult;

use super::attempt;
use super::command::DirectorCommand;
use super::in_process::{FinishedMatchRow, InProcessMatch, PlayedRecord};
use super::tournament::Tournament;
use super::{DirectorContext, Tournaments};
use crate::background;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::room::MatchSetup;
use crate::store::{
    AttemptKey, ChunkLease, ChunkMatch, ChunkReport, DifferingRecord, PlayedMatch, ReportOutcome,
    Store, StoredMatch, now_micros, to_json,
};
use crate::workers::WorkerInfo;

/// Maximum number of matches that wait to be played again.
const MAX_QUEUED_CHECKS: usize = 1000;

/// Maximum number of differing matches that are listed.
const MAX_LISTED_DIFFERENCES: usize = 500;

/// The results that a worker reports.
pub(crate) struct WorkerReport {
    pub(crate) worker: WorkerInfo,
    pub(crate) lease: ChunkLease,
    pub(crate) results: Vec<ReportedMatch>,
    /// The pairings that it could not play, with the reasons.
    pub(crate) failures: Vec<(u64, String)>,
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
    /// Stores the results of a worker.
    ///
    /// # Errors
    /// Returns an error if a result is not one of its chunk, or the store fails.
    pub(crate) async fn report(&self, report: WorkerReport) -> Result<ReportOutcome, Error> {
        let WorkerReport {
            worker,
            lease,
            results,
            failures,
        } = report;
        let context = &self.context;
        let Some(matches) = self.chunk_matches(&lease).await? else {
            self.supersede(&worker, &lease.tournament, results);
            return Ok(ReportOutcome::Superseded);
        };
        let tournament = self.worked_tournament(&lease.tournament).await?;
        let matches = Arc::new(matches);
        let (planned, reported, chunk) = (
            Arc::clone(&tournament),
            results.clone(),
            Arc::clone(&matches),
        );
        let rows = background::compute(move || finished_rows(&planned, &chunk, reported)).await?;
        let events = rows.iter().map(|row| row.commit.events.len()).sum();
        let counted: Vec<(u64, MatchResult)> = results
            .iter()
            .zip(&rows)
            .map(|(reported, row)| (reported.pairing, row.result.clone()))
            .collect();
        let chunk_report = ChunkReport {
            lease: lease.clone(),
            finished: rows.into_iter().map(|row| (row.row, row.commit)).collect(),
            failed: failures.iter().map(|(pairing, _)| *pairing).collect(),
        };
        let outcome = context.chunks.report(chunk_report).await?;
        match &outcome {
            ReportOutcome::Superseded => self.supersede(&worker, &lease.tournament, results),
            ReportOutcome::Stored { repeated, .. } => {
                context.matches.record_finished_events(events);
                for reported in &results {
                    if !repeated.contains(&reported.pairing) {
                        context
                            .workers
                            .record_match(&worker.id, &lease.tournament, reported.nanos);
                    }
                }
                context.workers.record_failures(&worker.id, failures.len());
                if let Some(director) = context.directors.get(&lease.tournament) {
                    // A director that has just ended reads the results when it is opened again.
                    let _ = director.commands.send(DirectorCommand::WorkerResults {
                        results: counted,
                        failures,
                    });
                }
                let (again, known): (Vec<_>, Vec<_>) = results
                    .into_iter()
                    .partition(|reported| repeated.contains(&reported.pairing));
                self.compare_with_stored(&worker, &lease.tournament, again);
                self.check_sample(&worker, &tournament, &matches, known);
            }
        }
        Ok(outcome)
    }

    /// Returns the plays that differ from the stored matches of a tournament, with these matches.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn differing_matches(
        &self,
        id: &TournamentId,
    ) -> Result<Vec<(DifferingRecord, Option<PlayedMatch>)>, Error> {
        let store = &self.context.store;
        let mut differing = Vec::new();
        for record in store.differing_records(id, MAX_LISTED_DIFFERENCES).await? {
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
    fn supersede(&self, worker: &WorkerInfo, id: &TournamentId, results: Vec<ReportedMatch>) {
        self.context.workers.record_late_report(&worker.id);
        self.compare_with_stored(worker, id, results);
    }

    /// Returns the matches of a chunk, or `None` if the chunk is complete or was removed.
    async fn chunk_matches(&self, lease: &ChunkLease) -> Result<Option<Vec<ChunkMatch>>, Error> {
        let chunk = self.context.chunks.chunk(lease).await?;
        Ok(chunk.map(|chunk| chunk.matches))
    }

    /// Returns a tournament, that of its director if it has one here.
    pub(crate) async fn worked_tournament(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<Tournament>, Error> {
        if let Some(director) = self.context.directors.get(id) {
            return Ok(Arc::clone(&director.snapshots.borrow().tournament));
        }
        Ok(Arc::clone(&self.stored.describe(id).await?.tournament))
    }

    /// Compares reported matches with what is stored of them, in the background.
    fn compare_with_stored(
        &self,
        worker: &WorkerInfo,
        id: &TournamentId,
        results: Vec<ReportedMatch>,
    ) {
        if results.is_empty() {
            return;
        }
        let (context, worker, id) = (Arc::clone(&self.context), worker.id.clone(), id.clone());
        self.tasks().spawn_on(
            async move {
                for reported in results {
                    let compared = compare_stored(&context, &worker, &id, &reported).await;
                    if let Err(error) = compared {
                        tracing::warn!(%worker, pairing = reported.pairing, %error, "match not compared");
                    }
                }
            },
            &self.context.background,
        );
    }

    /// Plays a part of the matches of a worker again, in the background.
    fn check_sample(
        &self,
        worker: &WorkerInfo,
        tournament: &Arc<Tournament>,
        matches: &Arc<Vec<ChunkMatch>>,
        results: Vec<ReportedMatch>,
    ) {
        let percent = self.context.check_percent;
        for reported in results {
            if !tournament.is_checked(reported.pairing, percent) {
                continue;
            }
            let (context, worker) = (Arc::clone(&self.context), worker.id.clone());
            let (tournament, matches) = (Arc::clone(tournament), Arc::clone(matches));
            // After the searches of clients, and not at all if too many wait.
            let check = move || check_again(&context, &worker, &tournament, &matches, &reported);
            let _ = self
                .context
                .pool
                .try_spawn_request_job(MAX_QUEUED_CHECKS, check);
        }
    }
}

/// Returns the match of a pairing.
///
/// # Errors
/// Returns an error if the chunk has no such match.
fn chunk_match(matches: &[ChunkMatch], pairing: u64) -> Result<&ChunkMatch, Error> {
    let mut matches = matches.iter();
    matches.find(|one| one.pairing == pairing).ok_or_else(|| {
        let message = format!("results: pairing {pairing} is not part of the chunk");
        Error::new(Reason::BadRequest, message)
    })
}

/// Returns reported matches as they are stored.
///
/// # Errors
/// Returns an error if a match is not part of the chunk, or its result is not one of its seats.
fn finished_rows(
    tournament: &Tournament,
    matches: &[ChunkMatch],
    results: Vec<ReportedMatch>,
) -> Result<Vec<FinishedMatchRow>, Error> {
    let row = |reported: ReportedMatch| {
        let one = chunk_match(matches, reported.pairing)?;
        check_record(&reported.record, one)?;
        let key = AttemptKey {
            tournament: tournament.id.clone(),
            pairing: reported.pairing,
            attempt: 1,
        };
        with_game!(tournament.configuration.game, G => {
            let game: G = attempt::game(&tournament.configuration)?;
            reported.record.into_row(tournament, &game, one.block, &one.seats, key)
        })
    };
    results.into_iter().map(row).collect()
}

/// Checks that a record has the form of one of a match.
fn check_record(record: &PlayedRecord, one: &ChunkMatch) -> Result<(), Error> {
    let seats = one.seats.len();
    let are_places = record.outcome.places.len() == seats
        && record
            .outcome
            .places
            .iter()
            .all(|place| (1..=seats).contains(&usize::from(*place)));
    let are_single_lines = record
        .events
        .iter()
        .all(|line| !line.contains('\n') && !line.is_empty());
    if are_places && record.seat_stats.len() == seats && are_single_lines {
        return Ok(());
    }
    let message = format!(
        "results: pairing {}: expected places and statistics of {seats} seats and one line for each event",
        one.pairing
    );
    Err(Error::new(Reason::BadRequest, message))
}

/// Compares a reported match with what is stored of it, if anything is.
async fn compare_stored(
    context: &DirectorContext,
    worker: &str,
    id: &TournamentId,
    reported: &ReportedMatch,
) -> Result<(), Error> {
    let attempts = context.store.attempts(id, reported.pairing, 1).await?;
    let played = attempts
        .into_iter()
        .filter(|row| row.result.is_some())
        .find_map(|row| row.played);
    let Some(played) = played else {
        return Ok(());
    };
    let stored = stored_record(context.matches.load(&played.id).await?)?;
    let differs = !stored.is_same(&reported.record);
    context.workers.record_check(worker, differs);
    if differs {
        keep_differing(context, worker, id, reported).await?;
    }
    Ok(())
}

fn stored_record(stored: StoredMatch) -> Result<PlayedRecord, Error> {
    let header = MatchSetup::read(&stored.row)?.header;
    let outcome = stored.row.outcome.unwrap_or_default();
    let corrupt =
        |error: serde_json::Error| Error::new(Reason::StoreUnavailable, error.to_string());
    Ok(PlayedRecord {
        start: header.start,
        origin: header.start_origin,
        events: stored.events,
        outcome: serde_json::from_str(&outcome).map_err(corrupt)?,
        seat_stats: Vec::new(),
    })
}

/// Plays a match of a worker again and compares the records.
fn check_again(
    context: &Arc<DirectorContext>,
    worker: &str,
    tournament: &Tournament,
    matches: &[ChunkMatch],
    reported: &ReportedMatch,
) {
    let Ok(one) = chunk_match(matches, reported.pairing) else {
        return;
    };
    let stop = AtomicBool::new(false);
    let again = InProcessMatch {
        source: tournament.source(),
        block: one.block,
        seats: &one.seats,
        stop: &stop,
    };
    let again = with_game!(tournament.configuration.game, G => again.play::<G>());
    let Ok(Some(again)) = again else { return };
    let differs = !again.is_same(&reported.record);
    context.workers.record_check(worker, differs);
    if differs {
        let (shared, worker) = (Arc::clone(context), worker.to_owned());
        let (id, other) = (
            tournament.id.clone(),
            ReportedMatch {
                record: again,
                ..reported.clone()
            },
        );
        context.background.spawn(async move {
            if let Err(error) = keep_differing(&shared, &worker, &id, &other).await {
                tracing::error!(%worker, pairing = other.pairing, %error, "differing record not stored");
            }
        });
    }
}

/// Raises the alarm that a match of a worker differs from another play of it, and keeps the other play.
async fn keep_differing(
    context: &DirectorContext,
    worker: &str,
    id: &TournamentId,
    other: &ReportedMatch,
) -> Result<(), Error> {
    let pairing = other.pairing;
    tracing::error!(tournament = %id, pairing, worker, "two plays of a match differ: check the worker");
    let PlayedRecord {
        start,
        events,
        outcome,
        ..
    } = &other.record;
    let record = DifferingRecord {
        tournament: id.clone(),
        pairing,
        worker: worker.to_owned(),
        found_micros: now_micros(),
        record: to_json(&(start, events, outcome)),
    };
    Ok(context.store.add_differing_record(record).await?)
}
