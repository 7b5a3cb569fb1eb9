//! A tournament has one director, whatever else its server does at the same time; a request creates it once.

use std::sync::Arc;

use botwerk_engine::GameId;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use tokio::sync::oneshot;

use super::standings::TournamentDescription;
use super::test_context::{director_context, round_robin};
use super::{NewTournament, RecordingStore, TournamentExtension, Tournaments};
use crate::error::Reason;
use crate::ids::TournamentId;
use crate::store::{
    LocalChunks, MemoryStore, StoredExtension, TournamentAdditions, TournamentChange,
    TournamentRequest, TournamentStore, WriteCommand, WriteStore,
};
use crate::test_polling::wait_until;
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
    round_robin(GameId::NETZWERK, entrants, cycles)
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
    wait_until("the director has ended", async || {
        tournaments.context.directors.lock().is_empty()
    })
    .await;
    store.answer_with_list(old_list);
    assert_eq!(tournaments.resume_unfinished().await, Ok(0));
    assert!(tournaments.context.directors.lock().is_empty());
    let id = &created.tournament.id;
    let ended = tournaments.describe(id).await.unwrap();
    assert_eq!(ended.snapshot.state, TournamentState::Over);
}

#[tokio::test]
async fn state_read_before_the_director_ended_is_not_shown_after_it() {
    let tournaments = server(&Arc::default()).await;
    let created = tournaments.create(cup(100_000)).await.unwrap();
    let id = &created.tournament.id;
    // As a request does that found no director yet.
    let before = tournaments.stored.describe(id).await.unwrap();
    assert_eq!(before.snapshot.state, TournamentState::Running);
    tournaments.cancel(id).await.unwrap();
    tournaments.end_directors().await;
    let after = tournaments.describe(id).await.unwrap();
    assert_eq!(after.snapshot.state, TournamentState::Cancelled);
}

#[tokio::test]
async fn repeated_request_is_recognised_after_an_entrant_was_added() {
    let tournaments = server(&Arc::default()).await;
    let created = tournaments.create(requested("a hash")).await.unwrap();
    let id = created.tournament.id.clone();
    let added = TournamentExtension {
        entrants: vec![entrant("c")],
        ..TournamentExtension::default()
    };
    tournaments.extend(&id, added).await.unwrap();
    let again = tournaments.create(requested("a hash")).await.unwrap();
    assert_eq!(again.tournament.id, id);
    assert_eq!(again.tournament.configuration.entrants.len(), 3);
    let other = tournaments.create(requested("another hash")).await;
    assert_eq!(other.err().unwrap().reason, Reason::RequestIdReused);
    tournaments.cancel(&id).await.unwrap();
}

/// An extension as a request asks for it.
fn extension(id: &str, cycles: u32) -> TournamentExtension {
    TournamentExtension {
        cycles: Some(cycles),
        request: Some(TournamentRequest {
            id: id.into(),
            sha256: None,
        }),
        ..TournamentExtension::default()
    }
}

fn cycles(described: &TournamentDescription) -> u64 {
    described
        .tournament
        .expected_matches(&described.snapshot.status)
        / 2
}

#[tokio::test]
async fn repeated_requests_are_recognised_after_an_extension() {
    let tournaments = server(&Arc::default()).await;
    let created = tournaments.create(requested("a hash")).await.unwrap();
    let id = &created.tournament.id;
    let other = tournaments.create(cup(100_000)).await.unwrap();
    let extended = tournaments.extend(id, extension("more", 200_000)).await;
    assert_eq!(cycles(&extended.unwrap()), 200_000);
    let extended = tournaments.extend(id, extension("most", 300_000)).await;
    assert_eq!(cycles(&extended.unwrap()), 300_000);
    // Their answers were lost.
    for again in [
        tournaments.create(requested("a hash")).await,
        tournaments.extend(id, extension("more", 200_000)).await,
        tournaments.extend(id, extension("most", 300_000)).await,
    ] {
        let again = again.unwrap();
        assert_eq!(again.tournament.id, *id);
        assert_eq!(again.tournament.request_id.as_deref(), Some("most"));
        assert_eq!(cycles(&again), 300_000);
    }
    for reused in [
        tournaments.create(requested("another hash")).await,
        tournaments.extend(id, extension("more", 400_000)).await,
        tournaments.extend(id, extension("once", 400_000)).await,
        tournaments
            .extend(&other.tournament.id, extension("most", 300_000))
            .await,
    ] {
        assert_eq!(reused.err().unwrap().reason, Reason::RequestIdReused);
    }
    let smaller = tournaments.extend(id, extension("less", 100_000)).await;
    assert_eq!(smaller.err().unwrap().reason, Reason::BadRequest);
    tournaments.cancel(&other.tournament.id).await.unwrap();
    tournaments.cancel(id).await.unwrap();
    let again = tournaments.extend(id, extension("most", 300_000)).await;
    assert_eq!(again.unwrap().snapshot.state, TournamentState::Cancelled);
    let late = tournaments.extend(id, extension("late", 400_000)).await;
    assert_eq!(late.err().unwrap().reason, Reason::TournamentOver);
}

#[tokio::test]
async fn extended_tournament_is_found_by_the_request_that_would_create_it() {
    let tournaments = server(&Arc::default()).await;
    let seeded = NewTournament {
        seed: Some("a seed".into()),
        ..requested("a hash")
    };
    let created = tournaments.create(seeded.clone()).await.unwrap();
    let id = &created.tournament.id;
    let extended = tournaments.extend(id, extension("more", 200_000)).await;
    extended.unwrap();
    let request = |cycles: u32, seed: &str| NewTournament {
        request_id: Some("more".into()),
        request_sha256: Some(format!("{cycles} cycles with {seed}")),
        setup_sha256: Some(format!("{cycles} cycles")),
        configuration: cup(cycles).configuration,
        seed: Some(seed.into()),
        ..seeded.clone()
    };
    let found = tournaments.create(request(200_000, "a seed")).await;
    assert_eq!(found.unwrap().tournament.id, *id);
    for other in [request(200_000, "another seed"), request(300_000, "a seed")] {
        let other = tournaments.create(other).await;
        assert_eq!(other.err().unwrap().reason, Reason::RequestIdReused);
    }
    tournaments.cancel(id).await.unwrap();
}

/// Changes the stored configuration of a tournament, as an earlier version of the program has written it.
async fn rewrite(
    store: &RecordingStore,
    id: &TournamentId,
    change: impl FnOnce(&mut serde_json::Value),
) {
    let stored = store.store.tournament(id).await.unwrap();
    let mut configuration = serde_json::from_str(&stored.row.configuration).unwrap();
    change(&mut configuration);
    let extension = StoredExtension {
        configuration: configuration.to_string(),
        request: None,
    };
    let additions = TournamentAdditions {
        extension: Some(extension),
        ..TournamentAdditions::default()
    };
    let change = TournamentChange {
        id: id.clone(),
        state: stored.row.state,
        status: stored.row.status,
        additions,
    };
    store
        .store
        .write(WriteCommand::ChangeTournament(change))
        .await
        .unwrap();
}

#[tokio::test]
async fn repeated_request_is_recognised_in_a_database_without_its_hash() {
    let store = Arc::new(RecordingStore::default());
    let tournaments = server(&store).await;
    let without_hash = NewTournament {
        request_sha256: None,
        ..requested("a hash")
    };
    let created = tournaments.create(without_hash).await.unwrap();
    let id = created.tournament.id.clone();
    let added = TournamentExtension {
        entrants: vec![entrant("c")],
        ..TournamentExtension::default()
    };
    tournaments.extend(&id, added).await.unwrap();
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
