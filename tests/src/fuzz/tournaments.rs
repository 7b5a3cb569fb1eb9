//! Tournaments on a fuzzed server that are there when a request arrives, however slow the machine is.

use botwerk_client::{Client, proto};
use proto::TournamentState;

use super::valid_tournaments::{entrants, netzwerk_cup};
use crate::eventually;

/// Tournaments of our own. Fuzzed requests may end them.
#[derive(Debug)]
pub(super) struct FuzzTournaments {
    client: Client,
    open: String,
    of_agents: String,
}

impl FuzzTournaments {
    /// Creates the tournaments.
    pub(super) async fn create(client: Client) -> Self {
        Self {
            open: create(&client, true).await,
            of_agents: create(&client, false).await,
            client,
        }
    }

    /// Returns the name of a tournament that waits for a bot which nothing starts.
    pub(super) fn open(&self) -> &str {
        &self.open
    }

    /// Returns the name of a tournament that workers can play.
    pub(super) fn of_agents(&self) -> &str {
        &self.of_agents
    }

    /// Replaces the open tournament if it has ended.
    pub(super) async fn refresh(&mut self) {
        let request = proto::GetTournamentRequest {
            name: self.open.clone(),
        };
        let found = eventually(self.client.tournaments().get_tournament(request)).await;
        let state = found.unwrap().into_inner().tournament.unwrap().state();
        if matches!(state, TournamentState::Over | TournamentState::Cancelled) {
            self.open = create(&self.client, true).await;
        }
    }
}

async fn create(client: &Client, waits_for_bot: bool) -> String {
    let setup = proto::TournamentSetup {
        entrants: entrants(3, waits_for_bot),
        ..netzwerk_cup()
    };
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    let created = eventually(client.organizer().create_tournament(request)).await;
    created.unwrap().into_inner().tournament.unwrap().name
}
