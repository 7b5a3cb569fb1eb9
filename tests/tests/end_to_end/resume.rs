//! Joining again: nothing is missed, nothing is repeated, the newest stream plays.

use botwerk_client::{ClientError, proto};
use botwerk_tests::{
    SeatStream, TestServer, eventually, finish, make, micro_robots, refusal, remote, task,
};
use proto::play_response::Kind;

fn reports(frames: &[Kind]) -> Vec<(u64, String)> {
    let report = |frame: &Kind| match frame {
        Kind::ActRequest(request) => Some((request.seq, format!("request {}", request.turn))),
        Kind::Update(update) => {
            let texts: Vec<_> = update.events.iter().map(|e| e.text.clone()).collect();
            Some((update.seq, texts.join(", ")))
        }
        Kind::MatchOver(over) => Some((over.seq, "over".into())),
        _ => None,
    };
    frames.iter().filter_map(report).collect()
}

#[tokio::test]
async fn whoever_joins_again_misses_and_repeats_nothing_but_the_open_request() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    // Two rounds, the first seat shows both.
    for _ in 0..2 {
        let race = first.request().await;
        let task = task(race.view.as_ref().unwrap());
        let request = second.request().await;
        second.answer(&request, "pass").await;
        first.answer(&race, &task.say()).await;
        let show = first.request().await;
        first.answer(&show, &task.show()).await;
    }
    let open = first.request().await;
    let all = reports(&first.seen);
    let open_report = (open.seq, format!("request {}", open.turn));
    assert_eq!(all.last(), Some(&open_report));
    for after in 0..=open.seq + 1 {
        let mut again = SeatStream::open(&client).await;
        let joined = again.take(&made, 0, after).await;
        assert_eq!(joined.seq, open.seq, "the last report so far");
        let request = again.request().await;
        assert_eq!(request.seq, open.seq);
        assert_eq!(request.turn, open.turn);
        assert_eq!(request.view, open.view);
        assert_eq!(request.legal_actions, open.legal_actions);
        // Answered requests are of no use to anybody; all else comes again.
        let missed = |report: &&(u64, String)| {
            report.0 == open.seq || (report.0 > after && !report.1.starts_with("request"))
        };
        let expected: Vec<_> = all.iter().filter(missed).cloned().collect();
        assert_eq!(reports(&again.seen), expected, "after {after}");
    }
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn the_newest_stream_plays_the_seat_and_the_older_is_told() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut older = SeatStream::join(&client, &made, 0).await;
    let _other = SeatStream::join(&client, &made, 1).await;
    let race = older.request().await;
    let mut newer = SeatStream::join(&client, &made, 0).await;
    assert_eq!(refusal(&older.rejected().await), "REPLACED");
    // The older one played nothing else, so it ends.
    let ended = eventually(older.next()).await.unwrap_err();
    let is_replaced =
        matches!(&ended, ClientError::Rejected { reason, .. } if reason == "REPLACED");
    assert!(is_replaced, "{ended}");
    let request = newer.request().await;
    newer.answer(&request, "pass").await;
    newer.accepted().await;
    // It may take the seat back.
    let mut older = SeatStream::open(&client).await;
    older.take(&made, 0, race.seq).await;
    assert_eq!(refusal(&newer.rejected().await), "REPLACED");
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn after_the_end_everything_is_told_again_to_whoever_asks() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let over = finish(&client, &made).await;
    let mut late = SeatStream::join(&client, &made, 1).await;
    let told = late.over().await;
    assert_eq!(told.outcome, over.outcome);
    let numbers: Vec<_> = reports(&late.seen)
        .into_iter()
        .map(|(seq, _)| seq)
        .collect();
    assert!(numbers.is_sorted_by(|a, b| a < b));
    assert_eq!(numbers.last(), Some(&told.seq));
    server.stop().await;
}

#[tokio::test]
async fn a_long_match_can_be_followed_from_its_beginning() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[("round_cap", "400")]);
    let made = make(&client, request).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    // Everybody passes, so that every round is broken off.
    for _ in 0..400 {
        let request = first.request().await;
        first.answer(&request, "pass").await;
        let request = second.request().await;
        second.answer(&request, "pass").await;
    }
    let over = first.over().await;
    assert_eq!(over.outcome.unwrap().rule, "MR-28");
    let mut late = SeatStream::join(&client, &made, 0).await;
    late.over().await;
    let updates = |stream: &SeatStream| {
        let reports = reports(&stream.seen);
        let told = reports
            .into_iter()
            .filter(|(_, what)| !what.starts_with("request"));
        told.collect::<Vec<_>>()
    };
    assert!(updates(&late).len() > 400);
    assert_eq!(updates(&late), updates(&first));
    server.stop().await;
}
