//! Workers that report what they have not played get nothing into a tournament, or lose it again.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use botwerk_engine::GameId;
use botwerk_tournament::TurnTimes;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use botwerk_tournament::format::{ByePoints, Format};
use tokio::runtime::Handle;

use super::reported_play::checked_rows;
use super::test_context::{director_context, round_robin};
use super::{ChunkPlayer, DirectorContext, ReportedMatch, Tournament, Tournaments, WorkerReport};
use crate::error::Reason;
use crate::fair_pool::Turn;
use crate::requester::Requester;
use crate::store::{
    ChunkMatch, ChunkStore, LeasedChunk, LocalChunks, MemoryStore, ReportOutcome, TournamentStore,
    WorkerPlay,
};
use crate::test_polling::wait_until;
use crate::tournament_state::TournamentState;
use crate::workers::WorkerInfo;

/// Time for a tournament to end.
const LIMIT: Duration = Duration::from_secs(60);

fn worker(id: &str) -> WorkerInfo {
    WorkerInfo {
        id: id.into(),
        host: "host".into(),
        slots: 1,
        cores: 1,
        version: String::new(),
        load_percent: 0,
    }
}

fn entrant(number: usize, agent: &str) -> Entrant {
    let player = Player::Agent(agent.parse().unwrap());
    Entrant::new(format!("entrant {number}"), player)
}

/// A server with a tournament, and what its matches are played from.
struct Scene {
    store: Arc<MemoryStore>,
    chunks: Arc<LocalChunks>,
    server: Tournaments,
    tournament: Arc<Tournament>,
}

impl Scene {
    /// Starts a tournament of four entrants while a worker is online.
    async fn start(game: GameId, format: Format, check_percent: u32) -> Self {
        let store = Arc::new(MemoryStore::default());
        let chunks = LocalChunks::new(Arc::clone(&store) as _, Handle::current());
        let chunks = Arc::new(chunks);
        let server = Self::server(&store, &chunks, check_percent).await;
        server.workers().record_call(&worker("honest"));
        let entrants = ["greedy", "random", "random", "greedy"];
        let entrants = (0..).zip(entrants).map(|(n, agent)| entrant(n, agent));
        let mut new = round_robin(game, entrants.collect(), 1);
        new.configuration.format = format;
        let created = server.create(new).await.unwrap();
        Self {
            store,
            chunks,
            tournament: Arc::clone(&created.snapshot.tournament),
            server,
        }
    }

    /// Returns a server of the store.
    async fn server(
        store: &Arc<MemoryStore>,
        chunks: &Arc<LocalChunks>,
        check_percent: u32,
    ) -> Tournaments {
        let (matches, tournaments) = (Arc::clone(store), Arc::clone(store));
        let (workers, chunks) = (Arc::clone(store), Arc::clone(chunks) as _);
        Tournaments::new(DirectorContext {
            check_percent,
            ..director_context(matches, tournaments, workers, chunks).await
        })
    }

    /// Returns a player that makes other choices than the entrants do.
    fn liar(&self) -> ChunkPlayer {
        let mut configuration = self.tournament.configuration.clone();
        configuration.entrants = (0..4).map(|number| entrant(number, "random")).collect();
        configuration.entrants[1] = entrant(1, "greedy");
        self.player(configuration)
    }

    fn honest(&self) -> ChunkPlayer {
        self.player(self.tournament.configuration.clone())
    }

    fn player(&self, configuration: Configuration) -> ChunkPlayer {
        ChunkPlayer::new(configuration, self.tournament.seeds.root()).unwrap()
    }

    async fn lease(&self, server: &Tournaments, id: &str) -> LeasedChunk {
        let leased = server.lease_chunk(&worker(id), LIMIT).await.unwrap();
        leased.expect("a chunk is offered")
    }

    /// Plays until the tournament has ended.
    async fn play_honestly(&self) {
        let player = self.honest();
        let play = async {
            loop {
                let chunk = self.lease(&self.server, "honest").await;
                let report = report("honest", chunk, &player);
                // A chunk may be taken back.
                self.server.report(report).await.unwrap();
            }
        };
        tokio::select! {
            () = self.end() => {}
            () = play => unreachable!(),
        }
    }

