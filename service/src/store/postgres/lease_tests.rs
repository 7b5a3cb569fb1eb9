//! The leases of servers that share a database, and the database that ends in the middle of a commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use botwerk_test_postgres::{PostgresCluster, Sync};
use tokio::time::{Instant, sleep};

use crate::match_state::MatchState;
use crate::store::WriteCommand::{self, ChangeTournament, Create, CreateTournament, Probe};
use crate::store::test_stores::empty_match;
use crate::store::test_stores::open_postgres_with_lease as open;
use crate::store::tournament_contract_tests::tournament_row;
use crate::store::{
    ChunkMatch, ChunkReport, ChunkRow, ChunkStore, Commit, MatchRow, Owner, PostgresStore,
    SharedStore, Store, StoreError, TournamentAdditions, TournamentChange, WriteStore,
};
use crate::test_polling::wait_until;
use crate::tournament_state::TournamentState;

const LEASE: Duration = Duration::from_secs(1);

fn row(id: &str) -> MatchRow {
    empty_match(id, MatchState::Running)
}

fn commit(id: &str, after: u64) -> Commit {
    Commit {
        events: vec![format!("event {after}")],
        ..Commit::new(id.into(), after, MatchState::Running)
    }
}

/// Waits until a statement of another connection sleeps, with its locks.
async fn wait_for_sleeping_statement(cluster: &PostgresCluster) {
    let sleeping = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    wait_until("the other statement has its locks", async || {
        cluster.run_sql("test0", sleeping) == "1"
    })
    .await;
}

#[tokio::test]
async fn only_the_owner_appends_and_another_server_names_it() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    // Long enough for a machine that does many other things.
    let lease = 3 * LEASE;
    let (a, b) = (open(&url, "a", lease).await, open(&url, "b", lease).await);
    a.write(Create(row("m"))).await.unwrap();
    assert_eq!(a.match_owner(&"m".into()).await, Ok(Owner::This));
    let address = "http://a.example".to_owned();
    assert_eq!(b.match_owner(&"m".into()).await, Ok(Owner::Other(address)));
    assert_eq!(
        b.write(WriteCommand::Commit(commit("m", 0))).await,
        Err(StoreError::LeaseLost)
    );
    a.write(WriteCommand::Commit(commit("m", 0))).await.unwrap();
    assert_eq!(b.load(&"m".into()).await.unwrap().events, ["event 0"]);
    // A lease that is renewed is never taken over, also if nothing is written: a test of time.
    sleep(lease + LEASE).await;
    assert_eq!(b.take_over().await, Ok(false));
    assert!(b.unfinished().await.unwrap().is_empty());
    let missing = b.match_owner(&"no".into()).await;
    assert_eq!(missing, Err(StoreError::NotFound("no".into())));
}

#[tokio::test]
async fn server_that_is_suspended_beyond_its_lease_can_append_no_more() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let (a, b) = (open(&url, "a", LEASE).await, open(&url, "b", LEASE).await);
    a.write(Create(row("m"))).await.unwrap();
    a.write(WriteCommand::Commit(commit("m", 0))).await.unwrap();
    let expire = "UPDATE servers SET expires_at = now() - INTERVAL '1 s' WHERE identity = 'a'";
    cluster.run_sql("test0", expire);
    assert!(matches!(
        b.match_owner(&"m".into()).await,
        Ok(Owner::Expired | Owner::Other(_))
    ));
    wait_until("the lease is taken over", async || {
        // The suspended server may have renewed it.
        cluster.run_sql("test0", expire);
        b.take_over().await.unwrap()
    })
    .await;
    assert_eq!(b.match_owner(&"m".into()).await, Ok(Owner::This));
    assert_eq!(
        a.write(WriteCommand::Commit(commit("m", 1))).await,
        Err(StoreError::LeaseLost)
    );
    assert!(*a.is_lease_lost().borrow());
    assert_eq!(a.write(Create(row("n"))).await, Err(StoreError::LeaseLost));
    b.write(WriteCommand::Commit(commit("m", 1))).await.unwrap();
    // It starts over as a server that owns nothing.
    a.register_again().await.unwrap();
    assert!(!*a.is_lease_lost().borrow());
    assert_eq!(
        a.write(WriteCommand::Commit(commit("m", 2))).await,
        Err(StoreError::LeaseLost)
    );
    a.write(Create(row("n"))).await.unwrap();
    let events = a.load(&"m".into()).await.unwrap().events;
    assert_eq!(events, ["event 0", "event 1"]);
}

