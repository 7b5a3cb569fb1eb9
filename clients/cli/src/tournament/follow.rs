//! Following a tournament until it ends.

use std::path::Path;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use proto::TournamentState;

use super::launch_commands::LaunchCommands;
use super::launched_bots::LaunchedBots;
use super::server::TournamentServer;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Output, progress_bar};

/// How often Ctrl-C is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The way in which following a tournament ended.
pub(crate) enum FollowOutcome {
    /// The tournament has ended.
    Ended,
    /// Ctrl-C was pressed; this is the latest state.
    Interrupted(Box<proto::Tournament>),
}

/// Follows a tournament until it ends. The given bots run in the meantime.
pub(crate) async fn play(
    server: &TournamentServer,
    tournament: proto::Tournament,
    commands: &LaunchCommands,
    logs: &Path,
    output: &mut Output,
) -> Result<FollowOutcome, Failure> {
    let interrupt = Interrupt::listen();
    let (client, address) = (&server.client, &*server.address);
    let mut bots = LaunchedBots::start(client, address, &tournament.name, commands, logs).await?;
    let outcome = follow(client, tournament, &interrupt, &mut bots).await?;
    for (entrant, restarts) in bots.restarts() {
        let log = logs.display();
        let message = format!("{entrant} exited and was restarted {restarts} times");
        if output.is_json() {
            output.json(&serde_json::json!({"entrant": entrant, "restarts": restarts}))?;
        } else {
            output.line(format!("{message}; its output is in {log}"))?;
        }
    }
    Ok(outcome)
}

async fn follow(
    client: &Client,
    tournament: proto::Tournament,
    interrupt: &Interrupt,
    bots: &mut LaunchedBots,
) -> Result<FollowOutcome, Failure> {
    let request = proto::WatchTournamentRequest {
        name: tournament.name.clone(),
        interval_millis: 100,
    };
    let responses = client.tournaments().watch_tournament(request).await;
    let mut responses = responses.map_err(ClientError::from)?.into_inner();
    let bar = progress_bar(tournament.match_count, "matches");
    bar.set_position(tournament.result_count);
    let mut latest = tournament;
    loop {
        let next = tokio::select! {
            next = responses.message() => next.map_err(ClientError::from)?,
            () = tokio::time::sleep(POLL_INTERVAL) => {
                if interrupt.is_set() {
                    bar.finish_and_clear();
                    return Ok(FollowOutcome::Interrupted(Box::new(latest)));
                }
                continue;
            }
        };
        let Some(update) = next.and_then(|next| next.tournament) else {
            bar.finish_and_clear();
            return Ok(FollowOutcome::Ended);
        };
        bots.end_withdrawn(&update);
        bar.set_length(update.match_count);
        bar.set_position(update.result_count);
        bar.set_message(status_text(&update));
        latest = update;
    }
}

/// Returns why no matches are started, or an empty text.
fn status_text(tournament: &proto::Tournament) -> String {
    if tournament.state == TournamentState::Paused as i32 {
        return "paused".into();
    }
    if !tournament.waiting_for.is_empty() {
        return format!("waiting for {}", tournament.waiting_for.join(", "));
    }
    String::new()
}
