//! What every request is answered in every state of a match, as the documentation says it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    Made, SeatStream, TestServer, eventually, in_memory, make, micro_robots, reason_of, refusal,
    remote,
};
use proto::MatchState;
use proto::play_response::Kind;
use tonic::Status;

/// The page whose table is played.
const PAGE: &str = include_str!("../../../service/MATCHES.md");

/// The states of a match, as far as requests of seat 0 are concerned.
const STATES: [&str; 10] = [
    "WAITING",
    "RUNNING, asked",
    "RUNNING, others asked",
    "RUNNING, resigned",
    "RUNNING, not joined in time",
    "SUSPENDED, store fails",
    "SUSPENDED, seats not back",
    "OVER",
    "OVER, flagged",
    "ABORTED",
];

/// The requests.
const REQUESTS: [&str; 13] = [
    "Join",
    "WatchMatch",
    "WatchMatch as seat",
    "act",
    "accepted act again",
    "other act in its place",
    "act of a former turn",
    "act with a foreign token",
    "Hint",
    "Resign",
    "Abort",
    "GetMatch",
    "GetRecord",
];

/// The rows of the page's table: the state, and the answer to each request.
fn table() -> Vec<(String, Vec<String>)> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = PAGE
        .lines()
        .skip_while(|line| !line.starts_with("| state |"));
    let head = cells(lines.next().unwrap());
    assert_eq!(head[1..], REQUESTS, "the requests of the table");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    let rows: Vec<_> = rows
        .map(|line| {
            let mut cells = cells(line);
            (cells.remove(0), cells)
        })
        .collect();
    let states: Vec<_> = rows.iter().map(|(state, _)| state.as_str()).collect();
    assert_eq!(states, STATES, "the states of the table");
    rows
}

/// The row of a state.
fn row(state: &str) -> Vec<String> {
    let row = table().into_iter().find(|(name, _)| name == state);
    row.unwrap().1
}

fn on(db: &Path) -> Config {
    Config {
        db: PathBuf::from(db),
        join_limit_secs: 1,
        ..in_memory()
    }
}

/// A match of three seats, on its way into a state.
struct Case {
    made: Made,
    /// The streams that play it.
    streams: Vec<SeatStream>,
    /// The turn that seat 0 was asked last.
    turn: u32,
}