#[tokio::test]
async fn server_that_cannot_use_the_tables_any_more_loses_its_lease_and_is_not_registered_again() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let a = open(&url, "a", 3 * LEASE).await;
    a.write(Create(row("m"))).await.unwrap();
    // As a later version does while the server is suspended.
    let change = "UPDATE schema_compatibility SET compatible_from = 1000";
    cluster.run_sql("test0", change);
    let write = a.write(WriteCommand::Commit(commit("m", 0))).await;
    assert_eq!(write, Err(StoreError::LeaseLost));
    let error = a.register_again().await.unwrap_err().to_string();
    assert!(error.contains("use the newer one"), "{error}");
    assert!(a.load(&"m".into()).await.unwrap().events.is_empty());
}

#[tokio::test]
async fn server_that_has_stored_results_of_a_tournament_can_direct_it_after_a_takeover() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let lease = Duration::from_secs(60);
    let (a, b) = (open(&url, "a", lease).await, open(&url, "b", lease).await);
    let chunk = |pairing| ChunkRow {
        tournament: "t".into(),
        matches: vec![ChunkMatch {
            pairing,
            block: pairing,
            seats: vec![0, 1],
        }],
    };
    a.write(CreateTournament(tournament_row("t", "5eed")))
        .await
        .unwrap();
    a.add_chunk(chunk(0)).await.unwrap();
    let leased = b.lease_chunk("w", lease).await.unwrap().unwrap();
    // The writer now knows the tournament as that of the other server.
    let report = ChunkReport {
        lease: leased.lease,
        finished: Vec::new(),
        failed: vec![0],
    };
    b.report(report).await.unwrap();
    let rejected = b.add_chunk(chunk(1)).await;
    assert_eq!(rejected, Err(StoreError::LeaseLost));
    drop(a);
    assert_eq!(b.take_over().await, Ok(true));
    b.add_chunk(chunk(1)).await.unwrap();
}

#[tokio::test]
async fn server_that_starts_waits_longer_for_a_lock_than_its_lease() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    drop(open(&url, "a", LEASE).await);
    let cluster = Arc::new(cluster);
    let lock = "BEGIN; LOCK TABLE server, servers; SELECT pg_sleep(2); COMMIT";
    let locking = std::thread::spawn({
        let cluster = Arc::clone(&cluster);
        move || cluster.run_sql("test0", lock)
    });
    wait_for_sleeping_statement(&cluster).await;
    let start = Instant::now();
    drop(open(&url, "a", LEASE).await);
    assert!(start.elapsed() > LEASE, "the lock was not held");
    locking.join().unwrap();
}

#[tokio::test]
async fn running_tournaments_of_other_servers_are_listed_with_their_versions() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let lease = Duration::from_secs(60);
    let (a, b) = (open(&url, "a", lease).await, open(&url, "b", lease).await);
    for (id, seed) in [("s", "5eed"), ("t", "0dd5")] {
        let row = tournament_row(id, seed);
        a.write(CreateTournament(row)).await.unwrap();
    }
    let listed = async || b.tournaments_elsewhere().await.unwrap();
    let [first, second] = listed().await.try_into().unwrap();
    assert_eq!((first.id, second.id.clone()), ("s".into(), "t".into()));
    assert_eq!(second.address, "http://a.example");
    assert!(a.tournaments_elsewhere().await.unwrap().is_empty());
    let change = |id: &str, state, status: &str| TournamentChange {
        id: id.into(),
        state,
        status: status.into(),
        additions: TournamentAdditions::default(),
    };
    let paused = change("s", TournamentState::Paused, "{}");
    a.write(ChangeTournament(paused)).await.unwrap();
    let changed = change("t", TournamentState::Running, "{\"concurrency\":7}");
    a.write(ChangeTournament(changed)).await.unwrap();
    let [only] = listed().await.try_into().unwrap();
    assert_eq!(only.id, second.id);
    assert_ne!(only.version, second.version);
    cluster.run_sql(
        "test0",
        "UPDATE servers SET expires_at = now() - INTERVAL '1 s' WHERE identity = 'a'",
    );
    assert!(listed().await.is_empty());
}

