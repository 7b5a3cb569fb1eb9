//! Traces: a server and a worker send their spans to a collector in this process.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use botwerk_client::{Client, proto};
use botwerk_tests::{SeatStream, bearer, create_match, micro_robots, open_seat, wait_until};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::trace::v1::Span;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use super::serve::Server;
use crate::{command, run};

/// The spans that were received, each with the name of its service.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<(String, Span)>>>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for traced in request.into_inner().resource_spans {
            let resource = format!("{:?}", traced.resource);
            let services = ["botwerk-server", "botwerk-worker"];
            let service = services.iter().find(|name| resource.contains(*name));
            let spans = traced.scope_spans.into_iter().flat_map(|scope| scope.spans);
            let named = spans.map(|span| ((*service.unwrap()).to_owned(), span));
            self.0.lock().unwrap().extend(named);
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let local = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(local).await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let server = tonic::transport::Server::builder()
            .add_service(TraceServiceServer::new(collector.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(server);
        (collector, endpoint)
    }

    /// Returns the spans on the way from the root of a trace to a span of this service and name, of all such ones.
    fn ways(&self, service: &str, name: &str) -> Vec<Vec<String>> {
        let spans = self.0.lock().unwrap();
        let found = spans
            .iter()
            .filter(|(of, span)| of == service && span.name == name);
        let way = |(of, span): &(String, Span)| {
            let mut way = vec![format!("{of} {}", span.name)];
            let mut parent = span.parent_span_id.clone();
            while let Some((of, next)) = spans
                .iter()
                .find(|(_, other)| other.trace_id == span.trace_id && other.span_id == parent)
            {
                way.push(format!("{of} {}", next.name));
                parent.clone_from(&next.parent_span_id);
            }
            way.reverse();
            way
        };
        found.map(way).collect()
    }

    /// Waits for a span of this service with this way from the root.
    async fn wait_for(&self, way: &[&str]) {
        let (service, name) = way.last().unwrap().split_once(' ').unwrap();
        wait_until(&format!("the collector has {way:?}"), async || {
            self.ways(service, name).iter().any(|found| found == way)
        })
        .await;
    }
}

fn serve(endpoint: &str) -> Server {
    let listen = [
        "--json",
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--db",
        ":memory:",
    ];
    let mut serve = command(&[&listen[..], &["--otlp-endpoint", endpoint]].concat());
    // A level that excludes the lines of calls does not exclude their spans.
    Server::run(
        serve
            .env("BOTWERK_LOG_LEVEL", "error")
            .stderr(Stdio::null()),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn submission_is_traced_from_its_call_to_its_commit() {
    let (collector, endpoint) = Collector::start().await;
    let server = serve(&endpoint);
    let client = Client::connect(&server.address).await.unwrap();
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    let mut other = SeatStream::join(&client, &created, 1).await;
    let request = seat.request().await;
    seat.submit(&request, "pass").await;
    seat.accepted().await;
    let stream = [
        "botwerk-server submission",
        "botwerk-server room",
        "botwerk-server commit",
    ];
    collector.wait_for(&stream).await;

    let request = other.request().await;
    let submission = proto::SubmitActionsRequest {
        r#match: created.name.clone(),
        submission: Some(proto::Submission {
            turn: request.turn,
            text: "pass".into(),
            ..Default::default()
        }),
    };
    let player = bearer(&client, &created.tokens[1]);
    player.matches().submit_actions(submission).await.unwrap();
    let unary = [
        "botwerk-server rpc",
        "botwerk-server room",
        "botwerk-server commit",
    ];
    collector.wait_for(&unary).await;
}

struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_worker(server: &str, endpoint: &str) -> Worker {
    let mut worker: Command = command(&["worker", "--server", server]);
    worker.env("BOTWERK_OTLP_ENDPOINT", endpoint);
    Worker(
        worker
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chunk_is_one_trace_of_its_worker_and_its_server() {
    let (collector, endpoint) = Collector::start().await;
    let server = serve(&endpoint);
    let _worker = start_worker(&server.address, &endpoint);
    let client = Client::connect(&server.address).await.unwrap();
    // The worker has called, so that chunks are offered to it.
    let waiting = ["botwerk-worker chunk", "botwerk-worker lease"];
    collector.wait_for(&waiting).await;
    let entrant = |name: &str| proto::Entrant {
        name: name.into(),
        player: Some(proto::entrant::Player::Agent(proto::AgentSpec::new(
            name,
            &[],
        ))),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles: 200 };
    let cup = proto::CreateTournamentRequest {
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
    };
    client.organizer().create_tournament(cup).await.unwrap();
    let of_worker = |name| format!("botwerk-worker {name}");
    let chunk = of_worker("chunk");
    for way in [
        vec![&*chunk, "botwerk-worker lease", "botwerk-server lease"],
        vec![&*chunk, "botwerk-worker matches", "botwerk-worker match"],
        vec![
            &*chunk,
            "botwerk-worker report",
            "botwerk-server report",
            "botwerk-server commit",
        ],
    ] {
        collector.wait_for(&way).await;
    }
}

#[test]
fn collector_with_tls_is_rejected_with_what_is_expected() {
    let endpoint = "https://otel.example:4317";
    let failed = run(&["serve", "--db", ":memory:", "--otlp-endpoint", endpoint]);
    failed.failed(
        2,
        "otlp_endpoint: expected the address of a collector without TLS",
    );
}
