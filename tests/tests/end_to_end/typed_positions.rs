//! Positions as messages, which every request accepts instead of text.

use botwerk_client::{Client, proto};
use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameType, Options, RootSeed, Turn};
use botwerk_tests::{BOARD, TestServer, eventually, status_reason};
use tonic::Status;

pub(crate) fn setup(game: &str, options: &[(&str, &str)]) -> proto::GameSetup {
    let option = |(name, value): &(&str, &str)| proto::GameOption {
        name: (*name).into(),
        value: (*value).into(),
    };
    proto::GameSetup {
        game: game.into(),
        options: options.iter().map(option).collect(),
        seats: 0,
    }
}

/// Returns the text of a position of two seats after all chance outcomes before the first decision.
fn first_decision<G: GameType>() -> String {
    let options = Options::resolve(G::spec().options, [("", ""); 0]).unwrap();
    let game = G::new(2, options).unwrap();
    let seed = RootSeed::from_text("7");
    let mut referee = botwerk_engine::Referee::new(game.clone(), seed);
    referee.resolve_chance(&mut Vec::new());
    assert!(matches!(game.turn(referee.state()), Turn::Decision(_)));
    game.format_position(referee.state())
}

/// Returns the message of a position.
async fn parse(client: &Client, game: &str, text: &str) -> proto::Position {
    let request = proto::ParsePositionRequest {
        setup: Some(setup(game, &[])),
        text: text.into(),
    };
    let parsed = client.rules().parse_position(request).await.unwrap();
    parsed.into_inner().position.unwrap().position.unwrap()
}

/// Checks that the rules answer a request with a message as they answer the one with its text.
async fn check_rules(client: &Client, game: &str, text: &str) {
    let message = parse(client, game, text).await;
    let mut rules = client.rules();
    let legal = proto::ListLegalActionsRequest {
        setup: Some(setup(game, &[])),
        position: text.into(),
        ..Default::default()
    };
    let typed_legal = proto::ListLegalActionsRequest {
        position: String::new(),
        typed_position: Some(message.clone()),
        ..legal.clone()
    };
    let actions = rules.list_legal_actions(legal).await.unwrap().into_inner();
    let typed = rules
        .list_legal_actions(typed_legal)
        .await
        .unwrap()
        .into_inner();
    assert!(!actions.actions.is_empty());
    assert_eq!(typed, actions, "{game}");

    let view = proto::GetViewRequest {
        setup: Some(setup(game, &[])),
        position: text.into(),
        ..Default::default()
    };
    let typed_view = proto::GetViewRequest {
        position: String::new(),
        typed_position: Some(message.clone()),
        ..view.clone()
    };
    let view = rules.get_view(view).await.unwrap().into_inner();
    let typed = rules.get_view(typed_view).await.unwrap().into_inner();
    assert_eq!(typed, view, "{game}");

    let apply = proto::ApplyActionsRequest {
        setup: Some(setup(game, &[])),
        position: text.into(),
        actor: actions.actor,
        actions: vec![actions.actions[0].action.clone().unwrap()],
        ..Default::default()
    };
    let typed_apply = proto::ApplyActionsRequest {
        position: String::new(),
        typed_position: Some(message.clone()),
        typed_earlier_positions: vec![message],
        ..apply.clone()
    };
    let applied = rules
        .apply_actions(apply.clone())
        .await
        .unwrap()
        .into_inner();
    let typed = rules
        .apply_actions(typed_apply.clone())
        .await
        .unwrap()
        .into_inner();
    assert_eq!(typed, applied, "{game}");

    let both = proto::ApplyActionsRequest {
        position: text.into(),
        ..typed_apply.clone()
    };
    let status = rules.apply_actions(both).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_REQUEST");
    assert!(status.message().starts_with("position: "), "{status:?}");
    let both = proto::ApplyActionsRequest {
        earlier_positions: vec![text.into()],
        ..typed_apply
    };
    let status = rules.apply_actions(both).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_REQUEST");
    assert!(status.message().starts_with("earlier_positions: "));
}

#[tokio::test]
async fn rules_accept_messages_of_positions_of_every_game() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    check_rules(&client, "micro-robots", &first_decision::<MicroRobots>()).await;
    check_rules(&client, "netzwerk", &first_decision::<Netzwerk>()).await;
    check_rules(&client, "droids", &first_decision::<Droids>()).await;
    server.stop().await;
}

