//! The answer to every request in every state of a match, as documented.

use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, create_match, eventually, in_memory, micro_robots,
    open_seat, rejection_reason, status_reason,
};
use proto::MatchState;
use proto::play_response::Kind;
use tonic::Status;

/// The document with the table of answers.
const DOCUMENT: &str = include_str!("../../../service/MATCHES.md");

/// The states of a match as seen by seat 0.
const STATES: [&str; 10] = [
    "WAITING",
    "RUNNING, seat 0 is to act",
    "RUNNING, other seats are to act",
    "RUNNING, seat 0 resigned",
    "RUNNING, seat 0 did not join in time",
    "SUSPENDED, store unavailable",
    "SUSPENDED, awaiting rejoin",
    "OVER",
    "OVER, seat 0 was flagged",
    "ABORTED",
];

/// The requests in the columns of the table.
const REQUESTS: [&str; 13] = [
    "Join",
    "WatchMatch",
    "WatchMatch as seat",
    "submission",
    "accepted submission resent",
    "other content in its place",
    "submission for an earlier turn",
    "submission with another token",
    "Hint",
    "Resign",
    "Abort",
    "GetMatch",
    "GetRecord",
];

/// Returns the rows of the table: the state, and the answer to each request.
fn table() -> Vec<(String, Vec<String>)> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = DOCUMENT
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

/// Returns the row of a state.
fn row(state: &str) -> Vec<String> {
    let row = table().into_iter().find(|(name, _)| name == state);
    row.unwrap().1
}

fn file_config(db: &Path) -> Config {
    Config {
        db: PathBuf::from(db),
        join_limit_secs: 1,
        ..in_memory()
    }
}

/// A match of three seats in a state under test.
struct Case {
    created: CreatedMatch,
    /// The streams of the joined seats.
    streams: Vec<SeatStream>,
    /// The turn of seat 0's latest action request.
    turn: u32,
}

impl Case {
    /// Creates a match and joins the given seats.
    async fn joined(client: &Client, seats: &[usize], turn_millis: Option<u64>) -> Self {
        let time_control = turn_millis.map(|millis| proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(millis)),
            ..Default::default()
        });
        let request = proto::CreateMatchRequest {
            time_control,
            allow_hints: true,
            ..micro_robots(
                vec![open_seat(), open_seat(), open_seat()],
                &[("race_limit", "600s")],
            )
        };
        let created = create_match(client, request).await;
        let mut streams = Vec::new();
        for seat in seats {
            streams.push(SeatStream::join(client, &created, *seat).await);
        }
        Self {
            created,
            streams,
            turn: 1,
        }
    }

    /// Creates a match in its second race; seat 0 has passed in the first.
    async fn running(client: &Client, turn_millis: Option<u64>) -> Self {
        let mut case = Self::joined(client, &[0, 1, 2], turn_millis).await;
        let race = case.streams[0].request().await;
        assert_eq!(race.turn, 1);
        case.streams[0].submit(&race, "pass").await;
        case.streams[0].accepted().await;
        case.announce(1).await;
        let show = case.streams[1].request().await;
        case.streams[1].submit(&show, "end").await;
        case.turn = case.streams[0].request().await.turn;
        case
    }

    /// Announces for a seat in the open race.
    async fn announce(&mut self, seat: usize) {
        let race = self.streams[seat].request().await;
        self.streams[seat].submit(&race, "say 5").await;
        self.streams[seat].accepted().await;
    }

    async fn resign(&self, client: &Client, seat: usize) {
        let request = proto::ResignRequest {
            r#match: self.created.name.clone(),
            seat_token: self.created.tokens[seat].clone(),
        };
        client.matches().resign(request).await.unwrap();
    }

    async fn abort(&self, client: &Client) -> Result<(), Status> {
        let request = proto::AbortRequest {
            r#match: self.created.name.clone(),
            owner_token: self.created.owner.clone(),
        };
        client.matches().abort(request).await.map(|_| ())
    }

    async fn state(&self, client: &Client) -> Result<MatchState, Status> {
        let request = proto::GetMatchRequest {
            name: self.created.name.clone(),
        };
        let found = client.matches().get_match(request).await?.into_inner();
        Ok(found.r#match.unwrap().state())
    }

    async fn submit(
        &self,
        client: &Client,
        turn: u32,
        part: u32,
        text: &str,
        token: &str,
    ) -> Result<(), Status> {
        let request = proto::SubmitActionsRequest {
            r#match: self.created.name.clone(),
            seat_token: token.into(),
            turn,
            part,
            text: text.into(),
            ..Default::default()
        };
        client.matches().submit_actions(request).await.map(|_| ())
    }

    async fn watch(&self, client: &Client, token: &str) -> Result<(), Status> {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::WatchTarget {
                r#match: self.created.name.clone(),
                resume_after_seq: 0,
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

    /// Sends a request and returns `ok` or the reason of the rejection.
    async fn answer(&self, client: &Client, request: &str) -> String {
        let own = &self.created.tokens[0];
        let foreign = "0123456789abcdef0123456789abcdef";
        let result = match request {
            "Join" => return self.join(client).await,
            "WatchMatch" => self.watch(client, "").await,
            "WatchMatch as seat" => self.watch(client, own).await,
            "submission" => self.submit(client, self.turn, 0, "pass", own).await,
            "accepted submission resent" => self.submit(client, 1, 0, "pass", own).await,
            "other content in its place" => self.submit(client, 1, 0, "say 9", own).await,
            "submission for an earlier turn" => self.submit(client, 1, 1, "pass", own).await,
            "submission with another token" => {
                self.submit(client, self.turn, 0, "pass", foreign).await
            }
            "Hint" => {
                let request = proto::HintRequest {
                    r#match: self.created.name.clone(),
                    seat_token: own.clone(),
                    ..Default::default()
                };
                client.analysis().hint(request).await.map(|_| ())
            }
            "Resign" => {
                let request = proto::ResignRequest {
                    r#match: self.created.name.clone(),
                    seat_token: own.clone(),
                };
                client.matches().resign(request).await.map(|_| ())
            }
            "Abort" => self.abort(client).await,
            "GetMatch" => self.state(client).await.map(|_| ()),
            "GetRecord" => {
                let request = proto::GetRecordRequest {
                    r#match: self.created.name.clone(),
                };
                client.matches().get_record(request).await.map(|_| ())
            }
            other => panic!("unknown request `{other}`"),
        };
        result.map_or_else(|status| status_reason(&status), |()| "ok".into())
    }

    async fn join(&self, client: &Client) -> String {
        let mut stream = SeatStream::open(client).await;
        stream
            .send_join(&self.created.name, &self.created.tokens[0], 0)
            .await;
        match eventually(stream.next()).await.unwrap().unwrap() {
            Kind::Joined(_) => "ok".into(),
            Kind::Rejected(rejected) => rejection_reason(&rejected).into(),
            other => panic!("{other:?}"),
        }
    }
}

/// Creates one match for every request.
async fn cases(create: impl AsyncFn() -> Case) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in REQUESTS {
        cases.push(create().await);
    }
    cases
}

/// Sends every request to a separate match and compares the answers with the document.
async fn check(client: &Client, state: &str, match_state: MatchState, cases: &[Case]) {
    let expected = row(state);
    for ((request, expected), case) in REQUESTS.iter().zip(expected).zip(cases) {
        assert_eq!(case.state(client).await.unwrap(), match_state, "{state}");
        let answer = case.answer(client, request).await;
        assert_eq!(answer, expected, "{state}: {request}");
    }
}

#[tokio::test]
async fn requests_to_a_waiting_match_are_answered_as_documented() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || Case::joined(&client, &[0, 1], None).await).await;
    check(&client, "WAITING", MatchState::Waiting, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn requests_of_the_seat_to_act_are_answered_as_documented() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || Case::running(&client, None).await).await;
    check(
        &client,
        "RUNNING, seat 0 is to act",
        MatchState::Running,
        &cases,
    )
    .await;
    server.stop().await;
}

