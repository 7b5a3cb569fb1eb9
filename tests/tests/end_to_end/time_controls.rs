//! Banks, node budgets, lag compensation, and limits for offline seats.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, create_match, finish_match, in_memory,
    micro_robots, open_seat, rejection_reason, solve_race, verify_record,
};
use proto::time_control::Kind as Limit;
use proto::{MatchState, Termination};

/// Creates a match with a time control and no lag compensation.
async fn create_timed(client: &Client, seats: Vec<proto::SeatSetup>, kind: Limit) -> CreatedMatch {
    create_with_lag_cap(client, seats, kind, 0).await
}

/// Creates a match with a time control and a cap on lag compensation.
async fn create_with_lag_cap(
    client: &Client,
    seats: Vec<proto::SeatSetup>,
    kind: Limit,
    lag_cap_millis: u32,
) -> CreatedMatch {
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(kind),
            lag_cap_nanos: Some(u64::from(lag_cap_millis) * 1_000_000),
        }),
        ..micro_robots(seats, &[("race_limit", "600s")])
    };
    create_match(client, request).await
}

fn bank(base_millis: u64, increment_millis: u64) -> Limit {
    Limit::Bank(proto::Bank {
        base_nanos: base_millis * 1_000_000,
        increment_nanos: increment_millis * 1_000_000,
    })
}

/// Returns the banks in a request's clocks, in milliseconds.
fn banks(request: &proto::ActionRequest) -> Vec<u64> {
    let clocks = request.clocks.as_ref().unwrap();
    clocks
        .bank_nanos
        .iter()
        .map(|nanos| nanos / 1_000_000)
        .collect()
}

/// Announces at once, shows after a pause that the clock measures, and returns the request to show and the answer to it.
async fn announce_and_show(
    stream: &mut SeatStream,
    race: &proto::ActionRequest,
    pause: Duration,
) -> (proto::ActionRequest, proto::Accepted) {
    let solution = solve_race(race.view.as_ref().unwrap());
    stream.submit(race, &solution.say()).await;
    stream.accepted().await;
    let show = stream.request().await;
    assert_eq!(show.stage, "show");
    tokio::time::sleep(pause).await;
    stream.submit(&show, &solution.show()).await;
    let accepted = stream.accepted().await;
    (show, accepted)
}

#[tokio::test]
async fn bank_pays_for_turns_outside_races_and_gains_the_increment() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_timed(&client, vec![open_seat(), open_seat()], bank(5000, 300)).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    // Transport of the request takes a little time.
    assert!(banks(&race)[0] >= 4900, "{race:?}");
    // A race does not use any bank, whatever time it takes.
    tokio::time::sleep(Duration::from_millis(120)).await;
    let (show, accepted) = announce_and_show(&mut first, &race, Duration::from_millis(200)).await;
    assert!(banks(&show).iter().all(|bank| *bank >= 4900), "{show:?}");
    let remaining = show.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!(
        (4_000_000_000..=5_000_000_000).contains(&remaining),
        "{remaining}"
    );
    assert!(accepted.charged_nanos >= 200_000_000, "{accepted:?}");
    let race = first.request().await;
    let [bank, other] = banks(&race)[..] else {
        panic!("{race:?}")
    };
    let charged = accepted.charged_nanos / 1_000_000;
    assert!(
        bank.abs_diff(5300 - charged) <= 1,
        "{bank} of 5300 less {charged}"
    );
    assert_eq!(other, 5000);
    second.request().await;
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    assert_eq!(record.header.time_control.as_deref(), Some("bank 5s+300ms"));
    server.stop().await;
}

#[tokio::test]
async fn seat_with_an_empty_bank_is_flagged() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_timed(&client, vec![open_seat(), open_seat()], bank(250, 0)).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    // After 150 ms at most 100 remain, and the seat does not act in them.
    announce_and_show(&mut first, &race, Duration::from_millis(150)).await;
    let race = first.request().await;
    let say = solve_race(race.view.as_ref().unwrap()).say();
    first.submit(&race, &say).await;
    let show = first.request().await;
    let remaining = show.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!(remaining <= 100_000_000, "{remaining}");
    let over = second.over().await;
    let [flagged, played] = [Termination::Flagged, Termination::None].map(|t| t as i32);
    assert_eq!(over.terminations, [flagged, played]);
    first.submit(&show, "end").await;
    assert_eq!(rejection_reason(&first.rejected().await), "FLAGGED");
    server.stop().await;
}