#[tokio::test]
async fn message_of_another_game_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let netzwerk = parse(&client, "netzwerk", &first_decision::<Netzwerk>()).await;
    let request = proto::ListLegalActionsRequest {
        setup: Some(setup("droids", &[])),
        typed_position: Some(netzwerk),
        ..Default::default()
    };
    let status = client
        .rules()
        .list_legal_actions(request)
        .await
        .unwrap_err();
    assert_eq!(status_reason(&status), "BAD_POSITION");
    server.stop().await;
}

/// Returns the final analysis.
async fn analyze(
    client: &Client,
    request: proto::AnalyzePositionRequest,
) -> Result<proto::Analysis, Status> {
    let mut answers = client
        .analysis()
        .analyze_position(request)
        .await?
        .into_inner();
    loop {
        let answer = eventually(answers.message()).await?.unwrap();
        if answer.is_final {
            return Ok(answer.analysis.unwrap());
        }
    }
}

/// Analyses a position as text and as a message, and checks that the actions of the first expected turn are
/// those of its text.
async fn check_analysis(client: &Client, game: &str, text: &str) {
    let request = proto::AnalyzePositionRequest {
        setup: Some(setup(game, &[])),
        position: text.into(),
        seed: "7".into(),
        limits: Some(proto::SearchLimits {
            nodes: 500,
            ..Default::default()
        }),
        agent: Some(proto::AgentSpec {
            name: if game == "micro-robots" {
                "solver".into()
            } else {
                "greedy".into()
            },
            ..Default::default()
        }),
        ..Default::default()
    };
    let typed = proto::AnalyzePositionRequest {
        position: String::new(),
        typed_position: Some(parse(client, game, text).await),
        ..request.clone()
    };
    let found = analyze(client, request).await.unwrap();
    let typed = analyze(client, typed).await.unwrap();
    assert_eq!(
        typed.principal_variation, found.principal_variation,
        "{game}"
    );
    let turn = &found.principal_variation[0];
    assert!(!turn.actions.is_empty());
    let apply = |actions, turn_text: &str| {
        let request = proto::ApplyActionsRequest {
            setup: Some(setup(game, &[])),
            position: text.into(),
            actor: Some(proto::Actor {
                kind: Some(proto::actor::Kind::Seat(turn.seat)),
            }),
            actions,
            text: turn_text.into(),
            ..Default::default()
        };
        let mut rules = client.rules();
        async move { rules.apply_actions(request).await.unwrap().into_inner() }
    };
    let by_text = apply(vec![], &turn.text).await;
    assert_eq!(apply(turn.actions.clone(), "").await, by_text, "{game}");
}

#[tokio::test]
async fn expected_turns_have_actions_in_every_game() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    check_analysis(&client, "micro-robots", &first_decision::<MicroRobots>()).await;
    check_analysis(&client, "netzwerk", &first_decision::<Netzwerk>()).await;
    check_analysis(&client, "droids", &first_decision::<Droids>()).await;
    server.stop().await;
}

#[tokio::test]
async fn analyze_accepts_the_message_of_a_view() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let full = "1 SN 2 S set S S59,N90,r58,r89 - - - - - - \
                S:V1,V2,VM,B1,FIRE,R1,R2;N:V1,V1,V2,V2,B1,B1,FIRE - - -";
    let request = proto::GetViewRequest {
        setup: Some(setup("droids", &[])),
        position: full.into(),
        viewer: Some(proto::Viewer {
            kind: Some(proto::viewer::Kind::Seat(0)),
        }),
        ..Default::default()
    };
    let view = client.rules().get_view(request).await.unwrap().into_inner();
    let seen = |seat| proto::AnalyzePositionRequest {
        setup: Some(setup("droids", &[])),
        typed_position: view.view.clone(),
        limits: Some(proto::SearchLimits {
            nodes: 500,
            ..Default::default()
        }),
        seat,
        ..Default::default()
    };
    for seat in [None, Some(0)] {
        let found = analyze(&client, seen(seat)).await.unwrap();
        let turn = &found.principal_variation[0];
        assert!(turn.seat == 0 && turn.text.starts_with("set "), "{turn:?}");
    }
    let status = analyze(&client, seen(Some(1))).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_POSITION");
    server.stop().await;
}

