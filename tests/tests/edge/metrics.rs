//! What the metrics show of calls, the store, workers and quotas.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use botwerk_client::{Client, proto, worker_proto};
use botwerk_service::{Config, SignUpPolicy};
use botwerk_tests::{
    SeatStream, TestServer, agent_seat, bearer, create_match, http_get, in_memory, metric,
    metric_value, micro_robots, open_seat, poll_for, wait_until, worker,
};
use tonic::Code;

const CREATE: &str = "botwerk.v1.MatchService/CreateMatch";

const GET: &str = "botwerk.v1.MatchService/GetMatch";

const PLAY: &str = "botwerk.v1.MatchService/Play";

async fn text(server: &TestServer) -> String {
    let (status, text) = http_get(&server.address(), "/metrics", None).await;
    assert_eq!(status, 200);
    text
}

fn by_code(metric: &str, method: &str, code: &str) -> String {
    format!("{metric}{{method=\"{method}\",code=\"{code}\"}}")
}

#[tokio::test]
async fn calls_are_counted_by_method_and_code_and_streams_apart() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    for _ in 0..2 {
        let name = "matches/none".into();
        let request = proto::GetMatchRequest { name };
        let missing = client.matches().get_match(request).await;
        assert_eq!(missing.unwrap_err().code(), Code::NotFound);
    }
    let seat = SeatStream::join(&client, &created, 0).await;
    let shown = text(&server).await;
    let duration = "botwerk_call_duration_seconds";
    for (sample, value) in [
        (by_code("botwerk_calls_total", CREATE, "OK"), 1.0),
        (by_code("botwerk_calls_total", CREATE, "INTERNAL"), 0.0),
        (by_code("botwerk_calls_total", GET, "NOT_FOUND"), 2.0),
        (
            format!("botwerk_rejections_total{{method=\"{GET}\",reason=\"NOT_FOUND\"}}"),
            2.0,
        ),
        (format!("botwerk_open_streams{{method=\"{PLAY}\"}}"), 1.0),
        (format!("{duration}_count{{method=\"{GET}\"}}"), 2.0),
        (
            format!("{duration}_bucket{{method=\"{GET}\",le=\"10\"}}"),
            2.0,
        ),
        (
            format!("{duration}_bucket{{method=\"{GET}\",le=\"+Inf\"}}"),
            2.0,
        ),
    ] {
        assert_eq!(
            metric_value(&shown, &sample),
            Some(value),
            "{sample}: {shown}"
        );
    }
    assert!(!shown.contains(&format!("{duration}_count{{method=\"{PLAY}\"}}")));
    drop(seat);
    // The client has left without the status.
    let cancelled = by_code("botwerk_streams_total", PLAY, "CANCELLED");
    wait_until("the stream is counted", async || {
        metric(&server.address(), &cancelled).await == Some(1.0)
    })
    .await;
}

#[tokio::test]
async fn methods_that_do_not_exist_share_one_series() {
    let server = TestServer::in_memory().await;
    let url = format!("http://{}", server.address());
    let channel = tonic::transport::Endpoint::from_shared(url).unwrap();
    let channel = channel.connect().await.unwrap();
    for number in 0..20 {
        let mut grpc = tonic::client::Grpc::new(channel.clone());
        grpc.ready().await.unwrap();
        let path = format!("/botwerk.v1.MatchService/Stranger{number}");
        let request = tonic::Request::new(Vec::new());
        let answer = grpc.unary(request, path.parse().unwrap(), botwerk_tests::Bytes);
        assert_eq!(answer.await.unwrap_err().code(), Code::Unimplemented);
    }
    let shown = text(&server).await;
    let sample = by_code("botwerk_calls_total", "unknown", "UNIMPLEMENTED");
    assert_eq!(metric_value(&shown, &sample), Some(20.0), "{shown}");
    assert!(!shown.contains("Stranger"), "{shown}");
}

/// The alert `BotwerkWriteQueueLong`: another program holds the lock of the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_that_wait_for_the_store_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let lock = rusqlite::Connection::open(&db).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let creations: Vec<_> = (0..150)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move {
                let seats = vec![open_seat(), agent_seat("random")];
                let request = micro_robots(seats, &[]);
                client.matches().create_match(request).await
            })
        })
        .collect();
    wait_until("more than 100 writes wait", async || {
        let length = metric(&server.address(), "botwerk_store_write_queue_length").await;
        length.unwrap() > 100.0
    })
    .await;
    lock.execute_batch("ROLLBACK").unwrap();
    drop(lock);
    for creation in creations {
        // Those that have waited for too long are rejected.
        let _ = creation.await.unwrap();
    }
    create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    wait_until("no write waits", async || {
        metric(&server.address(), "botwerk_store_write_queue_length").await == Some(0.0)
    })
    .await;
    let shown = text(&server).await;
    let batches = metric_value(&shown, "botwerk_store_batch_writes_count").unwrap();
    let writes = metric_value(&shown, "botwerk_store_batch_writes_sum").unwrap();
    assert!(batches >= 1.0 && writes > batches, "{writes} in {batches}");
}

async fn lease(client: &Client, secret: &str) -> Option<worker_proto::ChunkLease> {
    let request = worker_proto::LeaseChunkRequest {
        worker: Some(worker(secret)),
        wait_nanos: 0,
    };
    let leased = client.workers().lease_chunk(request).await.unwrap();
    leased.into_inner().lease
}