#[tokio::test]
async fn banks_are_restored_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        db: folder.path().join("matches.db").into(),
        ..in_memory()
    };
    let server = TestServer::start(config.clone()).await;
    let client = server.client().await;
    let created = create_timed(&client, vec![open_seat(), open_seat()], bank(60_000, 1000)).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    announce_and_show(&mut first, &race, Duration::from_millis(300)).await;
    let race = first.request().await;
    let before = banks(&race);
    let address = server.address();
    server.stop().await;
    let server = TestServer::start_at(&address, config).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    first.join_seat(&created, 0, 0).await;
    let mut second = SeatStream::open(&client).await;
    second.join_seat(&created, 1, 0).await;
    assert_eq!(banks(&first.request().await), before);
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn built_in_agent_stays_within_its_bank() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // It would show after ten seconds, but its bank holds one.
    let slow = agent_seat("human:distribution=fixed,mean=10s,error=0");
    let created = create_timed(&client, vec![open_seat(), slow], bank(1000, 100)).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let race = stream.request().await;
    announce_and_show(&mut stream, &race, Duration::ZERO).await;
    stream.request().await;
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn submission_beyond_the_node_budget_is_rejected_without_penalty() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_timed(
        &client,
        vec![open_seat(), open_seat()],
        Limit::BudgetNodes(1000),
    )
    .await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    for _ in 0..5 {
        first.submit_with_effort(&race, "say 5", 1001).await;
        assert_eq!(rejection_reason(&first.rejected().await), "TOO_LARGE");
    }
    first.submit_with_effort(&race, "say 5", 1000).await;
    first.accepted().await;
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    assert_eq!(
        record.header.time_control.as_deref(),
        Some("budget 1000 nodes")
    );
    server.stop().await;
}

/// Lag is what TCP measures between the two machines. A client that is slow to read or to answer, as one
/// behind a proxy is, gains nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lag_is_compensated_as_the_transport_measures_it() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let created = create_with_lag_cap(&client, seats, bank(60_000, 0), 100).await;
    // 25 ms in each direction, of which the server's connection to the proxy knows nothing.
    let delay = Duration::from_millis(25);
    let address = botwerk_tests::delayed_proxy(server.address(), delay).await;
    let slow = Client::connect(&address).await.unwrap();
    let mut first = SeatStream::join(&slow, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    let (_, accepted) = announce_and_show(&mut first, &race, Duration::from_millis(100)).await;
    let compensated = accepted.elapsed_nanos.unwrap() - accepted.charged_nanos;
    assert!((1..10_000_000).contains(&compensated), "{accepted:?}");
    finish_match(&client, &created).await;
    // Elapsed and charged time are both recorded.
    let (record, _) = verify_record(&client, &created.name).await;
    let mut events = record.events.iter();
    let show = events.find(|e| e.charged_nanos.is_some()).unwrap();
    assert_eq!(show.charged_nanos, Some(accepted.charged_nanos));
    assert_eq!(show.elapsed_nanos, accepted.elapsed_nanos);
    server.stop().await;
}

#[tokio::test]
async fn lag_cap_of_zero_disables_compensation() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_timed(&client, vec![open_seat(), open_seat()], bank(60_000, 0)).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    let (_, accepted) = announce_and_show(&mut first, &race, Duration::ZERO).await;
    assert_eq!(Some(accepted.charged_nanos), accepted.elapsed_nanos);
    server.stop().await;
}

#[tokio::test]
async fn offline_seat_without_a_clock_is_disconnected() {
    let server = TestServer::start(Config {
        offline_limit_secs: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let second = SeatStream::join(&client, &created, 1).await;
    first.request().await;
    // A rejoin within the limit resets it: a test of time.
    drop(second);
    tokio::time::sleep(Duration::from_millis(600)).await;
    let second = SeatStream::join(&client, &created, 1).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    drop(second);
    let over = first.over().await;
    let [played, away] = [Termination::None, Termination::Disconnected].map(|t| t as i32);
    assert_eq!(over.terminations, [played, away]);
    let (record, _) = verify_record(&client, &created.name).await;
    assert_eq!(
        record.events.last().unwrap().termination,
        Some(botwerk_engine::Termination::Disconnected)
    );
    server.stop().await;
}

#[tokio::test]
async fn match_is_aborted_if_seats_do_not_rejoin_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        db: folder.path().join("matches.db").into(),
        rejoin_limit_secs: 5,
        ..in_memory()
    };
    let server = TestServer::start(config.clone()).await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat(), agent_seat("random")], &[]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    first.request().await;
    let address = server.address();
    server.stop().await;
    let server = TestServer::start_at(&address, config).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    let joined = first.join_seat(&created, 0, 0).await;
    assert_eq!(joined.state(), MatchState::Suspended);
    let over = first.over().await;
    assert_eq!(over.state(), MatchState::Aborted);
    let [played, infra] = [Termination::None, Termination::Infra].map(|t| t as i32);
    assert_eq!(over.terminations, [played, infra, played]);
    assert!(over.outcome.is_none());
    let record = client.record(&created.name).await.unwrap();
    assert!(record.contains("{\"outcome\":\"infra\""), "{record}");
    server.stop().await;
}
