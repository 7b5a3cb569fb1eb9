//! Benches of a server under load, as a program of its own: many seats on one stream, many matches.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use botwerk_cli::failure::{Failure, Reason};
use botwerk_client::{Client, ClientError, PlayStream, proto};
use botwerk_engine::GameId;
use proto::play_response::Kind;

use super::figure::{Bench, BetterWhen, Figure};
use super::server::{block_on_this_thread, child};
use super::stopwatch::Stopwatch;

/// Matches on the one stream; both seats of each are on it.
const MATCHES: usize = 32;

/// Matches that are open at once, and streams that one connection carries.
const OPEN_MATCHES: usize = 5000;
const STREAMS: usize = 1000;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "play-stream",
        about: "64 seats of 32 matches on one stream of Play, each act stored before its answer",
        figures: &[Figure {
            name: "play-stream-acts",
            unit: "acts/s",
            target: Some(50_000.0),
            better: BetterWhen::Higher,
        }],
        measure: one_stream,
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
        measure: open_matches,
    },
];

fn one_stream(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let mut clients = LoadClients::join(&client).await?;
        // The first acts warm up.
        clients.play(stopwatch.limit() / 10).await?;
        let begin = Instant::now();
        let acts = clients.play(stopwatch.limit()).await?;
        Ok(vec![acts as f64 / begin.elapsed().as_secs_f64()])
    })
}

/// A match that lasts: its races have no limit worth speaking of.
pub(super) fn long_match(seats: Vec<proto::SeatSetup>) -> proto::CreateMatchRequest {
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let setup = proto::GameSetup {
        game: GameId::MicroRobots.name().into(),
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

/// Makes a match; its name, and the tokens of its open seats.
pub(super) async fn make(
    client: &Client,
    request: proto::CreateMatchRequest,
) -> Result<(String, Vec<String>), Failure> {
    let made = client.matches().create_match(request).await;
    let made = made.map_err(ClientError::from)?.into_inner();
    let tokens = made.seat_tokens.into_iter().map(|seat| seat.token);
    Ok((made.r#match.unwrap_or_default().name, tokens.collect()))
}

/// Seats that play without thinking, all on one stream: in every race one of a match's two seats
/// passes while the other one announces, and then gives up.
struct LoadClients {
    stream: PlayStream,
    /// Match and seat of each handle.
    seats: HashMap<u32, (usize, u32)>,
    /// The race that is open in each match.
    races: Vec<Race>,
    acts: u64,
}

/// A race of which the first seat was asked, and maybe the second.
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
                make(client, long_match(vec![proto::SeatSetup::default(); 2])).await?;
            for (seat, token) in tokens.into_iter().enumerate() {
                stream.join(join(&name, token)).await?;
                // Handles are given in the order of joining.
                seats.insert(seats.len() as u32 + 1, (number, seat as u32));
            }
        }
        Ok(Self {
            stream,
            seats,
            races: (0..MATCHES).map(|_| Race::default()).collect(),
            acts: 0,
        })
    }

    /// Plays for a while; gives the number of acts that were accepted.
    async fn play(&mut self, time: Duration) -> Result<u64, Failure> {
        let (begin, before) = (Instant::now(), self.acts);
        loop {
            match self.stream.next().await? {
                Some(Kind::ActionRequest(request)) => self.answer(request).await?,
                Some(Kind::Accepted(_)) => {
                    self.acts += 1;
                    if self.acts.is_multiple_of(64) && begin.elapsed() >= time {
                        return Ok(self.acts - before);
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

    async fn answer(&mut self, request: proto::ActionRequest) -> Result<(), Failure> {
        if request.stage != "race" {
            return self.act(&request, "end").await;
        }
        let unknown = || Failure::new(Reason::Unreachable, "a request for a seat nobody took");
        let (number, _) = *self.seats.get(&request.handle).ok_or_else(unknown)?;
        let race = &mut self.races[number];
        let Some(other) = race.first.take() else {
            race.first = Some(request);
            return Ok(());
        };
        race.number += 1;
        // Both answer at once, whoever passes first: an announcement would end the race.
        let (passes, announces) = if race.number.is_multiple_of(2) {
            (other, request)
        } else {
            (request, other)
        };
        self.act(&passes, "pass").await?;
        self.act(&announces, "say 5").await
    }

    async fn act(&self, request: &proto::ActionRequest, text: &str) -> Result<(), Failure> {
        let act = proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            text: text.into(),
            ..Default::default()
        };
        Ok(self.stream.submit(act).await?)
    }
}

/// Asks for a seat.
pub(super) fn join(name: &str, token: String) -> proto::Join {
    proto::Join {
        r#match: name.into(),
        seat_token: token,
        ..Default::default()
    }
}

/// Megabytes of a server with its matches, and of one that has none.
fn open_matches(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    let empty = server.memory()?;
    block_on_this_thread(async {
        let mut held = Vec::new();
        let mut client = Client::connect(server.address()).await?;
        for number in 0..OPEN_MATCHES {
            if number.is_multiple_of(STREAMS) {
                client = Client::connect(server.address()).await?;
            }
            let solver = proto::SeatSetup {
                agent: Some(proto::AgentSpec {
                    name: "human".into(),
                    settings: vec![proto::AgentSetting {
                        name: "mean".into(),
                        value: "3000s".into(),
                    }],
                }),
                ..Default::default()
            };
            let (name, tokens) = make(
                &client,
                long_match(vec![proto::SeatSetup::default(), solver]),
            )
            .await?;
            let mut stream = PlayStream::open(&client).await?;
            for token in tokens {
                stream.join(join(&name, token)).await?;
            }
            // The match goes on, and waits for whoever is on the stream.
            while !matches!(stream.next().await?, Some(Kind::ActionRequest(_)) | None) {}
            held.push(stream);
        }
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        Ok(vec![megabytes(server.memory()?), megabytes(empty)])
    })
}