/// Reports for a time that a worker is alive, which leases nothing.
async fn stay_alive(client: &Client, secret: &str, time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        let request = worker_proto::RenewLeasesRequest {
            worker: Some(worker(secret)),
            leases: Vec::new(),
        };
        client.workers().renew_leases(request).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Returns a tournament that workers play.
fn cup() -> proto::CreateTournamentRequest {
    let entrant = |name: &str| proto::Entrant {
        name: name.into(),
        player: Some(proto::entrant::Player::Agent(proto::AgentSpec::new(
            name,
            &[],
        ))),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles: 2 };
    proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "cup".into(),
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
            }),
            entrants: vec![entrant("greedy"), entrant("random")],
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// The alerts `BotwerkLeasesLost` and `BotwerkWorkerExcluded`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_leases_and_excluded_workers_are_shown() {
    let server = TestServer::start(Config {
        worker_lease_secs: 2.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let (lazy, forger) = ("the-secret-of-one-worker", "the-secret-of-another-worker");
    lease(&client, lazy).await;
    let created = client.organizer().create_tournament(cup()).await;
    created.unwrap();
    poll_for("a chunk is leased", async || lease(&client, lazy).await).await;
    let shown = text(&server).await;
    for (sample, value) in [
        ("botwerk_tournaments{state=\"running\"}", 1.0),
        ("botwerk_workers{state=\"online\"}", 1.0),
        ("botwerk_workers{state=\"excluded\"}", 0.0),
        ("botwerk_worker_slots", 1.0),
        ("botwerk_chunk_leases_total", 1.0),
        ("botwerk_lost_leases_total{cause=\"expired\"}", 0.0),
    ] {
        assert_eq!(
            metric_value(&shown, sample),
            Some(value),
            "{sample}: {shown}"
        );
    }
    // The server plays the matches itself as soon as no worker is there.
    stay_alive(&client, forger, Duration::from_millis(2100)).await;
    let held = poll_for("the chunk is leased again", async || {
        lease(&client, forger).await
    })
    .await;
    let forged = worker_proto::ReportResultsRequest {
        worker: Some(worker(forger)),
        lease: Some(held.clone()),
        sequence: 1,
        results: vec![worker_proto::WorkerResult {
            pairing: held.first_pairing,
            ..Default::default()
        }],
        failures: Vec::new(),
    };
    let excluded = client.workers().report_results(forged).await;
    assert_eq!(excluded.unwrap_err().code(), Code::PermissionDenied);
    let shown = text(&server).await;
    let report = "botwerk.worker.v1.WorkerService/ReportResults";
    let rejections =
        format!("botwerk_rejections_total{{method=\"{report}\",reason=\"WORKER_EXCLUDED\"}}");
    for (sample, value) in [
        ("botwerk_workers{state=\"excluded\"}", 1.0),
        ("botwerk_lost_leases_total{cause=\"expired\"}", 1.0),
        (&*rejections, 1.0),
    ] {
        assert_eq!(
            metric_value(&shown, sample),
            Some(value),
            "{sample}: {shown}"
        );
    }
}

/// The alert `BotwerkQuotasExhausted`.
#[tokio::test]
async fn quota_rejections_are_counted_by_the_call_that_exceeds_them() {
    let server = TestServer::start(Config {
        sign_up: SignUpPolicy::Open,
        max_bots_per_owner: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = proto::SignUpRequest {
        name: "alice".into(),
        code: String::new(),
    };
    let signed_up = client.owners().sign_up(request).await.unwrap();
    let owner = bearer(&client, &signed_up.into_inner().owner_token);
    for (name, code) in [("one", None), ("two", Some(Code::ResourceExhausted))] {
        let request = proto::RegisterBotRequest {
            name: name.into(),
            ..Default::default()
        };
        let registered = owner.bots().register_bot(request).await;
        assert_eq!(registered.err().map(|status| status.code()), code);
    }
    let method = "botwerk.v1.BotService/RegisterBot";
    let sample =
        format!("botwerk_rejections_total{{method=\"{method}\",reason=\"QUOTA_EXCEEDED\"}}");
    assert_eq!(metric(&server.address(), &sample).await, Some(1.0));
    assert_eq!(
        metric(&server.address(), "botwerk_store_failing").await,
        Some(0.0)
    );
}

/// Returns the names of metrics in a text, without the suffixes of counters and histograms.
fn metric_names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '_');
    let names = words.filter(|word| word.starts_with("botwerk_") || word.starts_with("process_"));
    let suffixes = ["_total", "_bucket", "_sum", "_count"];
    let family = |name| {
        let mut stems = suffixes
            .iter()
            .filter_map(|suffix| str::strip_suffix(name, *suffix));
        stems.next().unwrap_or(name)
    };
    names.map(family).collect()
}

#[tokio::test]
async fn dashboard_alerts_and_documents_name_the_metrics_that_exist() {
    let server = TestServer::in_memory().await;
    let shown = text(&server).await;
    let described = |line: &str| line.strip_prefix("# TYPE ").map(str::to_owned);
    let described: Vec<_> = shown.lines().filter_map(described).collect();
    let existing: BTreeSet<_> = described
        .iter()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let read = |file: &str| {
        let path = format!("{}/../docs/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    for (file, is_complete) in [
        ("deployment/prometheus/alerts.yaml", false),
        ("deployment/prometheus/alerts_test.yaml", false),
        ("deployment/grafana/botwerk.json", true),
        ("metrics.md", true),
    ] {
        let content = read(file);
        let named = metric_names(&content);
        assert!(!named.is_empty());
        let unknown: Vec<_> = named.difference(&existing).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
        let missing: Vec<_> = existing.difference(&named).collect();
        assert!(!is_complete || missing.is_empty(), "{file}: {missing:?}");
    }
}
