//! Time limits: the server enforces them without a submission.

use botwerk_client::proto;
use botwerk_engine::record::Record;
use botwerk_tests::{
    SeatStream, TestServer, create_match, micro_robots, open_seat, rejection_reason, solve_race,
    verify_record,
};
use proto::{MatchState, Termination};

/// Returns the actors and actions of a record.
fn actions(record: &Record) -> Vec<(&str, &str)> {
    let events = record.events.iter();
    events
        .map(|e| (e.actor.as_str(), e.action.as_str()))
        .collect()
}

#[tokio::test]
async fn mr_22_race_without_announcements_is_abandoned_and_keeps_its_start() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let by_rule = micro_robots(
        vec![open_seat(), open_seat()],
        &[("race_limit", "200ms"), ("round_cap", "2")],
    );
    let by_control = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::RoundNanos(200_000_000)),
            ..Default::default()
        }),
        ..micro_robots(vec![open_seat(), open_seat()], &[("round_cap", "2")])
    };
    for request in [by_rule, by_control] {
        let created = create_match(&client, request).await;
        let mut stream = SeatStream::join(&client, &created, 0).await;
        let _other = SeatStream::join(&client, &created, 1).await;
        let first = stream.request().await;
        let remaining = first.clocks.as_ref().unwrap().remaining_nanos.unwrap();
        assert!(remaining <= 200_000_000, "{remaining} ns are remaining");
        stream.wait_for_action("break").await;
        let second = stream.request().await;
        assert_eq!(second.turn, first.turn + 1);
        let start = |request: &proto::ActionRequest| {
            let text = &request.view.as_ref().unwrap().text;
            text.split(" ; ").nth(1).unwrap().to_owned()
        };
        assert_eq!(start(&first), start(&second));
        stream.submit(&first, "say 3").await;
        assert_eq!(rejection_reason(&stream.rejected().await), "WRONG_TURN");
        assert_eq!(stream.over().await.outcome.unwrap().rule, "MR-28");
        let (record, _) = verify_record(&client, &created.name).await;
        let breaks = actions(&record)
            .iter()
            .filter(|a| **a == ("referee", "break"))
            .count();
        assert_eq!(breaks, 2);
    }
    server.stop().await;
}

#[tokio::test]
async fn mr_22_race_ends_at_once_after_all_seats_have_passed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // With the default limit of 150 s the test would time out.
    let request = micro_robots(vec![open_seat(), open_seat()], &[("round_cap", "3")]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    for round in 1..=3 {
        for stream in [&mut first, &mut second] {
            let request = stream.request().await;
            assert_eq!(request.turn, round);
            stream.submit(&request, "pass").await;
            stream.accepted().await;
        }
    }
    assert_eq!(first.over().await.outcome.unwrap().places, [1, 1]);
    verify_record(&client, &created.name).await;
    server.stop().await;
}

#[tokio::test]
async fn mr_18_route_not_shown_in_time_is_wrong() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let options = [("show_limit", "200ms"), ("round_cap", "1")];
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat()], &options),
    )
    .await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let solution = solve_race(race.view.as_ref().unwrap());
    let say = format!("say {}", solution.route.moves() + 1);
    stream.submit(&race, &say).await;
    let show = stream.request().await;
    // A part of the route does not stop the clock.
    let to = solution.route.spaces()[1];
    stream.submit(&show, &format!("to {to}")).await;
    stream.accepted().await;
    stream.wait_for_action("late 0").await;
    let over = stream.over().await;
    // The rest of the route arrives too late.
    let rest = proto::ActionRequest { part: 1, ..show };
    stream.submit(&rest, "end").await;
    assert_eq!(rejection_reason(&stream.rejected().await), "MATCH_OVER");
    // The seat stays in the match; it had no chip to give (MR-17).
    assert_eq!(over.terminations, [Termination::None as i32; 2]);
    assert_eq!(over.outcome.unwrap().points, [0, 0]);
    verify_record(&client, &created.name).await;
    server.stop().await;
}

#[tokio::test]
async fn seat_beyond_its_turn_limit_is_flagged() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnNanos(150_000_000)),
            ..Default::default()
        }),
        ..micro_robots(vec![open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request).await;
    let mut flagged = SeatStream::join(&client, &created, 0).await;
    let mut winner = SeatStream::join(&client, &created, 1).await;
    let race = flagged.request().await;
    // A race has no turn clock, since no other seat waits.
    let remaining = race.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!(remaining > 1_000_000_000);
    flagged.submit(&race, "say 4").await;
    let show = flagged.request().await;
    assert!(show.clocks.as_ref().unwrap().remaining_nanos.unwrap() <= 150_000_000);
    let over = flagged.over().await;
    assert_eq!(over.state(), MatchState::Over);
    assert_eq!(
        over.terminations,
        [Termination::Flagged as i32, Termination::None as i32]
    );
    let outcome = over.outcome.unwrap();
    assert_eq!(
        (outcome.rule.as_str(), &outcome.places[..]),
        ("MR-31", &[2, 1][..])
    );
    let winner_over = winner.over().await;
    assert_eq!(winner_over.terminations, over.terminations);
    flagged.submit(&show, "end").await;
    assert_eq!(rejection_reason(&flagged.rejected().await), "FLAGGED");
    let (record, _) = verify_record(&client, &created.name).await;
    let last = record.events.last().unwrap();
    assert_eq!(last.action, "leave 0");
    assert_eq!(last.termination, Some(botwerk_engine::Termination::Flagged));
    server.stop().await;
}

#[tokio::test]
async fn flagged_seat_is_rejected_while_the_match_continues() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnNanos(150_000_000)),
            ..Default::default()
        }),
        ..micro_robots(vec![open_seat(), open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request).await;
    let mut flagged = SeatStream::join(&client, &created, 0).await;
    let mut other = SeatStream::join(&client, &created, 1).await;
    let _third = SeatStream::join(&client, &created, 2).await;
    let race = flagged.request().await;
    flagged.submit(&race, "say 4").await;
    let show = flagged.request().await;
    other.wait_for_action("leave 0").await;
    flagged.submit(&show, "end").await;
    assert_eq!(rejection_reason(&flagged.rejected().await), "FLAGGED");
    let race = other.request().await;
    assert_eq!(race.stage, "race");
    other.submit(&race, "pass").await;
    other.accepted().await;
    server.stop().await;
}
