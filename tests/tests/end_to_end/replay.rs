//! `Replay` shows records turn by turn as their viewers saw them, and `AnalyzeRecord` what the turns were worth.

use botwerk_agents::{Budget, RecordSearch, Roster, arena};
use botwerk_client::{Client, proto};
use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{Record, RecordedSeat, Replay, SeedOrigin};
use botwerk_engine::ricochet::Ricochet;
use botwerk_engine::{GameType, Options, RootSeed, Seat, Viewer};
use botwerk_tests::{TestServer, in_memory};
use proto::viewer::Kind;

/// Returns the record of a match between agents.
fn record<G: Roster>(names: &[&str], options: &[(&str, &str)], seed: &str) -> Record {
    let options = Options::resolve(G::spec().options, options.iter().copied()).unwrap();
    let game = G::new(names.len(), options).unwrap();
    let agent = |name: &&str| G::agent(&name.parse().unwrap()).unwrap();
    let mut agents: Vec<_> = names.iter().map(agent).collect();
    let (seed, mut events) = (RootSeed::from_text(seed), Vec::new());
    let finished = arena::play(&game, seed, &mut agents, &mut events);
    let seat = |name: &&str| RecordedSeat {
        name: format!("<b>{name}</b>"),
        agent: Some((*name).to_owned()),
    };
    let seats = names.iter().map(seat).collect();
    finished.record(&game, seats, seed, SeedOrigin::Given, &events)
}

async fn replay(
    client: &Client,
    record: String,
    viewer: Option<Viewer>,
) -> proto::ReplayRecordResponse {
    let kind = viewer.map(|viewer| match viewer {
        Viewer::Seat(seat) => Kind::Seat(seat.index() as u32),
        Viewer::Spectator => Kind::Spectator(true),
    });
    let viewer = kind.map(|kind| proto::Viewer { kind: Some(kind) });
    let request = proto::ReplayRecordRequest { record, viewer };
    client
        .rules()
        .replay_record(request)
        .await
        .unwrap()
        .into_inner()
}

/// Compares the steps of every viewer with the engine, and the views of their positions with the steps.
async fn check_steps<G: GameType>(client: &Client, record: &Record) {
    let seats = record.header.seats.len();
    let viewers = Seat::all(seats).map(Viewer::Seat);
    let viewers = viewers.chain([Viewer::Spectator]).map(Some).chain([None]);
    for viewer in viewers {
        let replayed = replay(client, record.to_text(), viewer).await;
        assert_eq!(replayed.mismatch, "");
        assert_eq!(replayed.head, record.head());
        assert_eq!(replayed.events_replayed, record.events.len() as u64);
        let described = replayed.r#match.unwrap();
        assert_eq!(described.seats[0].name, record.header.seats[0].name);
        assert_eq!(described.seat_names.len(), seats);
        let outcome = replayed.outcome.unwrap();
        assert_eq!(outcome.rule, record.outcome.as_ref().unwrap().outcome);
        let mut expected = Replay::<G>::new(record).unwrap();
        for step in &replayed.steps {
            while expected.seq() <= step.event_count {
                assert!(expected.step().unwrap());
            }
            let (game, state) = (expected.referee().game(), expected.referee().state());
            let text = match viewer {
                None => game.format_position(state),
                Some(viewer) => game.format_view(&game.view(state, viewer)),
            };
            assert_eq!(step.position, text);
        }
        assert!(!expected.step().unwrap(), "the last step has all events");
        let Some(Viewer::Seat(seat)) = viewer else {
            continue;
        };
        for step in replayed.steps.iter().step_by(7) {
            let kind = Some(Kind::Seat(seat.index() as u32));
            let request = proto::GetViewRequest {
                setup: described.setup.clone(),
                position: step.position.clone(),
                viewer: Some(proto::Viewer { kind }),
                include_picture: true,
                ..Default::default()
            };
            let view = client.rules().get_view(request).await.unwrap().into_inner();
            assert_eq!(view.text, step.position);
            assert!(view.picture.starts_with("<svg ") && view.places.len() >= 30);
        }
    }
}

#[tokio::test]
async fn replay_shows_the_positions_of_every_viewer() {
    let server = TestServer::start(in_memory()).await;
    let client = server.client().await;
    let short = [("round_cap", "3")];
    let races = record::<MicroRobots>(&["solver", "first-found", "random"], &short, "1");
    check_steps::<MicroRobots>(&client, &races).await;
    let board = [("width", "3"), ("ranks", "4")];
    let turns = record::<Netzwerk>(&["greedy", "random"], &board, "2");
    check_steps::<Netzwerk>(&client, &turns).await;
    let hands = record::<Droids>(&["greedy", "random", "random"], &short, "3");
    check_steps::<Droids>(&client, &hands).await;
    let slides = record::<Ricochet>(&["solver", "random"], &[("round_cap", "2")], "4");
    check_steps::<Ricochet>(&client, &slides).await;
}