impl Case {
    /// A match that the seats with these numbers have joined.
    async fn joined(client: &Client, seats: &[usize], turn_millis: Option<u64>) -> Self {
        let time_control = turn_millis.map(|millis| proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(millis)),
            ..Default::default()
        });
        let request = proto::CreateMatchRequest {
            time_control,
            allow_hints: true,
            ..micro_robots(
                vec![remote(), remote(), remote()],
                &[("race_limit", "600s")],
            )
        };
        let made = make(client, request).await;
        let mut streams = Vec::new();
        for seat in seats {
            streams.push(SeatStream::join(client, &made, *seat).await);
        }
        Self {
            made,
            streams,
            turn: 1,
        }
    }

    /// A match in its second race, in the first of which seat 0 has passed.
    async fn running(client: &Client, turn_millis: Option<u64>) -> Self {
        let mut case = Self::joined(client, &[0, 1, 2], turn_millis).await;
        let race = case.streams[0].request().await;
        assert_eq!(race.turn, 1);
        case.streams[0].answer(&race, "pass").await;
        case.streams[0].accepted().await;
        case.announce(1).await;
        let show = case.streams[1].request().await;
        case.streams[1].answer(&show, "end").await;
        case.turn = case.streams[0].request().await.turn;
        case
    }

    /// Lets a seat announce in the open race.
    async fn announce(&mut self, seat: usize) {
        let race = self.streams[seat].request().await;
        self.streams[seat].answer(&race, "say 5").await;
        self.streams[seat].accepted().await;
    }

    async fn resign(&self, client: &Client, seat: usize) {
        let request = proto::ResignRequest {
            r#match: self.made.name.clone(),
            seat_token: self.made.tokens[seat].clone(),
        };
        client.matches().resign(request).await.unwrap();
    }

    async fn abort(&self, client: &Client) -> Result<(), Status> {
        let request = proto::AbortRequest {
            r#match: self.made.name.clone(),
            owner_token: self.made.owner.clone(),
        };
        client.matches().abort(request).await.map(|_| ())
    }

    async fn state(&self, client: &Client) -> Result<MatchState, Status> {
        let request = proto::GetMatchRequest {
            name: self.made.name.clone(),
        };
        let found = client.matches().get_match(request).await?.into_inner();
        Ok(found.r#match.unwrap().state())
    }

    async fn submit(
        &self,
        client: &Client,
        turn: u32,
        act: u32,
        text: &str,
        token: &str,
    ) -> Result<(), Status> {
        let request = proto::SubmitActionRequest {
            r#match: self.made.name.clone(),
            seat_token: token.into(),
            turn,
            act,
            text: text.into(),
            ..Default::default()
        };
        client.matches().submit_action(request).await.map(|_| ())
    }

    async fn watch(&self, client: &Client, token: &str) -> Result<(), Status> {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::Watched {
                r#match: self.made.name.clone(),
                after_seq: 0,
            }],
            seat_token: token.into(),
            ..Default::default()
        };
        let mut frames = client.matches().watch_match(request).await?.into_inner();
        let first = eventually(frames.message()).await?.unwrap().kind.unwrap();
        let is_joined = matches!(first, proto::watch_match_response::Kind::Joined(_));
        assert!(is_joined, "{first:?}");
        Ok(())
    }

    /// What a request is answered: `ok`, or the reason of the refusal.
    async fn answer(&self, client: &Client, request: &str) -> String {
        let own = &self.made.tokens[0];
        let foreign = "0123456789abcdef0123456789abcdef";
        let result = match request {
            "Join" => return self.join(client).await,
            "WatchMatch" => self.watch(client, "").await,
            "WatchMatch as seat" => self.watch(client, own).await,
            "act" => self.submit(client, self.turn, 0, "pass", own).await,
            "accepted act again" => self.submit(client, 1, 0, "pass", own).await,
            "other act in its place" => self.submit(client, 1, 0, "say 9", own).await,
            "act of a former turn" => self.submit(client, 1, 1, "pass", own).await,
            "act with a foreign token" => self.submit(client, self.turn, 0, "pass", foreign).await,
            "Hint" => {
                let request = proto::HintRequest {
                    r#match: self.made.name.clone(),
                    seat_token: own.clone(),
                    ..Default::default()
                };
                client.analysis().hint(request).await.map(|_| ())
            }
            "Resign" => {
                let request = proto::ResignRequest {
                    r#match: self.made.name.clone(),
                    seat_token: own.clone(),
                };
                client.matches().resign(request).await.map(|_| ())
            }
            "Abort" => self.abort(client).await,
            "GetMatch" => self.state(client).await.map(|_| ()),
            "GetRecord" => {
                let request = proto::GetRecordRequest {
                    r#match: self.made.name.clone(),
                };
                client.matches().get_record(request).await.map(|_| ())
            }
            other => panic!("`{other}` is no request"),
        };
        result.map_or_else(|status| reason_of(&status), |()| "ok".into())
    }

    async fn join(&self, client: &Client) -> String {
        let mut stream = SeatStream::open(client).await;
        stream.ask(&self.made.name, &self.made.tokens[0], 0).await;
        match eventually(stream.next()).await.unwrap().unwrap() {
            Kind::Joined(_) => "ok".into(),
            Kind::Rejected(rejected) => refusal(&rejected).into(),
            other => panic!("{other:?}"),
        }
    }
}

/// A match for every request.
async fn cases(one: impl AsyncFn() -> Case) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in REQUESTS {
        cases.push(one().await);
    }
    cases
}

