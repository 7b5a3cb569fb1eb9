//! Tests of the threads that serve a fair queue.

use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Receiver, channel};

use super::*;

const SETTINGS: PoolSettings = PoolSettings {
    name: "test",
    threads: 4,
    slots: 1,
    additional: 1,
    reserved: 1,
    per_requester: 1,
    limits: QueueLimits {
        per_requester: 500,
        total: 1000,
    },
};

const LONG: Duration = Duration::from_secs(30);

fn client(number: u8) -> Requester {
    Requester::Address([192, 0, 2, number].into())
}

fn pool(settings: PoolSettings) -> FairPool {
    FairPool::start(settings, || {}).unwrap()
}

/// Occupies the slot of a pool until the sender is dropped; returns once it does.
fn occupy(pool: &FairPool, requester: &Requester, gate: Receiver<()>) {
    let (started, has_started) = channel();
    let wait = move |_: &Turn<'_>| {
        started.send(()).unwrap();
        let _ = gate.recv();
    };
    pool.spawn(requester, wait).unwrap();
    has_started.recv().unwrap();
}

#[test]
fn small_job_is_served_after_one_slice_of_400_long_searches() {
    let pool = pool(PoolSettings {
        additional: 0,
        ..SETTINGS
    });
    let stop = Arc::new(AtomicBool::new(false));
    let running = Arc::new(AtomicUsize::new(0));
    let (started, has_started) = channel();
    for _ in 0..400 {
        let (stop, started) = (Arc::clone(&stop), started.clone());
        let running = Arc::clone(&running);
        let search = move |turn: &Turn<'_>| {
            started.send(()).unwrap();
            while !stop.load(Ordering::Relaxed) {
                running.fetch_add(1, Ordering::Relaxed);
                turn.give_way();
            }
        };
        pool.spawn(&client(1), search).unwrap();
    }
    has_started.recv().unwrap();
    let (done, is_done) = channel();
    for number in 2..50 {
        let done = done.clone();
        let small = move |_: &Turn<'_>| done.send(number).unwrap();
        pool.spawn(&client(number), small).unwrap();
    }
    for _ in 2..50 {
        is_done.recv_timeout(LONG).unwrap();
    }
    // No more than two searches of the client are in progress, however many slices pass: a test of time.
    has_started.recv().unwrap();
    thread::sleep(5 * SLICE);
    assert!(has_started.try_recv().is_err());
    assert_eq!(pool.activity().1, 399);
    let before = running.load(Ordering::Relaxed);
    while running.load(Ordering::Relaxed) == before {
        thread::yield_now();
    }
    stop.store(true, Ordering::Relaxed);
    pool.close();
    assert_eq!(has_started.iter().take(398).count(), 398);
}

#[test]
fn all_threads_of_a_paused_job_wait() {
    let pool = pool(PoolSettings {
        additional: 0,
        ..SETTINGS
    });
    let steps = Arc::new(AtomicUsize::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let (started, has_started) = channel();
    let (counted, stopped) = (Arc::clone(&steps), Arc::clone(&stop));
    let search = move |turn: &Turn<'_>| {
        started.send(()).unwrap();
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while !stopped.load(Ordering::Relaxed) {
                        counted.fetch_add(1, Ordering::Relaxed);
                        turn.give_way();
                    }
                });
            }
        });
    };
    pool.spawn(&client(1), search).unwrap();
    has_started.recv().unwrap();
    let (release, gate) = channel();
    occupy(&pool, &client(2), gate);
    // Each thread may complete the step in which it is, and takes no other: a test of time.
    thread::sleep(SLICE);
    let before = steps.load(Ordering::Relaxed);
    thread::sleep(SLICE);
    assert_eq!(steps.load(Ordering::Relaxed), before);
    drop(release);
    while steps.load(Ordering::Relaxed) == before {
        thread::yield_now();
    }
    stop.store(true, Ordering::Relaxed);
    pool.close();
}

#[test]
fn job_that_gives_no_way_keeps_no_other_requester_waiting() {
    let pool = pool(SETTINGS);
    let (release, gate) = channel();
    occupy(&pool, &client(1), gate);
    let (done, order) = channel();
    let send = |who: u8| {
        let done = done.clone();
        move |_: &Turn<'_>| done.send(who).unwrap()
    };
    pool.spawn(&client(1), send(1)).unwrap();
    pool.spawn(&client(2), send(2)).unwrap();
    assert_eq!(order.recv_timeout(LONG), Ok(2));
    // The requester of the long job has to wait for it, also once it is overdue: a test of time.
    thread::sleep(2 * OVERDUE);
    assert!(order.try_recv().is_err());
    drop(release);
    assert_eq!(order.recv_timeout(LONG), Ok(1));
}

#[test]
fn paused_jobs_of_the_public_leave_threads_to_players() {
    let pool = pool(SETTINGS);
    let stop = Arc::new(AtomicBool::new(false));
    let (started, has_started) = channel();
    for number in 0..20 {
        let (stop, started) = (Arc::clone(&stop), started.clone());
        let search = move |turn: &Turn<'_>| {
            started.send(()).unwrap();
            while !stop.load(Ordering::Relaxed) {
                turn.give_way();
            }
        };
        pool.spawn(&client(number), search).unwrap();
    }
    // As many as there are threads for the public.
    for _ in 0..3 {
        has_started.recv_timeout(LONG).unwrap();
    }
    let (done, is_done) = channel();
    let hint = move |_: &Turn<'_>| done.send(()).unwrap();
    pool.spawn(&Requester::Seat("m".into()), hint).unwrap();
    is_done.recv_timeout(LONG).unwrap();
    assert!(has_started.try_recv().is_err());
    stop.store(true, Ordering::Relaxed);
    pool.close();
}

#[test]
fn panicking_job_ends_alone_and_its_requester_is_served_on() {
    let pool = pool(SETTINGS);
    pool.spawn(&client(1), |_| panic!("a failing job")).unwrap();
    let (done, is_done) = channel();
    pool.spawn(&client(1), move |_| done.send(()).unwrap())
        .unwrap();
    is_done.recv_timeout(LONG).unwrap();
}
