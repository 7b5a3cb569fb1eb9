//! The messages of workers.

use std::time::Duration;

use botwerk_engine::record::StartOrigin;
use botwerk_engine::{hex, is_hidden};
use botwerk_proto::worker::{self as proto, PROTOCOL};
use botwerk_wire::nanos;
use sha2::{Digest, Sha256};

use super::nanos_of_micros;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{
    ChunkLease, ChunkMatch, DifferingRecord, LeasedChunk, MAX_CHUNK_MATCHES, PlayedMatch,
    ReportOutcome, to_json,
};
use crate::tournaments::{PlayedRecord, ReportedMatch, Tournament, WorkerReport};
use crate::workers::{WorkerInfo, WorkerSummary};

/// Maximum number of leases of one request.
const MAX_LEASES: usize = 4096;

/// Maximum length of the reason why a match could not be played, in characters.
const MAX_FAILURE_CHARS: usize = 200;

/// Maximum time that a request waits for a chunk.
const MAX_WAIT: Duration = Duration::from_secs(20);

fn bad_request(message: String) -> Error {
    Error::new(Reason::BadRequest, message)
}

/// Returns the id of the worker that has a secret.
pub fn worker_id(secret: &str) -> String {
    let mut id = hex(&Sha256::digest(secret));
    id.truncate(32);
    id
}

/// Reads the description of a worker.
///
/// # Errors
/// Returns an error if it does not prove its id, or a field is missing, too long or too large.
pub(crate) fn worker_info(worker: Option<proto::WorkerInfo>) -> Result<WorkerInfo, Error> {
    let worker = worker.ok_or_else(|| bad_request("worker: missing".into()))?;
    if worker.protocol != PROTOCOL {
        let message = format!(
            "worker.protocol: the server has version {PROTOCOL}, the worker {}; use the version of `botwerk` that the server \
             has",
            worker.protocol
        );
        return Err(Error::new(Reason::WorkerVersion, message));
    }
    let is_secret = (16..=64).contains(&worker.secret.len());
    if !is_secret || !worker.secret.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = "worker.secret: expected 16 to 64 visible ASCII characters";
        return Err(bad_request(message.into()));
    }
    if worker.id != worker_id(&worker.secret) {
        let message = "worker.id: expected the first 32 hex digits of the SHA-256 of the secret: no worker can use the \
                       id of another";
        return Err(Error::new(Reason::BadToken, message));
    }
    let texts = [&worker.host, &worker.version];
    if texts
        .iter()
        .any(|text| text.len() > 128 || text.contains(is_hidden))
    {
        let message =
            "worker.host, worker.version: expected at most 128 bytes without control characters";
        return Err(bad_request(message.into()));
    }
    if !(1..=4096).contains(&worker.slots) {
        let message = format!("worker.slots: expected 1 to 4096, found {}", worker.slots);
        return Err(bad_request(message));
    }
    Ok(WorkerInfo {
        id: worker.id,
        host: worker.host,
        slots: worker.slots,
        cores: worker.cores,
        version: worker.version,
        load_percent: worker.load_percent,
    })
}

/// Returns how long a request waits for a chunk.
pub(crate) fn chunk_wait(nanos: u64) -> Duration {
    Duration::from_nanos(nanos).min(MAX_WAIT)
}

/// Reads a lease.
///
/// # Errors
/// Returns an error if it is missing, or its tournament has no valid name.
pub(crate) fn chunk_lease(
    lease: Option<proto::ChunkLease>,
    worker: &WorkerInfo,
) -> Result<ChunkLease, Error> {
    let lease = lease.ok_or_else(|| bad_request("lease: missing".into()))?;
    Ok(ChunkLease {
        tournament: TournamentId::from_name(&lease.tournament)?,
        first_pairing: lease.first_pairing,
        epoch: lease.epoch,
        worker: worker.id.clone(),
    })
}

/// Reads leases.
///
/// # Errors
/// Returns an error if there are too many, or one is not valid.
pub(crate) fn chunk_leases(
    leases: Vec<proto::ChunkLease>,
    worker: &WorkerInfo,
) -> Result<Vec<ChunkLease>, Error> {
    check_count("leases", leases.len(), MAX_LEASES)?;
    leases
        .into_iter()
        .map(|lease| chunk_lease(Some(lease), worker))
        .collect()
}

fn check_count(field: &str, count: usize, max: usize) -> Result<(), Error> {
    if count > max {
        let message = format!("{field}: expected at most {max}, found {count}");
        return Err(bad_request(message));
    }
    Ok(())
}

/// Returns a lease as it is sent.
pub(crate) fn chunk_lease_message(lease: ChunkLease) -> proto::ChunkLease {
    proto::ChunkLease {
        tournament: lease.tournament.name(),
        first_pairing: lease.first_pairing,
        epoch: lease.epoch,
    }
}