/// Sends every request to a match of its own and compares with the page.
async fn check(client: &Client, state: &str, is: MatchState, cases: &[Case]) {
    let expected = row(state);
    for ((request, expected), case) in REQUESTS.iter().zip(expected).zip(cases) {
        assert_eq!(case.state(client).await.unwrap(), is, "{state}");
        let answer = case.answer(client, request).await;
        assert_eq!(answer, expected, "{state}: {request}");
    }
}

#[tokio::test]
async fn a_match_that_waits_for_its_seats() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || Case::joined(&client, &[0, 1], None).await).await;
    check(&client, "WAITING", MatchState::Waiting, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_asks_the_seat() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || Case::running(&client, None).await).await;
    check(&client, "RUNNING, asked", MatchState::Running, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_asks_others() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || {
        let mut case = Case::running(&client, None).await;
        case.announce(1).await;
        case
    })
    .await;
    let state = "RUNNING, others asked";
    check(&client, state, MatchState::Running, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_the_seat_has_left() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || {
        let case = Case::running(&client, None).await;
        case.resign(&client, 0).await;
        case
    })
    .await;
    check(&client, "RUNNING, resigned", MatchState::Running, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_has_begun_without_the_seat() {
    let server = TestServer::with(Config {
        join_limit_secs: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let mut cases = cases(async || Case::joined(&client, &[1, 2], None).await).await;
    for case in &mut cases {
        case.streams[0].request().await;
    }
    let state = "RUNNING, not joined in time";
    check(&client, state, MatchState::Running, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_stands_still_since_nothing_can_be_stored() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    let cases = cases(async || Case::running(&client, None).await).await;
    // Another program holds the database, as a backup might.
    let other = rusqlite::Connection::open(&db).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut refused = Vec::new();
    for case in &cases {
        let (client, name) = (client.clone(), case.made.name.clone());
        let token = case.made.tokens[2].clone();
        refused.push(tokio::spawn(async move {
            let request = proto::SubmitActionRequest {
                r#match: name,
                seat_token: token,
                turn: 2,
                text: "pass".into(),
                ..Default::default()
            };
            client.matches().submit_action(request).await
        }));
    }
    for refused in refused {
        let status = eventually(refused).await.unwrap().unwrap_err();
        assert_eq!(reason_of(&status), "STORE_UNAVAILABLE");
    }
    let state = "SUSPENDED, store fails";
    check(&client, state, MatchState::Suspended, &cases).await;
    other.execute_batch("COMMIT").unwrap();
    // It goes on where it stood.
    let going_on = async {
        while cases[3].state(&client).await.unwrap() != MatchState::Running {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    eventually(going_on).await;
    assert_eq!(cases[3].answer(&client, "act").await, "ok");
    server.stop().await;
}

#[tokio::test]
async fn a_match_whose_seats_are_not_back() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    let cases = cases(async || Case::running(&client, None).await).await;
    let address = server.address();
    server.stop().await;
    let server = TestServer::at(&address, on(&db)).await;
    let client = server.client().await;
    let state = "SUSPENDED, seats not back";
    check(&client, state, MatchState::Suspended, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_is_over() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || {
        let case = Case::running(&client, None).await;
        case.resign(&client, 1).await;
        case.resign(&client, 2).await;
        case
    })
    .await;
    check(&client, "OVER", MatchState::Over, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_ended_after_the_seat_was_flagged() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut cases = cases(async || {
        let mut case = Case::running(&client, Some(1000)).await;
        case.streams[0]
            .send(proto::Act {
                handle: 1,
                turn: case.turn,
                text: "say 5".into(),
                ..Default::default()
            })
            .await;
        case.turn = case.streams[0].request().await.turn;
        case
    })
    .await;
    for case in &mut cases {
        case.streams[2].happens("leave 0").await;
        case.resign(&client, 1).await;
    }
    check(&client, "OVER, flagged", MatchState::Over, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn a_match_that_was_called_off() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || {
        let case = Case::running(&client, None).await;
        case.abort(&client).await.unwrap();
        case
    })
    .await;
    check(&client, "ABORTED", MatchState::Aborted, &cases).await;
    server.stop().await;
}
