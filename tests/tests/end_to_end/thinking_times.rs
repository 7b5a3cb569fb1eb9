//! Agents with a time per choice in their settings.

use botwerk_engine::GameType;
use std::time::{Duration, Instant};

use botwerk_agents::verify;
use botwerk_client::{AgentPlayer, Client, play_seat, proto};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::Record;
use botwerk_tests::{TestServer, agent_seat, create_match, eventually, open_seat, poll_for};

/// Thinking time per choice. Without it, the agent's default search would take longer than a whole
/// match may.
const TIME: Duration = Duration::from_millis(30);

const AGENT: &str = "minimax:time=30ms,table=1,nodes=1000000000000";

fn setup() -> proto::GameSetup {
    let option = |(name, value): (&str, &str)| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    proto::GameSetup {
        game: "netzwerk".into(),
        options: [("turn_cap", "4")].map(option).into(),
        ..Default::default()
    }
}

/// Returns a request for a match with a built-in agent in some of the seats.
fn request(seats: Vec<proto::SeatSetup>, virtual_time: bool) -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        setup: Some(setup()),
        seats,
        seed: "7".into(),
        uses_virtual_time: virtual_time,
        ..Default::default()
    }
}

/// Waits until a match is over and returns its record.
async fn wait_for_record(client: &Client, name: &str) -> Record {
    let text = poll_for("the match ends", async || client.record(name).await.ok()).await;
    Record::from_text(&text).unwrap()
}

/// Checks a record: only choices of the random agent can be repeated.
fn check(record: &Record) {
    assert_eq!(record.outcome.as_ref().unwrap().outcome, "NW-27");
    let lines = record.events.iter().filter(|line| line.actor == "1");
    let mut parts: Vec<_> = lines.map(|line| (line.turn, line.part)).collect();
    parts.dedup();
    let verified = verify::<Netzwerk>(record).unwrap();
    assert_eq!(verified.choices, parts.len() as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn built_in_agent_uses_its_time_setting() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let started = Instant::now();
        let seats = vec![agent_seat(AGENT), agent_seat("random")];
        let created = create_match(&client, request(seats, virtual_time)).await;
        let record = eventually(wait_for_record(&client, &created.name)).await;
        assert!(
            started.elapsed() >= 2 * TIME,
            "the agent must use its time in both choices"
        );
        check(&record);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turn_limit_overrides_the_time_setting() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let player = "minimax:time=3600s,table=1,nodes=1000000000000";
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnNanos(1_000_000_000)),
            lag_cap_nanos: None,
        }),
        ..request(vec![agent_seat(player), agent_seat("random")], false)
    };
    let created = create_match(&client, request).await;
    let record = eventually(wait_for_record(&client, &created.name)).await;
    check(&record);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_over_grpc_uses_its_time_setting() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let seats = vec![open_seat(), agent_seat("random")];
        let created = create_match(&client, request(seats, virtual_time)).await;
        let player = AgentPlayer::new(Netzwerk::ID, AGENT).unwrap();
        let started = Instant::now();
        let played = play_seat(&client, &created.name, &created.tokens[0], player);
        Box::pin(eventually(played)).await.unwrap();
        assert!(
            started.elapsed() >= 2 * TIME,
            "the agent must use its time in both choices"
        );
        let record = wait_for_record(&client, &created.name).await;
        check(&record);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn analyze_uses_the_time_setting_of_its_agent() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::AnalyzePositionRequest {
        setup: Some(setup()),
        agent: agent_seat(AGENT).agent,
        ..Default::default()
    };
    let mut answers = client
        .analysis()
        .analyze_position(request)
        .await
        .unwrap()
        .into_inner();
    let last = loop {
        let answer = eventually(answers.message()).await.unwrap().unwrap();
        if answer.is_final {
            break answer.analysis.unwrap();
        }
    };
    assert!(u128::from(last.time_nanos) >= TIME.as_nanos(), "{last:?}");
    server.stop().await;
}
