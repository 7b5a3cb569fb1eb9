//! Races on wall-clock time and on virtual time.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_engine::MAX_EXACT_NUMBER;
use botwerk_engine::record::Record;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, create_match, eventually, finish_match,
    http_get, metric_value, micro_robots, open_seat, rejection_reason, solve_race, verify_record,
};

/// Joins all seats and returns their streams and first action requests.
async fn join_all(
    client: &Client,
    created: &CreatedMatch,
) -> Vec<(SeatStream, proto::ActionRequest)> {
    let mut streams = Vec::new();
    for seat in 0..created.tokens.len() {
        streams.push(SeatStream::join(client, created, seat).await);
    }
    let mut seats = Vec::new();
    for mut stream in streams {
        let request = stream.request().await;
        seats.push((stream, request));
    }
    seats
}

/// Returns the winning announcement of a record's first race.
fn first_race(record: &Record) -> &botwerk_engine::record::EventLine {
    let announcement = record.events.iter().find(|e| e.action.starts_with("say"));
    announcement.unwrap()
}

#[tokio::test]
async fn mr_24_earlier_announcement_wins_and_later_one_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut seats = join_all(&client, &created).await;
    let (mut slow, slow_race) = seats.pop().unwrap();
    let (mut fast, race) = seats.pop().unwrap();
    fast.submit(&race, "say 9").await;
    let accepted = fast.accepted().await;
    // All seats start at the same time, so no other seat can be earlier and the race is decided.
    slow.wait_for_action("say 9").await;
    slow.submit(&slow_race, "say 3").await;
    assert_eq!(rejection_reason(&slow.rejected().await), "WRONG_TURN");
    let show = fast.request().await;
    assert_eq!(show.stage, "show");
    // The other seat is not to act.
    let guess = proto::ActionRequest {
        turn: slow_race.turn + 1,
        ..slow_race
    };
    slow.submit(&guess, "end").await;
    assert_eq!(rejection_reason(&slow.rejected().await), "WRONG_TURN");
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    let announcement = first_race(&record);
    assert_eq!(
        (announcement.actor.as_str(), announcement.action.as_str()),
        ("0", "say 9")
    );
    assert_eq!(announcement.elapsed_nanos, Some(accepted.charged_nanos));
    server.stop().await;
}

#[tokio::test]
async fn mr_24_announcement_beats_an_agent_that_would_announce_later() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // Ten seconds are longer than any test, and the server does not wait for the agent.
    let human = agent_seat("human:distribution=fixed,mean=10s,error=0");
    // No time of the connection is deducted.
    let time_control = proto::TimeControl {
        kind: None,
        lag_cap_nanos: Some(0),
    };
    let request = proto::CreateMatchRequest {
        time_control: Some(time_control),
        ..micro_robots(vec![open_seat(), human], &[("chips_to_win", "1")])
    };
    let created = create_match(&client, request).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let race = stream.request().await;
    // The time that the announcement takes.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let solution = solve_race(race.view.as_ref().unwrap());
    stream.submit(&race, &solution.say()).await;
    let show = stream.request().await;
    assert_eq!(show.stage, "show");
    stream.submit(&show, &solution.show()).await;
    assert_eq!(stream.over().await.outcome.unwrap().places, [1, 2]);
    let (record, _) = verify_record(&client, &created.name).await;
    let announcement = first_race(&record);
    assert_eq!(announcement.actor, "0");
    // Seats are not charged for times in which the server had no processor.
    let (_, metrics) = http_get(&server.address(), "/metrics", None).await;
    let stalled = metric_value(&metrics, "botwerk_stalled_seconds_total").unwrap();
    let elapsed = announcement.elapsed_nanos.unwrap() as f64 / 1e9;
    assert!(elapsed + stalled >= 0.05, "{elapsed} s, {stalled} s");
    server.stop().await;
}

