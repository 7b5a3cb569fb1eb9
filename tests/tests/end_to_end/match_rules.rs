//! What never changes during a match, which is sent once instead of in every view.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_tests::{
    SeatStream, TestServer, create_match, eventually, match_request, open_seat, status_reason,
};
use proto::match_rules::Game;
use proto::{DroidsArrow, DroidsColour, DroidsKind, DroidsSide, DroidsTieBreak};

fn setup(game: &str, seats: u32, options: &[(&str, &str)]) -> proto::GameSetup {
    let option = |(name, value): &(&str, &str)| proto::GameOption {
        name: (*name).into(),
        value: (*value).into(),
    };
    proto::GameSetup {
        game: game.into(),
        options: options.iter().map(option).collect(),
        seats,
    }
}

async fn describe(client: &Client, setup: proto::GameSetup) -> proto::DescribeMatchResponse {
    let request = proto::DescribeMatchRequest { setup: Some(setup) };
    let described = client.rules().describe_match(request).await;
    described.unwrap().into_inner()
}

fn droids(rules: Option<proto::MatchRules>) -> proto::DroidsRules {
    let Some(Game::Droids(rules)) = rules.expect("Droids has rules").game else {
        panic!("expected rules of Droids")
    };
    rules
}

async fn droids_rules(client: &Client, seats: u32, options: &[(&str, &str)]) -> proto::DroidsRules {
    droids(
        describe(client, setup("droids", seats, options))
            .await
            .rules,
    )
}

fn square(x: u32, y: u32) -> proto::DroidsSquare {
    proto::DroidsSquare { x, y }
}

#[tokio::test]
async fn dr_23_map_has_typed_squares() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let map = droids_rules(&client, 4, &[]).await.map.unwrap();
    assert_eq!(map.name, "diagonal-10");
    let diagonal: Vec<_> = (0..10).map(|i| square(i, i)).collect();
    assert_eq!(map.river, diagonal);
    assert_eq!(map.walls.len(), 14);
    assert!(map.walls.contains(&square(6, 1)));
    assert_eq!(map.repairers, [square(7, 2), square(2, 7)]);
    let south = proto::DroidsPlaces {
        side: DroidsSide::South.into(),
        start: Some(square(5, 9)),
        pad: Some(square(4, 9)),
        garden: Some(square(2, 9)),
        container_spot: Some(square(6, 9)),
    };
    assert_eq!(map.places.len(), 4);
    assert_eq!(map.places[0], south);
    server.stop().await;
}

#[tokio::test]
async fn dr_2_stones_have_typed_counts() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let rules = droids_rules(&client, 2, &[]).await;
    assert_eq!(rules.kinds.len(), 16);
    assert_eq!(rules.hand_size, 7);
    let total = |rules: &proto::DroidsRules, colour: DroidsColour| -> u32 {
        let kinds = rules.kinds.iter().filter(|kind| kind.colour() == colour);
        kinds.map(|kind| kind.count).sum()
    };
    let colours = [
        (DroidsColour::Violet, 32),
        (DroidsColour::Blue, 24),
        (DroidsColour::Red, 32),
        (DroidsColour::Grey, 32),
    ];
    for (colour, count) in colours {
        assert_eq!(total(&rules, colour), count);
    }
    let v2 = &rules.kinds[1];
    assert_eq!((v2.kind(), v2.count, v2.steps), (DroidsKind::V2, 8, 2));
    let straight = [
        DroidsArrow::N,
        DroidsArrow::E,
        DroidsArrow::S,
        DroidsArrow::W,
    ];
    assert!(v2.arrows().eq(straight));
    // Grey stones are out of play in the scrapyard.
    let rules = droids_rules(&client, 2, &[("scenario", "2")]).await;
    assert_eq!(total(&rules, DroidsColour::Grey), 0);
    server.stop().await;
}

