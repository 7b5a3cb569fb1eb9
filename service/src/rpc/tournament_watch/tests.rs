//! What watching a tournament costs, and what the streams contain.

use std::collections::BTreeSet;

use botwerk_proto::v1 as proto;

use super::super::tournaments::tests::{tournaments, waiting_tournament};
use super::*;
use crate::test_polling::wait_until;
use crate::tournament_state::TournamentState;
use crate::tournaments::RecordingStore;

type Updates = mpsc::Receiver<Result<EncodedMessage, Status>>;

/// Minimum time between two updates.
const INTERVAL: Duration = Duration::from_millis(500);

/// Starts to watch a tournament.
async fn watch(
    broadcasts: &Arc<TournamentBroadcasts>,
    tournaments: &Tournaments,
    id: &TournamentId,
) -> Updates {
    let (sender, updates) = mpsc::channel(1);
    let stream = WatchStream {
        is_organizer: false,
        interval: Duration::ZERO,
        sender,
    };
    let watch = tournaments.watch(id).await.unwrap();
    broadcasts.send(tournaments, watch, stream);
    updates
}

async fn next(updates: &mut Updates) -> (EncodedMessage, proto::WatchTournamentResponse) {
    let message = updates.recv().await.unwrap().unwrap();
    let response = message.decode();
    (message, response)
}

/// Reads updates until the tournament is in a state; returns the one that says so, without those before.
async fn next_in_state(updates: &mut Updates, state: TournamentState) -> EncodedMessage {
    loop {
        let (message, update) = next(updates).await;
        assert!(!update.is_change || update.tournament.is_some() || update.progress.is_some());
        if let Some(tournament) = update.tournament
            && tournament.state == state.number()
        {
            assert_eq!(tournament.setup, None);
            return message;
        }
    }
}

/// Pauses or resumes a tournament.
async fn change(tournaments: &Tournaments, id: &TournamentId, number: usize) -> TournamentState {
    let changed = if number.is_multiple_of(2) {
        tournaments.pause(id).await
    } else {
        tournaments.resume(id).await
    };
    changed.unwrap().snapshot.state
}

async fn started() -> (Arc<RecordingStore>, Tournaments, TournamentId) {
    let store = Arc::new(RecordingStore::default());
    let tournaments = tournaments(Arc::clone(&store)).await;
    let created = tournaments.create(waiting_tournament()).await.unwrap();
    let id = created.tournament.id.clone();
    (store, tournaments, id)
}

#[tokio::test]
async fn watchers_share_two_updates_a_second_which_contain_the_setup_once() {
    const WATCHERS: usize = 20;
    const CHANGES: usize = 4;
    let (store, tournaments, id) = started().await;
    let reads = store.take_reads();
    assert!(!reads.is_empty(), "the store records nothing");
    let broadcasts: Arc<TournamentBroadcasts> = Arc::default();
    let mut streams = Vec::new();
    for _ in 0..WATCHERS {
        streams.push(watch(&broadcasts, &tournaments, &id).await);
    }
    for stream in &mut streams {
        let (_, first) = next(stream).await;
        let setup = first.tournament.unwrap().setup.unwrap();
        assert_eq!((setup.entrants.len(), first.standings.len()), (2, 2));
    }
    let started = Instant::now();
    for number in 0..CHANGES {
        let state = change(&tournaments, &id, number).await;
        let mut distinct = BTreeSet::new();
        for stream in &mut streams {
            let message = next_in_state(stream, state).await;
            distinct.insert(message.into_bytes().as_ptr() as usize);
        }
        // A change, and the state for those that were not sent the one before.
        assert!(distinct.len() <= 2, "{}", distinct.len());
    }
    assert!(started.elapsed() >= INTERVAL * (CHANGES as u32 - 1));
    assert_eq!(store.take_reads(), []);
}

#[tokio::test]
async fn slow_watcher_gets_the_newest_state_in_place_of_those_that_it_missed() {
    let (_, tournaments, id) = started().await;
    let broadcasts: Arc<TournamentBroadcasts> = Arc::default();
    let mut slow = watch(&broadcasts, &tournaments, &id).await;
    let mut other = watch(&broadcasts, &tournaments, &id).await;
    next(&mut other).await;
    for number in 0..4 {
        let state = change(&tournaments, &id, number).await;
        next_in_state(&mut other, state).await;
    }
    let (_, first) = next(&mut slow).await;
    assert!(first.tournament.unwrap().setup.is_some());
    // Only the first message waited; after it comes the newest state.
    let (_, update) = next(&mut slow).await;
    let state = update.tournament.unwrap().state;
    assert_eq!(state, TournamentState::Running.number());
    assert!(!update.is_change && update.standings.len() == 2);
}

#[tokio::test]
async fn stream_that_joins_late_is_sent_the_end() {
    let (_, tournaments, id) = started().await;
    let broadcasts: Arc<TournamentBroadcasts> = Arc::default();
    let mut early = watch(&broadcasts, &tournaments, &id).await;
    let (_, first) = next(&mut early).await;
    assert!(first.tournament.is_some());
    tournaments.pause(&id).await.unwrap();
    let mut late = watch(&broadcasts, &tournaments, &id).await;
    let (_, first) = next(&mut late).await;
    let paused = TournamentState::Paused.number();
    assert_eq!(first.tournament.unwrap().state, paused);
    tournaments.cancel(&id).await.unwrap();
    let cancelled = TournamentState::Cancelled.number();
    for stream in [&mut early, &mut late] {
        let mut state = 0;
        while let Some(message) = stream.recv().await {
            let update: proto::WatchTournamentResponse = message.unwrap().decode();
            state = update
                .tournament
                .map_or(state, |tournament| tournament.state);
        }
        assert_eq!(state, cancelled);
    }
    // Nothing is left of a tournament without streams.
    assert!(broadcasts.lock().is_empty());
    let mut ended = watch(&broadcasts, &tournaments, &id).await;
    assert_eq!(
        next(&mut ended).await.1.tournament.unwrap().state,
        cancelled
    );
    assert!(ended.recv().await.is_none());
}

#[tokio::test]
async fn broadcast_without_streams_ends() {
    let (_, tournaments, id) = started().await;
    let broadcasts: Arc<TournamentBroadcasts> = Arc::default();
    let mut stream = watch(&broadcasts, &tournaments, &id).await;
    next(&mut stream).await;
    assert_eq!(broadcasts.lock().len(), 1);
    drop(stream);
    wait_until("the broadcast has ended", async || {
        broadcasts.lock().is_empty()
    })
    .await;
}

#[tokio::test]
async fn stream_follows_the_director_that_takes_over() {
    let (_, tournaments, id) = started().await;
    let broadcasts: Arc<TournamentBroadcasts> = Arc::default();
    let mut stream = watch(&broadcasts, &tournaments, &id).await;
    next(&mut stream).await;
    tournaments.end_directors().await;
    assert_eq!(tournaments.resume_unfinished().await, Ok(1));
    tournaments.pause(&id).await.unwrap();
    let deadline = Duration::from_secs(30);
    let paused = loop {
        let (_, update) = tokio::time::timeout(deadline, next(&mut stream))
            .await
            .unwrap();
        let state = update.tournament.map(|tournament| tournament.state);
        if state == Some(TournamentState::Paused.number()) {
            break update.is_change;
        }
    };
    assert!(!paused, "a stream that missed updates was sent a change");
    tournaments.cancel(&id).await.unwrap();
    let ended = async { while stream.recv().await.is_some() {} };
    tokio::time::timeout(deadline, ended).await.unwrap();
}