#[tokio::test]
async fn replay_hides_the_stones_of_other_seats() {
    let server = TestServer::start(in_memory()).await;
    let client = server.client().await;
    let record = record::<Droids>(&["greedy", "random"], &[("round_cap", "2")], "5");
    let hidden = |replayed: &proto::ReplayRecordResponse| {
        let texts = replayed.steps.iter().map(|step| step.text.as_str());
        texts.filter(|text| text.contains("hidden")).count()
    };
    let all = replay(&client, record.to_text(), None).await;
    assert_eq!(hidden(&all), 0);
    let stones = |step: &&proto::ReplayStep| step.text.contains("stone ");
    let drawn = all.steps.iter().filter(stones).count();
    let spectator = replay(&client, record.to_text(), Some(Viewer::Spectator)).await;
    assert_eq!(hidden(&spectator), drawn);
    let seat = replay(&client, record.to_text(), Some(Viewer::Seat(Seat::FIRST))).await;
    assert!(hidden(&seat) > 0 && hidden(&seat) < drawn);
    let request = proto::ReplayRecordRequest {
        record: record.to_text(),
        viewer: Some(proto::Viewer {
            kind: Some(Kind::Seat(2)),
        }),
    };
    assert!(client.rules().replay_record(request).await.is_err());
}

#[tokio::test]
async fn damaged_record_is_shown_up_to_the_damage() {
    let server = TestServer::start(in_memory()).await;
    let client = server.client().await;
    let record = record::<Netzwerk>(
        &["greedy", "random"],
        &[("width", "2"), ("ranks", "3")],
        "6",
    );
    let text = record.to_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let middle = lines.len() / 2;
    let before: usize = lines[..middle].iter().map(|line| line.len()).sum();
    // A line that is changed, and a file that ends within the line.
    let changed = lines[middle].replace("\"actor\":\"", "\"actor\":\"1");
    let changed = [&lines[..middle], &[changed.as_str()], &lines[middle + 1..]];
    let cut_off = text[..before + lines[middle].len() / 2].to_owned();
    for damaged in [changed.concat().concat(), cut_off] {
        let replayed = replay(&client, damaged, None).await;
        let expected = format!("line {}: ", middle + 1);
        assert!(
            replayed.mismatch.contains(&expected),
            "{}",
            replayed.mismatch
        );
        assert_eq!(replayed.events_replayed, middle as u64 - 1);
        assert!(replayed.outcome.is_none() && replayed.head.is_empty());
        let last = replayed.steps.last().unwrap();
        assert_eq!(last.event_count, middle as u64 - 1);
    }
    // An event that contradicts the rules, in a record with valid hashes.
    let mut illegal = record.clone();
    illegal.events[middle].action = "no action".into();
    let replayed = replay(&client, illegal.to_text(), None).await;
    let expected = format!("event {}: ", middle + 1);
    assert!(
        replayed.mismatch.starts_with(&expected),
        "{}",
        replayed.mismatch
    );
    assert!(!replayed.steps.is_empty());
    for foreign in ["", "\u{89}PNG", "{\"botwerk\":2}\n"] {
        let replayed = replay(&client, foreign.to_owned(), None).await;
        assert!(replayed.mismatch.contains("line 1: ") && replayed.r#match.is_none());
    }
}

#[tokio::test]
async fn analysed_record_has_the_values_of_the_agent() {
    let server = TestServer::start(in_memory()).await;
    let client = server.client().await;
    let record = record::<Netzwerk>(
        &["random", "random"],
        &[("width", "4"), ("ranks", "5")],
        "7",
    );
    let spec = || "minimax:nodes=200".parse().unwrap();
    let request = proto::AnalyzeRecordRequest {
        record: record.to_text(),
        agent: Some(botwerk_client::agent_spec_message(&spec())),
        ..Default::default()
    };
    let stream = client.analysis().analyze_record(request).await.unwrap();
    let mut messages = stream.into_inner();
    let mut last = None;
    while let Some(message) = messages.message().await.unwrap() {
        assert!(message.is_final || message.turns.len() == 1);
        last = Some(message);
    }
    let last = last.unwrap();
    assert!(last.is_final);
    let budget = Budget {
        nodes: Some(20_000),
        ..Budget::UNLIMITED
    };
    let replay = Replay::<Netzwerk>::new(&record).unwrap();
    let expected = RecordSearch::new(replay, Netzwerk::agent(&spec()).unwrap()).run(
        &mut |position, agent| Some(position.search(agent, &budget, &mut |_| {})),
        &mut |_| {},
    );
    let expected = expected.unwrap();
    assert_eq!(last.turns.len(), expected.len());
    for (found, expected) in last.turns.iter().zip(&expected) {
        let values = (found.value_before, found.value_after, found.loss);
        assert_eq!(values, (expected.before, expected.after, expected.loss));
        assert_eq!((&found.text, &found.best), (&expected.text, &expected.best));
        assert_eq!(found.is_blunder, expected.is_blunder);
    }
    assert!(last.turns.iter().any(|turn| turn.loss.is_some()));
}
