//! Complete matches of Netzwerk, their records, and what spectators receive of them.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, bearer, create_match, eventually,
    match_request, open_seat, play_match, verify_record_of,
};
use proto::watch_match_response::Kind;

/// A small board with a turn cap, so that a match ends soon.
const SMALL_BOARD: [(&str, &str); 3] = [("width", "4"), ("ranks", "4"), ("turn_cap", "24")];

async fn create(client: &Client, seats: Vec<proto::SeatSetup>, virtual_time: bool) -> CreatedMatch {
    let request = proto::CreateMatchRequest {
        uses_virtual_time: virtual_time,
        ..match_request(GameId::NETZWERK, seats, &SMALL_BOARD)
    };
    create_match(client, request).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_over_grpc_play_to_the_end_and_the_record_verifies() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let created = create(&client, vec![open_seat(), open_seat()], virtual_time).await;
        let (over, record, verified) = play_match::<Netzwerk>(&client, &created, "greedy").await;
        assert!(over.outcome.unwrap().rule.starts_with("NW-"));
        assert_eq!(over.terminations, [proto::Termination::None as i32; 2]);
        assert_eq!(verified.events, record.events.len() as u64);
        assert!(record.events.iter().any(|line| line.actor == "0"));
        assert!(record.events.iter().any(|line| line.actor == "1"));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_of_a_built_in_opponent_verify_on_both_kinds_of_time() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let seats = vec![open_seat(), agent_seat("greedy")];
        let created = create(&client, seats, virtual_time).await;
        let (_, _, verified) = play_match::<Netzwerk>(&client, &created, "random").await;
        assert!(verified.choices > 0, "{virtual_time}: {verified:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn opening_turns_are_part_of_the_start_position() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut views = Vec::new();
    for seed in ["1", "1", "2"] {
        let request = proto::CreateMatchRequest {
            seed: seed.into(),
            ..match_request(
                GameId::NETZWERK,
                vec![open_seat(), open_seat()],
                &[("opening_turns", "2")],
            )
        };
        let created = create_match(&client, request).await;
        let mut white = SeatStream::join(&client, &created, 0).await;
        let _black = SeatStream::join(&client, &created, 1).await;
        let request = white.request().await;
        assert_eq!((request.seq, request.turn), (1, 1));
        views.push(request.view.unwrap().text);
    }
    assert_eq!(views[0], views[1]);
    assert_ne!(views[0], views[2]);
    server.stop().await;
}

/// Returns how often the position of a view has occurred.
fn occurrences(view: Option<proto::View>) -> u32 {
    match view.unwrap().position.unwrap().game {
        Some(proto::position::Game::Netzwerk(position)) => position.occurrences,
        other => panic!("expected a position of Netzwerk, found {other:?}"),
    }
}

#[tokio::test]
async fn nw_25_view_has_the_number_of_occurrences() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(&client, match_request(GameId::NETZWERK, seats, &[])).await;
    let mut white = SeatStream::join(&client, &created, 0).await;
    let mut black = SeatStream::join(&client, &created, 1).await;
    // A forward step of each side, then two rounds in which nothing changes.
    let (there, back) = ("b4-d4 d4-b4 / .", "b10-d10 d10-b10 / .");
    let turns = [("b2-b4 / .", "b12-b10 / ."), (there, back)];
    let mut counts = Vec::new();
    for (whites, blacks) in turns {
        let request = white.request().await;
        counts.push(occurrences(request.view.clone()));
        white.submit(&request, whites).await;
        let request = black.request().await;
        counts.push(occurrences(request.view.clone()));
        black.submit(&request, blacks).await;
    }
    let request = white.request().await;
    counts.push(occurrences(request.view.clone()));
    assert_eq!(counts, [1, 1, 1, 1, 2]);
    // Within a turn nothing is counted.
    white.submit(&request, "b4-d4").await;
    let request = white.request().await;
    assert_eq!((request.part, occurrences(request.view)), (1, 0));
    server.stop().await;
}