    /// Waits for the end of the tournament.
    async fn end(&self) {
        wait_until("the tournament is over", async || {
            let current = self.server.describe(&self.tournament.id).await.unwrap();
            current.snapshot.state == TournamentState::Over
        })
        .await;
    }

    async fn wait_for_exclusion(&self, id: &str) {
        wait_until("the worker is excluded", async || {
            self.server.context.check_not_excluded(id).await.is_err()
        })
        .await;
    }

    /// Checks that every match has one result, that of the play that follows from the seeds, and that the sums are theirs.
    async fn check_results(&self, expected: u64) {
        let player = self.honest();
        let id = &self.tournament.id;
        let attempts = self.store.attempts(id, 0, u64::MAX).await.unwrap();
        let counted: Vec<_> = attempts.iter().filter(|row| row.result.is_some()).collect();
        assert_eq!(counted.len() as u64, expected);
        let mut points = vec![0; 4];
        for row in counted {
            let stored = self.server.context.stored_play(id, row.pairing).await;
            let stored = stored.unwrap().expect("the match is stored");
            let result = row.result.as_ref().unwrap();
            let block = row.pairing / 2;
            let again = player.play(block, &result.seats, &AtomicBool::new(false));
            assert!(
                stored.record.is_same(&again.unwrap().unwrap()),
                "{}",
                row.pairing
            );
            for (seat, entrant) in result.seats.iter().enumerate() {
                points[*entrant] += result.half_points(seat);
            }
        }
        let described = self.server.describe(id).await.unwrap();
        let entrants = &described.snapshot.entrants;
        let sums: Vec<u64> = entrants.iter().map(|stats| stats.half_points).collect();
        assert_eq!(sums, points);
    }
}

fn report(id: &str, chunk: LeasedChunk, player: &ChunkPlayer) -> WorkerReport {
    let results = chunk.open_matches().map(|one| {
        let played = player.play(one.block, &one.seats, &AtomicBool::new(false));
        ReportedMatch {
            pairing: one.pairing,
            record: played.unwrap().unwrap(),
            nanos: 1_000_000,
        }
    });
    WorkerReport {
        worker: worker(id),
        results: results.collect(),
        lease: chunk.lease,
        failures: Vec::new(),
        malformed: None,
    }
}

const CUP: Format = Format::RoundRobin { cycles: 1 };

