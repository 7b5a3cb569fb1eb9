//! A race is fair to those who are near and far, however busy the server is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_tests::{
    Made, SeatStream, TestServer, bundled, eventually, make, micro_robots, remote, slow_line,
};
use proto::play_response::Kind;
use tokio::time::{Instant, sleep_until};

/// How far each client is: milliseconds that its frames travel one way.
const WAYS: [u64; 3] = [0, 8, 20];

/// Races that are run.
const RACES: u32 = 24;

/// Milliseconds between the first two by which a race is clear: less may be the machine's doing.
const CLEAR: u64 = 25;

/// Milliseconds that a seat thinks in a race.
fn thinks(seat: usize, race: u32) -> u64 {
    // A fixed mixture in which everybody is first now and then.
    let mixed = (race * 3 + seat as u32).wrapping_mul(2_246_822_519);
    u64::from(mixed >> 16) % 160
}

/// When a seat's announcement arrives after the target was sent, in milliseconds.
fn arrives(seat: usize, race: u32) -> u64 {
    2 * WAYS[seat] + thinks(seat, race)
}

/// Plays a seat from afar: it announces after its time and gives up when it is to show.
async fn play(server: String, made: Made, seat: usize) {
    let line = slow_line(server, Duration::from_millis(WAYS[seat])).await;
    let client = Client::connect(&line).await.unwrap();
    let mut stream = SeatStream::join(&client, &made, seat).await;
    let mut race = 0;
    let mut thinking: Option<(Instant, proto::ActRequest)> = None;
    loop {
        let ready = thinking.as_ref().map_or_else(Instant::now, |(at, _)| *at);
        let frame = tokio::select! {
            frame = eventually(stream.next()) => frame.unwrap().unwrap(),
            () = sleep_until(ready), if thinking.is_some() => {
                let (_, request) = thinking.take().unwrap();
                stream.answer(&request, "say 9").await;
                continue;
            }
        };
        match frame {
            Kind::ActRequest(request) if request.stage == "race" => {
                race += 1;
                let ready = Instant::now() + Duration::from_millis(thinks(seat, race));
                thinking = Some((ready, request));
            }
            Kind::ActRequest(request) => stream.answer(&request, "end").await,
            Kind::MatchOver(_) => return,
            // Whoever was slower is told so.
            _ => {}
        }
    }
}

/// Keeps a server busy with calls and matches until told to stop; counts the calls.
async fn keep_busy(client: Client, stop: Arc<AtomicBool>, calls: Arc<AtomicU64>) {
    while !stop.load(Ordering::Relaxed) {
        let request = proto::NewPositionRequest {
            setup: Some(proto::GameSetup {
                game: "micro-robots".into(),
                ..Default::default()
            }),
            seed: "busy".into(),
        };
        client.rules().new_position(request).await.unwrap();
        if calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(50) {
            let seats = vec![bundled("solver"), bundled("random")];
            make(&client, micro_robots(seats, &[])).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mr_24_a_busy_server_is_fair_to_those_who_are_near_and_far() {
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
    let made = make(
        &client,
        micro_robots(vec![remote(), remote(), remote()], &options),
    )
    .await;
    let seats = (0..3).map(|seat| tokio::spawn(play(server.address(), made.clone(), seat)));
    for seat in seats.collect::<Vec<_>>() {
        eventually(seat).await.unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    for task in busy {
        task.await.unwrap();
    }
    assert!(calls.load(Ordering::Relaxed) > 200, "the server was busy");
    let (record, _) = botwerk_tests::verified(&client, &made.name).await;
    let said = record.events.iter().filter(|e| e.action.starts_with("say"));
    let (mut clear, mut winners) = (0, [0; 3]);
    for (race, line) in (1..).zip(said) {
        let mut order = [0, 1, 2];
        order.sort_by_key(|seat| arrives(*seat, race));
        let [first, second, _] = order;
        if arrives(second, race) - arrives(first, race) < CLEAR {
            continue;
        }
        clear += 1;
        winners[first] += 1;
        assert_eq!(line.by, first.to_string(), "race {race}: {line:?}");
        // What was measured is its way and its thinking, and nobody's queue.
        let measured = line.nanos.unwrap() / 1_000_000;
        assert!(measured >= arrives(first, race), "race {race}: {line:?}");
    }
    assert!(
        clear >= 8 && winners.iter().all(|won| *won > 0),
        "{clear} clear, {winners:?}"
    );
    server.stop().await;
}
