//! Limits of time: what happens although nobody says anything.

use botwerk_client::proto;
use botwerk_engine::record::Record;
use botwerk_tests::{SeatStream, TestServer, make, micro_robots, refusal, remote, task, verified};
use proto::{MatchState, Termination};

/// Actions of a record, with who did them.
fn actions(record: &Record) -> Vec<(&str, &str)> {
    let events = record.events.iter();
    events.map(|e| (e.by.as_str(), e.action.as_str())).collect()
}

#[tokio::test]
async fn mr_22_a_silent_race_is_broken_off_and_the_start_stays() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let by_rule = micro_robots(
        vec![remote(), remote()],
        &[("race_limit", "200ms"), ("round_cap", "2")],
    );
    let by_control = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::RoundMillis(200)),
            ..Default::default()
        }),
        ..micro_robots(vec![remote(), remote()], &[("round_cap", "2")])
    };
    for request in [by_rule, by_control] {
        let made = make(&client, request).await;
        let mut stream = SeatStream::join(&client, &made, 0).await;
        let _other = SeatStream::join(&client, &made, 1).await;
        let first = stream.request().await;
        let left = first.clocks.as_ref().unwrap().remaining_nanos.unwrap();
        assert!(left <= 200_000_000, "{left} ns are left");
        stream.happens("break").await;
        let second = stream.request().await;
        assert_eq!(second.turn, first.turn + 1);
        let start = |request: &proto::ActRequest| {
            let text = &request.view.as_ref().unwrap().text;
            text.split(" ; ").nth(1).unwrap().to_owned()
        };
        assert_eq!(start(&first), start(&second));
        stream.answer(&first, "say 3").await;
        assert_eq!(refusal(&stream.rejected().await), "WRONG_TURN");
        assert_eq!(stream.over().await.outcome.unwrap().rule, "MR-28");
        let (record, _) = verified(&client, &made.name).await;
        let breaks = actions(&record)
            .iter()
            .filter(|a| **a == ("referee", "break"))
            .count();
        assert_eq!(breaks, 2);
    }
    server.stop().await;
}

#[tokio::test]
async fn mr_22_once_everybody_has_passed_the_round_is_broken_off_at_once() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // With the default limit of 150 s the test would not see the end.
    let request = micro_robots(vec![remote(), remote()], &[("round_cap", "3")]);
    let made = make(&client, request).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    for round in 1..=3 {
        for stream in [&mut first, &mut second] {
            let request = stream.request().await;
            assert_eq!(request.turn, round);
            stream.answer(&request, "pass").await;
            stream.accepted().await;
        }
    }
    assert_eq!(first.over().await.outcome.unwrap().places, [1, 1]);
    verified(&client, &made.name).await;
    server.stop().await;
}

#[tokio::test]
async fn mr_18_a_route_that_is_not_shown_in_time_is_wrong() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let options = [("show_limit", "200ms"), ("round_cap", "1")];
    let made = make(&client, micro_robots(vec![remote(), remote()], &options)).await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let _other = SeatStream::join(&client, &made, 1).await;
    let race = stream.request().await;
    let task = task(race.view.as_ref().unwrap());
    let say = format!("say {}", task.route.moves() + 1);
    stream.answer(&race, &say).await;
    let show = stream.request().await;
    // A part of the route does not stop the clock.
    let to = task.route.spaces()[1];
    stream.answer(&show, &format!("to {to}")).await;
    stream.accepted().await;
    stream.happens("late 0").await;
    let over = stream.over().await;
    // The rest of the route comes too late.
    let rest = proto::ActRequest { act: 1, ..show };
    stream.answer(&rest, "end").await;
    assert_eq!(refusal(&stream.rejected().await), "MATCH_OVER");
    // The seat stays in the match; it had no chip to give (MR-17).
    assert_eq!(over.terminations, [0, 0]);
    assert_eq!(over.outcome.unwrap().points, [0, 0]);
    verified(&client, &made.name).await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_lets_others_wait_too_long_is_flagged_and_leaves() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(150)),
            ..Default::default()
        }),
        ..micro_robots(vec![remote(), remote()], &[])
    };
    let made = make(&client, request).await;
    let mut flagged = SeatStream::join(&client, &made, 0).await;
    let mut winner = SeatStream::join(&client, &made, 1).await;
    let race = flagged.request().await;
    // A race has no turn clock: nobody else is kept waiting.
    let left = race.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!(left > 1_000_000_000);
    flagged.answer(&race, "say 4").await;
    let show = flagged.request().await;
    assert!(show.clocks.as_ref().unwrap().remaining_nanos.unwrap() <= 150_000_000);
    let over = flagged.over().await;
    assert_eq!(over.state(), MatchState::Over);
    assert_eq!(
        over.terminations,
        [Termination::Flagged as i32, Termination::Unspecified as i32]
    );
    let outcome = over.outcome.unwrap();
    assert_eq!(
        (outcome.rule.as_str(), &outcome.places[..]),
        ("MR-31", &[2, 1][..])
    );
    let won = winner.over().await;
    assert_eq!(won.terminations, over.terminations);
    flagged.answer(&show, "end").await;
    assert_eq!(refusal(&flagged.rejected().await), "FLAGGED");
    let (record, _) = verified(&client, &made.name).await;
    let last = record.events.last().unwrap();
    assert_eq!(last.action, "leave 0");
    assert_eq!(last.why, Some(botwerk_engine::Termination::Flagged));
    server.stop().await;
}

#[tokio::test]
async fn a_flagged_seat_is_told_so_while_the_others_go_on() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(150)),
            ..Default::default()
        }),
        ..micro_robots(vec![remote(), remote(), remote()], &[])
    };
    let made = make(&client, request).await;
    let mut flagged = SeatStream::join(&client, &made, 0).await;
    let mut other = SeatStream::join(&client, &made, 1).await;
    let _third = SeatStream::join(&client, &made, 2).await;
    let race = flagged.request().await;
    flagged.answer(&race, "say 4").await;
    let show = flagged.request().await;
    other.happens("leave 0").await;
    flagged.answer(&show, "end").await;
    assert_eq!(refusal(&flagged.rejected().await), "FLAGGED");
    let race = other.request().await;
    assert_eq!(race.stage, "race");
    other.answer(&race, "pass").await;
    other.accepted().await;
    server.stop().await;
}