type Forgery = (&'static str, fn(&mut WorkerReport));

/// Everything that no play by the rules has.
const FORGERIES: &[Forgery] = &[
    ("start", |report| {
        report.results[0].record.start = "xyzzy".into();
    }),
    ("start of another block", |report| {
        let start = &mut report.results[0].record.start;
        *start = start.replacen('1', "2", 1) + " ";
    }),
    ("4 MB of text", |report| {
        report.results[0].record.events = vec!["x".repeat(4 << 20)];
    }),
    ("control characters", |report| {
        let events = &mut report.results[0].record.events;
        events[0] = events[0].replacen('{', "{\u{1b}[2J", 1);
    }),
    ("blanks in an event", |report| {
        report.results[0].record.events[0].insert(1, ' ');
    }),
    ("no events", |report| {
        report.results[0].record.events.clear();
    }),
    ("an event is missing", |report| {
        drop(report.results[0].record.events.pop());
    }),
    ("an event after the end", |report| {
        let events = &mut report.results[0].record.events;
        let last = events[events.len() - 1].clone();
        events.push(last);
    }),
    ("places", |report| {
        report.results[0].record.outcome.places.reverse();
        report.results[0].record.outcome.places.push(1);
    }),
    ("points", |report| {
        report.results[0].record.outcome.points = vec![i32::MAX, i32::MIN];
    }),
    ("rule", |report| {
        report.results[0].record.outcome.outcome = "I won".into();
    }),
    ("no statistics", |report| {
        report.results[0].record.seat_stats.clear();
    }),
    ("illegal submissions", |report| {
        report.results[0].record.seat_stats[0].illegal_submissions = u32::MAX;
    }),
    ("2^64-1 turns", |report| {
        let turns = r#"{"turns":18446744073709551615,"nanos":7}"#;
        let times: TurnTimes = serde_json::from_str(turns).unwrap();
        report.results[0].record.seat_stats[0].turn_times = times;
    }),
    ("65,536 time classes", |report| {
        let classes: Vec<(u16, u64)> = (0..=u16::MAX).map(|class| (class, 0)).collect();
        let times = serde_json::json!({"turns": 0, "nanos": 0, "classes": classes});
        let times = serde_json::from_value(times).unwrap();
        report.results[0].record.seat_stats[0].turn_times = times;
    }),
    ("a pairing twice", |report| {
        let again = report.results[0].clone();
        report.results.push(again);
    }),
    ("JSON", |report| report.malformed = Some("no JSON".into())),
];

/// A chunk that is removed and added again has the same name, so that a late report may be about matches of the former one.
#[tokio::test]
async fn report_of_another_chunk_counts_for_nothing_and_excludes_no_worker() {
    let scene = Scene::start(GameId::NETZWERK, CUP, 0).await;
    let changes: [fn(&mut WorkerReport); 2] = [
        |report| report.results[0].pairing = 11,
        |report| report.failures.push((11, "it failed".into())),
    ];
    for change in changes {
        let chunk = scene.lease(&scene.server, "late").await;
        let lease = chunk.lease.clone();
        let mut late = report("late", chunk, &scene.honest());
        change(&mut late);
        let outcome = scene.server.report(late).await.unwrap();
        assert_eq!(outcome, ReportOutcome::Superseded);
        scene.server.release_lease(lease).await.unwrap();
    }
    let attempts = scene.store.attempts(&scene.tournament.id, 0, 100).await;
    assert_eq!(attempts.unwrap(), []);
    scene.play_honestly().await;
    scene.check_results(12).await;
}

#[tokio::test]
async fn report_of_what_no_rules_allow_is_rejected_and_excludes_its_worker() {
    let scene = Scene::start(GameId::NETZWERK, CUP, 0).await;
    for (id, forge) in FORGERIES {
        let chunk = scene.lease(&scene.server, id).await;
        let lease = chunk.lease.clone();
        let mut forged = report(id, chunk, &scene.honest());
        forge(&mut forged);
        let error = scene.server.report(forged).await.unwrap_err();
        assert_eq!(error.reason, Reason::WorkerExcluded, "{id}: {error}");
        assert!(error.message.contains("--readmit"), "{id}: {error}");
        let leased = scene.server.lease_chunk(&worker(id), LIMIT).await;
        assert_eq!(leased.unwrap_err().reason, Reason::WorkerExcluded, "{id}");
        let renewed = scene
            .server
            .renew_leases(&worker(id), vec![lease.clone()])
            .await;
        assert_eq!(renewed.unwrap_err().reason, Reason::WorkerExcluded);
        scene.server.release_lease(lease).await.unwrap();
    }
    let attempts = scene.store.attempts(&scene.tournament.id, 0, 100).await;
    assert_eq!(attempts.unwrap(), []);
    let listed = scene.server.list_workers().await.unwrap();
    let excluded = listed.iter().filter(|one| one.exclusion.is_some());
    assert_eq!(excluded.count(), FORGERIES.len());
    scene.play_honestly().await;
    scene.check_results(12).await;
    scene.server.readmit_worker("start").await.unwrap();
    let leased = scene
        .server
        .lease_chunk(&worker("start"), Duration::ZERO)
        .await;
    assert_eq!(leased.unwrap(), None);
}

#[tokio::test]
async fn honest_plays_of_every_game_are_accepted() {
    for game in GameId::BUILT_IN {
        let store = Arc::new(MemoryStore::default());
        let chunks = LocalChunks::new(Arc::clone(&store) as _, Handle::current());
        let chunks = Arc::new(chunks);
        let server = Scene::server(&store, &chunks, 100).await;
        server.workers().record_call(&worker("honest"));
        let entrants = (0..2).map(|number| entrant(number, "random"));
        let mut new = round_robin(*game, entrants.collect(), 2);
        new.configuration.virtual_time = true;
        let created = server.create(new).await.unwrap();
        let scene = Scene {
            store,
            chunks,
            tournament: Arc::clone(&created.snapshot.tournament),
            server,
        };
        scene.play_honestly().await;
        let listed = scene.server.list_workers().await.unwrap();
        let honest = listed.iter().find(|one| one.info.id == "honest").unwrap();
        assert_eq!((honest.matches, honest.differing_matches), (4, 0), "{game}");
        assert_eq!(honest.checked_matches, 4, "{game}");
    }
}

#[tokio::test]
async fn first_difference_excludes_a_worker_and_its_matches_are_played_again() {
    let scene = Scene::start(GameId::NETZWERK, CUP, 100).await;
    let liar = scene.liar();
    let chunk = scene.lease(&scene.server, "liar").await;
    let stored = scene.server.report(report("liar", chunk, &liar)).await;
    assert!(matches!(stored.unwrap(), ReportOutcome::Stored { .. }));
    scene.wait_for_exclusion("liar").await;
    let differing = scene
        .server
        .differing_matches(&scene.tournament.id, None, 9)
        .await;
    assert!(!differing.unwrap().is_empty());
    scene.play_honestly().await;
    scene.check_results(12).await;
}

#[tokio::test]
async fn lies_of_a_finished_round_are_replaced_and_the_next_one_is_paired_again() {
    let swiss = Format::Swiss {
        rounds: 3,
        pairs: 2,
        bye: ByePoints::Round,
    };
    let scene = Scene::start(GameId::NETZWERK, swiss, 0).await;
    let liar = scene.liar();
    // All of the first round, and a part of the second.
    let mut reported = 0;
    while reported < 10 {
        let chunk = scene.lease(&scene.server, "liar").await;
        let report = report("liar", chunk, &liar);
        reported += report.results.len();
        scene.server.report(report).await.unwrap();
    }
    let context = &scene.server.context;
    context.exclude("liar", "it lies".into()).await.unwrap();
    scene.play_honestly().await;
    scene.check_results(24).await;
}

#[tokio::test]
async fn checks_of_a_server_that_has_none_of_its_threads_free_are_done_by_the_director() {
    let scene = Scene::start(GameId::NETZWERK, CUP, 100).await;
    let other = Scene::server(&scene.store, &scene.chunks, 100).await;
    let (_release, gate) = channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    // Of more requesters than the pool has threads, those for long jobs among them.
    for number in 0..8 {
        let gate = Arc::clone(&gate);
        let wait = move |_: &Turn<'_>| {
            let _ = gate.lock().unwrap().recv();
        };
        let busy = Requester::Checks(format!("busy {number}"));
        let pool = &other.context.pool;
        pool.try_spawn_request_job(&busy, wait).unwrap();
    }
    let chunk = scene.lease(&other, "liar").await;
    other
        .report(report("liar", chunk, &scene.liar()))
        .await
        .unwrap();
    scene.play_honestly().await;
    assert!(
        scene
            .server
            .context
            .check_not_excluded("liar")
            .await
            .is_err()
    );
    scene.check_results(12).await;
}