#[tokio::test]
async fn dr_42_options_have_typed_fields() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let rules = droids_rules(&client, 4, &[("teams", "true"), ("draw_mode", "commit")]).await;
    let teams: Vec<Vec<_>> = rules
        .teams
        .iter()
        .map(|team| team.sides().collect())
        .collect();
    assert_eq!(
        teams,
        [
            [DroidsSide::South, DroidsSide::West],
            [DroidsSide::North, DroidsSide::East]
        ]
    );
    let values = rules.values.unwrap();
    assert_eq!(values.draw_mode(), proto::DroidsDrawMode::Commit);
    assert_eq!(
        values.relay_target(),
        proto::DroidsRelayTarget::AnyOtherDroid
    );
    assert!(values.chain_push && !values.repair_lifts_all);
    assert_eq!((rules.scenario, rules.round_cap, rules.level), (1, 40, 0));
    assert_eq!(rules.goal(), proto::DroidsGoal::LastActive);
    assert!(rules.tie_breaks().eq([DroidsTieBreak::FewestStrips]));
    assert_eq!(rules.garden(), proto::DroidsGarden::Unspecified);
    assert_eq!(rules.lift_limit_nanos, 30_000_000_000);
    assert!(rules.sheets.is_empty());

    let garden = [
        ("scenario", "4"),
        ("garden", "prepared"),
        ("sides", "neighbours"),
        ("round_cap", "0"),
        ("lift_limit", "5s"),
    ];
    let rules = droids_rules(&client, 2, &garden).await;
    assert!(rules.sides().eq([DroidsSide::South, DroidsSide::West]));
    assert_eq!(rules.garden(), proto::DroidsGarden::Prepared);
    assert_eq!(
        (rules.round_cap, rules.lift_limit_nanos),
        (0, 5_000_000_000)
    );
    let rules = droids_rules(&client, 2, &[("scenario", "4")]).await;
    assert!(rules.sides().eq([DroidsSide::South, DroidsSide::North]));
    assert_eq!(rules.garden(), proto::DroidsGarden::Printed);
    assert_eq!(rules.round_cap, 25);

    let rules = droids_rules(&client, 1, &[("level", "8")]).await;
    assert_eq!((rules.scenario, rules.level), (5, 8));
    assert_eq!(rules.values.unwrap().cargo_capacity, 8);
    assert_eq!(rules.sheets.len(), 2);
    let first = &rules.sheets[0].programmes[0].orders[0];
    assert_eq!(
        (first.kind(), first.arrow()),
        (DroidsKind::G1, DroidsArrow::N)
    );
    let rules = droids_rules(&client, 3, &[("scenario", "6")]).await;
    assert!(rules.has_containers && !rules.banks_mines);
    server.stop().await;
}

#[tokio::test]
async fn description_has_all_options_and_rules_only_where_positions_lack_them() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for game in GameId::BUILT_IN {
        let described = describe(&client, setup(game.name(), 0, &[])).await;
        assert_eq!(described.rules.is_some(), *game == GameId::DROIDS);
        let found = described.setup.unwrap();
        assert_eq!(found.options.len(), game.spec().options.len());
        assert!(found.seats > 0);
    }
    let request = proto::DescribeMatchRequest {
        setup: Some(setup("droids", 2, &[("garden", "wild")])),
    };
    let status = client.rules().describe_match(request).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_OPTIONS");
    server.stop().await;
}

#[tokio::test]
async fn joined_has_the_rules_of_its_match() {
    use proto::watch_match_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let options = [("scenario", "6"), ("sides", "neighbours")];
    let created = create_match(&client, match_request(GameId::DROIDS, seats, &options)).await;
    let mut stream = SeatStream::open(&client).await;
    let joined = stream.join_seat(&created, 1, 0).await;
    let rules = droids(joined.rules);
    assert!(rules.sides().eq([DroidsSide::South, DroidsSide::West]));
    let described = describe(&client, joined.setup.unwrap()).await;
    assert_eq!(droids(described.rules), rules);
    let watch = proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        ..Default::default()
    };
    let frames = client.matches().watch_match(watch).await;
    let frame = eventually(frames.unwrap().into_inner().message()).await;
    let Some(Kind::Joined(joined)) = frame.unwrap().unwrap().kind else {
        panic!("expected `Joined` first")
    };
    assert_eq!(droids(joined.rules), rules);
    server.stop().await;
}
