//! A match of built-in agents and programs in wall-clock time, on an embedded server.

use std::collections::BTreeMap;

use botwerk_client::{Client, ClientError, agent_spec_message, game_setup, proto};
use botwerk_engine::record::Record;
use botwerk_engine::{AnyGame, Termination};
use proto::watch_match_response::Kind;
use tokio::task::JoinSet;

use super::local_match::{LocalMatch, ProgramLogs, SeatFaultReport};
use crate::connection::block_on;
use crate::embedded_server;
use crate::failure::{Failure, Reason};
use crate::player::Player;
use crate::stdio::{MatchHello, SeatTicket, play_stdio_seat};
use botwerk_command::embedded_server::ServerPurpose;

/// Plays one match. What its seats use is not measured.
///
/// # Errors
/// Returns an error if the server cannot be started or rejects the match.
pub(super) fn play(
    game: &AnyGame,
    players: &[Player],
    seed: String,
    program_logs: ProgramLogs,
) -> Result<LocalMatch, Failure> {
    block_on(2, async {
        let server = embedded_server::start(ServerPurpose::default()).await?;
        let client = server.connect().await?;
        let created = client
            .matches()
            .create_match(request(game, players, &seed))
            .await;
        let created = created.map_err(ClientError::from)?.into_inner();
        let name = created.r#match.unwrap_or_default().name;
        let mut programs = JoinSet::new();
        let mut logs = vec![None; players.len()];
        for token in created.seat_tokens {
            let seat = token.seat as usize;
            if let Some(Player::Program(program)) = players.get(seat) {
                let ticket = SeatTicket {
                    r#match: name.clone(),
                    seat_token: token.token,
                    hello: MatchHello {
                        r#match: name.clone(),
                        ..MatchHello::new(game, seat)
                    },
                };
                let (client, program) = (client.clone(), program.clone());
                let log = program_logs.new_log();
                logs[seat] = Some(log.clone());
                programs.spawn(async move {
                    let played = play_stdio_seat(&client, &ticket, &program, Some(&log)).await;
                    (seat, played)
                });
            }
        }
        wait_for_end(&client, &name).await?;
        let mut failures = BTreeMap::new();
        while let Some(played) = programs.join_next().await {
            if let Ok((seat, Err(error))) = played {
                failures.insert(seat, error.to_string());
            }
        }
        let text = client.record(&name).await?;
        server.stop().await?;
        let record = Record::from_text(&text)
            .map_err(|error| Failure::new(Reason::BadRecord, format!("{error}; report this")))?;
        Ok(LocalMatch {
            seed,
            faults: faults(&record, &mut failures),
            record,
            usage: Vec::new(),
            logs,
        })
    })
}

/// Returns the faults of the seats that left early, with the failures of their programs.
fn faults(record: &Record, failures: &mut BTreeMap<usize, String>) -> Vec<SeatFaultReport> {
    let terminations = record.outcome.iter().flat_map(|line| &line.terminations);
    let fault = |(seat, termination): (usize, &Option<Termination>)| {
        let kind = (*termination)?;
        let message = failures.remove(&seat);
        Some(SeatFaultReport {
            seat,
            kind,
            message: message.unwrap_or_else(|| format!("the seat left the match: {kind}")),
        })
    };
    terminations.enumerate().filter_map(fault).collect()
}

fn request(game: &AnyGame, players: &[Player], seed: &str) -> proto::CreateMatchRequest {
    let seat = |player: &Player| proto::SeatSetup {
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