#[tokio::test]
async fn server_that_ends_leaves_its_matches_to_others_at_once() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let lease = Duration::from_secs(60);
    let (a, b) = (open(&url, "a", lease).await, open(&url, "b", lease).await);
    a.write(Create(row("m"))).await.unwrap();
    drop(a);
    assert_eq!(b.take_over().await, Ok(true));
    let owned = b.unfinished().await.unwrap();
    assert_eq!(owned, [("m".into(), MatchState::Running)]);
    // The same server, started again, does not wait for the lease of its earlier process.
    std::mem::forget(b);
    let restarted = open(&url, "b", lease).await;
    assert_eq!(restarted.unfinished().await.unwrap(), owned);
    restarted
        .write(WriteCommand::Commit(commit("m", 0)))
        .await
        .unwrap();
}

#[tokio::test]
async fn servers_whose_leases_have_all_expired_do_not_block_each_other() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let (a, b) = (open(&url, "a", LEASE).await, open(&url, "b", LEASE).await);
    a.write(Create(row("m"))).await.unwrap();
    b.write(Create(row("n"))).await.unwrap();
    for _ in 0..20 {
        cluster.run_sql(
            "test0",
            "UPDATE servers SET expires_at = now() - INTERVAL '1 s'",
        );
        let (first, second) = tokio::join!(a.take_over(), b.take_over());
        let is_deadlock = |result: &Result<bool, StoreError>| {
            let error = result.as_ref().err().map(ToString::to_string);
            error.is_some_and(|error| error.contains("deadlock"))
        };
        assert!(
            !is_deadlock(&first) && !is_deadlock(&second),
            "{first:?}, {second:?}"
        );
        for store in [&a, &b] {
            // Either may have lost its lease to the other.
            while store.write(Probe).await.is_err() {
                let _ = store.register_again().await;
            }
        }
    }
    let owned = [a.unfinished().await.unwrap(), b.unfinished().await.unwrap()];
    let owned = owned.concat().len();
    assert!(owned <= 2, "{owned}");
}

/// Holds a lock on a row until a transaction waits for it, then requests another one: a program with another order of locks. The
/// database finds the deadlock in the transaction of the server.
fn lock_in_another_order(
    cluster: &Arc<PostgresCluster>,
    first: &str,
    second: &str,
) -> std::thread::JoinHandle<()> {
    let sql = format!(
        "SET deadlock_timeout = '60s'; SET statement_timeout = '60s';
         BEGIN;
         SELECT FROM {first} FOR UPDATE;
         DO $$ BEGIN
             WHILE NOT EXISTS (
                 SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
             ) LOOP
                 PERFORM pg_sleep(0.05);
             END LOOP;
         END $$;
         SELECT FROM {second} FOR UPDATE;
         COMMIT"
    );
    let cluster = Arc::clone(cluster);
    std::thread::spawn(move || drop(cluster.run_sql("test0", &sql)))
}