#[tokio::test]
async fn nw_25_apply_counts_occurrences_among_earlier_positions() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let setup = Some(proto::GameSetup {
        game: "netzwerk".into(),
        ..Default::default()
    });
    let apply = async |position: Option<proto::Position>, text: &str, earlier| {
        let request = proto::ApplyActionsRequest {
            setup: setup.clone(),
            typed_position: position,
            text: text.into(),
            typed_earlier_positions: earlier,
            ..Default::default()
        };
        let applied = client
            .rules()
            .apply_actions(request)
            .await
            .unwrap()
            .into_inner();
        applied.position.unwrap().position
    };
    let parse = proto::ParsePositionRequest {
        setup: setup.clone(),
        text: "w d4 d10 c3,e3,c11,e11".into(),
    };
    let parsed = client.rules().parse_position(parse).await.unwrap();
    let first = parsed.into_inner().position.unwrap().position;
    let count = |position: &Option<proto::Position>| {
        occurrences(Some(proto::View {
            position: position.clone(),
            ..Default::default()
        }))
    };
    let earlier = vec![first.clone().unwrap()];
    let second = apply(first, "d4-b4 b4-d4 / .", vec![]).await;
    assert_eq!(count(&second), 1);
    let third = apply(second.clone(), "d10-b10 b10-d10 / .", earlier).await;
    assert_eq!(count(&third), 2);
    let alone = apply(second, "d10-b10 b10-d10 / .", vec![]).await;
    assert_eq!(count(&alone), 1);
    server.stop().await;
}

#[tokio::test]
async fn nw_30_seat_that_resigns_loses() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client, vec![open_seat(), open_seat()], false).await;
    let mut white = SeatStream::join(&client, &created, 0).await;
    let mut black = SeatStream::join(&client, &created, 1).await;
    white.request().await;
    let resign = proto::ResignSeatRequest {
        r#match: created.name.clone(),
        has_crashed: false,
    };
    bearer(&client, &created.tokens[0])
        .matches()
        .resign_seat(resign)
        .await
        .unwrap();
    let over = black.over().await;
    let outcome = over.outcome.unwrap();
    assert_eq!((&*outcome.rule, &*outcome.places), ("NW-30", &[2, 1][..]));
    let [resigned, none] = [proto::Termination::Resigned, proto::Termination::None];
    assert_eq!(over.terminations, [resigned as i32, none as i32]);
    let (record, _) = verify_record_of::<Netzwerk>(&client, &created.name).await;
    assert_eq!(record.events.last().unwrap().action, "leave w");
    server.stop().await;
}

#[tokio::test]
async fn spectators_receive_every_action_with_the_view_of_the_seats() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(&client, match_request(GameId::NETZWERK, seats, &[])).await;
    let watch = async || {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::WatchTarget {
                r#match: created.name.clone(),
                resume_after_seq: 0,
            }],
            ..Default::default()
        };
        let frames = client.matches().watch_match(request).await;
        frames.unwrap().into_inner()
    };
    let mut frames = watch().await;
    let mut white = SeatStream::join(&client, &created, 0).await;
    let mut black = SeatStream::join(&client, &created, 1).await;
    let request = white.request().await;
    for (part, text) in (0..).zip(["b2-b4", "d2-d4 /", "k3-k5 ."]) {
        white.submit_part(&request, part, text).await;
        let accepted = white.accepted().await;
        let update = black.update().await;
        let watched = loop {
            let frame = eventually(frames.message()).await.unwrap().unwrap();
            if let Kind::Update(update) = frame.kind.unwrap() {
                break update;
            }
        };
        let texts: Vec<_> = watched.events.iter().map(|e| e.text.as_str()).collect();
        assert_eq!(texts.join(" "), text);
        assert_eq!(watched.events, update.events);
        assert_eq!((accepted.part, watched.seq), (part, u64::from(part) + 1));
    }
    // All information is public, so a spectator has the same position as a seat.
    let mut late = watch().await;
    let frame = eventually(late.message()).await.unwrap().unwrap();
    let Kind::Joined(joined) = frame.kind.unwrap() else {
        panic!("expected `Joined` first")
    };
    let view = black.request().await.view.unwrap();
    assert_eq!(joined.view.unwrap().position, view.position);
    server.stop().await;
}
