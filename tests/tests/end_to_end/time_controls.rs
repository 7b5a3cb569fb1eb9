//! Banks, budgets, and the way of an act that is forgiven.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    Made, SeatStream, TestServer, bundled, finish, in_memory, make, micro_robots, refusal, remote,
    task, verified,
};
use proto::play_response::Kind;
use proto::time_control::Kind as Limit;
use proto::{MatchState, Termination};

/// A match under a time control.
async fn timed(client: &Client, seats: Vec<proto::SeatSetup>, kind: Limit) -> Made {
    forgiving(client, seats, kind, 0).await
}

/// A match under a time control that forgives so much of an act's way.
async fn forgiving(
    client: &Client,
    seats: Vec<proto::SeatSetup>,
    kind: Limit,
    lag_cap_millis: u32,
) -> Made {
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(kind),
            // Whoever sleeps answers no ping, and would be forgiven for it.
            lag_cap_millis: Some(lag_cap_millis),
        }),
        ..micro_robots(seats, &[("race_limit", "600s")])
    };
    make(client, request).await
}

fn bank(base_millis: u64, increment_millis: u64) -> Limit {
    Limit::Bank(proto::Bank {
        base_millis,
        increment_millis,
    })
}

/// What is in the banks by a request's clocks, in milliseconds.
fn banks(request: &proto::ActRequest) -> Vec<u64> {
    let clocks = request.clocks.as_ref().unwrap();
    clocks
        .bank_nanos
        .iter()
        .map(|nanos| nanos / 1_000_000)
        .collect()
}

/// Announces at once, shows after a while; gives the answer to the show and the next request.
async fn announce_and_show(
    stream: &mut SeatStream,
    race: &proto::ActRequest,
    pause: Duration,
) -> (proto::ActRequest, proto::Accepted) {
    let task = task(race.view.as_ref().unwrap());
    stream.answer(race, &task.say()).await;
    stream.accepted().await;
    let show = stream.request().await;
    assert_eq!(show.stage, "show");
    tokio::time::sleep(pause).await;
    stream.answer(&show, &task.show()).await;
    let accepted = stream.accepted().await;
    (show, accepted)
}

#[tokio::test]
async fn a_bank_is_used_by_turns_that_others_wait_for_and_grows_with_each() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = timed(&client, vec![remote(), remote()], bank(5000, 300)).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    // What has passed since the request was sent is gone.
    assert!(banks(&race)[0] >= 4900, "{race:?}");
    // A race uses nobody's bank.
    tokio::time::sleep(Duration::from_millis(120)).await;
    let (show, accepted) = announce_and_show(&mut first, &race, Duration::from_millis(200)).await;
    assert!(banks(&show).iter().all(|left| *left >= 4900), "{show:?}");
    let left = show.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!((4_000_000_000..=5_000_000_000).contains(&left), "{left}");
    assert!(accepted.charged_nanos >= 200_000_000, "{accepted:?}");
    let race = first.request().await;
    let [own, other] = banks(&race)[..] else {
        panic!("{race:?}")
    };
    let charged = accepted.charged_nanos / 1_000_000;
    assert!(
        own.abs_diff(5300 - charged) <= 1,
        "{own} of 5300 less {charged}"
    );
    assert_eq!(other, 5000);
    second.request().await;
    finish(&client, &made).await;
    let (record, _) = verified(&client, &made.name).await;
    assert_eq!(record.header.time_control.as_deref(), Some("bank 5s+300ms"));
    server.stop().await;
}

#[tokio::test]
async fn whoever_has_used_up_the_bank_is_flagged() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = timed(&client, vec![remote(), remote()], bank(250, 0)).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    // After 150 ms there are at most 100 left, and nothing happens in them.
    announce_and_show(&mut first, &race, Duration::from_millis(150)).await;
    let race = first.request().await;
    let say = task(race.view.as_ref().unwrap()).say();
    first.answer(&race, &say).await;
    let show = first.request().await;
    let left = show.clocks.as_ref().unwrap().remaining_nanos.unwrap();
    assert!(left <= 100_000_000, "{left}");
    let over = second.over().await;
    let [flagged, played] = [Termination::Flagged, Termination::Unspecified].map(|t| t as i32);
    assert_eq!(over.terminations, [flagged, played]);
    first.answer(&show, "end").await;
    assert_eq!(refusal(&first.rejected().await), "FLAGGED");
    server.stop().await;
}

