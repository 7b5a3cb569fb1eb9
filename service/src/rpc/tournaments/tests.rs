//! What watching a tournament costs the store, and what strangers see of its entrants.

use std::sync::Arc;

use botwerk_engine::GameId;
use botwerk_tournament::configuration::{Entrant, LaunchCommand, Player};
use tokio_stream::StreamExt;

use super::*;
use crate::store::{LocalChunks, MemoryStore};
use crate::tournaments::{NewTournament, RecordingStore, director_context, round_robin};

async fn tournaments(store: Arc<RecordingStore>) -> Tournaments {
    let runtime = tokio::runtime::Handle::current();
    let chunks = LocalChunks::new(Arc::clone(&store) as _, runtime);
    let matches = Arc::new(MemoryStore::default());
    Tournaments::new(director_context(matches, store, Arc::new(chunks)).await)
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
    let store = Arc::new(RecordingStore::default());
    let tournaments = tournaments(Arc::clone(&store)).await;
    let created = tournaments.create(waiting_tournament()).await.unwrap();
    let id = created.tournament.id.clone();
    let reads = store.take_reads();
    assert!(!reads.is_empty(), "the store records nothing");
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
    assert_eq!(store.take_reads(), []);
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
