//! A tournament has one director, whatever else its server does at the same time; a request creates it once.

use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::GameId;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use tokio::sync::oneshot;

use super::status::TournamentStatus;
use super::test_context::{director_context, round_robin};
use super::{NewTournament, RecordingStore, Tournaments};
use crate::error::Reason;
use crate::ids::TournamentId;
use crate::store::{
    LocalChunks, MemoryStore, StoredExtension, TournamentAdditions, TournamentChange,
    TournamentStore, to_json,
};
use crate::tournament_state::TournamentState;

async fn server(store: &Arc<RecordingStore>) -> Tournaments {
    let chunks = LocalChunks::new(Arc::clone(store) as _, tokio::runtime::Handle::current());
    let matches = Arc::clone(&store.store);
    let workers = Arc::new(MemoryStore::default());
    let context = director_context(matches, Arc::clone(store) as _, workers, Arc::new(chunks));
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
    let store = Arc::new(RecordingStore::default());
    let tournaments = server(&store).await;
    let (sender, opened) = oneshot::channel();
    let other = tournaments.clone();
    store.call_after_creation(async move {
        let _ = sender.send(other.resume_unfinished().await);
    });
    let created = tournaments.create(cup(100_000)).await.unwrap();
    assert_eq!(opened.await.unwrap(), Ok(0));
    // It has a director now, which another look does not replace.
    assert_eq!(tournaments.resume_unfinished().await, Ok(0));
    tournaments.cancel(&created.tournament.id).await.unwrap();
}

#[tokio::test]
async fn tournament_that_ended_since_a_list_was_read_is_not_opened() {
    let store = Arc::new(RecordingStore::default());
    let tournaments = server(&store).await;
    let created = tournaments.create(cup(1)).await.unwrap();
    let old_list = store.store.unfinished_tournaments().await.unwrap();
    assert_eq!(old_list.len(), 1);
    while !tournaments.context.directors.lock().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    store.answer_with_list(old_list);
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
    store: &RecordingStore,
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
        additions,
    };
    store.store.change_tournament(change).await.unwrap();
}

#[tokio::test]
async fn repeated_request_is_recognised_in_a_database_without_its_hash() {
    let store = Arc::new(RecordingStore::default());
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
