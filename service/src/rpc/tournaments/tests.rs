//! What watching a tournament costs the store, and what strangers see of its entrants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use botwerk_engine::GameId;
use botwerk_tournament::configuration::{Entrant, LaunchCommand, Player};
use tokio_stream::StreamExt;

use super::*;
use crate::store::{
    AttemptKey, AttemptRow, BotClaim, BotRow, Commit, DifferingRecord, LeagueRoundRow, LocalChunks,
    MatchRow, MemoryStore, PendingRead, PendingWrite, ScoredAttempt, SeasonTableRow,
    StoredTournament, TournamentChange, TournamentRow, TournamentStore,
};
use crate::tournament_state::TournamentState;
use crate::tournaments::{NewTournament, director_context, round_robin};

/// A store that counts its reads.
#[derive(Default)]
struct CountingStore {
    store: MemoryStore,
    reads: AtomicUsize,
}

impl CountingStore {
    fn count_read(&self) -> &MemoryStore {
        self.reads.fetch_add(1, Ordering::SeqCst);
        &self.store
    }
}

impl TournamentStore for CountingStore {
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite {
        self.store.create_tournament(row)
    }

    fn change_tournament(&self, change: TournamentChange) -> PendingWrite {
        self.store.change_tournament(change)
    }

    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite {
        self.store.start_attempt(row, attempt)
    }

    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite {
        self.store.insert_finished_match(row, commit)
    }

    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite {
        self.store.forfeit(scored)
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        self.count_read().tournament(id)
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        self.count_read().unfinished_tournaments()
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        self.count_read().tournament_by_request_id(request_id)
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<StoredTournament>> {
        self.count_read().tournaments(before, state, limit)
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        self.count_read().attempts(id, from, limit)
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        self.count_read().league_rounds(id)
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        self.count_read().season_table(id, season)
    }

    fn add_differing_record(&self, record: DifferingRecord) -> PendingWrite {
        self.store.add_differing_record(record)
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        self.count_read().differing_records(id, limit)
    }

    fn register_bot(&self, row: BotRow, claim: BotClaim) -> PendingWrite {
        self.store.register_bot(row, claim)
    }

    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<BotRow>> {
        self.count_read().bots_named(names)
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        self.count_read().bot_by_token(token_sha256)
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        self.count_read().bots(after, limit)
    }
}

async fn tournaments(store: Arc<CountingStore>) -> Tournaments {
    let runtime = tokio::runtime::Handle::current();
    let chunks = LocalChunks::new(Arc::clone(&store) as _, runtime);
    let matches = Arc::new(MemoryStore::default());
    let workers = Arc::new(MemoryStore::default());
    Tournaments::new(director_context(matches, store, workers, Arc::new(chunks)).await)
}

/// A tournament that waits for its bots, which never connect.
fn waiting_tournament() -> NewTournament {
    let entrant = |name: &str| {
        let command = LaunchCommand::new(vec!["bot".into()]);
        Entrant::new(name.into(), Player::Command(command))
    };
    round_robin(GameId::Netzwerk, ["a", "b"].map(entrant).to_vec(), 1)
}

#[tokio::test]
async fn watchers_of_a_running_tournament_never_read_the_store() {
    const WATCHERS: usize = 20;
    const CHANGES: usize = 10;
    let store = Arc::new(CountingStore::default());
    let tournaments = tournaments(Arc::clone(&store)).await;
    let created = tournaments.create(waiting_tournament()).await.unwrap();
    let id = created.tournament.id.clone();
    let reads = store.reads.load(Ordering::SeqCst);
    assert!(reads > 0, "the store counts nothing");
    let mut streams = Vec::new();
    for _ in 0..WATCHERS {
        let watch = tournaments.watch(&id).await.unwrap();
        let (sender, receiver) = stream_channel();
        let interval = Duration::from_millis(MIN_INTERVAL_MILLIS.into());
        tokio::spawn(stream_updates(
            tournaments.clone(),
            watch,
            true,
            interval,
            sender,
        ));
        streams.push(receiver);
    }
    for stream in &mut streams {
        stream.next().await.unwrap().unwrap();
    }
    for change in 0..CHANGES {
        let description = if change % 2 == 0 {
            tournaments.pause(&id).await.unwrap()
        } else {
            tournaments.resume(&id).await.unwrap()
        };
        for stream in &mut streams {
            let update = stream.next().await.unwrap().unwrap();
            let state = update.tournament.unwrap().state;
            assert_eq!(state, description.snapshot.state.number());
        }
    }
    assert_eq!(store.reads.load(Ordering::SeqCst), reads);
}

#[test]
fn without_commands_keeps_everything_but_the_commands() {
    use proto::entrant::Player;

    let entrant = |player| proto::Entrant {
        name: "an entrant".into(),
        player: Some(player),
        ..Default::default()
    };
    let command = |argv: &[&str]| {
        let argv = argv.iter().map(|text| (*text).to_owned()).collect();
        Player::LaunchCommand(proto::LaunchCommand {
            argv,
            ..Default::default()
        })
    };
    let tournament = |argv: &[&str]| proto::Tournament {
        name: "tournaments/1".into(),
        setup: Some(proto::TournamentSetup {
            entrants: vec![entrant(Player::Bot("a bot".into())), entrant(command(argv))],
            ..Default::default()
        }),
        match_count: 3,
        ..Default::default()
    };
    let shown = without_commands(tournament(&["program", "--token=secret"]));
    assert_eq!(shown, tournament(&[]));
    assert_eq!(
        without_commands(proto::Tournament::default()),
        proto::Tournament::default()
    );
}
