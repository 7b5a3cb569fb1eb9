//! Races in overtime: announcements after the first one, on wall-clock time and on virtual time.

use std::time::{Duration, Instant};

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_engine::record::Record;
use botwerk_engine::ricochet::Ricochet;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, create_match, match_request, open_seat,
    rejection_reason, verify_record_of,
};

use crate::restart::file_config;

/// Returns a request for a match of one round.
fn one_round(seats: Vec<proto::SeatSetup>, options: &[(&str, &str)]) -> proto::CreateMatchRequest {
    let options = [&[("round_cap", "1")][..], options].concat();
    match_request(GameId::RICOCHET, seats, &options)
}

async fn join_two(client: &Client, created: &CreatedMatch) -> [SeatStream; 2] {
    [
        SeatStream::join(client, created, 0).await,
        SeatStream::join(client, created, 1).await,
    ]
}

/// Ends the show of a seat at once.
async fn end_show(stream: &mut SeatStream) {
    let mut show = stream.request().await;
    // A seat that has announced is asked again until the race ends.
    while show.stage == "race" {
        show = stream.request().await;
    }
    stream.submit(&show, "end").await;
    stream.accepted().await;
}

/// Returns the actions of seats and of the referee in a verified record.
async fn verified_actions(client: &Client, created: &CreatedMatch) -> (Record, Vec<String>) {
    let (record, _) = verify_record_of::<Ricochet>(client, &created.name).await;
    let lines = record.events.iter();
    let actions = lines
        .filter(|line| line.actor != "chance")
        .map(|line| format!("{}: {}", line.actor, line.action))
        .collect();
    (record, actions)
}

#[tokio::test]
async fn lower_announcements_count_until_overtime_ends() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = one_round(vec![open_seat(), open_seat()], &[("overtime", "800ms")]);
    let created = create_match(&client, request).await;
    let [mut first, mut second] = join_two(&client, &created).await;
    let (race, other) = (first.request().await, second.request().await);
    let started = Instant::now();
    first.submit(&race, "say 9").await;
    first.accepted().await;
    second.wait_for_action("say 9").await;
    second.submit(&other, "say 7").await;
    second.accepted().await;
    // The seat is asked again for the next part of its turn, with the time that is left.
    let again = first.request().await;
    assert_eq!(
        (again.stage.as_str(), again.turn, again.part),
        ("race", race.turn, 1)
    );
    let remaining = again.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!(remaining <= 800_000_000, "{remaining}");
    first.submit_part(&again, 1, "say 9").await;
    let rejected = first.rejected().await;
    assert_eq!(rejection_reason(&rejected), "ILLEGAL_ACTION");
    first.submit_part(&again, 1, "say 6").await;
    first.accepted().await;
    end_show(&mut first).await;
    assert!(started.elapsed() >= Duration::from_millis(800));
    end_show(&mut second).await;
    first.over().await;
    let (record, actions) = verified_actions(&client, &created).await;
    let expected = [
        "0: say 9",
        "1: say 7",
        "0: say 6",
        "referee: close",
        "0: end",
        "1: end",
    ];
    assert_eq!(actions, expected);
    let times: Vec<_> = record
        .events
        .iter()
        .filter(|line| line.action.starts_with("say"))
        .map(|line| line.elapsed_nanos)
        .collect();
    assert!(times.is_sorted(), "{times:?}");
    server.stop().await;
}

#[tokio::test]
async fn overtime_ends_at_once_when_every_seat_has_passed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = one_round(vec![open_seat(), open_seat()], &[("overtime", "3600s")]);
    let created = create_match(&client, request).await;
    let [mut first, mut second] = join_two(&client, &created).await;
    let (race, other) = (first.request().await, second.request().await);
    first.submit(&race, "say 9").await;
    first.accepted().await;
    second.submit(&other, "pass").await;
    second.accepted().await;
    let again = first.request().await;
    first.submit_part(&again, 1, "pass").await;
    end_show(&mut first).await;
    first.over().await;
    let (_, actions) = verified_actions(&client, &created).await;
    assert_eq!(actions, ["0: say 9", "1: pass", "0: pass", "0: end"]);
    server.stop().await;
}

#[tokio::test]
async fn overtime_does_not_wait_for_an_offline_seat() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = one_round(vec![open_seat(), open_seat()], &[("overtime", "300ms")]);
    let created = create_match(&client, request).await;
    let [mut first, second] = join_two(&client, &created).await;
    let race = first.request().await;
    drop(second);
    first.submit(&race, "say 9").await;
    first.accepted().await;
    end_show(&mut first).await;
    first.over().await;
    let (_, actions) = verified_actions(&client, &created).await;
    assert_eq!(actions, ["0: say 9", "referee: close", "0: end"]);
    server.stop().await;
}

#[tokio::test]
async fn agents_are_asked_again_in_overtime() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let agents = vec![
        open_seat(),
        agent_seat("random:think=20ms"),
        agent_seat("random:think=20ms"),
    ];
    let options = [("overtime", "500ms"), ("round_cap", "6")];
    let request = match_request(GameId::RICOCHET, agents, &options);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    for _ in 0..6 {
        let race = first.request().await;
        first.submit(&race, "pass").await;
        first.accepted().await;
    }
    let over = first.over().await;
    assert_eq!(over.outcome.unwrap().rule, "RR-26");
    let (record, actions) = verified_actions(&client, &created).await;
    assert!(
        actions.iter().any(|action| action.contains("say")),
        "{actions:?}"
    );
    let repeated = record.events.iter().filter(|line| line.part == Some(1));
    assert!(repeated.count() > 0, "{actions:?}");
    server.stop().await;
}

#[tokio::test]
async fn virtual_overtime_is_resolved_in_one_step() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let request = proto::CreateMatchRequest {
        uses_virtual_time: true,
        ..one_round(seats, &[("overtime", "5ms")])
    };
    let created = create_match(&client, request).await;
    let [mut first, mut second] = join_two(&client, &created).await;
    let (race, other) = (first.request().await, second.request().await);
    first.submit_with_effort(&race, "say 9", 1000).await;
    first.accepted().await;
    // One microsecond after the end of overtime.
    second.submit_with_effort(&other, "say 7", 6001).await;
    second.accepted().await;
    let show = first.request().await;
    assert_eq!(show.stage, "show", "no seat is asked again on virtual time");
    first.submit(&show, "end").await;
    first.over().await;
    let (_, actions) = verified_actions(&client, &created).await;
    assert_eq!(actions, ["0: say 9", "referee: close", "0: end"]);
    server.stop().await;
}

#[tokio::test]
async fn restart_in_overtime_keeps_the_announcements() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let request = one_round(vec![open_seat(), open_seat()], &[("overtime", "3600s")]);
    let created = create_match(&client, request).await;
    let [mut first, mut second] = join_two(&client, &created).await;
    let race = first.request().await;
    first.submit(&race, "say 9").await;
    first.accepted().await;
    second.wait_for_action("say 9").await;
    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    let [mut first, _second] = join_two(&client, &created).await;
    // How long each seat had searched is unknown, so overtime ends.
    end_show(&mut first).await;
    first.over().await;
    let (_, actions) = verified_actions(&client, &created).await;
    assert_eq!(actions, ["0: say 9", "referee: close", "0: end"]);
    server.stop().await;
}
