//! A tournament has one director, whatever else its server does at the same time; a request creates it once.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use botwerk_engine::GameId;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use tokio::sync::oneshot;

use super::status::TournamentStatus;
use super::test_context::{director_context, round_robin};
use super::{NewTournament, Tournaments};
use crate::error::Reason;
use crate::ids::TournamentId;
use crate::store::{
    AttemptKey, AttemptRow, BotRow, Commit, DifferingRecord, LeagueRoundRow, LocalChunks, MatchRow,
    MemoryStore, PendingRead, PendingWrite, ScoredAttempt, SeasonTableRow, StoredExtension,
    StoredTournament, TournamentAdditions, TournamentChange, TournamentRow, TournamentStore,
    to_json,
};
use crate::tournament_state::TournamentState;

type Hook = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A store in which something happens between a write and its answer, and which may answer with an old list.
#[derive(Default)]
struct HookedStore {
    store: Arc<MemoryStore>,
    after_creation: Mutex<Option<Hook>>,
    old_list: Mutex<Option<Vec<StoredTournament>>>,
}

impl TournamentStore for HookedStore {
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite {
        let write = self.store.create_tournament(row);
        let hook = self.after_creation.lock().unwrap().take();
        let (sender, receiver) = oneshot::channel();
        tokio::spawn(async move {
            let written = write.await;
            if let Some(hook) = hook {
                hook.await;
            }
            let _ = sender.send(written);
        });
        PendingWrite::waiting(receiver)
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
        self.store.tournament(id)
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        match self.old_list.lock().unwrap().take() {
            Some(list) => PendingRead::ready(Ok(list)),
            None => self.store.unfinished_tournaments(),
        }
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        self.store.tournament_by_request_id(request_id)
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<StoredTournament>> {
        self.store.tournaments(before, state, limit)
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        self.store.attempts(id, from, limit)
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        self.store.league_rounds(id)
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        self.store.season_table(id, season)
    }

    fn add_differing_record(&self, record: DifferingRecord) -> PendingWrite {
        self.store.add_differing_record(record)
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        self.store.differing_records(id, limit)
    }

    fn upsert_bot(&self, row: BotRow) -> PendingWrite {
        self.store.upsert_bot(row)
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        self.store.bot_by_token(token_sha256)
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        self.store.bots(after, limit)
    }
}

async fn server(store: &Arc<HookedStore>) -> Tournaments {
    let chunks = LocalChunks::new(Arc::clone(store) as _, tokio::runtime::Handle::current());
    let matches = Arc::clone(&store.store);
    let context = director_context(matches, Arc::clone(store) as _, Arc::new(chunks));
    Tournaments::new(context.await)
}

fn entrant(name: &str) -> Entrant {
    Entrant::new(name.into(), Player::Agent("random".into()))
}

fn cup(cycles: u32) -> NewTournament {
    let entrants = ["a", "b"].map(entrant).to_vec();
    round_robin(GameId::Netzwerk, entrants, cycles)
}

/// A tournament as a request creates it.
fn requested(content: &str) -> NewTournament {
    NewTournament {
        request_id: Some("once".into()),
        request_sha256: Some(content.into()),
        ..cup(100_000)
    }
}

#[tokio::test]
async fn tournament_that_is_being_created_is_not_opened_by_another_task() {
    let store = Arc::new(HookedStore::default());
    let tournaments = server(&store).await;
    let (sender, opened) = oneshot::channel();
    let other = tournaments.clone();
    *store.after_creation.lock().unwrap() = Some(Box::pin(async move {
        let _ = sender.send(other.resume_unfinished().await);
    }));
    let created = tournaments.create(cup(100_000)).await.unwrap();
    assert_eq!(opened.await.unwrap(), Ok(0));
    // It has a director now, which another look does not replace.
    assert_eq!(tournaments.resume_unfinished().await, Ok(0));
    tournaments.cancel(&created.tournament.id).await.unwrap();
}

#[tokio::test]
async fn tournament_that_ended_since_a_list_was_read_is_not_opened() {
    let store = Arc::new(HookedStore::default());
    let tournaments = server(&store).await;
    let created = tournaments.create(cup(1)).await.unwrap();
    let old_list = store.store.unfinished_tournaments().await.unwrap();
    assert_eq!(old_list.len(), 1);
    while !tournaments.context.directors.lock().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    *store.old_list.lock().unwrap() = Some(old_list);
    assert_eq!(tournaments.resume_unfinished().await, Ok(0));
    assert!(tournaments.context.directors.lock().is_empty());
    let id = &created.tournament.id;
    let ended = tournaments.describe(id).await.unwrap();
    assert_eq!(ended.snapshot.state, TournamentState::Over);
}

#[tokio::test]
async fn repeated_request_is_recognised_after_an_entrant_was_added() {
    let tournaments = server(&Arc::default()).await;
    let created = tournaments.create(requested("a hash")).await.unwrap();
    let id = created.tournament.id.clone();
    tournaments.add_entrant(&id, entrant("c")).await.unwrap();
    let again = tournaments.create(requested("a hash")).await.unwrap();
    assert_eq!(again.tournament.id, id);
    assert_eq!(again.tournament.configuration.entrants.len(), 3);
    let other = tournaments.create(requested("another hash")).await;
    assert_eq!(other.err().unwrap().reason, Reason::RequestIdReused);
    tournaments.cancel(&id).await.unwrap();
}

/// Changes the stored status and configuration of a tournament, as an earlier version of the program has written them.
async fn rewrite(
    store: &HookedStore,
    id: &TournamentId,
    change: impl FnOnce(&mut serde_json::Value),
) {
    let stored = store.store.tournament(id).await.unwrap();
    let mut status: TournamentStatus = serde_json::from_str(&stored.row.status).unwrap();
    status.request_sha256 = None;
    let mut configuration = serde_json::from_str(&stored.row.configuration).unwrap();
    change(&mut configuration);
    let extension = StoredExtension {
        configuration: configuration.to_string(),
        request_id: None,
    };
    let additions = TournamentAdditions {
        extension: Some(extension),
        ..TournamentAdditions::default()
    };
    let change = TournamentChange {
        id: id.clone(),
        state: stored.row.state,
        status: to_json(&status),
        recount: None,
        additions,
    };
    store.store.change_tournament(change).await.unwrap();
}

#[tokio::test]
async fn repeated_request_is_recognised_in_a_database_without_its_hash() {
    let store = Arc::new(HookedStore::default());
    let tournaments = server(&store).await;
    let created = tournaments.create(requested("a hash")).await.unwrap();
    let id = created.tournament.id.clone();
    tournaments.add_entrant(&id, entrant("c")).await.unwrap();
    // Its director writes nothing now.
    tournaments.pause(&id).await.unwrap();
    // A version without these fields, which have their defaults.
    rewrite(&store, &id, |configuration| {
        let fields = configuration.as_object_mut().unwrap();
        for added in ["rotation", "opening_turns", "virtual_time"] {
            assert!(fields.remove(added).is_some(), "{added}");
        }
        let read: Configuration = serde_json::from_value(configuration.clone()).unwrap();
        assert_eq!(read.entrants.len(), 3);
    })
    .await;
    let again = tournaments.create(requested("a hash")).await.unwrap();
    assert_eq!(again.tournament.id, id);
    let mut other = requested("a hash");
    other.configuration.name = "another cup".into();
    let other = tournaments.create(other).await;
    assert_eq!(other.err().unwrap().reason, Reason::RequestIdReused);
    tournaments.cancel(&id).await.unwrap();
}
