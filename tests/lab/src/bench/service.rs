//! Benches of the server: each latency relative to that of a bare echo with messages of the same
//! sizes, measured alternately in the same run, since the speed of a machine varies.

use std::path::Path;
use std::time::{Duration, Instant};

use botwerk_client::{AuthorizedChannel, Client, ClientError, PlayStream, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::GameId;
use botwerk_service::IN_MEMORY;
use bytes::Bytes;
use prost::Message;
use proto::play_response::Kind;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Streaming};

use super::echo::{self, Echo, Raw};
use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::load::{create, join, long_match};
use super::server::{client, config, start, start_real};
use super::stopwatch::Stopwatch;

/// Consecutive calls of one kind before those of the other.
const BLOCK: usize = 100;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "rules-unary",
        about: "RulesService.ApplyActions, one call at a time, relative to a bare unary echo",
        figures: &[
            p50("rules-unary-p50"),
            p50("rules-unary-echo-p50"),
            ratio("rules-unary-ratio", 1.3),
        ],
        measure: Measure::Timed(|stopwatch| client(unary(stopwatch.limit()))),
    },
    Bench {
        name: "play-memory",
        about: "Play, from a submission to its update, in memory, relative to a bare ping-pong",
        figures: &[
            p50("play-memory-p50"),
            p50("play-memory-echo-p50"),
            ratio("play-memory-ratio", 1.5),
        ],
        measure: Measure::Timed(|stopwatch| client(play(Path::new(IN_MEMORY), stopwatch.limit()))),
    },
    Bench {
        name: "play-stored",
        about: "Play, from a submission to its update, stored first, relative to a bare ping-pong",
        figures: &[
            p50("play-stored-p50"),
            p50("play-stored-echo-p50"),
            ratio("play-stored-ratio", 3.0),
        ],
        measure: Measure::Timed(play_stored),
    },
];

const fn p50(name: &'static str) -> Figure {
    Figure {
        name,
        unit: "µs",
        target: None,
        better: BetterWhen::Lower,
    }
}

const fn ratio(name: &'static str, target: f64) -> Figure {
    Figure {
        name,
        unit: "times",
        target: Some(target),
        better: BetterWhen::Lower,
    }
}

fn play_stored(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    client(play(&folder.path().join("bench.db"), stopwatch.limit()))
}

async fn connect_echo(response_bytes: usize) -> Result<tonic::client::Grpc<Channel>, Failure> {
    let address = start(move |listener| Echo::new(response_bytes).serve(listener))?;
    let endpoint = Endpoint::from_shared(format!("http://{address}")).map_err(ClientError::from)?;
    let channel = endpoint
        .tcp_nodelay(true)
        .connect()
        .await
        .map_err(ClientError::from)?;
    Ok(tonic::client::Grpc::new(channel))
}

/// Medians of the real calls and of the echo in microseconds, and their ratio.
fn figures(mut real: Vec<Duration>, mut echo: Vec<Duration>) -> Vec<f64> {
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_nanos() as f64 / 1e3
    };
    let (real, echo) = (median(&mut real), median(&mut echo));
    vec![real, echo, real / echo]
}

async fn unary(limit: Duration) -> Result<Vec<f64>, Failure> {
    let client = Client::connect(&start_real(config(Path::new(IN_MEMORY)))?).await?;
    let mut rules = client.rules();
    let request = apply_request(&mut rules).await?;
    let response = rules
        .apply_actions(request.clone())
        .await
        .map_err(ClientError::from)?
        .into_inner();
    let mut bare = connect_echo(response.encoded_len()).await?;
    let message = Bytes::from(vec![0; request.encoded_len()]);
    let (mut real, mut echo) = (Vec::new(), Vec::new());
    let started = Instant::now();
    while started.elapsed() < limit {
        for _ in 0..BLOCK {
            let lap = Instant::now();
            rules
                .apply_actions(request.clone())
                .await
                .map_err(ClientError::from)?;
            real.push(lap.elapsed());
        }
        for _ in 0..BLOCK {
            let lap = Instant::now();
            bare.ready().await.map_err(ClientError::from)?;
            let path = PathAndQuery::from_static(echo::UNARY);
            let response = bare.unary(Request::new(message.clone()), path, Raw).await;
            response.map_err(ClientError::from)?;
            echo.push(lap.elapsed());
        }
    }
    Ok(figures(real, echo))
}

type RulesClient = proto::rules_service_client::RulesServiceClient<AuthorizedChannel>;

/// Returns a request in the middle of a match.
async fn apply_request(rules: &mut RulesClient) -> Result<proto::ApplyActionsRequest, Failure> {
    let game = GameId::MICRO_ROBOTS.name().to_owned();
    let setup = Some(proto::GameSetup {
        game,
        ..Default::default()
    });
    let new = proto::CreatePositionRequest {
        setup: setup.clone(),
        seed: "7".into(),
    };
    let new = rules
        .create_position(new)
        .await
        .map_err(ClientError::from)?
        .into_inner();
    let mut position = new.position.unwrap_or_default().text;
    for text in ["start 1P", "roll 2W"] {
        let request = proto::ApplyActionsRequest {
            setup: setup.clone(),
            position,
            text: text.into(),
            ..Default::default()
        };
        let applied = rules
            .apply_actions(request)
            .await
            .map_err(ClientError::from)?
            .into_inner();
        position = applied.position.unwrap_or_default().text;
    }
    Ok(proto::ApplyActionsRequest {
        setup,
        position,
        text: "say 5".into(),
        ..Default::default()
    })
}

