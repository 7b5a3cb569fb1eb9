//! A match of built-in agents and programs in wall-clock time, on an embedded server.

use botwerk_agents::Roster;
use botwerk_client::{Client, ClientError, agent_spec_message, game_setup, proto};
use botwerk_engine::record::Record;
use proto::watch_match_response::Kind;
use tokio::task::JoinSet;

use super::connection::block_on;
use super::embedded_server::EmbeddedServer;
use super::failure::{Failure, Reason};
use super::match_seat::MatchSeat;
use super::stdio::{MatchHello, SeatTicket, play_stdio_seat};

/// Plays one match and returns its record.
pub(super) fn play<G: Roster>(
    game: &G,
    players: &[MatchSeat],
    seed: &str,
) -> Result<Record, Failure> {
    block_on(2, async {
        let server = EmbeddedServer::in_memory().await?;
        let client = server.connect().await?;
        let created = client
            .matches()
            .create_match(request(game, players, seed))
            .await;
        let created = created.map_err(ClientError::from)?.into_inner();
        let name = created.r#match.unwrap_or_default().name;
        let mut programs = JoinSet::new();
        for token in created.seat_tokens {
            let seat = token.seat as usize;
            if let Some(MatchSeat::Stdio(program)) = players.get(seat) {
                let ticket = SeatTicket {
                    r#match: name.clone(),
                    seat_token: token.token,
                    hello: MatchHello {
                        r#match: name.clone(),
                        ..MatchHello::new(game, seat)
                    },
                };
                let (client, program) = (client.clone(), program.clone());
                let played = async move {
                    (
                        seat,
                        play_stdio_seat(&client, &ticket, &program, None).await,
                    )
                };
                programs.spawn(played);
            }
        }
        wait_for_end(&client, &name).await?;
        while let Some(played) = programs.join_next().await {
            if let Ok((seat, Err(error))) = played {
                eprintln!("botwerk: seat {seat}: {error}");
            }
        }
        let text = client.record(&name).await?;
        server.stop().await?;
        Record::from_text(&text)
            .map_err(|error| Failure::new(Reason::BadRecord, format!("{error}; report this")))
    })
}

fn request<G: Roster>(game: &G, players: &[MatchSeat], seed: &str) -> proto::CreateMatchRequest {
    let seat = |player: &MatchSeat| proto::SeatSetup {
        name: player.name(),
        agent: player.spec().map(agent_spec_message),
    };
    proto::CreateMatchRequest {
        setup: Some(game_setup(game)),
        seats: players.iter().map(seat).collect(),
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
