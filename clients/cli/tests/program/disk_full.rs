//! A server whose disk is full for a while: the limit of its files' size is set to nothing, from
//! outside, while matches go on.

use botwerk_engine::GameType;
use std::time::Duration;

use botwerk_agents::verify;
use botwerk_client::{AgentPlayer, Client, PlayStream, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;
use botwerk_tests::{http_get, metric, wait_until};
use proto::play_response::Kind;
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::serve::{Server, start_match};

/// Sets how large the server's files may be; `None` for as large as they like.
fn limit_files(server: &Server, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(Some(Pid::from_child(&server.child)), Resource::Fsize, limit).unwrap();
}

/// A match of two seats that this test plays by hand.
struct Table {
    name: String,
    tokens: Vec<String>,
    streams: Vec<PlayStream>,
}

impl Table {
    async fn new(client: &Client) -> Self {
        let setup = proto::GameSetup {
            game: "micro-robots".into(),
            options: vec![proto::GameOption {
                name: "chips_to_win".into(),
                value: "2".into(),
            }],
            seats: 2,
        };
        let request = proto::CreateMatchRequest {
            setup: Some(setup),
            seats: vec![proto::SeatSetup::default(); 2],
            seed: "full".into(),
            ..Default::default()
        };
        let made = client.matches().create_match(request).await.unwrap();
        let made = made.into_inner();
        let mut table = Self {
            name: made.r#match.unwrap().name,
            tokens: made.seat_tokens.into_iter().map(|t| t.token).collect(),
            streams: Vec::new(),
        };
        for token in &table.tokens {
            let stream = PlayStream::open(client).await.unwrap();
            let join = proto::Join {
                r#match: table.name.clone(),
                seat_token: token.clone(),
                ..Default::default()
            };
            stream.join(join).await.unwrap();
            table.streams.push(stream);
        }
        table
    }

    /// The first frame of a seat that is wanted.
    async fn until<T>(&mut self, seat: usize, wanted: impl Fn(Kind) -> Option<T>) -> T {
        let reading = async {
            loop {
                let frame = self.streams[seat].next().await.unwrap().unwrap();
                if let Some(found) = wanted(frame) {
                    return found;
                }
            }
        };
        let limit = Duration::from_secs(20);
        tokio::time::timeout(limit, reading).await.unwrap()
    }

    async fn request(&mut self, seat: usize) -> proto::ActionRequest {
        let request = |kind| match kind {
            Kind::ActionRequest(request) => Some(request),
            _ => None,
        };
        self.until(seat, request).await
    }

    /// Passes; the reason if that is refused.
    async fn pass(&mut self, seat: usize, request: &proto::ActionRequest) -> Result<(), String> {
        let act = proto::Submission {
            handle: request.handle,
            turn: request.turn,
            part: request.part,
            text: "pass".into(),
            ..Default::default()
        };
        self.streams[seat].submit(act).await.unwrap();
        let answer = |kind| match kind {
            Kind::Accepted(_) => Some(Ok(())),
            Kind::Rejected(rejected) => {
                Some(Err(rejected.error.unwrap().reason().name().to_owned()))
            }
            _ => None,
        };
        self.until(seat, answer).await
    }
}

/// Waits until the server takes a new match, or refuses one.
async fn takes_matches(client: &Client, wanted: bool) {
    wait_until("the server takes matches, or refuses them", async || {
        let request = proto::CreateMatchRequest {
            setup: Some(proto::GameSetup {
                game: "micro-robots".into(),
                ..Default::default()
            }),
            seats: vec![proto::SeatSetup::default(); 2],
            ..Default::default()
        };
        client.matches().create_match(request).await.is_ok() == wanted
    })
    .await;
}

/// Returns the number of writes that have failed.
async fn failed_writes(server: &Server) -> u64 {
    let (_, metrics) = http_get(&server.address, "/metrics", None).await;
    let mut lines = metrics.lines();
    let value = lines.find_map(|line| line.strip_prefix("botwerk_store_commit_failures_total "));
    value.unwrap().parse().unwrap()
}

async fn verified(client: &Client, name: &str) -> Record {
    let record = Record::from_text(&client.record(name).await.unwrap()).unwrap();
    verify::<MicroRobots>(&record).unwrap();
    record
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_disk_suspends_matches_without_losses() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut server = Server::start(&db, "127.0.0.1:0");
    let client = Client::connect(&server.address).await.unwrap();
    let (bots_match, bots) = start_match(&server.address).await;
    let mut table = Table::new(&client).await;
    // A race in which both pass is stored before.
    for seat in 0..2 {
        let request = table.request(seat).await;
        table.pass(seat, &request).await.unwrap();
    }
    let second = table.request(0).await;

    limit_files(&server, Some(0));
    for _ in 0..3 {
        let refused = table.pass(0, &second).await.unwrap_err();
        assert_eq!(refused, "STORE_UNAVAILABLE");
    }
    takes_matches(&client, false).await;
    // Every attempt to continue fails until a write succeeds.
    let before = failed_writes(&server).await;
    wait_until("more writes have failed", async || {
        failed_writes(&server).await >= before + 3
    })
    .await;
    // The alert BotwerkStoreFailing.
    assert_eq!(
        metric(&server.address, "botwerk_store_failing").await,
        Some(1.0)
    );
    // What is stored is read all the same.
    let request = proto::GetMatchRequest {
        name: table.name.clone(),
    };
    let found = client.matches().get_match(request).await.unwrap();
    let found = found.into_inner().r#match.unwrap();
    assert!(found.event_count > 2);
    assert_eq!(found.state(), proto::MatchState::Suspended);
    assert!(server.child.try_wait().unwrap().is_none(), "it lives");

    limit_files(&server, None);
    takes_matches(&client, true).await;
    let mut tasks = Vec::new();
    for token in table.tokens.clone() {
        let (client, name) = (client.clone(), table.name.clone());
        tasks.push(tokio::spawn(async move {
            let player = AgentPlayer::new(MicroRobots::ID, "solver").unwrap();
            play_seat(&client, &name, &token, player).await.unwrap()
        }));
    }
    tasks.extend(bots);
    for task in tasks {
        let over = tokio::time::timeout(Duration::from_secs(60), task);
        let over = over.await.expect("the match ends").unwrap();
        assert_eq!(over.state(), proto::MatchState::Over);
    }
    verified(&client, &bots_match).await;
    let record = verified(&client, &table.name).await;
    let first_race = record.events.iter().filter(|event| event.turn == Some(1));
    let first_race: Vec<_> = first_race.map(|e| (&*e.actor, &*e.action)).collect();
    assert_eq!(first_race, [("0", "pass"), ("1", "pass")]);
}
