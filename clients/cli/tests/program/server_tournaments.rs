//! Tournaments of a server, by its API.

use botwerk_client::{Client, proto};
use botwerk_tournament::configuration::parse_file;
use botwerk_tournament_wire::setup_message;

/// Creates a tournament from the text of a configuration file; returns its name.
pub(crate) async fn create_tournament(client: &Client, text: &str) -> String {
    let request = proto::CreateTournamentRequest {
        setup: Some(setup_message(&parse_file(text).unwrap().configuration)),
        ..Default::default()
    };
    let created = client.organizer().create_tournament(request).await;
    created.unwrap().into_inner().tournament.unwrap().name
}

/// Returns a tournament as it is now.
#[cfg(unix)]
pub(crate) async fn get_tournament(client: &Client, name: &str) -> proto::Tournament {
    let request = proto::GetTournamentRequest { name: name.into() };
    let current = client.tournaments().get_tournament(request).await;
    current.unwrap().into_inner().tournament.unwrap()
}
