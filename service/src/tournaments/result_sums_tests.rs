//! Every result is counted once, whenever a server is killed and in whatever order results are stored.

use std::ops::Range;
use std::sync::Arc;

use botwerk_engine::GameId;
use botwerk_engine::record::OutcomeLine;
use botwerk_tournament::MatchResult;
use botwerk_tournament::TournamentTally;
use botwerk_tournament::configuration::{Entrant, LaunchCommand, Player};
use tokio::runtime::{Handle, Runtime};

use super::recording_store::{RecordingStore, StoreRead};
use super::result_sums::RESULTS_PER_PAGE;
use super::test_context::{director_context, round_robin};
use super::{Tournament, TournamentDescription, Tournaments};
use crate::match_state::MatchState;
use crate::store::test_stores::empty_match;
use crate::store::{
    AttemptKey, CheckpointRow, Commit, LocalChunks, MemoryStore, ScoredAttempt, TournamentStore,
    WriteCommand, WriteStore,
};
use crate::test_polling::wait_until;

/// Pairings of each cycle of three entrants.
const PER_CYCLE: u64 = 6;

/// A tournament of three bots, which are never online: nothing but forfeits is stored unless a test does.
struct Cup {
    store: Arc<RecordingStore>,
    tournament: Arc<Tournament>,
}

impl Cup {
    async fn new(cycles: u32) -> Self {
        let store = Arc::new(RecordingStore::default());
        let server = server(&store).await;
        let entrant = |name: &str| {
            let command = LaunchCommand::new(vec!["bot".into()]);
            Entrant::new(name.into(), Player::Command(command))
        };
        let entrants = ["a", "b", "c"].map(entrant).to_vec();
        let new = round_robin(GameId::NETZWERK, entrants, cycles);
        let tournament = Arc::clone(&server.create(new).await.unwrap().tournament);
        server.end_directors().await;
        Self { store, tournament }
    }

    /// Opens the tournament at another server.
    async fn open(&self) -> Tournaments {
        let server = server(&self.store).await;
        assert_eq!(server.resume_unfinished().await.unwrap(), 1);
        server
    }

    /// Stores results of matches that were played. The entrant with the smaller number wins two of three.
    async fn play(&self, pairings: impl IntoIterator<Item = u64>) {
        let id = &self.tournament.id;
        let stored = Tournament::read(self.store.tournament(id).await.unwrap()).unwrap();
        let progress = self.tournament.progress(&stored.1.status, Vec::new());
        let progress = progress.unwrap();
        for index in pairings {
            let seats = progress.pairing(index).unwrap().seats;
            let is_first_better = (seats[0] < seats[1]) == (index % 3 > 0);
            let places = if is_first_better { [1, 2] } else { [2, 1] };
            let result = MatchResult {
                seats,
                places: places.to_vec(),
                is_rated: true,
                is_voided: false,
                is_adjudicated: false,
                fingerprint: None,
                seat_stats: Vec::new(),
            };
            let attempt = AttemptKey {
                tournament: id.clone(),
                pairing: index,
                attempt: 1,
            };
            let row = empty_match(&format!("match-{index}"), MatchState::Over);
            let commit = Commit {
                events: vec!["an event".into()],
                outcome: Some(OutcomeLine {
                    outcome: "over".into(),
                    places: places.to_vec(),
                    points: Vec::new(),
                    terminations: Vec::new(),
                }),
                scored: Some(ScoredAttempt { attempt, result }),
                ..Commit::new(row.id.clone(), 0, MatchState::Over)
            };
            let written = self.store.write(WriteCommand::InsertFinished(row, commit));
            written.await.unwrap();
        }
    }

    async fn describe(&self, server: &Tournaments) -> Arc<TournamentDescription> {
        server.describe(&self.tournament.id).await.unwrap()
    }

    async fn tally(&self, server: &Tournaments) -> Arc<TournamentTally> {
        let standings = server.standings(&self.tournament.id).await.unwrap();
        Arc::clone(&standings.tally)
    }

    /// Makes the checkpoint one that no server understands, as those of former versions are.
    async fn spoil_checkpoint(&self) {
        let spoilt = CheckpointRow {
            tournament: self.tournament.id.clone(),
            results: 7,
            content: String::new(),
        };
        self.store
            .write(WriteCommand::SaveCheckpoint(spoilt))
            .await
            .unwrap();
    }