#[tokio::test]
async fn worker_of_a_late_forgery_is_excluded_and_that_of_the_stored_play_is_not() {
    let scene = Scene::start(GameId::NETZWERK, CUP, 0).await;
    let chunk = scene.lease(&scene.server, "liar").await;
    scene
        .chunks
        .release_lease(chunk.lease.clone())
        .await
        .unwrap();
    let again = scene.lease(&scene.server, "honest").await;
    assert_eq!(again.lease.first_pairing, chunk.lease.first_pairing);
    let late = report("liar", chunk, &scene.liar());
    let stored = scene
        .server
        .report(report("honest", again, &scene.honest()));
    assert!(matches!(
        stored.await.unwrap(),
        ReportOutcome::Stored { .. }
    ));
    let late = scene.server.report(late).await.unwrap();
    assert_eq!(late, ReportOutcome::Superseded);
    scene.wait_for_exclusion("liar").await;
    scene.play_honestly().await;
    scene.check_results(12).await;
}

#[tokio::test]
async fn worker_that_renews_and_never_reports_loses_its_lease_and_is_said_to_be_stalled() {
    let store = Arc::new(MemoryStore::default());
    let chunks = LocalChunks::new(Arc::clone(&store) as _, Handle::current());
    let chunks = Arc::new(chunks);
    let (matches, tournaments, workers) = (store.clone(), store.clone(), store.clone());
    let context = director_context(matches, tournaments, workers, Arc::clone(&chunks) as _).await;
    let server = Tournaments::new(DirectorContext {
        chunk_lease: Duration::from_secs(1),
        ..context
    });
    server.workers().record_call(&worker("honest"));
    let entrants = ["greedy", "random", "random", "greedy"];
    let entrants = (0..).zip(entrants).map(|(n, agent)| entrant(n, agent));
    let new = round_robin(GameId::NETZWERK, entrants.collect(), 1);
    let created = server.create(new).await.unwrap();
    let scene = Scene {
        store,
        chunks,
        tournament: Arc::clone(&created.snapshot.tournament),
        server,
    };
    let held = scene.lease(&scene.server, "holder").await;
    let renew_for_ever = wait_until("the lease ends", async || {
        let leases = vec![held.lease.clone()];
        let ended = scene.server.renew_leases(&worker("holder"), leases).await;
        !ended.unwrap().is_empty()
    });
    tokio::join!(renew_for_ever, scene.play_honestly());
    scene.check_results(12).await;
    let listed = scene.server.list_workers().await.unwrap();
    let holder = listed.iter().find(|one| one.info.id == "holder").unwrap();
    assert_eq!(holder.stalled_leases, 1);
    assert!(holder.warnings.iter().any(|text| text.contains("stalled")));
    assert!(scene.server.workers().is_stalled("holder"));
    assert!(!scene.server.workers().is_stalled("honest"));
}

