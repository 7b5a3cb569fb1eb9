//! Following a tournament until it ends.

use std::path::Path;
use std::time::Duration;

use botwerk_client::{Client, ClientError, WatchedTournament, proto};
use proto::ObstacleKind;

use super::event_lines::EventPrinter;
use super::launch_commands::LaunchCommands;
use super::launched_bots::LaunchedBots;
use super::obstacles::ObstaclePrinter;
use super::progress_lines::ProgressPrinter;
use super::server::TournamentServer;
use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;
use crate::output::Output;

/// How often Ctrl-C is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The way in which following a tournament ended.
pub(crate) enum FollowOutcome {
    /// The tournament has ended.
    Ended,
    /// Ctrl-C was pressed; this is the latest state.
    Interrupted(Box<proto::Tournament>),
    /// The tournament does not progress; this is the latest state.
    Stalled(Box<proto::Tournament>, Failure),
}

/// Follows a tournament until it ends, or until the interrupt is set. The given bots run in the meantime.
pub(crate) async fn play(
    server: &TournamentServer,
    tournament: proto::Tournament,
    commands: &LaunchCommands,
    logs: &Path,
    interrupt: &Interrupt,
    output: &mut Output,
) -> Result<FollowOutcome, Failure> {
    let (client, address) = (&server.client, &*server.address);
    let mut bots = LaunchedBots::start(client, address, &tournament.name, commands, logs).await?;
    let outcome = follow(client, tournament, interrupt, &mut bots, output).await?;
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
    output: &mut Output,
) -> Result<FollowOutcome, Failure> {
    let request = proto::WatchTournamentRequest {
        name: tournament.name.clone(),
        interval_nanos: 0,
    };
    let responses = client.tournaments().watch_tournament(request).await;
    let mut responses = responses.map_err(ClientError::from)?.into_inner();
    let mut progress = ProgressPrinter::new(&tournament);
    let mut events = EventPrinter::new(&tournament);
    let mut latest = tournament;
    let mut watched = WatchedTournament::default();
    let mut obstacles = ObstaclePrinter::default();
    loop {
        progress.suspend(|| obstacles.print(&latest, bots, output))?;
        if let Some(failure) = failure(&latest, bots) {
            progress.clear();
            return Ok(FollowOutcome::Stalled(Box::new(latest), failure));
        }
        let next = tokio::select! {
            next = responses.message() => next.map_err(ClientError::from)?,
            () = tokio::time::sleep(POLL_INTERVAL) => {
                if interrupt.is_set() {
                    progress.clear();
                    let latest = current(client, latest).await?;
                    return Ok(FollowOutcome::Interrupted(Box::new(latest)));
                }
                continue;
            }
        };
        let Some(next) = next else {
            progress.clear();
            return Ok(FollowOutcome::Ended);
        };
        watched.update(next);
        progress.suspend(|| events.print(&watched, bots, output))?;
        progress.show(&watched, output)?;
        if let Some(tournament) = &watched.tournament {
            bots.apply_withdrawals(tournament);
            latest.clone_from(tournament);
        }
    }
}

/// Returns a tournament as it is now, which may be ahead of what is followed.
async fn current(
    client: &Client,
    followed: proto::Tournament,
) -> Result<proto::Tournament, Failure> {
    let name = followed.name.clone();
    let request = proto::GetTournamentRequest { name };
    let response = client.tournaments().get_tournament(request).await;
    let tournament = response.map_err(ClientError::from)?.into_inner().tournament;
    Ok(tournament.unwrap_or(followed))
}

/// Returns why a tournament is not followed any further, or `None` if it may still progress.
fn failure(tournament: &proto::Tournament, bots: &LaunchedBots) -> Option<Failure> {
    if let Some(error) = &tournament.failure {
        return Some(Failure::Server {
            reason: error.reason(),
            message: format!("{} is paused: {}", tournament.name, error.message),
        });
    }
    let offline = tournament.obstacles.iter();
    let offline = offline.filter(|obstacle| obstacle.kind() == ObstacleKind::BotOffline);
    let entrant = bots.find_abandoned(offline.map(|obstacle| &*obstacle.entrant))?;
    let state = bots.state_text(entrant).unwrap_or_default();
    let message = format!("{entrant}: {state}; run its command by hand with BOTWERK_SERVER set");
    Some(Failure::new(Reason::BotFailed, message))
}
