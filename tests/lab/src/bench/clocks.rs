//! Benches of the clocks: whether anybody is flagged who was in time, and how soon whoever was not.

use std::time::{Duration, Instant};

use botwerk_cli::failure::Failure;
use botwerk_client::{Client, ClientError, PlayStream, proto};
use proto::play_response::Kind;
use proto::time_control::Kind as Limit;
use tokio::task::JoinHandle;
use tokio::time::sleep_until;

use super::figure::{Bench, BetterWhen, Figure};
use super::load::{join, long_match, make};
use super::server::{block_on_this_thread, child};
use super::stopwatch::Stopwatch;

/// Acts under the clock, and matches that are played side by side.
const ACTS: u64 = 20_000;
const TABLES: u64 = 4;

/// Late acts that are timed, and the turn's limit.
const LATE: usize = 100;
const TURN: Duration = Duration::from_millis(50);

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "clock-flags",
        about: "20,000 acts of instant remote bots at 50 ms + 2 ms, stored, none of them forgiven",
        figures: &[
            Figure {
                name: "clock-flags",
                unit: "flags",
                target: Some(0.0),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "clock-slowest-act",
                unit: "ms",
                target: None,
                better: BetterWhen::Lower,
            },
        ],
        measure: flags,
    },
    Bench {
        name: "clock-late-act",
        about: "The slowest of 100 answers to an act that comes after the flag fell at 50 ms",
        figures: &[
            Figure {
                name: "clock-late-act-answer",
                unit: "ms",
                target: Some(5.0),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "clock-flag-after-deadline",
                unit: "ms",
                target: None,
                better: BetterWhen::Lower,
            },
        ],
        measure: late_acts,
    },
];

fn flags(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let mut tables = tokio::task::JoinSet::new();
        for _ in 0..TABLES {
            let address = server.address().to_owned();
            tables.spawn(async move { play_banks(&address).await });
        }
        let (mut flags, mut slowest) = (0, 0);
        while let Some(table) = tables.join_next().await {
            let panicked = |_| ClientError::Protocol("a bot panicked".into());
            let counted = table.map_err(panicked)??;
            flags += counted.0;
            slowest = slowest.max(counted.1);
        }
        Ok(vec![flags as f64, slowest as f64 / 1e6])
    })
}

/// Plays matches against a bank until enough acts were given; the flags, and the nanoseconds of the
/// slowest act.
async fn play_banks(address: &str) -> Result<(u64, u64), Failure> {
    let bank = proto::Bank {
        base_millis: 50,
        increment_millis: 2,
    };
    let (mut flags, mut slowest, mut acts) = (0, 0, 0);
    while acts < ACTS / TABLES {
        let mut table = Table::open(address, Limit::Bank(bank)).await?;
        while acts < ACTS / TABLES {
            let Some(show) = table.show().await? else {
                flags += 1;
                break;
            };
            table.act(&show, "end").await?;
            slowest = slowest.max(table.accepted().await?);
            acts += 1;
        }
    }
    Ok((flags, slowest))
}

fn late_acts(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let (mut answer, mut flag) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..LATE {
            let limit = Limit::TurnMillis(TURN.as_millis() as u64);
            let mut table = Table::open(server.address(), limit).await?;
            let Some(show) = table.show().await? else {
                return Err(unexpected("a flag in a race".into()));
            };
            let deadline = Instant::now() + TURN;
            flag = flag.max(table.flagged(deadline).await?);
            let lap = Instant::now();
            table.act(&show, "end").await?;
            table.refused_as_late().await?;
            answer = answer.max(lap.elapsed());
        }
        Ok(vec![answer.as_secs_f64() * 1e3, flag.as_secs_f64() * 1e3])
    })
}

/// A match of two remote bots; the first announces and shows, the other one looks on.
struct Table {
    mover: PlayStream,
    /// When the other one was told of the end.
    end: JoinHandle<Result<Instant, ClientError>>,
}