#[tokio::test]
async fn mr_24_agent_wins_at_its_own_time_against_a_silent_seat() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let human = agent_seat("human:distribution=fixed,mean=300ms,error=0");
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), human], &[("chips_to_win", "1")]),
    )
    .await;
    let started = std::time::Instant::now();
    let mut stream = SeatStream::join(&client, &created, 0).await;
    stream.request().await;
    let over = stream.over().await;
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert_eq!(over.outcome.unwrap().places, [2, 1]);
    let (record, _) = verify_record(&client, &created.name).await;
    let announcement = first_race(&record);
    assert_eq!(announcement.actor, "1");
    assert!(announcement.elapsed_nanos.unwrap() >= 300_000_000);
    server.stop().await;
}

#[tokio::test]
async fn mr_22_agent_that_would_announce_after_the_limit_passes() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let human = agent_seat("human:distribution=fixed,mean=20s,error=0");
    let options = [("race_limit", "100ms"), ("round_cap", "2")];
    let created = create_match(&client, micro_robots(vec![open_seat(), human], &options)).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let over = stream.over().await;
    assert_eq!(over.outcome.unwrap().rule, "MR-28");
    let (record, _) = verify_record(&client, &created.name).await;
    assert!(record.events.iter().all(|e| !e.action.starts_with("say")));
    server.stop().await;
}

#[tokio::test]
async fn mr_25_on_virtual_time_the_smallest_effort_wins() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        uses_virtual_time: true,
        ..micro_robots(vec![open_seat(), open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request).await;
    let mut seats = join_all(&client, &created).await;
    for (seat, effort) in [(0, 900), (1, 40)] {
        let (stream, race) = &mut seats[seat];
        stream.submit_with_effort(race, "say 6", effort).await;
        let accepted = stream.accepted().await;
        assert_eq!(accepted.charged_nanos, effort * 1000);
    }
    // The race stays open until every seat has answered.
    seats[0].0.assert_silent().await;
    let (third, race) = &mut seats[2];
    third.submit_with_effort(race, "say 7", 41).await;
    let update = seats[0].0.update().await;
    let event = &update.events[0];
    assert_eq!(event.actor.unwrap().kind, Some(proto::actor::Kind::Seat(1)));
    let race = update.race.unwrap();
    assert_eq!(race.winner, 1);
    let announced = race.announcements.iter().map(|announcement| {
        let seat = announcement.seat;
        let text = announcement.text.as_str();
        (seat, text, announcement.elapsed_nanos, announcement.effort)
    });
    let expected = [
        (1, "say 6", 40_000, 40),
        (2, "say 7", 41_000, 41),
        (0, "say 6", 900_000, 900),
    ];
    assert_eq!(announced.collect::<Vec<_>>(), expected);
    let say = |announcement: &proto::Announcement| match announcement.action.clone().unwrap().game {
        Some(proto::action::Game::MicroRobots(action)) => action.kind,
        other => panic!("expected an announcement, found {other:?}"),
    };
    let typed: Vec<_> = race.announcements.iter().map(say).collect();
    let said = |number| Some(proto::micro_robots_action::Kind::Say(number));
    assert_eq!(typed, [said(6), said(7), said(6)]);
    // A client that has missed the frame is sent the same.
    let mut again = SeatStream::open(&client).await;
    again.join_seat(&created, 0, 0).await;
    assert_eq!(again.wait_for_action("say 6").await.race, Some(race));
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    let finishes: Vec<_> = first_race(&record)
        .announcements
        .iter()
        .map(|f| f.elapsed_nanos)
        .collect();
    assert_eq!(finishes, [900_000, 40_000, 41_000]);
    server.stop().await;
}

