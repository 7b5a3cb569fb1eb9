//! Launched bots: starts the commands of entrants, restarts them when they exit, and ends them with
//! the tournament.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use tokio::process::Child;
use tokio::task::JoinHandle;

use super::launch_commands::{LaunchCommand, LaunchCommands};
use crate::bot_log::last_line;
use crate::bot_program::BotProgram;
use crate::failure::{Failure, Reason};
use crate::guard;
use crate::sandbox::LimitBreach;
use crate::seat_log_upload::{LogDestination, LogFile, LogSource, SeatLogUpload};

/// Minimum and maximum delay before a restart. The delay doubles after each restart, until a
/// process has run for `STABLE_RUN_TIME`.
const RESTART_DELAYS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Run time after which a process counts as stable.
const STABLE_RUN_TIME: Duration = Duration::from_secs(10);

/// Number of exits in a row, each before [`STABLE_RUN_TIME`], after which an offline bot is abandoned.
const MAX_EARLY_EXITS: u32 = 8;

/// Time that the bot of a withdrawn entrant has to end its matches in progress.
const WITHDRAWAL_GRACE: Duration = Duration::from_secs(10);

/// Maximum number of bytes of the last line of a log that are shown.
const MAX_LAST_LINE: u64 = 1 << 10;

/// Time between two uploads of a log. The lines before the end of a match must be there before it ends.
const UPLOAD_INTERVAL: Duration = Duration::from_millis(100);

/// The launched bots of a tournament. Dropping them kills the processes.
#[derive(Default)]
pub(crate) struct LaunchedBots {
    bots: Vec<LaunchedBot>,
}

struct LaunchedBot {
    entrant: String,
    command: Arc<BotCommand>,
    exits: Arc<Mutex<BotExits>>,
    task: JoinHandle<()>,
    /// Sends the log to the server; `None` for a bridge, which sends that of every match itself.
    _upload: Option<SeatLogUpload>,
    /// Whether the bot was ended because its entrant is withdrawn.
    is_withdrawn: bool,
}

/// How often a bot has exited.
#[derive(Debug, Default)]
struct BotExits {
    /// Number of restarts.
    restarts: u64,
    /// Number of exits since the bot has last run for [`STABLE_RUN_TIME`].
    early: u32,
    /// How it exited the last time, as human-readable text.
    last: String,
    /// Whether it is not started again after its next exit.
    is_final: bool,
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
        let tokens = client.organizer().get_bot_tokens(request).await;
        let tokens = tokens.map_err(ClientError::from)?.into_inner().bot_tokens;
        for launched in commands.iter() {
            let LaunchCommand {
                entrant, is_stdio, ..
            } = launched;
            let token = tokens.iter().find(|token| token.entrant == *entrant);
            let command = Arc::new(BotCommand {
                program: launched.started_program(),
                address: address.to_owned(),
                token: token.map_or_else(String::new, |token| token.bot_token.clone()),
                log: logs.join(format!("{}.log", file_name(entrant))),
            });
            let upload = (!is_stdio).then(|| command.upload_log(client));
            // A command that cannot be started at all is an error.
            let child = command.start().map_err(|error| {
                let message = format!("{}: {error}; see its player", launched.text());
                Failure::new(Reason::BadArgument, message)
            })?;
            let exits = Arc::default();
            let task = Arc::clone(&command).keep_running(Some(child), Arc::clone(&exits));
            bots.push(LaunchedBot {
                entrant: entrant.clone(),
                command,
                exits,
                task: tokio::spawn(task),
                _upload: upload,
                is_withdrawn: false,
            });
        }
        Ok(Self { bots })
    }

    /// Ends the bots of withdrawn entrants, and starts those of readmitted ones again.
    pub(crate) fn apply_withdrawals(&mut self, tournament: &proto::Tournament) {
        for bot in &mut self.bots {
            let mut withdrawals = tournament.withdrawals.iter();
            let is_withdrawn = withdrawals
                .any(|withdrawal| withdrawal.entrant == bot.entrant && !withdrawal.is_readmitted);
            if bot.is_withdrawn == is_withdrawn {
                continue;
            }
            bot.is_withdrawn = is_withdrawn;
            if is_withdrawn {
                bot.end_soon();
            } else {
                bot.task.abort();
                *bot.exits() = BotExits::default();
                let task = Arc::clone(&bot.command).keep_running(None, Arc::clone(&bot.exits));
                bot.task = tokio::spawn(task);
            }
        }
    }

    /// Returns the entrants whose bot was restarted, with the number of restarts.
    pub(crate) fn restarts(&self) -> Vec<(&str, u64)> {
        let count = |program: &LaunchedBot| program.exits().restarts;
        let all = self.bots.iter();
        all.map(|program| (&*program.entrant, count(program)))
            .filter(|(_, restarts)| *restarts > 0)
            .collect()
    }

    /// Returns the state of an entrant's program as human-readable text, or `None` if the entrant has none.
    pub(super) fn state_text(&self, entrant: &str) -> Option<String> {
        let bot = self.bots.iter().find(|bot| bot.entrant == entrant)?;
        let (exits, log) = (bot.exits(), bot.command.log.display());
        Some(match exits.early {
            0 => format!("its program runs, but has not connected; its output is in {log}"),
            1 => format!("its program {}; its output is in {log}", exits.last),
            many => format!(
                "its program exited {many} times, the last time it {}; its output is in {log}",
                exits.last
            ),
        })
    }

    /// Returns [`last_line`] of the log of an entrant's program, which is empty for other entrants.
    pub(super) fn last_log_line(&self, entrant: &str) -> String {
        let bot = self.bots.iter().find(|bot| bot.entrant == entrant);
        let end = bot.and_then(|bot| read_end(&bot.command.log).ok());
        last_line(&String::from_utf8_lossy(&end.unwrap_or_default()))
    }

    /// Returns the first of the entrants whose program has exited [`MAX_EARLY_EXITS`] times in a row, or `None`.
    pub(super) fn find_abandoned<'a>(
        &self,
        entrants: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let is_abandoned = |entrant: &&str| {
            let mut bots = self.bots.iter();
            bots.any(|bot| bot.entrant == **entrant && bot.exits().early >= MAX_EARLY_EXITS)
        };
        entrants.into_iter().find(is_abandoned)
    }
}

