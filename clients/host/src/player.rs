//! Playing the bots that the server assigns to a host.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::invitations::{InvitationHandler, SeatSession, answer_invitations};
use botwerk_client::worker_proto::{
    BotAssignment, BotProcessorTime, HostedBot, HostedVersion, SyncBotsRequest,
};
use botwerk_client::{Client, ClientError, proto};
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::guard;
use botwerk_launch::processor_log::take_processor_times;
use botwerk_launch::stdio::{ProgramLog, stdio_session};
use tokio::task::JoinHandle;

use crate::bot_folders::FolderError;
use crate::builder::{BuildError, build};
use crate::{Host, is_final};

/// Time between two calls that renew the leases of bots.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// Time before a bot whose stream or program has ended is started again.
const RESTART_DELAY: Duration = Duration::from_secs(2);

/// A bot that is being played.
struct PlayedBot {
    version: HostedVersion,
    task: JoinHandle<()>,
}

impl Drop for PlayedBot {
    fn drop(&mut self) {
        // Its programs end with it.
        self.task.abort();
    }
}

/// Plays bots until the server rejects the host; returns the error.
pub(crate) async fn play_bots(host: Arc<Host>, capacity: u32) -> ClientError {
    let mut played: BTreeMap<String, PlayedBot> = BTreeMap::new();
    loop {
        match sync(&host, capacity, &played).await {
            Ok(assigned) => {
                update(&host, &mut played, assigned);
            }
            Err(error) if is_final(&error) => return error,
            // The bots play on: their leases last for a while, and then their tokens end.
            Err(error) => tracing::warn!(%error, "leases of bots not renewed"),
        }
        tokio::time::sleep(SYNC_INTERVAL).await;
    }
}

async fn sync(
    host: &Host,
    capacity: u32,
    played: &BTreeMap<String, PlayedBot>,
) -> Result<Vec<BotAssignment>, ClientError> {
    let playing = played.values().map(|bot| HostedBot {
        bot: bot.version.bot.clone(),
        number: bot.version.number,
    });
    let request = SyncBotsRequest {
        host: host.id.clone(),
        capacity,
        playing: playing.collect(),
        processor_times: processor_times(host).await,
    };
    let synced = host.client.hosts().sync_bots(request).await?;
    Ok(synced.into_inner().bots)
}

/// Takes the processor time that bots have used since the last call.
async fn processor_times(host: &Host) -> Vec<BotProcessorTime> {
    let file = host.folders.processor_times();
    let taken = tokio::task::spawn_blocking(move || take_processor_times(&file)).await;
    let times = taken.unwrap_or_default().into_iter();
    let time = |(bot, processor_nanos)| BotProcessorTime {
        bot,
        processor_nanos,
    };
    times.map(time).collect()
}

/// Starts the bots that are assigned, and ends the others.
fn update(
    host: &Arc<Host>,
    played: &mut BTreeMap<String, PlayedBot>,
    assigned: Vec<BotAssignment>,
) {
    let mut missing: BTreeSet<String> = played.keys().cloned().collect();
    for assignment in assigned {
        let Some(version) = assignment.version.clone() else {
            continue;
        };
        missing.remove(&version.bot);
        let same = played.get(&version.bot);
        if same.is_some_and(|bot| bot.version.number == version.number) {
            continue;
        }
        tracing::info!(bot = version.bot, version = version.number, "bot started");
        let task = tokio::spawn(play(Arc::clone(host), assignment, version.clone()));
        played.insert(version.bot.clone(), PlayedBot { version, task });
    }
    if missing.is_empty() {
        return;
    }
    for bot in missing {
        tracing::info!(bot, "bot ended");
        played.remove(&bot);
    }
    let used = played
        .values()
        .map(|bot| bot.version.content_sha256.clone());
    host.folders.remove_except(&used.collect());
}

/// Plays a bot until the task is aborted.
async fn play(host: Arc<Host>, assignment: BotAssignment, version: HostedVersion) {
    loop {
        match play_once(&host, &assignment, &version).await {
            Ok(()) => {}
            Err(error) => tracing::warn!(bot = version.bot, error, "bot not played"),
        }
        tokio::time::sleep(RESTART_DELAY).await;
    }
}

async fn play_once(
    host: &Host,
    assignment: &BotAssignment,
    version: &HostedVersion,
) -> Result<(), String> {
    let (_, folder) = build(host, version).await.map_err(|error| match error {
        BuildError::Folder(FolderError::Call(error)) => error.to_string(),
        BuildError::Folder(FolderError::Version(message)) => message,
        BuildError::Failed { rejection, .. } => rejection,
    })?;
    let program = host.counted(host.confinement.player(version, &folder), version);
    let token = &assignment.bot_token;
    if version.calls_server {
        return run_program(host, &program, token).await;
    }
    let mut bot = LineBot { program };
    let concurrency = assignment.max_concurrent_matches;
    let played = answer_invitations(&host.client, token, concurrency, &mut bot).await;
    played.map_err(|error| error.to_string())
}

/// Runs a program that calls the server itself, until it ends.
async fn run_program(host: &Host, program: &BotProgram, token: &str) -> Result<(), String> {
    let command = guard::command(program, &host.server, token);
    let mut command = command.map_err(|error| error.to_string())?;
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    // Its standard input stays open: the guard would end the bot otherwise.
    let input = child.stdin.take();
    let status = child.wait().await.map_err(|error| error.to_string())?;
    drop(input);
    Err(format!("the program {}", guard::exit_text(status)))
}

/// A bot that speaks the line protocol: its program is started for every match.
struct LineBot {
    program: BotProgram,
}

impl InvitationHandler for LineBot {
    fn session(
        &mut self,
        client: &Client,
        invitation: &proto::Invitation,
    ) -> Result<SeatSession, ClientError> {
        stdio_session(client, invitation, &self.program, ProgramLog::Uploaded)
    }

    fn on_match_end(
        &mut self,
        match_name: &str,
        over: Result<proto::MatchOver, ClientError>,
    ) -> bool {
        if let Err(error) = over {
            tracing::info!(r#match = match_name, %error, "match not played to its end");
        }
        true
    }
}
