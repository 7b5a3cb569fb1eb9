//! Rejoins: no frame is lost or repeated, and the newest stream plays the seat.

use botwerk_client::{ClientError, proto};
use botwerk_tests::{
    SeatStream, TestServer, create_match, eventually, finish_match, micro_robots, open_seat,
    rejection_reason, solve_race,
};
use proto::play_response::Kind;

fn sequenced_frames(frames: &[Kind]) -> Vec<(u64, String)> {
    let content = |frame: &Kind| match frame {
        Kind::ActionRequest(request) => Some((request.seq, format!("request {}", request.turn))),
        Kind::Update(update) => {
            let texts: Vec<_> = update.events.iter().map(|e| e.text.clone()).collect();
            Some((update.seq, texts.join(", ")))
        }
        Kind::MatchOver(over) => Some((over.seq, "over".into())),
        _ => None,
    };
    frames.iter().filter_map(content).collect()
}

#[tokio::test]
async fn rejoin_resends_missed_frames_and_the_open_request() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    // Two rounds; the first seat shows in both.
    for _ in 0..2 {
        let race = first.request().await;
        let solution = solve_race(race.view.as_ref().unwrap());
        let request = second.request().await;
        second.submit(&request, "pass").await;
        first.submit(&race, &solution.say()).await;
        let show = first.request().await;
        first.submit(&show, &solution.show()).await;
    }
    let open = first.request().await;
    let all = sequenced_frames(&first.frames);
    let open_frame = (open.seq, format!("request {}", open.turn));
    assert_eq!(all.last(), Some(&open_frame));
    for after in 0..=open.seq + 1 {
        let mut again = SeatStream::open(&client).await;
        let joined = again.join_seat(&created, 0, after).await;
        assert_eq!(joined.seq, open.seq, "the latest sequence number");
        let request = again.request().await;
        assert_eq!(request.seq, open.seq);
        assert_eq!(request.turn, open.turn);
        assert_eq!(request.view, open.view);
        assert_eq!(request.legal_actions, open.legal_actions);
        // Answered action requests are not re-sent; all other frames are.
        let is_missed = |frame: &&(u64, String)| {
            frame.0 == open.seq || (frame.0 > after && !frame.1.starts_with("request"))
        };
        let expected: Vec<_> = all.iter().filter(is_missed).cloned().collect();
        assert_eq!(sequenced_frames(&again.frames), expected, "after {after}");
    }
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn newer_stream_replaces_the_older_one() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut older = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = older.request().await;
    let mut newer = SeatStream::join(&client, &created, 0).await;
    assert_eq!(rejection_reason(&older.rejected().await), "REPLACED");
    // The older stream had no other seat, so it ends.
    let ended = eventually(older.next()).await.unwrap_err();
    let is_replaced =
        matches!(&ended, ClientError::Rejected { reason, .. } if reason.name() == "REPLACED");
    assert!(is_replaced, "{ended}");
    let request = newer.request().await;
    newer.submit(&request, "pass").await;
    newer.accepted().await;
    // The older client may take the seat back.
    let mut older = SeatStream::open(&client).await;
    older.join_seat(&created, 0, race.seq).await;
    assert_eq!(rejection_reason(&newer.rejected().await), "REPLACED");
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn join_after_the_end_receives_all_frames() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let over = finish_match(&client, &created).await;
    let mut late = SeatStream::join(&client, &created, 1).await;
    let late_over = late.over().await;
    assert_eq!(late_over.outcome, over.outcome);
    let numbers: Vec<_> = sequenced_frames(&late.frames)
        .into_iter()
        .map(|(seq, _)| seq)
        .collect();
    assert!(numbers.is_sorted_by(|a, b| a < b));
    assert_eq!(numbers.last(), Some(&late_over.seq));
    server.stop().await;
}

#[tokio::test]
async fn join_beyond_the_last_frame_receives_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    finish_match(&client, &created).await;
    let mut all = SeatStream::join(&client, &created, 1).await;
    let over = all.over().await;
    // As after a power failure that has undone frames which this client received.
    let mut ahead = SeatStream::open(&client).await;
    let joined = ahead.join_seat(&created, 1, over.seq + 10).await;
    assert_eq!(joined.seq, over.seq);
    assert_eq!(ahead.over().await, over);
    assert_eq!(sequenced_frames(&ahead.frames), [(over.seq, "over".into())]);
    server.stop().await;
}

#[tokio::test]
async fn long_match_is_resent_from_its_start() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[("round_cap", "400")]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    // All seats pass, so every round is abandoned.
    for _ in 0..400 {
        let request = first.request().await;
        first.submit(&request, "pass").await;
        let request = second.request().await;
        second.submit(&request, "pass").await;
    }
    let over = first.over().await;
    assert_eq!(over.outcome.unwrap().rule, "MR-28");
    let mut late = SeatStream::join(&client, &created, 0).await;
    late.over().await;
    let updates = |stream: &SeatStream| {
        let frames = sequenced_frames(&stream.frames);
        let updates = frames
            .into_iter()
            .filter(|(_, what)| !what.starts_with("request"));
        updates.collect::<Vec<_>>()
    };
    assert!(updates(&late).len() > 400);
    assert_eq!(updates(&late), updates(&first));
    server.stop().await;
}