/// Returns a chunk as it is sent.
pub(crate) fn leased_chunk_message(
    chunk: LeasedChunk,
    tournament: &Tournament,
    lease_time: Duration,
) -> proto::LeaseChunkResponse {
    let message = |one: &ChunkMatch| proto::ChunkMatch {
        pairing: one.pairing,
        block: one.block,
        entrants: one.seats.iter().map(|entrant| *entrant as u32).collect(),
    };
    proto::LeaseChunkResponse {
        matches: chunk.open_matches().map(message).collect(),
        lease: Some(chunk_lease_message(chunk.lease)),
        configuration_sha256: configuration_sha256(&to_json(&tournament.configuration)),
        lease_nanos: nanos(lease_time),
    }
}

/// Returns what the matches of a tournament are played from.
pub(crate) fn work_message(tournament: &Tournament) -> proto::GetWorkResponse {
    let configuration = to_json(&tournament.configuration);
    proto::GetWorkResponse {
        configuration_sha256: configuration_sha256(&configuration),
        configuration,
        seed: tournament.seeds.root().to_hex(),
    }
}

fn configuration_sha256(configuration: &str) -> String {
    hex(&Sha256::digest(configuration))
}

/// Reads a report.
///
/// # Errors
/// Returns an error if it is incomplete or a result is not valid.
pub(crate) fn worker_report(request: proto::ReportResultsRequest) -> Result<WorkerReport, Error> {
    check_count("results", request.results.len(), MAX_CHUNK_MATCHES)?;
    check_count("failures", request.failures.len(), MAX_CHUNK_MATCHES)?;
    let worker = worker_info(request.worker)?;
    let results = request.results.into_iter().map(reported_match);
    let (results, malformed) = match results.collect::<Result<_, _>>() {
        Ok(results) => (results, None),
        Err(message) => (Vec::new(), Some(message)),
    };
    let failures = request.failures.into_iter();
    Ok(WorkerReport {
        lease: chunk_lease(request.lease, &worker)?,
        worker,
        results,
        failures: failures
            .map(|failure| (failure.pairing, plain_text(&failure.message)))
            .collect(),
        malformed,
    })
}

/// Returns the start of a text on one line, without characters that control a terminal.
fn plain_text(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(MAX_FAILURE_CHARS).collect()
}

fn reported_match(result: proto::WorkerResult) -> Result<ReportedMatch, String> {
    let invalid = |field: &str, error: serde_json::Error| {
        format!("results: pairing {}: {field}: {error}", result.pairing)
    };
    let outcome =
        serde_json::from_str(&result.outcome).map_err(|error| invalid("outcome", error))?;
    let seat_stats =
        serde_json::from_str(&result.seat_stats).map_err(|error| invalid("seat_stats", error))?;
    Ok(ReportedMatch {
        pairing: result.pairing,
        record: PlayedRecord {
            start: result.start,
            origin: if result.is_start_derived {
                StartOrigin::Seed
            } else {
                StartOrigin::Given
            },
            events: result.events,
            outcome,
            fingerprint: None,
            seat_stats,
        },
        nanos: result.time_nanos,
    })
}

/// Returns the answer to a report.
pub(crate) fn report_message(
    sequence: u32,
    outcome: &ReportOutcome,
) -> proto::ReportResultsResponse {
    proto::ReportResultsResponse {
        sequence,
        is_superseded: *outcome == ReportOutcome::Superseded,
        is_complete: matches!(
            outcome,
            ReportOutcome::Stored {
                is_complete: true,
                ..
            }
        ),
    }
}

/// Returns two plays of a match that differ; the match is that whose result counts.
pub(crate) fn differing_match(
    (record, played): (DifferingRecord, Option<PlayedMatch>),
) -> proto::DifferingMatch {
    proto::DifferingMatch {
        pairing: record.pairing,
        worker: record.worker,
        found_nanos: nanos_of_micros(record.found_micros),
        r#match: played.map(|played| played.id.name()).unwrap_or_default(),
        other_play: record.record,
    }
}

/// Returns a worker as it is listed.
pub(crate) fn worker_status(worker: WorkerSummary) -> proto::WorkerStatus {
    let (exclusion, excluded_nanos) = match worker.exclusion {
        Some(excluded) => (excluded.reason, nanos_of_micros(excluded.excluded_micros)),
        None => (String::new(), 0),
    };
    let WorkerInfo {
        id,
        host,
        slots,
        cores,
        version,
        load_percent,
    } = worker.info;
    proto::WorkerStatus {
        worker: Some(proto::WorkerInfo {
            id,
            host,
            slots,
            cores,
            version,
            load_percent,
            secret: String::new(),
            protocol: 0,
        }),
        idle_nanos: nanos(worker.idle),
        leases: worker.leases,
        matches: worker.matches,
        late_reports: worker.late_reports,
        failures: worker.failures,
        checked_matches: worker.checked_matches,
        differing_matches: worker.differing_matches,
        relative_time_percent: u32::try_from(worker.relative_time_percent).unwrap_or(u32::MAX),
        warnings: worker.warnings,
        exclusion,
        excluded_nanos,
        stalled_leases: worker.stalled_leases,
        waiting_checks: worker.waiting_checks,
    }
}