impl Table {
    async fn open(address: &str, kind: Limit) -> Result<Self, Failure> {
        // Each bot is a program of its own, so to speak.
        let clients = (
            Client::connect(address).await?,
            Client::connect(address).await?,
        );
        let time_control = proto::TimeControl {
            kind: Some(kind),
            lag_cap_millis: Some(0),
        };
        let request = proto::CreateMatchRequest {
            time_control: Some(time_control),
            ..long_match(vec![proto::SeatSetup::default(); 2])
        };
        let (name, tokens) = make(&clients.0, request).await?;
        let mut streams = Vec::new();
        for (client, token) in [clients.0, clients.1].iter().zip(tokens) {
            let stream = PlayStream::open(client).await?;
            stream.join(join(&name, token)).await?;
            streams.push(stream);
        }
        let (other, mover) = (streams.pop(), streams.pop());
        match (mover, other) {
            (Some(mover), Some(other)) => Ok(Self {
                mover,
                end: tokio::spawn(end_of(other)),
            }),
            _ => Err(unexpected("two seats were asked for".into())),
        }
    }

    /// Announces in the next race; the request to show, or `None` if the match has ended.
    async fn show(&mut self) -> Result<Option<proto::ActionRequest>, Failure> {
        loop {
            match self.mover.next().await? {
                Some(Kind::ActionRequest(race)) if race.stage == "race" => {
                    self.act(&race, "say 5").await?;
                }
                Some(Kind::ActionRequest(show)) => return Ok(Some(show)),
                Some(Kind::MatchOver(_)) => return Ok(None),
                Some(Kind::Joined(_) | Kind::Update(_) | Kind::Accepted(_)) => {}
                other => return Err(unexpected(format!("{other:?}"))),
            }
        }
    }

    async fn act(&self, request: &proto::ActionRequest, text: &str) -> Result<(), Failure> {
        let act = proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            text: text.into(),
            ..Default::default()
        };
        Ok(self.mover.submit(act).await?)
    }

    /// Nanoseconds that the act was charged.
    async fn accepted(&mut self) -> Result<u64, Failure> {
        loop {
            match self.mover.next().await? {
                Some(Kind::Accepted(accepted)) => return Ok(accepted.charged_nanos),
                Some(Kind::Update(_)) => {}
                // Flagged at the last moment: the next request will be none.
                Some(Kind::Rejected(_)) => return Ok(0),
                other => return Err(unexpected(format!("{other:?}"))),
            }
        }
    }

    /// Waits for the flag; how long after the deadline the other bot was told.
    async fn flagged(&mut self, deadline: Instant) -> Result<Duration, Failure> {
        let panicked = |_| ClientError::Protocol("a bot panicked".into());
        let told = (&mut self.end).await.map_err(panicked)??;
        // Later than the deadline whatever the two clocks say.
        sleep_until((deadline + Duration::from_millis(1)).into()).await;
        Ok(told.saturating_duration_since(deadline))
    }

    async fn refused_as_late(&mut self) -> Result<(), Failure> {
        loop {
            match self.mover.next().await? {
                Some(Kind::Rejected(rejected)) => {
                    let reason = rejected.error.unwrap_or_default().reason;
                    return if reason == "FLAGGED" {
                        Ok(())
                    } else {
                        Err(unexpected(format!("refused as {reason}")))
                    };
                }
                Some(_) => {}
                None => return Err(unexpected("the stream has ended".into())),
            }
        }
    }
}

/// Looks on until the end of the match.
async fn end_of(mut stream: PlayStream) -> Result<Instant, ClientError> {
    loop {
        match stream.next().await? {
            Some(Kind::MatchOver(_)) => return Ok(Instant::now()),
            Some(_) => {}
            None => return Err(ClientError::Unreachable("the stream has ended".into())),
        }
    }
}

fn unexpected(what: String) -> Failure {
    ClientError::Protocol(what).into()
}
