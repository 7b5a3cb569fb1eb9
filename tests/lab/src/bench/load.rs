//! Benches of a server process under load: many seats on one stream, many open matches.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, PlayStream, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::GameId;
use proto::play_response::Kind;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::server::{block_on_this_thread, child};
use super::stopwatch::Stopwatch;

/// Matches on the one stream, which carries both seats of each.
const MATCHES: usize = 32;

/// Matches that are open at once, and streams per connection.
const OPEN_MATCHES: usize = 5000;
const STREAMS_PER_CONNECTION: usize = 1000;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "play-stream",
        about: "64 seats of 32 matches on one stream of Play, each submission stored before it is \
                accepted",
        figures: &[Figure {
            name: "play-stream-submissions",
            unit: "submissions/s",
            target: Some(50_000.0),
            better: BetterWhen::Higher,
        }],
        measure: Measure::Timed(one_stream),
    },
    Bench {
        name: "open-matches",
        about: "Memory of a server with 5,000 open matches, each with a stream of its own",
        figures: &[
            Figure {
                name: "open-matches-memory",
                unit: "MB",
                target: Some(150.0),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "open-matches-empty",
                unit: "MB",
                target: None,
                better: BetterWhen::Lower,
            },
        ],
        measure: Measure::Timed(open_matches),
    },
];

fn one_stream(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let mut clients = LoadClients::join(&client).await?;
        // The first submissions warm up.
        clients.play(stopwatch.limit() / 10).await?;
        let started = Instant::now();
        let submissions = clients.play(stopwatch.limit()).await?;
        Ok(vec![submissions as f64 / started.elapsed().as_secs_f64()])
    })
}

/// Returns the request for a match that outlasts every bench: races of an hour, a million rounds.
pub(crate) fn long_match(seats: Vec<proto::SeatSetup>) -> proto::CreateMatchRequest {
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let setup = proto::GameSetup {
        game: GameId::MICRO_ROBOTS.name().into(),
        options: vec![
            option("round_cap", "1000000"),
            option("race_limit", "3600s"),
        ],
        seats: seats.len() as u32,
    };
    proto::CreateMatchRequest {
        setup: Some(setup),
        seats,
        ..Default::default()
    }
}

/// Creates a match. Returns its name, and the tokens of its open seats.
pub(crate) async fn create(
    client: &Client,
    request: proto::CreateMatchRequest,
) -> Result<(String, Vec<String>), Failure> {
    let response = client.matches().create_match(request).await;
    let created = response.map_err(ClientError::from)?.into_inner();
    let tokens = created.seat_tokens.into_iter().map(|seat| seat.token);
    Ok((created.r#match.unwrap_or_default().name, tokens.collect()))
}

/// Seats that submit at once, all on one stream: in every race one of a match's two seats passes
/// while the other one announces, and then forfeits its announcement.
struct LoadClients {
    stream: PlayStream,
    /// Match and seat of each handle.
    seats: HashMap<u32, (usize, u32)>,
    /// The open race of each match.
    races: Vec<Race>,
    accepted: u64,
}

/// A race, with the request of the seat that received it first.
#[derive(Default)]
struct Race {
    number: u32,
    first: Option<proto::ActionRequest>,
}

impl LoadClients {
    async fn join(client: &Client) -> Result<Self, Failure> {
        let stream = PlayStream::open(client).await?;
        let mut seats = HashMap::new();
        for number in 0..MATCHES {
            let (name, tokens) =
                create(client, long_match(vec![proto::SeatSetup::default(); 2])).await?;
            for (seat, token) in tokens.into_iter().enumerate() {
                stream.join(join(&name, token)).await?;
                // Handles are assigned in the order of joining.
                seats.insert(seats.len() as u32 + 1, (number, seat as u32));
            }
        }
        Ok(Self {
            stream,
            seats,
            races: (0..MATCHES).map(|_| Race::default()).collect(),
            accepted: 0,
        })
    }

    /// Plays for the given time and returns the number of accepted submissions.
    async fn play(&mut self, time: Duration) -> Result<u64, Failure> {
        let (started, before) = (Instant::now(), self.accepted);
        loop {
            match self.stream.next().await? {
                Some(Kind::ActionRequest(request)) => self.handle_request(request).await?,
                Some(Kind::Accepted(_)) => {
                    self.accepted += 1;
                    if self.accepted.is_multiple_of(64) && started.elapsed() >= time {
                        return Ok(self.accepted - before);
                    }
                }
                Some(Kind::Joined(_) | Kind::Update(_)) => {}
                other => {
                    let message = format!("{other:?}");
                    return Err(ClientError::Protocol(message).into());
                }
            }
        }
    }

    async fn handle_request(&mut self, request: proto::ActionRequest) -> Result<(), Failure> {
        if request.stage != "race" {
            return self.submit(&request, "end").await;
        }
        let unknown = || {
            Failure::new(
                Reason::Unreachable,
                "received a request for an unknown seat",
            )
        };
        let (number, _) = *self.seats.get(&request.handle).ok_or_else(unknown)?;
        let race = &mut self.races[number];
        let Some(other) = race.first.take() else {
            race.first = Some(request);
            return Ok(());
        };
        race.number += 1;
        // The pass is sent first: an announcement would end the race.
        let (passes, announces) = if race.number.is_multiple_of(2) {
            (other, request)
        } else {
            (request, other)
        };
        self.submit(&passes, "pass").await?;
        self.submit(&announces, "say 5").await
    }

    async fn submit(&self, request: &proto::ActionRequest, text: &str) -> Result<(), Failure> {
        let submission = proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            text: text.into(),
            ..Default::default()
        };
        Ok(self.stream.submit(submission).await?)
    }
}

/// Returns the message that takes a seat.
pub(crate) fn join(name: &str, token: String) -> proto::Join {
    proto::Join {
        r#match: name.into(),
        seat_token: token,
        ..Default::default()
    }
}

/// Memory of a server in megabytes, with its open matches and with none.
fn open_matches(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    let empty = server.memory()?;
    block_on_this_thread(async {
        let mut open_streams = Vec::new();
        let mut client = Client::connect(server.address()).await?;
        for number in 0..OPEN_MATCHES {
            if number.is_multiple_of(STREAMS_PER_CONNECTION) {
                client = Client::connect(server.address()).await?;
            }
            let opponent = proto::SeatSetup {
                agent: Some(proto::AgentSpec {
                    name: "human".into(),
                    settings: vec![proto::AgentSetting {
                        name: "mean".into(),
                        value: "3000s".into(),
                    }],
                }),
                ..Default::default()
            };
            let (name, tokens) = create(
                &client,
                long_match(vec![proto::SeatSetup::default(), opponent]),
            )
            .await?;
            let mut stream = PlayStream::open(&client).await?;
            for token in tokens {
                stream.join(join(&name, token)).await?;
            }
            // The match is running and waits for the seat on the stream.
            while !matches!(stream.next().await?, Some(Kind::ActionRequest(_)) | None) {}
            open_streams.push(stream);
        }
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        Ok(vec![megabytes(server.memory()?), megabytes(empty)])
    })
}