/// Number of matches that are measured.
const MATCHES: u32 = 100;

/// Prints what checking a report costs, in comparison with playing its matches.
#[tokio::test]
#[ignore = "measures"]
async fn time_to_check_a_report() {
    for (game, agent) in [
        (GameId::NETZWERK, "greedy"),
        (GameId::NETZWERK, "random"),
        (GameId::DROIDS, "random"),
        (GameId::MICRO_ROBOTS, "solver"),
    ] {
        let entrants = (0..2).map(|number| entrant(number, agent)).collect();
        let mut new = round_robin(game, entrants, 100);
        new.configuration.virtual_time = true;
        let store = Arc::new(MemoryStore::default());
        let chunks = LocalChunks::new(Arc::clone(&store) as _, Handle::current());
        let server = Scene::server(&store, &Arc::new(chunks), 0).await;
        let created = server.create(new).await.unwrap();
        let tournament = Arc::clone(&created.snapshot.tournament);
        server.cancel(&tournament.id).await.unwrap();
        let player = ChunkPlayer::new(tournament.configuration.clone(), tournament.seeds.root());
        let player = player.unwrap();
        let (mut played, mut events) = (Duration::ZERO, 0);
        let one = |pairing| ChunkMatch {
            pairing,
            block: pairing / 2,
            seats: vec![0, 1],
        };
        let matches: Vec<ChunkMatch> = (0..u64::from(MATCHES)).map(one).collect();
        let mut reported = Vec::new();
        for one in &matches {
            let start = Instant::now();
            let record = player.play(one.block, &one.seats, &AtomicBool::new(false));
            played += start.elapsed();
            let record = record.unwrap().unwrap();
            events += record.events.len();
            let play = WorkerPlay {
                worker: "w".into(),
                is_unchecked: false,
            };
            reported.push((one, record, play));
        }
        let start = Instant::now();
        checked_rows(&tournament, reported).unwrap();
        let checked = start.elapsed();
        println!(
            "{game} {agent}: {} events a match, played in {:?}, checked in {:?}",
            events / MATCHES as usize,
            played / MATCHES,
            checked / MATCHES
        );
    }
}
