//! Workers over the API: their ids and leases are their own, and what they forge excludes them.

use botwerk_client::{Client, ClientError, worker_proto};
use botwerk_tests::{TestServer, poll_for, worker};

use crate::tournament::{agents, create, netzwerk, round_robin};

const HONEST: &str = "the-secret-of-one-worker";

const FORGER: &str = "the-secret-of-another-worker";

fn reason(status: tonic::Status) -> &'static str {
    match ClientError::from(status) {
        ClientError::Rejected { reason, .. } => reason.name(),
        other => panic!("{other}"),
    }
}

async fn lease(
    client: &Client,
    worker: worker_proto::WorkerInfo,
) -> Result<worker_proto::LeaseChunkResponse, tonic::Status> {
    let request = worker_proto::LeaseChunkRequest {
        worker: Some(worker),
        wait_nanos: 0,
    };
    Ok(client.workers().lease_chunk(request).await?.into_inner())
}

/// Leases a chunk as soon as there is one.
async fn lease_one(client: &Client, worker: &worker_proto::WorkerInfo) -> worker_proto::ChunkLease {
    poll_for("a chunk is offered", async || {
        lease(client, worker.clone()).await.unwrap().lease
    })
    .await
}

async fn report(
    client: &Client,
    worker: &worker_proto::WorkerInfo,
    lease: &worker_proto::ChunkLease,
    results: Vec<worker_proto::WorkerResult>,
) -> Result<worker_proto::ReportResultsResponse, tonic::Status> {
    let request = worker_proto::ReportResultsRequest {
        worker: Some(worker.clone()),
        lease: Some(lease.clone()),
        sequence: 1,
        results,
        failures: Vec::new(),
    };
    Ok(client.workers().report_results(request).await?.into_inner())
}

/// Returns a result of which nothing is a play of the match.
fn forgery(pairing: u64) -> worker_proto::WorkerResult {
    worker_proto::WorkerResult {
        pairing,
        start: "xyzzy".into(),
        events: vec!["x".repeat(1 << 20)],
        outcome: r#"{"outcome":"NW-1","places":[1,2]}"#.into(),
        seat_stats:
            r#"[{"termination":null,"illegal_submissions":0,"turns":18446744073709551615,"nanos":0},
                        {"termination":null,"illegal_submissions":0,"turns":0,"nanos":0}]"#
                .into(),
        time_nanos: 1,
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worker_uses_neither_the_id_nor_the_lease_of_another() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (honest, thief) = (worker(HONEST), worker(FORGER));
    let borrowed = worker_proto::WorkerInfo {
        id: honest.id.clone(),
        ..thief.clone()
    };
    let rejected = lease(&client, borrowed).await.unwrap_err();
    assert_eq!(reason(rejected), "BAD_TOKEN");
    let without = worker_proto::WorkerInfo {
        secret: String::new(),
        ..honest.clone()
    };
    let rejected = lease(&client, without).await.unwrap_err();
    assert_eq!(reason(rejected), "BAD_REQUEST");

    lease(&client, honest.clone()).await.unwrap();
    let cup = netzwerk(round_robin(2), agents(&["greedy", "random"]), None);
    create(&client, cup).await;
    let held = lease_one(&client, &honest).await;
    let request = worker_proto::RenewLeasesRequest {
        worker: Some(thief.clone()),
        leases: vec![held.clone()],
    };
    let renewed = client.workers().renew_leases(request).await.unwrap();
    assert_eq!(renewed.into_inner().ended, std::slice::from_ref(&held));
    let request = worker_proto::ReleaseLeaseRequest {
        worker: Some(thief.clone()),
        lease: Some(held.clone()),
    };
    client.workers().release_lease(request).await.unwrap();
    let stolen = report(&client, &thief, &held, vec![forgery(0)]).await;
    assert!(stolen.unwrap().is_superseded);
    let own = report(&client, &honest, &held, Vec::new()).await.unwrap();
    assert!(!own.is_superseded);
    let mut calls = client.workers();
    let listed = calls
        .list_workers(worker_proto::ListWorkersRequest::default())
        .await;
    let listed = listed.unwrap().into_inner().workers;
    assert!(listed.iter().all(|one| one.exclusion.is_empty()));
    let secrets = listed
        .iter()
        .map(|one| &one.worker.as_ref().unwrap().secret);
    assert!(secrets.into_iter().all(String::is_empty));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forger_is_excluded_also_after_a_restart_until_the_operator_readmits_it() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("cup.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let forger = worker(FORGER);
    lease(&client, forger.clone()).await.unwrap();
    let cup = netzwerk(round_robin(2), agents(&["greedy", "random"]), None);
    let created = create(&client, cup).await;
    let held = lease_one(&client, &forger).await;
    let forged = report(&client, &forger, &held, vec![forgery(held.first_pairing)]).await;
    assert_eq!(reason(forged.unwrap_err()), "WORKER_EXCLUDED");

    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    let rejected = lease(&client, forger.clone()).await.unwrap_err();
    assert!(rejected.message().contains("--readmit"), "{rejected:?}");
    assert_eq!(reason(rejected), "WORKER_EXCLUDED");
    let mut calls = client.workers();
    let listed = calls
        .list_workers(worker_proto::ListWorkersRequest::default())
        .await;
    let listed = listed.unwrap().into_inner().workers;
    let excluded = listed.iter().find(|one| !one.exclusion.is_empty()).unwrap();
    assert_eq!(excluded.worker.as_ref().unwrap().id, forger.id);
    assert!(excluded.exclusion.contains("start"), "{excluded:?}");
    // The server plays the matches itself.
    let over = crate::tournament::wait_until_over(&client, &created.name).await;
    assert_eq!(over.result_count, 4);
    for is_excluded in [true, false] {
        let request = worker_proto::ReadmitWorkerRequest {
            worker: forger.id.clone(),
        };
        let readmitted = client.workers().readmit_worker(request).await;
        assert_eq!(readmitted.is_ok(), is_excluded);
    }
    lease(&client, forger).await.unwrap();
}