    /// Checks that the sums of a server are those of all results, counted one by one.
    async fn check_sums(&self, server: Tournaments) {
        let (tally, results) = (
            self.tally(&server).await,
            self.describe(&server).await.snapshot.results,
        );
        server.end_directors().await;
        let resumed = self.open().await;
        assert_eq!(self.tally(&resumed).await, tally);
        resumed.end_directors().await;
        self.spoil_checkpoint().await;
        let counted = self.open().await;
        assert_eq!(self.tally(&counted).await, tally);
        assert_eq!(self.describe(&counted).await.snapshot.results, results);
        counted.end_directors().await;
    }

    async fn status(&self) -> String {
        let stored = self.store.tournament(&self.tournament.id).await;
        stored.unwrap().row.status
    }
}

async fn server(store: &Arc<RecordingStore>) -> Tournaments {
    let chunks = LocalChunks::new(Arc::clone(store) as _, Handle::current());
    let matches = Arc::new(MemoryStore::default());
    let store = Arc::clone(store) as _;
    let workers = Arc::new(MemoryStore::default());
    Tournaments::new(director_context(matches, store, workers, Arc::new(chunks)).await)
}

fn matches(tally: &TournamentTally) -> Vec<u64> {
    tally.entrants.iter().map(|stats| stats.matches).collect()
}

/// Returns the ranges of pairings whose results were read.
fn result_reads(cup: &Cup) -> Vec<Range<u64>> {
    let reads = cup.store.take_reads().into_iter();
    reads
        .filter_map(|read| match read {
            StoreRead::Results(pairings) => Some(pairings),
            StoreRead::Attempts(count) => panic!("all attempts at {count} pairings were read"),
            StoreRead::Tournament | StoreRead::Other => None,
        })
        .collect()
}

#[tokio::test]
async fn opening_reads_by_pages_what_is_later_than_the_checkpoint() {
    const RESULTS: u64 = 3 * RESULTS_PER_PAGE as u64 + 6;
    let cup = Cup::new(1000).await;
    cup.play(0..RESULTS).await;
    cup.store.take_reads();
    let first = cup.open().await;
    assert_eq!(cup.describe(&first).await.snapshot.results, RESULTS);
    assert!(result_reads(&cup).len() >= 4);
    // It saves a checkpoint when the server shuts down.
    first.end_directors().await;
    cup.play(RESULTS..RESULTS + 9).await;
    cup.store.take_reads();
    let second = cup.open().await;
    let reads = result_reads(&cup);
    assert!(!reads.is_empty());
    assert!(reads.iter().all(|read| read.start >= RESULTS), "{reads:?}");
    assert_eq!(cup.describe(&second).await.snapshot.results, RESULTS + 9);
    cup.check_sums(second).await;
}

#[tokio::test]
async fn results_that_are_stored_out_of_order_are_counted_once() {
    let cup = Cup::new(1000).await;
    // As if a worker of another server held some of them while a checkpoint was saved.
    cup.play((0..10).chain(12..20).chain(600..2000)).await;
    let first = cup.open().await;
    let tally = cup.tally(&first).await;
    assert_eq!((tally.counted_blocks, tally.result_count()), (5, 1418));
    first.end_directors().await;
    cup.play([599, 11, 21, 20, 2004]).await;
    cup.store.take_reads();
    let second = cup.open().await;
    let reads = result_reads(&cup);
    assert!(!reads.contains(&(0..u64::MAX)), "{reads:?}");
    let tally = cup.tally(&second).await;
    assert_eq!((tally.counted_blocks, tally.result_count()), (5, 1423));
    assert_eq!(matches(&tally).iter().sum::<u64>(), 2 * 1423);
    cup.check_sums(second).await;
}

#[tokio::test]
async fn server_without_the_director_computes_the_same_standings() {
    let cup = Cup::new(10).await;
    cup.play(0..20).await;
    let director = cup.open().await;
    let reader = server(&cup.store).await;
    assert_eq!(cup.tally(&reader).await, cup.tally(&director).await);
    assert_eq!(cup.describe(&reader).await.snapshot.results, 20);
}

#[tokio::test]
async fn recount_leaves_the_director_and_the_store_free() {
    annul_during_play(18..24).await;
}

