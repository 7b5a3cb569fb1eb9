//! Generates valid requests of workers.

use arbitrary::{Result, Unstructured};
use botwerk_client::worker_proto as proto;
use prost::Message;

use super::messages::MessageGenerator;
use crate::workers;

/// Generates an encoded request of a method, or returns `None` if the method is unknown here.
pub(super) fn request(
    method: &str,
    of_agents: &str,
    generator: &MessageGenerator,
    source: &mut Unstructured<'_>,
) -> Result<Option<Vec<u8>>> {
    let bytes = match method {
        "LeaseChunk" => proto::LeaseChunkRequest {
            worker: Some(worker(source)?),
            wait_nanos: source.int_in_range(0..=50_000_000)?,
        }
        .encode_to_vec(),
        "GetWork" => proto::GetWorkRequest {
            tournament: tournament(of_agents, generator, source)?,
        }
        .encode_to_vec(),
        "RenewLeases" => proto::RenewLeasesRequest {
            worker: Some(worker(source)?),
            leases: vec![lease(of_agents, generator, source)?],
        }
        .encode_to_vec(),
        "ReportResults" => proto::ReportResultsRequest {
            worker: Some(worker(source)?),
            lease: Some(lease(of_agents, generator, source)?),
            sequence: source.int_in_range(1..=3)?,
            ..Default::default()
        }
        .encode_to_vec(),
        "ReleaseLease" => proto::ReleaseLeaseRequest {
            worker: Some(worker(source)?),
            lease: Some(lease(of_agents, generator, source)?),
        }
        .encode_to_vec(),
        "ReadmitWorker" => proto::ReadmitWorkerRequest {
            worker: worker(source)?.id,
        }
        .encode_to_vec(),
        _ => return Ok(None),
    };
    Ok(Some(bytes))
}

fn worker(source: &mut Unstructured<'_>) -> Result<proto::WorkerInfo> {
    let number: u8 = source.int_in_range(0..=2)?;
    Ok(proto::WorkerInfo {
        slots: source.int_in_range(1..=4)?,
        load_percent: source.int_in_range(0..=400)?,
        ..workers::worker(&format!("the-secret-of-worker-{number}"))
    })
}

/// Generates a lease of a chunk, which the tournament may have or not.
fn lease(
    of_agents: &str,
    generator: &MessageGenerator,
    source: &mut Unstructured<'_>,
) -> Result<proto::ChunkLease> {
    Ok(proto::ChunkLease {
        tournament: tournament(of_agents, generator, source)?,
        first_pairing: source.int_in_range(0..=3)?,
        epoch: source.int_in_range(0..=2)?,
    })
}

/// Returns the name of a tournament that has leased a chunk, if there is one, or that of one which workers can play.
fn tournament(
    of_agents: &str,
    generator: &MessageGenerator,
    source: &mut Unstructured<'_>,
) -> Result<String> {
    let worked = generator.learned_text("ChunkLease.tournament", source)?;
    Ok(match worked {
        Some(worked) if source.arbitrary()? => worked,
        _ => of_agents.to_owned(),
    })
}
