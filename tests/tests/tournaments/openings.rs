//! Tournaments whose blocks start from given positions.

use std::collections::BTreeSet;

use botwerk_agents::verify;
use botwerk_client::{Client, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{Record, StartOrigin};
use botwerk_tests::TestServer;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agents, bot_token, create, create_with, get, launched_bot, netzwerk, pairings, robots,
    round_robin, wait_until_over,
};

/// Positions on a board of width 4 with 4 ranks.
const OPENINGS: [&str; 3] = [
    "w d2,f2,h2,b4 b8,d8,f8,h8 a3,c3,e3,g3,i3,a7,c7,e7,g7,i7",
    "b d2,f2,h2,b4 b6,d8,f8,h8 a3,c3,e3,g3,i3,a7,c7,e7,g7,i7",
    "w b2,f2,h2,d4 d6,b8,f8,h8 a3,c3,e3,g3,i3,a7,c7,e7,g7,i7",
];

/// Returns a tournament on a small board that starts from the openings.
fn with_openings(entrants: Vec<proto::Entrant>, cycles: u32) -> proto::TournamentSetup {
    let mut setup = netzwerk(round_robin(cycles), entrants, None);
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let options = [("width", "4"), ("ranks", "4"), ("turn_cap", "30")];
    let game = setup.setup.as_mut().unwrap();
    game.options = options.map(|(name, value)| option(name, value)).into();
    proto::TournamentSetup {
        opening_turns: None,
        openings: OPENINGS.map(str::to_owned).into(),
        ..setup
    }
}

/// Returns the start of every block, whose matches all have the same, after verifying the records.
async fn starts(client: &Client, name: &str) -> Vec<String> {
    let mut starts: Vec<String> = Vec::new();
    for pairing in pairings(client, name).await {
        let text = client.record(&pairing.attempts[0].r#match).await.unwrap();
        let record = Record::from_text(&text).unwrap();
        let verified = verify::<Netzwerk>(&record).unwrap();
        assert_eq!(record.header.start_origin, StartOrigin::Given);
        let is_said = |text: &String| text.contains("why the match starts from this position");
        assert!(verified.unchecked.iter().any(is_said), "{verified:?}");
        match starts.get(pairing.block as usize) {
            Some(start) => assert_eq!(*start, record.header.start),
            None => starts.push(record.header.start),
        }
    }
    starts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_block_starts_from_an_opening() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let setup = with_openings(agents(&["greedy", "random"]), 7);
    let created = create(&client, setup.clone()).await;
    wait_until_over(&client, &created.name).await;
    let shuffled = starts(&client, &created.name).await;
    assert_eq!(shuffled.len(), 7);
    let all = BTreeSet::from(OPENINGS.map(str::to_owned));
    for cycle in shuffled.chunks_exact(OPENINGS.len()) {
        assert_eq!(cycle.iter().cloned().collect::<BTreeSet<_>>(), all);
    }
    let sequential = proto::TournamentSetup {
        opening_order: proto::OpeningOrder::Sequential as i32,
        ..setup
    };
    let created = create(&client, sequential).await;
    wait_until_over(&client, &created.name).await;
    let in_order: Vec<_> = OPENINGS.into_iter().cycle().take(7).collect();
    assert_eq!(starts(&client, &created.name).await, in_order);
    // Only the description of one tournament has the openings; a list names them by their hash.
    let setup = get(&client, &created.name).await.setup.unwrap();
    assert_eq!(setup.openings, OPENINGS);
    let mut calls = client.tournaments();
    let list = calls.list_tournaments(proto::ListTournamentsRequest::default());
    let list = list.await.unwrap().into_inner().tournaments;
    let listed = list[0].setup.clone().unwrap();
    assert_eq!(listed.openings_sha256, setup.openings_sha256);
    assert!(listed.openings.is_empty() && listed.openings_sha256.len() == 64);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_from_openings_as_well() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut entrants = agents(&["greedy"]);
    entrants.push(launched_bot("bot"));
    let created = create(&client, with_openings(entrants, 3)).await;
    let token = bot_token(&client, &created.name, "bot").await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    wait_until_over(&client, &created.name).await;
    let starts: BTreeSet<_> = starts(&client, &created.name).await.into_iter().collect();
    assert_eq!(starts, BTreeSet::from(OPENINGS.map(str::to_owned)));
    server.stop().await;
}

/// A race of Micro Robots on a position of its rules document, with points and in a later round.
const RACE: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / 6P 5Y 1P 6W 6B 2B / \
                    1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn race_can_be_an_opening() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut setup = robots(round_robin(2), agents(&["solver", "first-found"]));
    setup.setup.as_mut().unwrap().options[0].value = "2".into();
    let setup = proto::TournamentSetup {
        openings: vec![RACE.into()],
        ..setup
    };
    let created = create_with(&client, setup, |request| request.seed = "7".into()).await;
    wait_until_over(&client, &created.name).await;
    let mut targets = BTreeSet::new();
    for pairing in pairings(&client, &created.name).await {
        let text = client.record(&pairing.attempts[0].r#match).await.unwrap();
        let record = Record::from_text(&text).unwrap();
        verify::<MicroRobots>(&record).unwrap();
        assert_eq!(record.header.start, RACE);
        let chance = record.events.iter().filter(|line| line.actor == "chance");
        targets.insert(chance.map(|line| line.action.clone()).collect::<Vec<_>>());
    }
    // Both blocks start from the same position, with other chance outcomes.
    assert!(targets.len() >= 2, "{targets:?}");
    server.stop().await;
}

#[tokio::test]
async fn openings_that_cannot_be_played_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for (openings, turns, expected) in [
        (vec!["nonsense".to_owned()], None, "openings[0]: "),
        (
            vec![OPENINGS[0].into(), "w d2".into()],
            None,
            "openings[1]: ",
        ),
        (vec![OPENINGS[0].into()], Some(2), "opening_turns: "),
        (vec![OPENINGS[0].into(); 10_001], None, "openings: "),
        (vec!["x".repeat(9_000)], None, "openings[0]: "),
    ] {
        let setup = proto::TournamentSetup {
            openings,
            opening_turns: turns,
            ..with_openings(agents(&["greedy", "random"]), 1)
        };
        let request = proto::CreateTournamentRequest {
            setup: Some(setup),
            ..Default::default()
        };
        let status = client.organizer().create_tournament(request).await;
        let status = status.unwrap_err();
        assert!(status.message().starts_with(expected), "{status}");
    }
    server.stop().await;
}
