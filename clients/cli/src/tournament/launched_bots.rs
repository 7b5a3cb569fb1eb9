//! The programs that play for entrants: started, restarted when they end, ended with the
//! tournament.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_tournament::configuration::{self, Configuration};
use proto::entrant::Player;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::failure::{Failure, Reason};

/// How long a program that has ended is left before it is started again: doubled each time, until
/// it has run for a while.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// A program that has run as long did not end at once.
const A_WHILE: Duration = Duration::from_secs(10);

/// The programs of a tournament. Dropping them ends them.
pub(crate) struct LaunchedBots {
    running: Vec<Running>,
}

struct Running {
    entrant: String,
    /// How often it was started again.
    restarts: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // The program ends with the task that waits for it.
        self.task.abort();
    }
}

impl LaunchedBots {
    /// Starts the programs of a tournament's entrants; what they write goes into files of this
    /// folder.
    pub(crate) async fn start(
        client: &Client,
        address: &str,
        tournament: &proto::Tournament,
        logs: &Path,
    ) -> Result<Self, Failure> {
        let entrants = tournament.setup.iter().flat_map(|setup| &setup.entrants);
        let programs: Vec<(&str, &[String])> = entrants
            .filter_map(|entrant| match entrant.player.as_ref()? {
                Player::LaunchCommand(program) => Some((&*entrant.name, &*program.argv)),
                Player::Agent(_) | Player::Bot(_) => None,
            })
            .collect();
        let mut running = Vec::new();
        if programs.is_empty() {
            return Ok(Self { running });
        }
        fs::create_dir_all(logs)
            .map_err(|error| Failure::file(&logs.display().to_string(), &error))?;
        let request = proto::GetBotTokensRequest {
            tournament: tournament.name.clone(),
        };
        let tokens = client.tournaments().get_bot_tokens(request).await;
        let tokens = tokens.map_err(ClientError::from)?.into_inner().bot_tokens;
        for (entrant, words) in programs {
            let token = tokens.iter().find(|token| token.entrant == entrant);
            let program = Program {
                words: words.to_vec(),
                address: address.to_owned(),
                token: token.map_or_else(String::new, |token| token.bot_token.clone()),
                log: logs.join(format!("{}.log", file_name(entrant))),
            };
            // A program that cannot be started at all is told at once.
            let child = program.start().map_err(|error| {
                let message = format!("{entrant}: {}: {error}; see its command", words.join(" "));
                Failure::new(Reason::BadArgument, message)
            })?;
            let restarts = Arc::new(AtomicU64::new(0));
            let task = tokio::spawn(program.keep_running(child, Arc::clone(&restarts)));
            running.push(Running {
                entrant: entrant.to_owned(),
                restarts,
                task,
            });
        }
        Ok(Self { running })
    }

    /// Ends the programs of those who have withdrawn.
    pub(crate) fn end_withdrawn(&mut self, tournament: &proto::Tournament) {
        for out in &tournament.withdrawals {
            let withdrawn = self
                .running
                .iter()
                .find(|program| program.entrant == out.entrant);
            if let Some(program) = withdrawn {
                program.task.abort();
            }
        }
    }

    /// Who was started again how often.
    pub(crate) fn restarts(&self) -> Vec<(&str, u64)> {
        let count = |program: &Running| program.restarts.load(Ordering::Relaxed);
        let all = self.running.iter();
        all.map(|program| (&*program.entrant, count(program)))
            .filter(|(_, restarts)| *restarts > 0)
            .collect()
    }
}

/// Refuses programs that are not there, before anything is made that needs them.
pub(crate) fn check(configuration: &Configuration) -> Result<(), Failure> {
    for entrant in &configuration.entrants {
        let configuration::Player::Command(words) = &entrant.player else {
            continue;
        };
        let program = words.first().map_or("", String::as_str);
        if !is_on_path(program) {
            let name = &entrant.name;
            let message = format!("{name}: {program}: there is no such program; see its command");
            return Err(Failure::new(Reason::BadArgument, message));
        }
    }
    Ok(())
}

/// Whether a program can be found as a shell would.
fn is_on_path(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// How a program is started.
struct Program {
    words: Vec<String>,
    address: String,
    token: String,
    log: PathBuf,
}

impl Program {
    fn start(&self) -> std::io::Result<Child> {
        let log = File::options().create(true).append(true).open(&self.log)?;
        let (program, arguments) = self
            .words
            .split_first()
            .ok_or(std::io::ErrorKind::NotFound)?;
        Command::new(program)
            .args(arguments)
            .env("BOTWERK_SERVER", &self.address)
            .env("BOTWERK_BOT_TOKEN", &self.token)
            .env_remove("BOTWERK_ADMIN_TOKEN")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
    }

    /// Starts the program again whenever it ends.
    async fn keep_running(self, mut child: Child, restarts: Arc<AtomicU64>) {
        let mut pause = PAUSES.0;
        loop {
            let begun = Instant::now();
            // Whether it has failed or only ended, the tournament goes on.
            let _ = child.wait().await;
            if begun.elapsed() >= A_WHILE {
                pause = PAUSES.0;
            }
            child = loop {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(PAUSES.1);
                // Its file may be replaced just now.
                if let Ok(child) = self.start() {
                    break child;
                }
            };
            restarts.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A name as a file may have it.
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