#[tokio::test]
async fn transaction_that_a_deadlock_has_undone_is_tried_again() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let cluster = Arc::new(cluster);
    // No heartbeat falls into this test.
    let lease = Duration::from_secs(600);
    let (a, b) = (open(&url, "a", lease).await, open(&url, "b", lease).await);
    a.write(CreateTournament(tournament_row("t", "5eed")))
        .await
        .unwrap();
    a.write(Create(row("m"))).await.unwrap();
    let tournament = "tournaments WHERE id = 't'";
    let locking = lock_in_another_order(&cluster, tournament, "servers WHERE identity = 'a'");
    wait_for_sleeping_statement(&cluster).await;
    let paused = TournamentChange {
        id: "t".into(),
        state: TournamentState::Paused,
        status: "{}".into(),
        additions: TournamentAdditions::default(),
    };
    a.write(ChangeTournament(paused)).await.unwrap();
    locking.join().unwrap();
    let expire = "UPDATE servers SET expires_at = now() - INTERVAL '1 s' WHERE identity = 'a'";
    cluster.run_sql("test0", expire);
    let locking = lock_in_another_order(&cluster, "matches WHERE id = 'm'", tournament);
    wait_for_sleeping_statement(&cluster).await;
    assert_eq!(b.take_over().await, Ok(true));
    locking.join().unwrap();
    assert_eq!(b.match_owner(&"m".into()).await, Ok(Owner::This));
}

/// Commits to a match until told to stop, and returns the number of those that were acknowledged; adds each to `total`. A
/// commit that fails is tried again unchanged, as a room does.
async fn append_steadily(
    store: Arc<PostgresStore>,
    id: String,
    total: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
) -> u64 {
    let mut acknowledged = 0;
    while !stop.load(Ordering::SeqCst) {
        match store
            .write(WriteCommand::Commit(commit(&id, acknowledged)))
            .await
        {
            Ok(()) => {
                acknowledged += 1;
                total.fetch_add(1, Ordering::SeqCst);
                continue;
            }
            Err(StoreError::LeaseLost) => {
                // As a server does: everything is read again.
                let is_registered = store.register_again().await.is_ok();
                if is_registered
                    && store.take_over().await.is_ok()
                    && let Ok(stored) = store.load(&id.as_str().into()).await
                {
                    acknowledged = stored.events.len() as u64;
                }
            }
            Err(StoreError::Unavailable(_)) => {}
            Err(other) => panic!("{id}: {other}"),
        }
        // The pace of a client that tries again.
        sleep(Duration::from_millis(5)).await;
    }
    acknowledged
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_commit_is_lost_or_doubled_when_the_database_is_killed() {
    let Some(mut cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let store = Arc::new(open(&url, "a", Duration::from_secs(5)).await);
    let stop = Arc::new(AtomicBool::new(false));
    let total = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for number in 0..4 {
        let id = format!("m{number}");
        store.write(Create(row(&id))).await.unwrap();
        tasks.push(tokio::spawn(append_steadily(
            Arc::clone(&store),
            id,
            Arc::clone(&total),
            Arc::clone(&stop),
        )));
    }
    let more = async || {
        let before = total.load(Ordering::SeqCst);
        wait_until("more is stored", async || {
            total.load(Ordering::SeqCst) > before + 50
        })
        .await;
    };
    for _ in 0..3 {
        more().await;
        cluster.kill();
        cluster.restart().unwrap();
    }
    more().await;
    stop.store(true, Ordering::SeqCst);
    for (number, task) in tasks.into_iter().enumerate() {
        let acknowledged = task.await.unwrap();
        let stored = store.load(&format!("m{number}").as_str().into()).await;
        let events = stored.unwrap().events;
        let expected: Vec<_> = (0..acknowledged)
            .map(|seq| format!("event {seq}"))
            .collect();
        assert_eq!(events, expected);
        assert!(acknowledged > 0, "nothing was stored");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_fail_in_time_while_the_database_does_not_answer() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let url = cluster.create_database();
    let store = open(&url, "a", LEASE).await;
    store.write(Create(row("m"))).await.unwrap();
    cluster.suspend();
    let start = Instant::now();
    let failed = store.write(WriteCommand::Commit(commit("m", 0))).await;
    assert!(
        matches!(failed, Err(StoreError::Unavailable(_))),
        "{failed:?}"
    );
    assert!(start.elapsed() < 10 * LEASE, "{:?}", start.elapsed());
    cluster.resume();
    wait_until("the commit is stored", async || {
        let written = store.write(WriteCommand::Commit(commit("m", 0))).await;
        written.is_ok()
    })
    .await;
    let events = store.load(&"m".into()).await.unwrap().events;
    assert_eq!(events, ["event 0"]);
}
