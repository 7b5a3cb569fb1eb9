//! `tournament show --view workers`: lists the workers of a server, and how they differ from one another.

use botwerk_client::{Client, ClientError, worker_proto as proto};
use botwerk_engine::plain_line;
use clap::Args;
use serde_json::{Value, json};

use super::source::SourceArgs;
use super::text_table::columns;
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Time without a call after which a worker is shown as offline, in nanoseconds.
const OFFLINE_NANOS: u64 = 15_000_000_000;

/// Arguments of the view.
#[derive(Debug, Args)]
pub(super) struct WorkersArgs {
    /// Readmit a worker that was excluded, by its id or the end of it
    #[arg(long, value_name = "ID", conflicts_with = "tournament")]
    readmit: Option<String>,
}

/// Lists the workers, or the matches of a tournament that two workers, or a worker and the server, have played
/// differently.
pub(super) async fn show(
    source: &SourceArgs,
    args: &WorkersArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let client = source.server.connect().await?;
    match (&source.tournament, &args.readmit) {
        (Some(name), _) => show_differing_matches(&client, name, output).await,
        (None, Some(id)) => readmit(&client, id, output).await,
        (None, None) => list_workers(&client, output).await,
    }
}

async fn workers(client: &Client) -> Result<Vec<proto::WorkerStatus>, Failure> {
    let mut workers = Vec::new();
    let mut request = proto::ListWorkersRequest::default();
    loop {
        let page = client.workers().list_workers(request.clone()).await;
        let page = page.map_err(ClientError::from)?.into_inner();
        workers.extend(page.workers);
        if page.next_page_token.is_empty() {
            return Ok(workers);
        }
        request.page_token = page.next_page_token;
    }
}

/// Readmits the excluded worker whose id ends with `id`.
async fn readmit(client: &Client, id: &str, output: &mut Output) -> Result<(), Failure> {
    let listed = workers(client).await?.into_iter();
    let excluded = listed.filter(|worker| !worker.exclusion.is_empty());
    let ids = excluded.filter_map(|excluded| excluded.worker.map(|info| info.id));
    let mut found: Vec<String> = ids.filter(|other| other.ends_with(id)).collect();
    if found.len() > 1 {
        let message = format!(
            "readmit: {} excluded workers have an id that ends with `{id}`; give more of it",
            found.len()
        );
        return Err(Failure::new(Reason::BadArgument, message));
    }
    // The server says that there is none.
    let worker = found.pop().unwrap_or_else(|| id.to_owned());
    let request = proto::ReadmitWorkerRequest {
        worker: worker.clone(),
    };
    let readmitted = client.workers().readmit_worker(request).await;
    readmitted.map_err(ClientError::from)?;
    output.line(format!("readmitted {}", plain_line(&worker)))
}

async fn list_workers(client: &Client, output: &mut Output) -> Result<(), Failure> {
    let workers = workers(client).await?;
    if output.is_json() {
        for worker in &workers {
            output.json(&to_json(worker))?;
        }
        return Ok(());
    }
    if workers.is_empty() {
        output.line("no worker has called this server; start one with `botwerk worker`")?;
        return Ok(());
    }
    let header = [
        "host", "worker", "slots", "chunks", "matches", "time", "load", "checked", "state",
    ];
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(workers.iter().map(row));
    output.line(columns(rows).trim_end())?;
    for worker in &workers {
        let info = worker.worker.clone().unwrap_or_default();
        let exclusion = Some(&worker.exclusion).filter(|reason| !reason.is_empty());
        let exclusion = exclusion.map(|reason| format!("excluded: {reason}"));
        for warning in exclusion.iter().chain(&worker.warnings) {
            let host = plain_line(&info.host);
            output.line(format!(
                "{host} {}: {}",
                short(&info.id),
                plain_line(warning)
            ))?;
        }
    }
    Ok(())
}

async fn show_differing_matches(
    client: &Client,
    name: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut matches = Vec::new();
    let mut request = proto::ListDifferingMatchesRequest {
        tournament: name.to_owned(),
        ..Default::default()
    };
    loop {
        let page = client
            .workers()
            .list_differing_matches(request.clone())
            .await;
        let page = page.map_err(ClientError::from)?.into_inner();
        matches.extend(page.matches);
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    if output.is_json() {
        for differing in &matches {
            let other: Option<Value> = serde_json::from_str(&differing.other_play).ok();
            output.json(&json!({
                "pairing": differing.pairing,
                "worker": differing.worker,
                "found_nanos": differing.found_nanos,
                "match": differing.r#match,
                "other_play": other,
            }))?;
        }
        return Ok(());
    }
    if matches.is_empty() {
        output.line("no match was played differently")?;
    }
    for differing in &matches {
        output.line(format!(
            "pairing {}: worker {} and another player of {} differ; --json prints the other play",
            differing.pairing,
            short(&differing.worker),
            differing.r#match,
        ))?;
    }
    Ok(())
}

/// Returns the end of an id, which differs for workers that were started at the same time.
fn short(id: &str) -> String {
    let start = id.char_indices().rev().nth(7).map_or(0, |(at, _)| at);
    plain_line(&id[start..])
}

fn row(worker: &proto::WorkerStatus) -> [String; 9] {
    let info = worker.worker.clone().unwrap_or_default();
    let relative = match worker.relative_time_percent {
        0 => "-".to_owned(),
        percent => format!("{percent} %"),
    };
    let is_offline = worker.idle_nanos > OFFLINE_NANOS || info.slots == 0;
    [
        plain_line(&info.host),
        short(&info.id),
        info.slots.to_string(),
        worker.leases.to_string(),
        worker.matches.to_string(),
        relative,
        format!("{:.2}", f64::from(info.load_percent) / 100.0),
        worker.checked_matches.to_string(),
        match (worker.exclusion.is_empty(), is_offline) {
            (false, _) => "excluded".to_owned(),
            (true, true) => "offline".to_owned(),
            (true, false) => "online".to_owned(),
        },
    ]
}

fn to_json(worker: &proto::WorkerStatus) -> Value {
    let info = worker.worker.clone().unwrap_or_default();
    json!({
        "id": info.id,
        "host": info.host,
        "slots": info.slots,
        "cores": info.cores,
        "version": info.version,
        "load": f64::from(info.load_percent) / 100.0,
        "idle_nanos": worker.idle_nanos,
        "leases": worker.leases,
        "matches": worker.matches,
        "late_reports": worker.late_reports,
        "failures": worker.failures,
        "checked_matches": worker.checked_matches,
        "differing_matches": worker.differing_matches,
        "relative_time_percent": worker.relative_time_percent,
        "stalled_leases": worker.stalled_leases,
        "waiting_checks": worker.waiting_checks,
        "exclusion": worker.exclusion,
        "excluded_nanos": worker.excluded_nanos,
        "warnings": worker.warnings,
    })
}