async fn play(db: &Path, limit: Duration) -> Result<Vec<f64>, Failure> {
    let client = Client::connect(&start_real(config(db))?).await?;
    let mut seat = BenchSeat::join(&client).await?;
    let first = seat.submit().await?;
    let mut bare = PingPong::open(&first).await?;
    let (mut real, mut echo) = (Vec::new(), Vec::new());
    let started = Instant::now();
    while started.elapsed() < limit {
        for _ in 0..BLOCK {
            real.push(seat.submit().await?.time);
        }
        for _ in 0..BLOCK {
            let lap = Instant::now();
            bare.ping().await?;
            echo.push(lap.elapsed());
        }
    }
    Ok(figures(real, echo))
}

/// The cost of one submission.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SubmissionCost {
    /// From the submission to its update.
    pub(crate) time: Duration,
    /// Bytes of the submission.
    request_bytes: usize,
    /// Bytes of all frames sent for it up to its update.
    response_bytes: usize,
}

/// A seat that repeatedly announces and forfeits its announcement, in a match without other
/// submissions.
pub(crate) struct BenchSeat {
    stream: PlayStream,
    request: proto::ActionRequest,
}

impl BenchSeat {
    pub(crate) async fn join(client: &Client) -> Result<Self, Failure> {
        Self::join_with(client, None).await
    }

    /// Joins a match with a time control.
    pub(crate) async fn join_with(
        client: &Client,
        time_control: Option<proto::TimeControl>,
    ) -> Result<Self, Failure> {
        let request = proto::CreateMatchRequest {
            time_control,
            ..long_match(vec![proto::SeatSetup::default(); 2])
        };
        let (name, tokens) = create(client, request).await?;
        let mut streams = Vec::new();
        for token in tokens {
            let mut stream = PlayStream::open(client).await?;
            stream.join(join(&name, token)).await?;
            stream.next().await?;
            streams.push(stream);
        }
        let mut stream = streams.swap_remove(0);
        let request = next_request(&mut stream).await?;
        Ok(Self { stream, request })
    }

    /// Submits, and waits for the update and, outside the measured time, for the next request.
    pub(crate) async fn submit(&mut self) -> Result<SubmissionCost, Failure> {
        let lap = Instant::now();
        let proto::ActionRequest {
            handle, turn, part, ..
        } = self.request;
        let text = if self.request.stage == "race" {
            "say 5"
        } else {
            "end"
        };
        let submission = proto::Submission {
            handle,
            turn,
            part,
            text: text.into(),
            ..Default::default()
        };
        let mut cost = SubmissionCost {
            time: Duration::ZERO,
            request_bytes: submission.encoded_len(),
            response_bytes: 0,
        };
        self.stream.submit(submission).await?;
        loop {
            match self.stream.next().await? {
                Some(Kind::Accepted(accepted)) => cost.response_bytes += accepted.encoded_len(),
                Some(Kind::Update(update)) => {
                    cost.time = lap.elapsed();
                    cost.response_bytes += update.encoded_len();
                }
                Some(Kind::ActionRequest(request)) => {
                    self.request = request;
                    return Ok(cost);
                }
                other => return Err(unexpected(other.as_ref())),
            }
        }
    }
}

async fn next_request(stream: &mut PlayStream) -> Result<proto::ActionRequest, Failure> {
    loop {
        match stream.next().await? {
            Some(Kind::ActionRequest(request)) => return Ok(request),
            Some(Kind::Update(_) | Kind::Joined(_)) => {}
            other => return Err(unexpected(other.as_ref())),
        }
    }
}

fn unexpected(frame: Option<&Kind>) -> Failure {
    ClientError::Protocol(format!("{frame:?}")).into()
}

/// A stream on which the server answers every message with another one.
struct PingPong {
    pings: mpsc::Sender<Bytes>,
    pongs: Streaming<Bytes>,
    ping: Bytes,
}

impl PingPong {
    async fn open(sizes: &SubmissionCost) -> Result<Self, Failure> {
        let mut bare = connect_echo(sizes.response_bytes).await?;
        let (pings, receiver) = mpsc::channel(1);
        bare.ready().await.map_err(ClientError::from)?;
        let path = PathAndQuery::from_static(echo::STREAM);
        let request = Request::new(ReceiverStream::new(receiver));
        let pongs = bare
            .streaming(request, path, Raw)
            .await
            .map_err(ClientError::from)?;
        Ok(Self {
            pings,
            pongs: pongs.into_inner(),
            ping: Bytes::from(vec![0; sizes.request_bytes]),
        })
    }

    async fn ping(&mut self) -> Result<(), Failure> {
        // A closed stream is reported by its receiving side.
        let _ = self.pings.send(self.ping.clone()).await;
        let pong = self.pongs.message().await.map_err(ClientError::from)?;
        pong.map(|_| ()).ok_or_else(|| unexpected(None))
    }
}
