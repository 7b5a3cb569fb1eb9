//! A tournament on a fuzzed server that is still open when a request arrives, however slow the machine is.

use botwerk_client::{Client, proto};
use proto::TournamentState;

use super::valid_tournaments::{entrants, netzwerk_cup};
use crate::eventually;

/// A tournament that waits for a bot which nothing starts. Fuzzed requests may end it.
#[derive(Debug)]
pub(super) struct OpenTournament {
    client: Client,
    name: String,
}

impl OpenTournament {
    /// Creates the tournament.
    pub(super) async fn create(client: Client) -> Self {
        let name = create(&client).await;
        Self { client, name }
    }

    /// Returns the name of the tournament.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Replaces the tournament if it has ended.
    pub(super) async fn refresh(&mut self) {
        let request = proto::GetTournamentRequest {
            name: self.name.clone(),
        };
        let found = eventually(self.client.tournaments().get_tournament(request)).await;
        let state = found.unwrap().into_inner().tournament.unwrap().state();
        if matches!(state, TournamentState::Over | TournamentState::Cancelled) {
            self.name = create(&self.client).await;
        }
    }
}

async fn create(client: &Client) -> String {
    let setup = proto::TournamentSetup {
        entrants: entrants(3, true),
        ..netzwerk_cup()
    };
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    let created = eventually(client.tournaments().create_tournament(request)).await;
    created.unwrap().into_inner().tournament.unwrap().name
}