#[tokio::test]
async fn banks_are_what_they_were_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let on = Config {
        db: folder.path().join("matches.db"),
        ..in_memory()
    };
    let server = TestServer::with(on.clone()).await;
    let client = server.client().await;
    let made = timed(&client, vec![remote(), remote()], bank(60_000, 1000)).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    announce_and_show(&mut first, &race, Duration::from_millis(300)).await;
    let race = first.request().await;
    let before = banks(&race);
    let address = server.address();
    server.stop().await;
    let server = TestServer::at(&address, on).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    first.take(&made, 0, 0).await;
    let mut second = SeatStream::open(&client).await;
    second.take(&made, 1, 0).await;
    assert_eq!(banks(&first.request().await), before);
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn a_bundled_player_lives_within_its_bank() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // It would show after ten seconds, and has one.
    let slow = bundled("human:distribution=fixed,mean=10s,error=0");
    let made = timed(&client, vec![remote(), slow], bank(1000, 100)).await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let race = stream.request().await;
    announce_and_show(&mut stream, &race, Duration::ZERO).await;
    stream.request().await;
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn an_act_that_declares_more_than_the_budget_is_refused_and_costs_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = timed(&client, vec![remote(), remote()], Limit::BudgetNodes(1000)).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    for _ in 0..5 {
        first.answer_with(&race, "say 5", 1001).await;
        assert_eq!(refusal(&first.rejected().await), "LIMIT_EXCEEDED");
    }
    first.answer_with(&race, "say 5", 1000).await;
    first.accepted().await;
    finish(&client, &made).await;
    let (record, _) = verified(&client, &made.name).await;
    assert_eq!(
        record.header.time_control.as_deref(),
        Some("budget 1000 nodes")
    );
    server.stop().await;
}

/// A seat whose every frame is delayed on its way, by a proxy that lets bytes pass after a while.
async fn far_away(server: &TestServer, delay: Duration) -> Client {
    let address = botwerk_tests::slow_line(server.address(), delay).await;
    Client::connect(&address).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_way_of_an_act_is_forgiven_once_it_was_measured() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = forgiving(&client, vec![remote(), remote()], bank(60_000, 0), 100).await;
    // 25 ms there and 25 ms back.
    let far = far_away(&server, Duration::from_millis(25)).await;
    let mut first = SeatStream::join(&far, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    // The first ping has to come back.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (_, accepted) = announce_and_show(&mut first, &race, Duration::from_millis(100)).await;
    let forgiven = accepted.elapsed_nanos - accepted.charged_nanos;
    assert!(accepted.elapsed_nanos >= 150_000_000, "{accepted:?}");
    assert!(
        (50_000_000..=100_000_000).contains(&forgiven),
        "{accepted:?}"
    );
    finish(&client, &made).await;
    // What it took and what was charged are both recorded.
    let (record, _) = verified(&client, &made.name).await;
    let show = record.events.iter().find(|e| e.charged.is_some()).unwrap();
    assert_eq!(show.charged, Some(accepted.charged_nanos));
    assert_eq!(show.nanos, Some(accepted.elapsed_nanos));
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_forgiven_where_the_match_says_so() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = timed(&client, vec![remote(), remote()], bank(60_000, 0)).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    let (_, accepted) = announce_and_show(&mut first, &race, Duration::ZERO).await;
    assert_eq!(accepted.charged_nanos, accepted.elapsed_nanos);
    let pinged = first
        .seen
        .iter()
        .any(|frame| matches!(frame, Kind::Ping(_)));
    assert!(!pinged);
    server.stop().await;
}

#[tokio::test]
async fn whoever_stays_away_without_a_clock_is_disconnected() {
    let server = TestServer::with(Config {
        offline_limit_secs: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let second = SeatStream::join(&client, &made, 1).await;
    first.request().await;
    // Coming back in time is enough.
    drop(second);
    tokio::time::sleep(Duration::from_millis(600)).await;
    let second = SeatStream::join(&client, &made, 1).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    drop(second);
    let over = first.over().await;
    let [played, away] = [Termination::Unspecified, Termination::Disconnected].map(|t| t as i32);
    assert_eq!(over.terminations, [played, away]);
    let (record, _) = verified(&client, &made.name).await;
    assert_eq!(
        record.events.last().unwrap().why,
        Some(botwerk_engine::Termination::Disconnected)
    );
    server.stop().await;
}

#[tokio::test]
async fn a_match_whose_seats_do_not_come_back_after_a_restart_is_nobodys_fault() {
    let folder = tempfile::tempdir().unwrap();
    let on = Config {
        db: folder.path().join("matches.db"),
        rejoin_limit_secs: 1,
        ..in_memory()
    };
    let server = TestServer::with(on.clone()).await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote(), bundled("random")], &[]);
    let made = make(&client, request).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    first.request().await;
    let address = server.address();
    server.stop().await;
    let server = TestServer::at(&address, on).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    let joined = first.take(&made, 0, 0).await;
    assert_eq!(joined.state(), MatchState::Suspended);
    let over = first.over().await;
    assert_eq!(over.state(), MatchState::Aborted);
    let [played, infra] = [Termination::Unspecified, Termination::Infra].map(|t| t as i32);
    assert_eq!(over.terminations, [played, infra, played]);
    assert!(over.outcome.is_none());
    let record = client.record(&made.name).await.unwrap();
    assert!(
        record
            .lines()
            .last()
            .unwrap()
            .contains("\"outcome\":\"infra\"")
    );
    server.stop().await;
}
