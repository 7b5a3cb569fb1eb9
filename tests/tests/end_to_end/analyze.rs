//! Searches of positions that are not part of a match.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{BOARD, TestServer, agent_seat, eventually, in_memory, status_reason};
use tonic::Status;

fn setup() -> proto::GameSetup {
    proto::GameSetup {
        game: "micro-robots".into(),
        ..Default::default()
    }
}

/// Returns a position of the printed example in the given phase.
fn position(phase: &str) -> String {
    format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; {phase}")
}

fn request(position: &str) -> proto::AnalyzePositionRequest {
    proto::AnalyzePositionRequest {
        setup: Some(setup()),
        position: position.into(),
        ..Default::default()
    }
}

fn agent(spec: &str) -> Option<proto::AgentSpec> {
    agent_seat(spec).agent
}

/// Returns the final analysis and checks that the ones before it never decrease.
async fn analyze(
    client: &Client,
    request: proto::AnalyzePositionRequest,
) -> Result<proto::Analysis, Status> {
    let mut answers = client
        .analysis()
        .analyze_position(request)
        .await?
        .into_inner();
    let mut before = proto::Analysis::default();
    loop {
        let answer = eventually(answers.message()).await?.unwrap();
        let analysis = answer.analysis.unwrap();
        assert!(analysis.depth >= before.depth && analysis.time_nanos >= before.time_nanos);
        if answer.is_final {
            assert_eq!(
                eventually(answers.message()).await?,
                None,
                "no message follows the final analysis"
            );
            return Ok(analysis);
        }
        before = analysis;
    }
}

fn texts(analysis: &proto::Analysis) -> Vec<(u32, &str)> {
    let turns = analysis.principal_variation.iter();
    turns.map(|turn| (turn.seat, turn.text.as_str())).collect()
}

#[tokio::test]
async fn analyze_defaults_to_the_strongest_agent_and_the_first_seat() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let race = position("race:");
    let found = analyze(&client, request(&race)).await.unwrap();
    assert_eq!((found.value, found.depth), (Some(-5), 0));
    assert!(found.nodes > 0);
    let turns = texts(&found);
    assert_eq!(turns[0], (0, "say 5"));
    assert!(
        turns[1].0 == 0 && turns[1].1.starts_with("show 1P-"),
        "{turns:?}"
    );
    for (seat, text) in &turns[..1] {
        let apply = proto::ApplyActionsRequest {
            setup: Some(setup()),
            position: race.clone(),
            actor: Some(proto::Actor {
                kind: Some(proto::actor::Kind::Seat(*seat)),
            }),
            text: (*text).into(),
            ..Default::default()
        };
        client.rules().apply_actions(apply).await.unwrap();
    }
    let second = proto::AnalyzePositionRequest {
        seat: Some(1),
        agent: agent("first-found"),
        ..request(&race)
    };
    let second = analyze(&client, second).await.unwrap();
    assert_eq!(second.value, None);
    assert!(texts(&second)[0].0 == 1 && second.principal_variation.len() == 2);
    let shown = analyze(&client, request(&position("show:1:5:1P")))
        .await
        .unwrap();
    assert_eq!(texts(&shown).len(), 1);
    assert_eq!(texts(&shown)[0].0, 1);
    server.stop().await;
}

#[tokio::test]
async fn analyze_without_position_uses_the_start_position_of_the_seed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let for_seed = |seed: &str| proto::AnalyzePositionRequest {
        seed: seed.into(),
        agent: agent("random"),
        ..request("")
    };
    let first = analyze(&client, for_seed("7")).await.unwrap();
    let again = analyze(&client, for_seed("7")).await.unwrap();
    assert_eq!(texts(&first), texts(&again));
    assert_eq!(first.principal_variation.len(), 1);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..20 {
        let random = analyze(&client, for_seed("")).await.unwrap();
        seen.insert(random.principal_variation[0].text.clone());
    }
    assert!(seen.len() > 1, "{seen:?}");
    server.stop().await;
}

