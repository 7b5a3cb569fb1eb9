//! Benches of the clocks: flags of bots that were in time, and how soon a flag falls.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, PlayStream, proto};
use botwerk_command::failure::Failure;
use proto::play_response::Kind;
use proto::time_control::Kind as Limit;
use tokio::task::JoinHandle;
use tokio::time::sleep_until;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::load::{create, join, long_match};
use super::server::{block_on_this_thread, child};
use super::stopwatch::Stopwatch;

/// Submissions under the clock, and the number of concurrent matches.
const SUBMISSIONS: u64 = 20_000;
const CONCURRENT_MATCHES: u64 = 4;

/// Late submissions that are timed, and the turn limit.
const LATE_SUBMISSIONS: usize = 100;
const TURN_LIMIT: Duration = Duration::from_millis(50);

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "clock-flags",
        about: "Flags in 20,000 submissions of instant remote bots at 50 ms + 2 ms, stored, without \
                lag compensation",
        figures: &[
            Figure {
                name: "clock-flags",
                unit: "flags",
                target: Some(0.0),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "clock-slowest-submission",
                unit: "ms",
                target: None,
                better: BetterWhen::Lower,
            },
        ],
        measure: Measure::Timed(flags),
    },
    Bench {
        name: "clock-late-submission",
        about: "The slowest of 100 rejections of a submission sent after the flag fell at 50 ms",
        figures: &[
            Figure {
                name: "clock-late-submission-rejection",
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
        measure: Measure::Timed(late_submissions),
    },
];

fn flags(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let mut players = tokio::task::JoinSet::new();
        for _ in 0..CONCURRENT_MATCHES {
            let address = server.address().to_owned();
            players.spawn(async move { play_banks(&address).await });
        }
        let (mut flags, mut slowest) = (0, 0);
        while let Some(played) = players.join_next().await {
            let panicked = |_| ClientError::Protocol("a bot panicked".into());
            let (flag_count, slowest_nanos) = played.map_err(panicked)??;
            flags += flag_count;
            slowest = slowest.max(slowest_nanos);
        }
        Ok(vec![flags as f64, slowest as f64 / 1e6])
    })
}

/// Plays matches with a bank until enough submissions are sent. Returns the number of flags, and the
/// charged nanoseconds of the slowest submission.
async fn play_banks(address: &str) -> Result<(u64, u64), Failure> {
    let bank = proto::Bank {
        base_nanos: 50_000_000,
        increment_nanos: 2_000_000,
    };
    let (mut flags, mut slowest, mut submissions) = (0, 0, 0);
    while submissions < SUBMISSIONS / CONCURRENT_MATCHES {
        let mut pair = BotPair::open(address, Limit::Bank(bank)).await?;
        while submissions < SUBMISSIONS / CONCURRENT_MATCHES {
            let Some(show) = pair.next_show().await? else {
                flags += 1;
                break;
            };
            pair.submit(&show, "end").await?;
            slowest = slowest.max(pair.charged_nanos().await?);
            submissions += 1;
        }
    }
    Ok((flags, slowest))
}

fn late_submissions(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let (mut slowest_rejection, mut slowest_flag) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..LATE_SUBMISSIONS {
            let limit = Limit::TurnNanos(TURN_LIMIT.as_millis() as u64 * 1_000_000);
            let mut pair = BotPair::open(server.address(), limit).await?;
            let Some(show) = pair.next_show().await? else {
                return Err(unexpected("a flag in a race".into()));
            };
            let deadline = Instant::now() + TURN_LIMIT;
            slowest_flag = slowest_flag.max(pair.flag_delay(deadline).await?);
            let lap = Instant::now();
            pair.submit(&show, "end").await?;
            pair.wait_for_flagged_rejection().await?;
            slowest_rejection = slowest_rejection.max(lap.elapsed());
        }
        Ok(vec![
            slowest_rejection.as_secs_f64() * 1e3,
            slowest_flag.as_secs_f64() * 1e3,
        ])
    })
}

/// Two remote bots of one match: the first announces and shows, the other one only listens.
struct BotPair {
    mover: PlayStream,
    /// When the other one received the end of the match.
    end: JoinHandle<Result<Instant, ClientError>>,
}

impl BotPair {
    async fn open(address: &str, kind: Limit) -> Result<Self, Failure> {
        // Each bot has a connection of its own, as a bot process has.
        let clients = (
            Client::connect(address).await?,
            Client::connect(address).await?,
        );
        let time_control = proto::TimeControl {
            kind: Some(kind),
            lag_cap_nanos: Some(0),
        };
        let request = proto::CreateMatchRequest {
            time_control: Some(time_control),
            ..long_match(vec![proto::SeatSetup::default(); 2])
        };
        let (name, tokens) = create(&clients.0, request).await?;
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
            _ => Err(unexpected("expected tokens of two seats".into())),
        }
    }

    /// Announces in the next race. Returns the request to show, or `None` if the match has ended.
    async fn next_show(&mut self) -> Result<Option<proto::ActionRequest>, Failure> {
        loop {
            match self.mover.next().await? {
                Some(Kind::ActionRequest(race)) if race.stage == "race" => {
                    self.submit(&race, "say 5").await?;
                }
                Some(Kind::ActionRequest(show)) => return Ok(Some(show)),
                Some(Kind::MatchOver(_)) => return Ok(None),
                Some(Kind::Joined(_) | Kind::Update(_) | Kind::Accepted(_)) => {}
                other => return Err(unexpected(format!("{other:?}"))),
            }
        }
    }

    async fn submit(&self, request: &proto::ActionRequest, text: &str) -> Result<(), Failure> {
        let submission = proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            text: text.into(),
            ..Default::default()
        };
        Ok(self.mover.submit(submission).await?)
    }

    /// Returns the nanoseconds that the submission was charged.
    async fn charged_nanos(&mut self) -> Result<u64, Failure> {
        loop {
            match self.mover.next().await? {
                Some(Kind::Accepted(accepted)) => return Ok(accepted.charged_nanos),
                Some(Kind::Update(_)) => {}
                // Flagged at the last moment: the match ends instead of another request.
                Some(Kind::Rejected(_)) => return Ok(0),
                other => return Err(unexpected(format!("{other:?}"))),
            }
        }
    }

    /// Waits for the flag. Returns how long after the deadline the other bot received it.
    async fn flag_delay(&mut self, deadline: Instant) -> Result<Duration, Failure> {
        let panicked = |_| ClientError::Protocol("a bot panicked".into());
        let received = (&mut self.end).await.map_err(panicked)??;
        // A margin for the difference between the two clocks.
        sleep_until((deadline + Duration::from_millis(1)).into()).await;
        Ok(received.saturating_duration_since(deadline))
    }

    async fn wait_for_flagged_rejection(&mut self) -> Result<(), Failure> {
        loop {
            match self.mover.next().await? {
                Some(Kind::Rejected(rejected)) => {
                    let reason = rejected.error.unwrap_or_default().reason().name();
                    return if reason == "FLAGGED" {
                        Ok(())
                    } else {
                        Err(unexpected(format!("rejected with {reason}")))
                    };
                }
                Some(_) => {}
                None => return Err(unexpected("the stream has ended".into())),
            }
        }
    }
}

/// Waits for the end of the match and returns when it was received.
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