#[tokio::test]
async fn mr_24_nothing_of_a_race_is_sent_before_it_is_decided() {
    use proto::watch_match_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        uses_virtual_time: true,
        ..micro_robots(vec![open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request).await;
    let mut seats = join_all(&client, &created).await;
    let watch = proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        ..Default::default()
    };
    let frames = client.matches().watch_match(watch).await;
    let mut spectator = frames.unwrap().into_inner();
    let (stream, race) = &mut seats[0];
    stream.submit_with_effort(race, "say 6", 900).await;
    stream.accepted().await;
    stream.assert_silent().await;
    // A pass decides the race for the only announcement.
    let (second, race) = &mut seats[1];
    second.submit(race, "pass").await;
    let mut updates = Vec::new();
    while updates
        .last()
        .is_none_or(|update: &proto::Update| update.race.is_none())
    {
        let frame = eventually(spectator.message()).await.unwrap().unwrap();
        if let Some(Kind::Update(update)) = frame.kind {
            updates.push(update);
        }
    }
    let said = |update: &&proto::Update| update.events.iter().any(|e| e.text.starts_with("say"));
    assert_eq!(updates.iter().filter(said).count(), 1);
    let race = updates.pop().unwrap().race.unwrap();
    assert_eq!((race.winner, race.announcements.len()), (0, 1));
    assert!(updates.iter().all(|update| update.race.is_none()));
    // The show that follows belongs to no race.
    let (stream, _) = &mut seats[0];
    let show = stream.request().await;
    stream.submit(&show, "end").await;
    let shown = stream.wait_for_action("end").await;
    assert_eq!(shown.race, None);
    server.stop().await;
}

#[tokio::test]
async fn mr_25_equal_efforts_are_decided_by_the_seed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut winners = Vec::new();
    for seed in 0..24 {
        let mut winner = None;
        // The order of arrival must not matter.
        for order in [[0, 1], [1, 0]] {
            let request = proto::CreateMatchRequest {
                uses_virtual_time: true,
                seed: format!("tie {seed}"),
                ..micro_robots(vec![open_seat(), open_seat()], &[])
            };
            let created = create_match(&client, request).await;
            let mut seats = join_all(&client, &created).await;
            for seat in order {
                let (stream, race) = &mut seats[seat];
                stream.submit_with_effort(race, "say 6", 5).await;
                stream.accepted().await;
            }
            let actor = seats[0].0.update().await.events[0].actor.unwrap();
            assert_eq!(*winner.get_or_insert(actor), actor, "seed {seed}");
        }
        winners.extend(winner);
    }
    let first = winners[0];
    assert!(
        winners.iter().any(|w| *w != first),
        "the same seat wins for every seed"
    );
    server.stop().await;
}

#[tokio::test]
async fn mr_25_missing_answer_and_excessive_effort_count_as_passes() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let options = [("race_limit", "400ms"), ("round_cap", "3")];
    let request = proto::CreateMatchRequest {
        uses_virtual_time: true,
        ..micro_robots(vec![open_seat(), open_seat()], &options)
    };
    let created = create_match(&client, request).await;
    let mut seats = join_all(&client, &created).await;
    let (mut silent, silent_race) = seats.pop().unwrap();
    let (mut other, race) = seats.pop().unwrap();
    // 400 ms are 400000 nodes; one more is a pass, and the race ends at its limit.
    let too_large = MAX_EXACT_NUMBER + 1;
    other.submit_with_effort(&race, "say 2", too_large).await;
    assert_eq!(rejection_reason(&other.rejected().await), "BAD_REQUEST");
    other.submit_with_effort(&race, "say 2", 400_001).await;
    assert_eq!(other.accepted().await.elapsed_nanos, None);
    let second = other.request().await;
    assert_eq!(second.stage, "race");
    silent.request().await;
    silent.submit(&silent_race, "say 1").await;
    assert_eq!(rejection_reason(&silent.rejected().await), "WRONG_TURN");
    other.submit_with_effort(&second, "say 2", 400_000).await;
    // The other seat is silent, so this announcement is the only one.
    let show = other.request().await;
    assert_eq!(show.stage, "show");
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    let passes = record.events.iter().filter(|e| e.action == "pass").count();
    assert!(passes >= 3, "{passes} passes");
    // Neither the late submission nor the missing one has a time.
    let untimed = record
        .events
        .iter()
        .filter(|e| e.turn.is_some() && e.elapsed_nanos.is_none());
    assert!(untimed.count() >= 2);
    server.stop().await;
}