#[tokio::test]
async fn requests_of_a_seat_not_to_act_are_answered_as_documented() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || {
        let mut case = Case::running(&client, None).await;
        case.announce(1).await;
        case
    })
    .await;
    let state = "RUNNING, other seats are to act";
    check(&client, state, MatchState::Running, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn requests_of_a_resigned_seat_are_answered_as_documented() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = cases(async || {
        let case = Case::running(&client, None).await;
        case.resign(&client, 0).await;
        case
    })
    .await;
    check(
        &client,
        "RUNNING, seat 0 resigned",
        MatchState::Running,
        &cases,
    )
    .await;
    server.stop().await;
}

#[tokio::test]
async fn requests_of_a_no_show_are_answered_as_documented() {
    let server = TestServer::start(Config {
        join_limit_secs: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let mut cases = cases(async || Case::joined(&client, &[1, 2], None).await).await;
    for case in &mut cases {
        case.streams[0].request().await;
    }
    let state = "RUNNING, seat 0 did not join in time";
    check(&client, state, MatchState::Running, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn requests_during_a_store_failure_are_answered_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let cases = cases(async || Case::running(&client, None).await).await;
    // Another process locks the database, as a backup might.
    let other = rusqlite::Connection::open(&db).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut submissions = Vec::new();
    for case in &cases {
        let (client, name) = (client.clone(), case.created.name.clone());
        let token = case.created.tokens[2].clone();
        submissions.push(tokio::spawn(async move {
            let request = proto::SubmitActionsRequest {
                r#match: name,
                seat_token: token,
                turn: 2,
                text: "pass".into(),
                ..Default::default()
            };
            client.matches().submit_actions(request).await
        }));
    }
    for submission in submissions {
        let status = eventually(submission).await.unwrap().unwrap_err();
        assert_eq!(status_reason(&status), "STORE_UNAVAILABLE");
    }
    let state = "SUSPENDED, store unavailable";
    check(&client, state, MatchState::Suspended, &cases).await;
    other.execute_batch("COMMIT").unwrap();
    // The match resumes where it was suspended.
    let resumed = async {
        while cases[3].state(&client).await.unwrap() != MatchState::Running {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    eventually(resumed).await;
    assert_eq!(cases[3].answer(&client, "submission").await, "ok");
    server.stop().await;
}

#[tokio::test]
async fn requests_before_all_seats_have_rejoined_are_answered_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let cases = cases(async || Case::running(&client, None).await).await;
    let address = server.address();
    server.stop().await;
    let server = TestServer::start_at(&address, file_config(&db)).await;
    let client = server.client().await;
    let state = "SUSPENDED, awaiting rejoin";
    check(&client, state, MatchState::Suspended, &cases).await;
    server.stop().await;
}

#[tokio::test]
async fn requests_to_a_finished_match_are_answered_as_documented() {
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
async fn requests_of_a_flagged_seat_are_answered_as_documented() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut cases = cases(async || {
        let mut case = Case::running(&client, Some(1000)).await;
        case.streams[0]
            .send(proto::Submission {
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
        case.streams[2].wait_for_action("leave 0").await;
        case.resign(&client, 1).await;
    }
    check(
        &client,
        "OVER, seat 0 was flagged",
        MatchState::Over,
        &cases,
    )
    .await;
    server.stop().await;
}

#[tokio::test]
async fn requests_to_an_aborted_match_are_answered_as_documented() {
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
