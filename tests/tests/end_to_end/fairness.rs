//! Fairness of races between near and distant clients on a busy server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, create_match, delayed_proxy, eventually,
    micro_robots, open_seat,
};
use proto::play_response::Kind;
use tokio::time::{Instant, sleep_until};

/// One-way delay of each client in milliseconds.
const DELAYS: [u64; 3] = [0, 8, 20];

/// Number of races.
const RACES: u32 = 24;

/// Minimum lead of the first seat; a smaller one may be caused by the machine.
const MIN_LEAD: Duration = Duration::from_millis(25);

/// Returns how long a seat thinks in a race, in milliseconds.
fn thinking_millis(seat: usize, race: u32) -> u64 {
    // A fixed hash, so that every seat is sometimes first.
    let mixed = (race * 3 + seat as u32).wrapping_mul(2_246_822_519);
    // The most distant seat is ahead in every third race, however busy the machine is.
    let head_start = if race.is_multiple_of(3) && seat != 2 {
        240
    } else {
        0
    };
    head_start + u64::from(mixed >> 16) % 160
}

/// Returns when a seat's announcement arrives after the target was sent, in milliseconds.
fn arrival_millis(seat: usize, race: u32) -> u64 {
    2 * DELAYS[seat] + thinking_millis(seat, race)
}

/// Plays a seat over a delayed connection: announces after its thinking time and ends every show. Returns when its
/// announcements arrived, later than planned on a busy machine, or `None` for each race that ended before.
async fn play_delayed(server: String, created: CreatedMatch, seat: usize) -> Vec<Option<Instant>> {
    let address = delayed_proxy(server, Duration::from_millis(DELAYS[seat])).await;
    let client = Client::connect(&address).await.unwrap();
    let mut stream = SeatStream::join(&client, &created, seat).await;
    let delay = Duration::from_millis(DELAYS[seat]);
    let mut arrivals: Vec<Option<Instant>> = Vec::new();
    let mut thinking: Option<(Instant, proto::ActionRequest)> = None;
    loop {
        let ready = thinking.as_ref().map_or_else(Instant::now, |(at, _)| *at);
        let frame = tokio::select! {
            frame = eventually(stream.next()) => frame.unwrap().unwrap(),
            () = sleep_until(ready), if thinking.is_some() => {
                let (_, request) = thinking.take().unwrap();
                *arrivals.last_mut().unwrap() = Some(Instant::now() + delay);
                stream.submit(&request, "say 9").await;
                continue;
            }
        };
        match frame {
            Kind::ActionRequest(request) if request.stage == "race" => {
                arrivals.push(None);
                let thought = thinking_millis(seat, arrivals.len() as u32);
                thinking = Some((Instant::now() + Duration::from_millis(thought), request));
            }
            Kind::ActionRequest(request) => stream.submit(&request, "end").await,
            Kind::MatchOver(_) => return arrivals,
            // Slower seats receive rejections.
            _ => {}
        }
    }
}

/// Loads a server with calls and matches until `stop` is set, and counts the calls.
async fn keep_busy(client: Client, stop: Arc<AtomicBool>, calls: Arc<AtomicU64>) {
    while !stop.load(Ordering::Relaxed) {
        let request = proto::CreatePositionRequest {
            setup: Some(proto::GameSetup {
                game: "micro-robots".into(),
                ..Default::default()
            }),
            seed: "busy".into(),
        };
        client.rules().create_position(request).await.unwrap();
        if calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(50) {
            let seats = vec![agent_seat("solver"), agent_seat("random")];
            create_match(&client, micro_robots(seats, &[])).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mr_24_race_on_a_busy_server_is_won_by_the_earliest_arrival() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let stop = Arc::new(AtomicBool::new(false));
    let calls = Arc::new(AtomicU64::new(0));
    let busy: Vec<_> = (0..4)
        .map(|_| {
            tokio::spawn(keep_busy(
                client.clone(),
                Arc::clone(&stop),
                Arc::clone(&calls),
            ))
        })
        .collect();
    let cap = RACES.to_string();
    let options = [("round_cap", cap.as_str()), ("race_limit", "10s")];
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat(), open_seat()], &options),
    )
    .await;
    let seats =
        (0..3).map(|seat| tokio::spawn(play_delayed(server.address(), created.clone(), seat)));
    let mut arrivals = Vec::new();
    for seat in seats.collect::<Vec<_>>() {
        arrivals.push(eventually(seat).await.unwrap());
    }
    stop.store(true, Ordering::Relaxed);
    for task in busy {
        task.await.unwrap();
    }
    assert!(
        calls.load(Ordering::Relaxed) > 200,
        "the server was not busy"
    );
    let (record, _) = botwerk_tests::verify_record(&client, &created.name).await;
    let announcements = record.events.iter().filter(|e| e.action.starts_with("say"));
    let (mut decided, mut winners) = (0, [0; 3]);
    for (race, line) in (1..).zip(announcements) {
        let arrived = |seat: usize| arrivals[seat][race as usize - 1];
        let mut order: Vec<_> = (0..3)
            .filter_map(|seat| Some((arrived(seat)?, seat)))
            .collect();
        order.sort_unstable();
        let (earliest, first) = order[0];
        let is_close = order
            .get(1)
            .is_some_and(|(next, _)| *next - earliest < MIN_LEAD);
        if is_close {
            continue;
        }
        decided += 1;
        winners[first] += 1;
        assert_eq!(line.actor, first.to_string(), "race {race}: {line:?}");
        // The measured time covers transport and thinking, not queues of other clients.
        let measured = line.elapsed_nanos.unwrap() / 1_000_000;
        assert!(
            measured >= arrival_millis(first, race),
            "race {race}: {line:?}"
        );
    }
    assert!(
        decided >= 8 && winners.iter().all(|wins| *wins > 0),
        "{decided} decided, {winners:?}"
    );
    server.stop().await;
}