#[tokio::test]
async fn analyze_accepts_the_view_of_a_seat() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // Of N's hand only the colours are known.
    let hands = "S:V1,V2,VM,B1,FIRE,R1,R2;N:v4,b2,r1";
    let seen = |seat| proto::AnalyzePositionRequest {
        setup: Some(proto::GameSetup {
            game: "droids".into(),
            ..Default::default()
        }),
        position: format!("1 SN 2 S set S S59,N90,r58,r89 - - - - - - {hands} - - -"),
        limits: Some(proto::SearchLimits {
            nodes: 2000,
            ..Default::default()
        }),
        seat,
        ..Default::default()
    };
    for seat in [None, Some(0)] {
        let found = analyze(&client, seen(seat)).await.unwrap();
        let (seat, turn) = texts(&found)[0];
        assert!(seat == 0 && turn.starts_with("set "), "{turn}");
    }
    let status = analyze(&client, seen(Some(1))).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_POSITION");
    server.stop().await;
}

#[tokio::test]
async fn analyze_limits_are_capped_by_the_server() {
    let server = TestServer::start(Config {
        search_limit_secs: 1.try_into().unwrap(),
        search_limit_nodes: 1.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    for (nodes, depth, time_nanos) in [(0, 0, 0), (1, 1, 1), (u64::MAX, u32::MAX, u64::MAX)] {
        let limits = Some(proto::SearchLimits {
            nodes,
            depth,
            time_nanos,
        });
        let request = proto::AnalyzePositionRequest {
            limits,
            ..request(&position("race:"))
        };
        let found = analyze(&client, request).await.unwrap();
        assert!(!found.principal_variation.is_empty());
    }
    server.stop().await;
}

#[tokio::test]
async fn analyze_of_invalid_request_names_the_problem() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let race = position("race:");
    let request_with = |change: &dyn Fn(&mut proto::AnalyzePositionRequest)| {
        let mut request = request(&race);
        change(&mut request);
        request
    };
    let over = position("roll").replace("1P ; 2W ; - ; 0,0", "1P ; - ; - ; 5,0");
    let rolls = position("roll").replace("1P ; 2W", "1P ; -");
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let cases = [
        (request_with(&|r| r.setup = None), "BAD_REQUEST", "setup"),
        (
            request_with(&|r| r.setup = Some(proto::GameSetup::default())),
            "UNKNOWN_GAME",
            "game",
        ),
        (
            request_with(&|r| r.setup.as_mut().unwrap().options = vec![option("side", "gold")]),
            "BAD_OPTIONS",
            "side",
        ),
        (
            request_with(&|r| r.position = "x".into()),
            "BAD_POSITION",
            "at byte 0",
        ),
        (
            request_with(&|r| r.earlier_positions = vec![race.clone(), "x".into()]),
            "BAD_POSITION",
            "earlier[1]",
        ),
        (
            request_with(&|r| r.seat = Some(2)),
            "BAD_REQUEST",
            "seat: expected 0 to 1, found 2",
        ),
        (
            request_with(&|r| r.seat = Some(u32::MAX)),
            "BAD_REQUEST",
            "seat",
        ),
        (
            request_with(&|r| {
                r.position = position("show:1:5:1P");
                r.seat = Some(0);
            }),
            "NOT_YOUR_TURN",
            "seat 0",
        ),
        (
            request_with(&|r| r.position.clone_from(&rolls)),
            "NOT_YOUR_TURN",
            "chance",
        ),
        (
            request_with(&|r| r.position.clone_from(&over)),
            "MATCH_OVER",
            "over",
        ),
        (
            request_with(&|r| r.agent = agent("unknown")),
            "UNKNOWN_AGENT",
            "unknown",
        ),
        (
            request_with(&|r| r.agent = Some(proto::AgentSpec::default())),
            "UNKNOWN_AGENT",
            "solver",
        ),
        (
            request_with(&|r| r.agent = agent("human:mean=long")),
            "BAD_OPTIONS",
            "mean",
        ),
    ];
    for (request, reason, keyword) in cases {
        let status = analyze(&client, request.clone()).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "{request:?}: {status:?}");
        assert!(status.message().contains(keyword), "{}", status.message());
    }
    server.stop().await;
}
