//! Launched bots: starts the commands of entrants, restarts them when they exit, and ends them with
//! the tournament.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use tokio::process::Child;
use tokio::task::JoinHandle;

use super::launch_commands::{LaunchCommand, LaunchCommands};
use crate::failure::{Failure, Reason};
use crate::guard;

/// Minimum and maximum delay before a restart. The delay doubles after each restart, until a
/// process has run for `STABLE_RUN_TIME`.
const RESTART_DELAYS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Run time after which a process counts as stable.
const STABLE_RUN_TIME: Duration = Duration::from_secs(10);

/// The launched bots of a tournament. Dropping them kills the processes.
pub(crate) struct LaunchedBots {
    bots: Vec<LaunchedBot>,
}

struct LaunchedBot {
    entrant: String,
    /// Number of restarts.
    restarts: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Drop for LaunchedBot {
    fn drop(&mut self) {
        // Aborting the task drops its process, and the guard ends the bot.
        self.task.abort();
    }
}

impl LaunchedBots {
    /// Starts the launched bots of a tournament; each writes its output to a file in the given
    /// directory.
    pub(crate) async fn start(
        client: &Client,
        address: &str,
        tournament: &str,
        commands: &LaunchCommands,
        logs: &Path,
    ) -> Result<Self, Failure> {
        let mut bots = Vec::new();
        if commands.is_empty() {
            return Ok(Self { bots });
        }
        fs::create_dir_all(logs)
            .map_err(|error| Failure::file(&logs.display().to_string(), &error))?;
        let request = proto::GetBotTokensRequest {
            tournament: tournament.to_owned(),
        };
        let tokens = client.tournaments().get_bot_tokens(request).await;
        let tokens = tokens.map_err(ClientError::from)?.into_inner().bot_tokens;
        for LaunchCommand { entrant, argv } in commands.iter() {
            let token = tokens.iter().find(|token| token.entrant == *entrant);
            let program = BotCommand {
                argv: argv.clone(),
                address: address.to_owned(),
                token: token.map_or_else(String::new, |token| token.bot_token.clone()),
                log: logs.join(format!("{}.log", file_name(entrant))),
            };
            // A command that cannot be started at all is an error.
            let child = program.start().map_err(|error| {
                let message = format!("{entrant}: {}: {error}; see its command", argv.join(" "));
                Failure::new(Reason::BadArgument, message)
            })?;
            let restarts = Arc::new(AtomicU64::new(0));
            let task = tokio::spawn(program.keep_running(child, Arc::clone(&restarts)));
            bots.push(LaunchedBot {
                entrant: entrant.clone(),
                restarts,
                task,
            });
        }
        Ok(Self { bots })
    }

    /// Ends the bots of withdrawn entrants.
    pub(crate) fn end_withdrawn(&mut self, tournament: &proto::Tournament) {
        for withdrawal in &tournament.withdrawals {
            let withdrawn = self
                .bots
                .iter()
                .find(|program| program.entrant == withdrawal.entrant);
            if let Some(program) = withdrawn {
                program.task.abort();
            }
        }
    }

    /// Returns the entrants whose bot was restarted, with the number of restarts.
    pub(crate) fn restarts(&self) -> Vec<(&str, u64)> {
        let count = |program: &LaunchedBot| program.restarts.load(Ordering::Relaxed);
        let all = self.bots.iter();
        all.map(|program| (&*program.entrant, count(program)))
            .filter(|(_, restarts)| *restarts > 0)
            .collect()
    }
}

/// The command of a launched bot, and its environment.
struct BotCommand {
    argv: Vec<String>,
    address: String,
    token: String,
    log: PathBuf,
}

impl BotCommand {
    fn start(&self) -> std::io::Result<Child> {
        let log = File::options().create(true).append(true).open(&self.log)?;
        guard::command(&self.argv)?
            .env("BOTWERK_SERVER", &self.address)
            .env("BOTWERK_BOT_TOKEN", &self.token)
            .env_remove("BOTWERK_ADMIN_TOKEN")
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
    }

    /// Restarts the process whenever it exits.
    async fn keep_running(self, mut child: Child, restarts: Arc<AtomicU64>) {
        let mut delay = RESTART_DELAYS.0;
        loop {
            let started = Instant::now();
            // Its standard input stays open: the guard would end the bot otherwise. It is restarted
            // after success and failure alike.
            let input = child.stdin.take();
            let _ = child.wait().await;
            drop(input);
            if started.elapsed() >= STABLE_RUN_TIME {
                delay = RESTART_DELAYS.0;
            }
            child = loop {
                tokio::time::sleep(delay).await;
                delay = (delay * 2).min(RESTART_DELAYS.1);
                // The executable may just be being replaced.
                if let Ok(child) = self.start() {
                    break child;
                }
            };
            restarts.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Returns the name with all characters replaced that are unsuitable in file names.
fn file_name(entrant: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    entrant.chars().map(plain).collect()
}