/// Returns the messages that answer a request to solve a position.
pub(crate) async fn solve(
    client: &Client,
    position: proto::SolvePosition,
) -> Result<Vec<proto::solve_instance_response::Kind>, Status> {
    let request = proto::SolveInstanceRequest {
        instance: Some(proto::solve_instance_request::Instance::Position(position)),
    };
    let mut answers = client
        .analysis()
        .solve_instance(request)
        .await?
        .into_inner();
    let mut kinds = Vec::new();
    while let Some(answer) = eventually(answers.message()).await? {
        kinds.extend(answer.kind);
    }
    Ok(kinds)
}

#[tokio::test]
async fn mr_30_solve_accepts_the_message_of_a_position() {
    use proto::solve_instance_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let text = format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:");
    let position = proto::SolvePosition {
        setup: Some(setup("micro-robots", &[])),
        typed_position: Some(parse(&client, "micro-robots", &text).await),
        ..Default::default()
    };
    let kinds = solve(&client, position).await.unwrap();
    let [Kind::LowerBound(1), Kind::MicroRobots(solution)] = &kinds[..] else {
        panic!("expected a bound and a solution, found {kinds:?}")
    };
    assert_eq!((solution.is_solved, solution.moves), (true, 5));
    assert_eq!(solution.certificate[0].spaces.len(), 6);
    let rolls = format!("{BOARD} ; 1P ; - ; - ; 0,0 ; 0 ; 1 ; roll");
    let no_target = proto::SolvePosition {
        setup: Some(setup("micro-robots", &[])),
        text: rolls,
        ..Default::default()
    };
    let status = solve(&client, no_target).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_POSITION");
    server.stop().await;
}

#[tokio::test]
async fn nw_23_solve_of_a_small_board_has_typed_best_turns() {
    use proto::solve_instance_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let board = [("width", "2"), ("ranks", "4")];
    let request = proto::CreatePositionRequest {
        setup: Some(setup("netzwerk", &board)),
        seed: String::new(),
    };
    let new = client.rules().create_position(request).await.unwrap();
    let start = new.into_inner().position.unwrap();
    let position = proto::SolvePosition {
        setup: Some(setup("netzwerk", &board)),
        typed_position: start.position,
        ..Default::default()
    };
    let kinds = solve(&client, position).await.unwrap();
    let [Kind::Netzwerk(solution)] = &kinds[..] else {
        panic!("expected a solution, found {kinds:?}")
    };
    // As docs/netzwerk-small-boards.md says.
    assert_eq!(solution.value(), proto::NetzwerkValue::Win);
    assert_eq!((solution.turns, solution.positions), (3, 775_775));
    let turns = &solution.principal_variation;
    let distances: Vec<_> = turns.iter().map(|turn| turn.turns).collect();
    assert_eq!(distances, [3, 2, 1]);
    assert_eq!(turns[1].value(), proto::NetzwerkValue::Loss);
    let mut text = start.text;
    for turn in turns {
        let actions = turn.actions.iter().map(|action| proto::Action {
            game: Some(proto::action::Game::Netzwerk(*action)),
        });
        let apply = proto::ApplyActionsRequest {
            setup: Some(setup("netzwerk", &board)),
            position: text,
            actions: actions.collect(),
            ..Default::default()
        };
        let applied = client
            .rules()
            .apply_actions(apply)
            .await
            .unwrap()
            .into_inner();
        let after = applied.position.unwrap();
        text = after.text;
        let is_over = matches!(after.turn.unwrap().kind, Some(proto::turn::Kind::Over(_)));
        assert_eq!(is_over, turn.turns == 1);
    }
    server.stop().await;
}

#[tokio::test]
async fn solve_of_a_position_without_solver_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let cases = [
        (
            "netzwerk",
            first_decision::<Netzwerk>(),
            "BAD_POSITION",
            "more than 1000000",
        ),
        (
            "droids",
            first_decision::<Droids>(),
            "BAD_REQUEST",
            "Analyze",
        ),
    ];
    for (game, text, reason, keyword) in cases {
        let position = proto::SolvePosition {
            setup: Some(setup(game, &[])),
            text,
            ..Default::default()
        };
        let status = solve(&client, position).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "{status:?}");
        assert!(status.message().contains(keyword), "{status:?}");
    }
    let status = solve(&client, proto::SolvePosition::default()).await;
    assert_eq!(status_reason(&status.unwrap_err()), "BAD_REQUEST");
    server.stop().await;
}
