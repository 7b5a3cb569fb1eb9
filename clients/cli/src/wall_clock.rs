//! A match of built-in agents in wall-clock time, on an embedded server.

use botwerk_agents::{AgentSpec, Roster};
use botwerk_client::{Client, ClientError, agent_spec_message, game_setup, proto};
use botwerk_engine::record::Record;
use proto::watch_match_response::Kind;

use super::connection::block_on;
use super::embedded_server::EmbeddedServer;
use super::failure::{Failure, Reason};

/// Plays one match and returns its record.
pub(super) fn play<G: Roster>(
    game: &G,
    specs: &[AgentSpec],
    seed: &str,
) -> Result<Record, Failure> {
    block_on(2, async {
        let server = EmbeddedServer::in_memory().await?;
        let client = server.connect().await?;
        let created = client
            .matches()
            .create_match(request(game, specs, seed))
            .await;
        let created = created.map_err(ClientError::from)?.into_inner();
        let name = created.r#match.unwrap_or_default().name;
        wait_for_end(&client, &name).await?;
        let text = client.record(&name).await?;
        server.stop().await?;
        Record::from_text(&text)
            .map_err(|error| Failure::new(Reason::BadRecord, format!("{error}; report this")))
    })
}

fn request<G: Roster>(game: &G, specs: &[AgentSpec], seed: &str) -> proto::CreateMatchRequest {
    let seat = |spec: &AgentSpec| proto::SeatSetup {
        name: spec.name.clone(),
        agent: Some(agent_spec_message(spec)),
    };
    proto::CreateMatchRequest {
        setup: Some(game_setup(game)),
        seats: specs.iter().map(seat).collect(),
        seed: seed.into(),
        ..Default::default()
    }
}

async fn wait_for_end(client: &Client, name: &str) -> Result<(), ClientError> {
    let watched = proto::WatchTarget {
        r#match: name.into(),
        resume_after_seq: 0,
    };
    let request = proto::WatchMatchRequest {
        matches: vec![watched],
        ..Default::default()
    };
    let mut frames = client.matches().watch_match(request).await?.into_inner();
    while let Some(frame) = frames.message().await? {
        if let Some(Kind::MatchOver(_)) = frame.kind {
            return Ok(());
        }
    }
    Err(ClientError::Unreachable(
        "the server has ended the stream".into(),
    ))
}
