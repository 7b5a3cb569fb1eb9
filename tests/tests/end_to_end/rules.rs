//! The stateless rules service agrees with the engine.

use botwerk_client::{Client, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{
    Actor, GameEncoding, GameNotation, GameRules, GameType, GameViews, Options, RootSeed, Turn,
    Viewer,
};
use botwerk_tests::{
    BOARD, TestServer, create_match, finish_match, micro_robots, open_seat, status_reason,
};

fn setup(seats: u32, options: &[(&str, &str)]) -> proto::GameSetup {
    let options = options.iter().map(|(name, value)| proto::GameOption {
        name: (*name).into(),
        value: (*value).into(),
    });
    proto::GameSetup {
        game: "micro-robots".into(),
        options: options.collect(),
        seats,
    }
}

fn actor(actor: Actor) -> proto::Actor {
    use proto::actor::Kind;
    let kind = match actor {
        Actor::Chance => Kind::Chance(true),
        Actor::Seat(seat) => Kind::Seat(seat.index() as u32),
        Actor::Referee => Kind::Referee(true),
    };
    proto::Actor { kind: Some(kind) }
}

/// Plays one random match through the service and the engine side by side; returns its number of
/// actions.
async fn play_both(client: &Client, seed: u64, options: &[(&str, &str)]) -> usize {
    let seats = 2 + (seed % 3) as u32;
    let setup = setup(seats, options);
    let resolved = Options::resolve(MicroRobots::spec().options, options.iter().copied()).unwrap();
    let game = MicroRobots::new(seats as usize, resolved).unwrap();
    let text = format!("rules {seed}");
    let request = proto::CreatePositionRequest {
        setup: Some(setup.clone()),
        seed: text.clone(),
    };
    let new = client
        .rules()
        .create_position(request)
        .await
        .unwrap()
        .into_inner();
    let root = RootSeed::from_text(&text);
    assert_eq!(new.seed, root.to_hex());
    let mut state = game.initial_state(root);
    let mut position = new.position.unwrap();
    let mut generator = root.rng_for_agent(botwerk_engine::Seat::FIRST, 0);
    let mut steps = 0;
    loop {
        assert_eq!(position.text, game.format_position(&state));
        assert_eq!(position.hash, game.hash(&state));
        let acting = match game.turn(&state) {
            Turn::Over(outcome) => {
                let Some(proto::turn::Kind::Over(over)) = position.turn.unwrap().kind else {
                    panic!("the match is over")
                };
                assert_eq!(
                    (over.points, over.rule.as_str()),
                    (outcome.points, outcome.rule)
                );
                return steps;
            }
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(_) if generator.below(8) == 0 => Actor::Referee,
            Turn::Decision(mut decision) => Actor::Seat(decision.seats.next().unwrap()),
        };
        let mut legal = Vec::new();
        game.legal_actions(&state, acting, &mut legal);
        let request = proto::ListLegalActionsRequest {
            setup: Some(setup.clone()),
            position: position.text.clone(),
            actor: Some(actor(acting)),
            ..Default::default()
        };
        let actions = client
            .rules()
            .list_legal_actions(request)
            .await
            .unwrap()
            .into_inner()
            .actions;
        let numbers =
            |actions: &[proto::ActionInfo]| actions.iter().map(|a| a.number).collect::<Vec<_>>();
        let expected: Vec<_> = legal.iter().map(|a| game.action_number(*a)).collect();
        assert_eq!(numbers(&actions), expected);
        let pick = generator.below(legal.len() as u64) as usize;
        assert_eq!(actions[pick].text, game.format_action(legal[pick]));
        let as_text = generator.below(2) == 0;
        let request = proto::ApplyActionsRequest {
            setup: Some(setup.clone()),
            position: position.text.clone(),
            actor: Some(actor(acting)),
            actions: if as_text {
                vec![]
            } else {
                vec![actions[pick].action.clone().unwrap()]
            },
            text: if as_text {
                actions[pick].text.clone()
            } else {
                String::new()
            },
            earlier_positions: vec![],
            ..Default::default()
        };
        game.apply(&mut state, acting, legal[pick]).unwrap();
        let viewer = Viewer::Seat(botwerk_engine::Seat::FIRST);
        position = client
            .rules()
            .apply_actions(request)
            .await
            .unwrap()
            .into_inner()
            .position
            .unwrap();
        check_round_trips(client, &setup, &position, &actions[pick]).await;
        let request = proto::GetViewRequest {
            setup: Some(setup.clone()),
            position: position.text.clone(),
            viewer: Some(proto::Viewer {
                kind: Some(proto::viewer::Kind::Seat(0)),
            }),
            ..Default::default()
        };
        let response = client.rules().get_view(request).await.unwrap().into_inner();
        let view = game.view(&state, viewer);
        assert_eq!(response.text, game.format_view(&view));
        assert_eq!(response.view_hash, game.view_hash(&view));
        let mut observation = vec![0; game.observation_len()];
        game.write_observation(&view, &mut observation);
        assert_eq!(response.observation, observation);
        steps += 1;
    }
}

/// Checks that text and message of a position and of an action agree.
async fn check_round_trips(
    client: &Client,
    setup: &proto::GameSetup,
    position: &proto::PositionInfo,
    action: &proto::ActionInfo,
) {
    let setup = Some(setup.clone());
    let request = proto::FormatPositionRequest {
        setup: setup.clone(),
        position: position.position.clone(),
    };
    let text = client
        .rules()
        .format_position(request)
        .await
        .unwrap()
        .into_inner()
        .text;
    assert_eq!(text, position.text);
    let request = proto::ParsePositionRequest {
        setup: setup.clone(),
        text,
    };
    let parsed = client
        .rules()
        .parse_position(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(parsed.position.as_ref(), Some(position));
    let request = proto::FormatActionRequest {
        setup: setup.clone(),
        action: action.action.clone(),
    };
    let formatted = client
        .rules()
        .format_action(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(formatted.action.as_ref(), Some(action));
    let request = proto::ParseActionRequest {
        setup,
        text: action.text.clone(),
    };
    let parsed = client
        .rules()
        .parse_action(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(parsed.action.as_ref(), Some(action));
}

#[tokio::test]
async fn random_matches_agree_with_the_engine() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut steps = 0;
    for seed in 0..6 {
        let expert = [("expert", "true"), ("round_cap", "12")];
        let plain = [("side", "copper"), ("round_cap", "12")];
        let options = if seed % 2 == 0 { &plain } else { &expert };
        steps += play_both(&client, seed, options).await;
    }
    assert!(steps > 100, "{steps} steps");
    server.stop().await;
}

type Change = fn(&mut proto::MicroRobotsPosition);

#[tokio::test]
async fn invalid_positions_and_actions_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let good = format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:");
    let parse = |text: String| {
        let mut rules = client.rules();
        async move {
            let request = proto::ParsePositionRequest {
                setup: Some(setup(2, &[])),
                text,
            };
            rules
                .parse_position(request)
                .await
                .map(tonic::Response::into_inner)
        }
    };
    let valid = parse(good.clone()).await.unwrap().position.unwrap();
    for (old, new) in [
        (good.as_str(), ""),
        ("2Y 1W", "2Y"),
        ("2Y 1W", "2Y 2Y"),
        ("1P ; 2W", "1P ; 1P"),
        ("1P ; 2W", "- ; 2W"),
        ("0,0", "0,0,0"),
        ("0,0", "25,1"),
        ("0,0", "300,0"),
        ("0,0", "0x,0x"),
        ("0,0 ; 0", "0,0 ; 2"),
        ("race:", "race:0,1"),
        ("race:", "race:7"),
        ("race:", "race"),
        ("race:", "show:0:0:1P"),
        ("race:", "show:0:5:2W"),
        ("race:", "show:5:5:1P"),
        ("race:", "race: ; more"),
        ("; 1 ;", "; 99999999999 ;"),
    ] {
        let text = good.replacen(old, new, 1);
        let status = parse(text.clone()).await.expect_err(&text);
        assert_eq!(status_reason(&status), "BAD_POSITION", "{text}");
    }
    // The same as messages.
    let changes: [Change; 9] = [
        |p| p.board.clear(),
        |p| p.board[0] = p.board[1],
        |p| p.board[0] = 0,
        |p| p.board[0] = 99,
        |p| p.chips = vec![u32::MAX, 0],
        |p| p.chips = vec![0; 70],
        |p| p.roller = 64,
        |p| p.departed = vec![9],
        |p| p.phase = None,
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut position = valid.position.clone().unwrap();
        let Some(proto::position::Game::MicroRobots(robots)) = &mut position.game else {
            panic!("a position of micro-robots")
        };
        change(robots);
        let request = proto::FormatPositionRequest {
            setup: Some(setup(2, &[])),
            position: Some(position),
        };
        let status = client.rules().format_position(request).await.unwrap_err();
        assert_eq!(status_reason(&status), "BAD_POSITION", "change {i}");
    }
    let apply = proto::ApplyActionsRequest {
        setup: Some(setup(2, &[])),
        position: good,
        ..Default::default()
    };
    for (text, seat, reason) in [
        ("", 0, "BAD_REQUEST"),
        ("fly", 0, "ILLEGAL_ACTION"),
        ("end", 0, "ILLEGAL_ACTION"),
        ("pass", 2, "BAD_REQUEST"),
        ("pass", u32::MAX, "BAD_REQUEST"),
    ] {
        let request = proto::ApplyActionsRequest {
            text: text.into(),
            actor: Some(proto::Actor {
                kind: Some(proto::actor::Kind::Seat(seat)),
            }),
            ..apply.clone()
        };
        let status = client.rules().apply_actions(request).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "`{text}` by {seat}");
    }
    for (setup, reason) in [
        (None, "BAD_REQUEST"),
        (Some(setup(1, &[])), "BAD_OPTIONS"),
        (Some(setup(u32::MAX, &[])), "BAD_OPTIONS"),
        (Some(proto::GameSetup::default()), "UNKNOWN_GAME"),
    ] {
        let request = proto::CreatePositionRequest {
            setup,
            seed: String::new(),
        };
        let status = client.rules().create_position(request).await.unwrap_err();
        assert_eq!(status_reason(&status), reason);
    }
    server.stop().await;
}

#[tokio::test]
async fn verify_accepts_a_record_and_rejects_tampered_ones() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    finish_match(&client, &created).await;
    let record = client.record(&created.name).await.unwrap();
    let verify = |record: String| {
        let mut rules = client.rules();
        async move {
            let request = proto::VerifyRecordRequest { record };
            rules.verify_record(request).await.unwrap().into_inner()
        }
    };
    let valid = verify(record.clone()).await;
    assert!(valid.is_valid && valid.events_replayed > 10, "{valid:?}");
    let lines: Vec<_> = record.lines().collect();
    let without = |line: usize| {
        let rest = lines.iter().enumerate().filter(|(i, _)| *i != line);
        let rest: Vec<_> = rest.map(|(_, line)| *line).collect();
        rest.join("\n") + "\n"
    };
    // One seat may have won every race.
    let actor = |seat: usize| format!("\"actor\":\"{seat}\"");
    let seat = (0..2).find(|&seat| record.contains(&actor(seat))).unwrap();
    let with_actor = |other: usize| record.replacen(&actor(seat), &actor(other), 1);
    let mut tampered = vec![
        String::new(),
        "garbage".into(),
        "{}".into(),
        "\u{0}\u{1F916}".into(),
        "[".repeat(100_000),
        record.replacen("\"roll ", "\"rool ", 1),
        with_actor(1 - seat),
        with_actor(64),
        record.replacen("micro-robots", "chess", 1),
        record.replace("MR-26", "MR-27"),
        record[..record.len() / 2].to_owned(),
        record.clone() + "\n{}",
        record.clone() + &record,
    ];
    // The last line is the signature, which is not part of the record.
    tampered.extend((0..lines.len() - 1).map(without));
    for text in tampered {
        assert_ne!(text, record);
        let answer = verify(text.clone()).await;
        let text: String = text.chars().take(300).collect();
        assert!(!answer.is_valid, "{text}");
        assert!(!answer.mismatch.is_empty(), "{text}");
    }
    server.stop().await;
}