/// Results of pairings before the first one that is counted again come while its page is read.
#[tokio::test]
async fn recount_counts_what_comes_before_its_first_page() {
    annul_during_play(0..6).await;
}

/// Annuls an entrant after 1800 pairings but the given ones, which are a block of every two entrants: their forfeits come
/// while the page of the others is held back.
async fn annul_during_play(unplayed: Range<u64>) {
    const RESULTS: u64 = 1794;
    let cup = Cup::new(1000).await;
    cup.play((0..1800).filter(|index| !unplayed.contains(index)))
        .await;
    let server = cup.open().await;
    let before = cup.tally(&server).await;
    cup.store.hold_pages();
    let withdrawing = {
        let (server, id) = (server.clone(), cup.tournament.id.clone());
        tokio::spawn(async move { server.withdraw(&id, "a", "late".into()).await })
    };
    wait_until("the entrant is annulled", async || {
        cup.status().await.contains(r#""annulled":true"#)
    })
    .await;
    // The director forfeits matches, which the page lacks, and answers.
    wait_until("more matches are played", async || {
        cup.describe(&server).await.snapshot.results > RESULTS + 300
    })
    .await;
    assert_eq!(cup.tally(&server).await, before);
    assert!(!withdrawing.is_finished());
    cup.store.release_pages();
    let withdrawn = withdrawing.await.unwrap().unwrap();
    assert!(withdrawn.snapshot.status.withdrawals[0].annulled);
    let tally = cup.tally(&server).await;
    let others = RESULTS / 3;
    assert_eq!(matches(&tally), [0, others, others]);
    cup.check_sums(server).await;
}

/// Runs a server until it is killed.
fn until_killed(run: impl AsyncFnOnce()) {
    let runtime = Runtime::new().unwrap();
    runtime.block_on(run());
    runtime.shutdown_background();
}

#[test]
fn kill_during_a_recount_resumes_it() {
    let runtime = Runtime::new().unwrap();
    let cup = runtime.block_on(Cup::new(1000));
    runtime.block_on(cup.play(0..1800));
    until_killed(async || {
        let server = cup.open().await;
        server.end_directors().await;
        let server = cup.open().await;
        cup.store.hold_pages();
        let id = cup.tournament.id.clone();
        tokio::spawn(async move { server.withdraw(&id, "b", "late".into()).await });
        wait_until("the entrant is annulled", async || {
            cup.status().await.contains(r#""annulled":true"#)
        })
        .await;
    });
    cup.store.release_pages();
    runtime.block_on(async {
        let server = cup.open().await;
        let tally = cup.tally(&server).await;
        assert_eq!(matches(&tally), [600, 0, 600]);
        cup.check_sums(server).await;
    });
}

#[test]
fn kill_before_forfeits_are_removed_resumes_a_readmission() {
    const CYCLES: u32 = 40;
    let runtime = Runtime::new().unwrap();
    let cup = runtime.block_on(Cup::new(CYCLES));
    let id = cup.tournament.id.clone();
    let forfeits = 2 * PER_CYCLE / 3 * u64::from(CYCLES);
    until_killed(async || {
        let server = cup.open().await;
        server.withdraw(&id, "c", "late".into()).await.unwrap();
        wait_until("only forfeits count", async || {
            cup.describe(&server).await.snapshot.results == forfeits
        })
        .await;
        cup.store.hold_pages();
        let id = id.clone();
        tokio::spawn(async move { server.readmit(&id, "c").await });
        wait_until("the readmission is stored", async || {
            cup.status().await.contains("readmissions")
        })
        .await;
    });
    // Pages of the store itself are not held back.
    let stored = cup.store.store.results(&id, 0..u64::MAX, usize::MAX);
    let stored = runtime.block_on(stored);
    assert_eq!(stored.unwrap().len() as u64, forfeits);
    cup.store.release_pages();
    runtime.block_on(async {
        let server = cup.open().await;
        wait_until("the recount has ended", async || {
            !cup.status().await.contains("readmissions")
        })
        .await;
        assert_eq!(cup.describe(&server).await.snapshot.results, 0);
        let stored = cup.store.results(&id, 0..u64::MAX, 1).await.unwrap();
        assert!(stored.is_empty());
        cup.check_sums(server).await;
    });
}