/// Returns the last bytes of a file, at most [`MAX_LAST_LINE`].
fn read_end(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_LAST_LINE)))?;
    let mut end = Vec::new();
    file.take(MAX_LAST_LINE).read_to_end(&mut end)?;
    Ok(end)
}

impl LaunchedBot {
    /// Lets the process end its matches in progress, and ends it after [`WITHDRAWAL_GRACE`].
    fn end_soon(&self) {
        self.exits().is_final = true;
        let task = self.task.abort_handle();
        tokio::spawn(async move {
            tokio::time::sleep(WITHDRAWAL_GRACE).await;
            task.abort();
        });
    }

    fn exits(&self) -> MutexGuard<'_, BotExits> {
        locked(&self.exits)
    }
}

impl BotExits {
    /// Records how the bot has exited, and whether it had run for [`STABLE_RUN_TIME`].
    fn record(&mut self, last: String, was_stable: bool) {
        self.early = if was_stable { 1 } else { self.early + 1 };
        self.last = last;
    }
}

fn locked(exits: &Mutex<BotExits>) -> MutexGuard<'_, BotExits> {
    exits.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The command of a launched bot, and its environment.
struct BotCommand {
    program: BotProgram,
    address: String,
    token: String,
    log: PathBuf,
}

impl BotCommand {
    fn start(&self) -> std::io::Result<Child> {
        let mut log = File::options().create(true).append(true).open(&self.log)?;
        // So that the log of a bot that prints nothing is not empty.
        writeln!(log, "botwerk: starting {:?}", self.program.argv)?;
        guard::command(&self.program, &self.address, &self.token)?
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
    }

    /// Starts to send what is appended to the log to those of the seats that the bot plays.
    fn upload_log(&self, client: &Client) -> SeatLogUpload {
        let destination = LogDestination::Bot {
            bot_token: self.token.clone(),
        };
        let source = LogSource::File(LogFile::from_end(self.log.clone()));
        SeatLogUpload::start(client, destination, source, UPLOAD_INTERVAL)
    }

    /// Restarts the process whenever it exits, after success and failure alike.
    async fn keep_running(
        self: Arc<Self>,
        mut started: Option<Child>,
        exits: Arc<Mutex<BotExits>>,
    ) {
        let mut delay = RESTART_DELAYS.0;
        loop {
            let mut child = match started.take() {
                Some(child) => child,
                None => self.start_after(&mut delay).await,
            };
            let started_at = Instant::now();
            // Its standard input stays open: the guard would end the bot otherwise.
            let input = child.stdin.take();
            let status = child.wait().await;
            drop(input);
            let is_stable = started_at.elapsed() >= STABLE_RUN_TIME;
            if is_stable {
                delay = RESTART_DELAYS.0;
            }
            let last = status.map_or_else(
                |error| format!("could not be observed: {error}"),
                |status| exit_text(status, started_at.elapsed()),
            );
            self.log_line(&last);
            locked(&exits).record(last, is_stable);
            if locked(&exits).is_final {
                return;
            }
            started = Some(self.start_after(&mut delay).await);
            locked(&exits).restarts += 1;
        }
    }

    /// Starts the process after a delay, which is doubled.
    async fn start_after(&self, delay: &mut Duration) -> Child {
        loop {
            tokio::time::sleep(*delay).await;
            *delay = (*delay * 2).min(RESTART_DELAYS.1);
            // The executable may just be being replaced.
            if let Ok(child) = self.start() {
                return child;
            }
        }
    }

    /// Writes what has happened to the bot into its log.
    fn log_line(&self, event: &str) {
        let log = File::options().append(true).open(&self.log);
        // The bot continues without a log.
        let _ = log.and_then(|mut log| writeln!(log, "botwerk: {event}"));
    }
}

/// Returns how and when a process exited.
fn exit_text(status: ExitStatus, after: Duration) -> String {
    let secs = after.as_secs_f64();
    if let Some(breach) = LimitBreach::from_status(status) {
        return format!("was ended after {secs:.1} s: {breach}");
    }
    match status.code() {
        Some(code) => format!("exited with status {code} after {secs:.1} s"),
        None => format!("was killed after {secs:.1} s"),
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
