//! Positions that a player searches for whoever asks.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{BOARD, TestServer, bundled, eventually, in_memory, reason_of};
use tonic::Status;

fn setup() -> proto::GameSetup {
    proto::GameSetup {
        game: "micro-robots".into(),
        ..Default::default()
    }
}

/// A position of the printed example; `phase` says what is to be done.
fn position(phase: &str) -> String {
    format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; {phase}")
}

fn request(position: &str) -> proto::AnalyzeRequest {
    proto::AnalyzeRequest {
        setup: Some(setup()),
        position: position.into(),
        ..Default::default()
    }
}

fn agent(spec: &str) -> Option<proto::AgentSpec> {
    bundled(spec).agent
}

/// The last analysis, after checking what came before it.
async fn analyze(
    client: &Client,
    request: proto::AnalyzeRequest,
) -> Result<proto::Analysis, Status> {
    let mut answers = client.analysis().analyze(request).await?.into_inner();
    let mut before = proto::Analysis::default();
    loop {
        let answer = eventually(answers.message()).await?.unwrap();
        let analysis = answer.analysis.unwrap();
        assert!(analysis.depth >= before.depth && analysis.millis >= before.millis);
        if answer.r#final {
            assert_eq!(eventually(answers.message()).await?, None, "it is the last");
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
async fn the_strongest_player_searches_for_the_first_seat_unless_told_otherwise() {
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
        let apply = proto::ApplyRequest {
            setup: Some(setup()),
            position: race.clone(),
            actor: Some(proto::Actor {
                kind: Some(proto::actor::Kind::Seat(*seat)),
            }),
            text: (*text).into(),
            ..Default::default()
        };
        client.rules().apply(apply).await.unwrap();
    }
    let second = proto::AnalyzeRequest {
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
async fn without_a_position_a_match_of_the_seed_is_searched() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let of_seed = |seed: &str| proto::AnalyzeRequest {
        seed: seed.into(),
        agent: agent("random"),
        ..request("")
    };
    let first = analyze(&client, of_seed("7")).await.unwrap();
    let again = analyze(&client, of_seed("7")).await.unwrap();
    assert_eq!(texts(&first), texts(&again));
    assert_eq!(first.principal_variation.len(), 1);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..20 {
        let drawn = analyze(&client, of_seed("")).await.unwrap();
        seen.insert(drawn.principal_variation[0].text.clone());
    }
    assert!(seen.len() > 1, "{seen:?}");
    server.stop().await;
}

#[tokio::test]
async fn what_a_seat_sees_is_enough() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // What N holds is told by its colours alone.
    let hands = "S:V1,V2,VM,B1,FIRE,R1,R2;N:v4,b2,r1";
    let seen = |seat| proto::AnalyzeRequest {
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
    let refused = analyze(&client, seen(Some(1))).await.unwrap_err();
    assert_eq!(reason_of(&refused), "BAD_POSITION");
    server.stop().await;
}

#[tokio::test]
async fn limits_beyond_those_of_the_server_are_cut() {
    let server = TestServer::with(Config {
        search_limit_secs: 1,
        search_limit_nodes: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    for (nodes, depth, millis) in [(0, 0, 0), (1, 1, 1), (u64::MAX, u32::MAX, u64::MAX)] {
        let limits = Some(proto::SearchLimits {
            nodes,
            depth,
            millis,
        });
        let request = proto::AnalyzeRequest {
            limits,
            ..request(&position("race:"))
        };
        let found = analyze(&client, request).await.unwrap();
        assert!(!found.principal_variation.is_empty());
    }
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_searched_is_refused_by_name() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let race = position("race:");
    let but = |change: &dyn Fn(&mut proto::AnalyzeRequest)| {
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
        (but(&|r| r.setup = None), "BAD_REQUEST", "setup"),
        (
            but(&|r| r.setup = Some(proto::GameSetup::default())),
            "UNKNOWN_GAME",
            "game",
        ),
        (
            but(&|r| r.setup.as_mut().unwrap().options = vec![option("side", "gold")]),
            "BAD_OPTIONS",
            "side",
        ),
        (
            but(&|r| r.position = "x".into()),
            "BAD_POSITION",
            "at byte 0",
        ),
        (
            but(&|r| r.earlier = vec![race.clone(), "x".into()]),
            "BAD_POSITION",
            "earlier[1]",
        ),
        (but(&|r| r.seat = Some(2)), "BAD_REQUEST", "seat 2"),
        (but(&|r| r.seat = Some(u32::MAX)), "BAD_REQUEST", "seat"),
        (
            but(&|r| {
                r.position = position("show:1:5:1P");
                r.seat = Some(0);
            }),
            "NOT_YOUR_TURN",
            "seat 0",
        ),
        (
            but(&|r| r.position.clone_from(&rolls)),
            "NOT_YOUR_TURN",
            "chance",
        ),
        (but(&|r| r.position.clone_from(&over)), "MATCH_OVER", "over"),
        (
            but(&|r| r.agent = agent("nobody")),
            "UNKNOWN_AGENT",
            "nobody",
        ),
        (
            but(&|r| r.agent = Some(proto::AgentSpec::default())),
            "UNKNOWN_AGENT",
            "solver",
        ),
        (
            but(&|r| r.agent = agent("human:mean=long")),
            "BAD_OPTIONS",
            "mean",
        ),
    ];
    for (asked, reason, word) in cases {
        let status = analyze(&client, asked.clone()).await.unwrap_err();
        assert_eq!(reason_of(&status), reason, "{asked:?}: {status:?}");
        assert!(status.message().contains(word), "{}", status.message());
    }
    server.stop().await;
}
