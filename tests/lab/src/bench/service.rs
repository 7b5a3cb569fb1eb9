//! Benches of the server: each latency beside that of a bare echo of the same sizes, measured by
//! turns in the same run, since machines differ and neighbours change them.

use std::path::Path;
use std::time::{Duration, Instant};

use botwerk_cli::failure::Failure;
use botwerk_client::{AuthorizedChannel, Client, ClientError, PlayStream, proto};
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
use super::figure::{Bench, BetterWhen, Figure};
use super::load::{join, long_match, make};
use super::server::{client, config, start, start_real};
use super::stopwatch::Stopwatch;

/// Calls of one kind in a row before the other kind has its turn.
const BLOCK: usize = 100;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "rules-unary",
        about: "RulesService.Apply, one call at a time, beside a bare unary echo",
        figures: &[
            p50("rules-unary-p50"),
            p50("rules-unary-echo-p50"),
            ratio("rules-unary-ratio", 1.3),
        ],
        measure: |stopwatch| client(unary(stopwatch.limit())),
    },
    Bench {
        name: "play-memory",
        about: "Play, from an act to its update, kept in memory, beside a bare ping-pong",
        figures: &[
            p50("play-memory-p50"),
            p50("play-memory-echo-p50"),
            ratio("play-memory-ratio", 1.5),
        ],
        measure: |stopwatch| client(play(Path::new(IN_MEMORY), stopwatch.limit())),
    },
    Bench {
        name: "play-stored",
        about: "Play, from an act to its update, stored first, beside a bare ping-pong",
        figures: &[
            p50("play-stored-p50"),
            p50("play-stored-echo-p50"),
            ratio("play-stored-ratio", 3.0),
        ],
        measure: play_stored,
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

const fn ratio(name: &'static str, reach: f64) -> Figure {
    Figure {
        name,
        unit: "times",
        target: Some(reach),
        better: BetterWhen::Lower,
    }
}

fn play_stored(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    client(play(&folder.path().join("bench.db"), stopwatch.limit()))
}

async fn connect_echo(answer: usize) -> Result<tonic::client::Grpc<Channel>, Failure> {
    let address = start(move |listener| Echo::new(answer).serve(listener))?;
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
        .apply(request.clone())
        .await
        .map_err(ClientError::from)?
        .into_inner();
    let mut bare = connect_echo(response.encoded_len()).await?;
    let message = Bytes::from(vec![0; request.encoded_len()]);
    let (mut real, mut echo) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    while begin.elapsed() < limit {
        for _ in 0..BLOCK {
            let lap = Instant::now();
            rules
                .apply(request.clone())
                .await
                .map_err(ClientError::from)?;
            real.push(lap.elapsed());
        }
        for _ in 0..BLOCK {
            let lap = Instant::now();
            bare.ready().await.map_err(ClientError::from)?;
            let path = PathAndQuery::from_static(echo::UNARY);
            let answer = bare.unary(Request::new(message.clone()), path, Raw).await;
            answer.map_err(ClientError::from)?;
            echo.push(lap.elapsed());
        }
    }
    Ok(figures(real, echo))
}

type RulesClient = proto::rules_service_client::RulesServiceClient<AuthorizedChannel>;

/// An act in the middle of a match.
async fn apply_request(rules: &mut RulesClient) -> Result<proto::ApplyRequest, Failure> {
    let game = GameId::MicroRobots.name().to_owned();
    let setup = Some(proto::GameSetup {
        game,
        ..Default::default()
    });
    let new = proto::NewPositionRequest {
        setup: setup.clone(),
        seed: "7".into(),
    };
    let new = rules
        .new_position(new)
        .await
        .map_err(ClientError::from)?
        .into_inner();
    let mut position = new.position.unwrap_or_default().text;
    for text in ["start 1P", "roll 2W"] {
        let request = proto::ApplyRequest {
            setup: setup.clone(),
            position,
            text: text.into(),
            ..Default::default()
        };
        let applied = rules
            .apply(request)
            .await
            .map_err(ClientError::from)?
            .into_inner();
        position = applied.position.unwrap_or_default().text;
    }
    Ok(proto::ApplyRequest {
        setup,
        position,
        text: "say 5".into(),
        ..Default::default()
    })
}

async fn play(db: &Path, limit: Duration) -> Result<Vec<f64>, Failure> {
    let client = Client::connect(&start_real(config(db))?).await?;
    let mut seat = Seat::sit_down(&client).await?;
    let first = seat.act().await?;
    let mut bare = PingPong::open(&first).await?;
    let (mut real, mut echo) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    while begin.elapsed() < limit {
        for _ in 0..BLOCK {
            real.push(seat.act().await?.time);
        }
        for _ in 0..BLOCK {
            let lap = Instant::now();
            bare.ping().await?;
            echo.push(lap.elapsed());
        }
    }
    Ok(figures(real, echo))
}

/// What one act has cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acted {
    /// From the act to its update.
    pub(super) time: Duration,
    /// Bytes of the act.
    act: usize,
    /// Bytes of all that is sent for it up to its update.
    answer: usize,
}

/// A seat that announces and gives up, over and over, while nobody else plays.
pub(super) struct Seat {
    stream: PlayStream,
    request: proto::ActionRequest,
}

impl Seat {
    pub(super) async fn sit_down(client: &Client) -> Result<Self, Failure> {
        let request = long_match(vec![proto::SeatSetup::default(); 2]);
        let (name, tokens) = make(client, request).await?;
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

    /// Acts, and waits for the update and, outside the measured time, for the next request.
    pub(super) async fn act(&mut self) -> Result<Acted, Failure> {
        let lap = Instant::now();
        let proto::ActionRequest {
            handle,
            turn,
            part: act,
            ..
        } = self.request;
        let text = if self.request.stage == "race" {
            "say 5"
        } else {
            "end"
        };
        let act = proto::Submission {
            handle,
            turn,
            part: act,
            text: text.into(),
            ..Default::default()
        };
        let mut acted = Acted {
            time: Duration::ZERO,
            act: act.encoded_len(),
            answer: 0,
        };
        self.stream.submit(act).await?;
        loop {
            match self.stream.next().await? {
                Some(Kind::Accepted(accepted)) => acted.answer += accepted.encoded_len(),
                Some(Kind::Update(update)) => {
                    acted.time = lap.elapsed();
                    acted.answer += update.encoded_len();
                }
                Some(Kind::ActionRequest(request)) => {
                    self.request = request;
                    return Ok(acted);
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

/// A stream on which every message is answered with another one.
struct PingPong {
    pings: mpsc::Sender<Bytes>,
    pongs: Streaming<Bytes>,
    ping: Bytes,
}

impl PingPong {
    async fn open(sizes: &Acted) -> Result<Self, Failure> {
        let mut bare = connect_echo(sizes.answer).await?;
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
            ping: Bytes::from(vec![0; sizes.act]),
        })
    }

    async fn ping(&mut self) -> Result<(), Failure> {
        // A stream that has ended says so on its other side.
        let _ = self.pings.send(self.ping.clone()).await;
        let pong = self.pongs.message().await.map_err(ClientError::from)?;
        pong.map(|_| ()).ok_or_else(|| unexpected(None))
    }
}
