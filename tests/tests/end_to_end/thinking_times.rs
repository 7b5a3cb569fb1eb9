//! Players whose settings say how long they think.

use std::time::{Duration, Instant};

use botwerk_agents::verify;
use botwerk_client::{AgentPlayer, Client, play_seat, proto};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::Record;
use botwerk_tests::{TestServer, bundled, eventually, make, remote};

/// What the player of these tests may think a decision. Without it, its usual search takes longer
/// than a whole match may.
const TIME: Duration = Duration::from_millis(30);

const PLAYER: &str = "minimax:time=30ms,table=1,nodes=1000000000000";

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

/// A match of the player against a random one.
fn request(seats: Vec<proto::SeatSetup>, virtual_time: bool) -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        setup: Some(setup()),
        seats,
        seed: "7".into(),
        virtual_time,
        ..Default::default()
    }
}

/// The record of a match, once it is over.
async fn record_of(client: &Client, name: &str) -> Record {
    loop {
        if let Ok(text) = client.record(name).await {
            return Record::from_text(&text).unwrap();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Checks a match on virtual time or by the clock: only the random player's choices can be made
/// again, and only on virtual time.
fn check(record: &Record, virtual_time: bool) {
    assert_eq!(record.outcome.as_ref().unwrap().outcome, "NW-27");
    let lines = record.events.iter().filter(|line| line.by == "1");
    let mut acts: Vec<_> = lines.map(|line| (line.turn, line.act)).collect();
    acts.dedup();
    let choices = if virtual_time { acts.len() } else { 0 };
    let verified = verify::<Netzwerk>(record).unwrap();
    assert_eq!(verified.choices, choices as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bundled_player_thinks_as_long_as_its_settings_say() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let begun = Instant::now();
        let seats = vec![bundled(PLAYER), bundled("random")];
        let made = make(&client, request(seats, virtual_time)).await;
        let record = eventually(record_of(&client, &made.name)).await;
        assert!(begun.elapsed() >= 2 * TIME, "it thinks twice");
        check(&record, virtual_time);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_leaves_a_player_less_than_its_settings() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let player = "minimax:time=3600s,table=1,nodes=1000000000000";
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(1000)),
            lag_cap_millis: None,
        }),
        ..request(vec![bundled(player), bundled("random")], false)
    };
    let made = make(&client, request).await;
    let record = eventually(record_of(&client, &made.name)).await;
    check(&record, false);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_over_the_wire_thinks_as_long_as_its_settings_say() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let seats = vec![remote(), bundled("random")];
        let made = make(&client, request(seats, virtual_time)).await;
        let mut player = AgentPlayer::<Netzwerk>::new(PLAYER).unwrap();
        let begun = Instant::now();
        let played = play_seat(&client, &made.name, &made.tokens[0], &mut player);
        eventually(played).await.unwrap();
        assert!(begun.elapsed() >= 2 * TIME, "it thinks twice");
        let record = record_of(&client, &made.name).await;
        check(&record, virtual_time);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_for_a_visitor_is_as_long_as_its_player_s_settings_say() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::AnalyzeRequest {
        setup: Some(setup()),
        agent: bundled(PLAYER).agent,
        ..Default::default()
    };
    let mut answers = client
        .analysis()
        .analyze(request)
        .await
        .unwrap()
        .into_inner();
    let last = loop {
        let answer = eventually(answers.message()).await.unwrap().unwrap();
        if answer.r#final {
            break answer.analysis.unwrap();
        }
    };
    assert!(last.millis >= 30 && last.depth > 0, "{last:?}");
    server.stop().await;
}
