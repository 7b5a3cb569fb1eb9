//! The guard of a bot: a process between the program and the bot that it starts. However the program
//! ends, also by kill -9, the guard ends the bot with everything that it has started.

use std::io::{self, Read};
use std::path::Path;
use std::process::{self, Child, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

use crate::failure::{Failure, Reason};
use crate::own_command;

/// The name of the hidden command that runs a guard.
const COMMAND: &str = "guard";

/// Arguments of `guard`.
#[derive(Debug, Args)]
pub(crate) struct GuardArgs {
    /// The bot has standard input and output of the guard, which ends with this process, its parent, or by SIGTERM
    #[arg(long, value_name = "PID")]
    attached_to: Option<u32>,
    /// Program and arguments of the bot
    #[arg(last = true, required = true)]
    argv: Vec<String>,
}

/// Why a guard stops waiting.
enum GuardEvent {
    /// The bot has ended with this exit code.
    Exited(i32),
    /// The program that started the guard has ended, or wants the bot to end.
    Released,
}

/// Returns a command that starts a bot with a guard. The bot ends when standard input of the guard is
/// closed, as dropping its [`tokio::process::Child`] does.
///
/// # Errors
/// Returns an error if there is no such program.
pub(crate) fn command(argv: &[String]) -> io::Result<Command> {
    let mut command: Command = guarded(&[], argv)?.into();
    // Where another program uses this library, there is no guard.
    command.kill_on_drop(own_command::get().is_empty());
    Ok(command)
}

/// Returns a command that starts a bot with a guard and pipes at its standard input and output. The bot ends
/// when this process ends, or the guard receives SIGTERM.
///
/// # Errors
/// Returns an error if there is no such program.
pub(crate) fn attached_command(argv: &[String]) -> io::Result<process::Command> {
    let own_id = process::id().to_string();
    let mut command = guarded(&["--attached-to", &own_id], argv)?;
    command.stdout(Stdio::piped());
    Ok(command)
}

fn guarded(flags: &[&str], argv: &[String]) -> io::Result<process::Command> {
    let program = argv.first().map_or("", String::as_str);
    if !is_on_path(program) {
        let message = "No such file or directory";
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let mut command = match own_command::get().split_first() {
        Some((executable, prefix)) => {
            let mut command = process::Command::new(executable);
            command.args(prefix).arg(COMMAND).args(flags);
            command.arg("--").args(argv);
            command
        }
        // Another program uses this library.
        None => {
            let mut command = process::Command::new(program);
            command.args(&argv[1..]);
            command
        }
    };
    command.stdin(Stdio::piped());
    // Ctrl-C in a terminal ends the program, and that ends the guard.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Returns `true` if the executable is found as a shell would find it.
pub(crate) fn is_on_path(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Runs a guard: starts the bot, waits for the end of either side, and ends what is left of the bot.
pub(crate) fn run(args: &GuardArgs) -> Result<(), Failure> {
    descendants::adopt();
    let (program, arguments) = args
        .argv
        .split_first()
        .map_or(("", &[][..]), |(p, a)| (p, a));
    let mut command = process::Command::new(program);
    command.args(arguments);
    if args.attached_to.is_none() {
        command.stdin(Stdio::null());
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let bot = command.spawn().map_err(|error| {
        let message = format!("{program}: {error}; see the command of the bot");
        Failure::new(Reason::BadArgument, message)
    })?;
    let group = bot.id();
    let (events, event) = channel();
    let exited = events.clone();
    thread::spawn(move || wait_for_exit(bot, &exited));
    match args.attached_to {
        Some(parent) => thread::spawn(move || wait_for_parent_or_signal(parent, &events)),
        None => thread::spawn(move || wait_for_release(&events)),
    };
    let event = event.recv();
    descendants::kill(group);
    process::exit(match event {
        Ok(GuardEvent::Exited(code)) => code,
        Ok(GuardEvent::Released) | Err(_) => 0,
    });
}

fn wait_for_exit(mut bot: Child, events: &Sender<GuardEvent>) {
    let code = bot.wait().ok().and_then(|status| status.code());
    // As a shell reports a process that a signal has killed.
    let _ = events.send(GuardEvent::Exited(code.unwrap_or(128)));
}

/// Waits until standard input is closed: nothing is ever written to it.
fn wait_for_release(events: &Sender<GuardEvent>) {
    let mut buffer = [0; 64];
    let mut input = io::stdin();
    while let Ok(1..) = input.read(&mut buffer) {}
    let _ = events.send(GuardEvent::Released);
}

/// Time between two looks at whether the parent is alive.
const PARENT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Waits until the parent of the guard has ended, or SIGTERM is received.
fn wait_for_parent_or_signal(parent: u32, events: &Sender<GuardEvent>) {
    // Without a runtime the parent is observed all the same.
    let signalled = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map(|runtime| runtime.block_on(wait_for_signal(parent)));
    if signalled.is_err() {
        while std::os::unix::process::parent_id() == parent {
            thread::sleep(PARENT_POLL_INTERVAL);
        }
    }
    let _ = events.send(GuardEvent::Released);
}

async fn wait_for_signal(parent: u32) {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return;
    };
    let mut interval = tokio::time::interval(PARENT_POLL_INTERVAL);
    loop {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = interval.tick() => {
                // The process that adopts orphans.
                if std::os::unix::process::parent_id() != parent {
                    return;
                }
            }
        }
    }
}

/// The processes that a bot has started.
#[cfg(target_os = "linux")]
mod descendants {
    use std::thread;
    use std::time::Duration;

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
        wait,
    };

    /// Time between two looks for processes that are left.
    const PAUSE: Duration = Duration::from_millis(5);

    /// Makes this process the parent of all descendants whose own parent ends.
    pub(super) fn adopt() {
        // Without it, processes that leave the group of the bot outlive it.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Kills the bot's process group and all other descendants.
    pub(super) fn kill(group: u32) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            // It may have ended before.
            let _ = kill_process_group(group, Signal::KILL);
        }
        // A killed process leaves its children to this one.
        while let Ok(ended) = wait(WaitOptions::NOHANG) {
            if ended.is_none() {
                for child in children() {
                    let _ = kill_process(child, Signal::KILL);
                }
                thread::sleep(PAUSE);
            }
        }
    }

    fn children() -> Vec<Pid> {
        let own = getpid().as_raw_nonzero().get();
        let Ok(processes) = std::fs::read_dir("/proc") else {
            return Vec::new();
        };
        let child = |entry: std::io::Result<std::fs::DirEntry>| {
            let entry = entry.ok()?;
            let id: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name, in parentheses, may contain anything.
            let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?;
            Pid::from_raw(id).filter(|_| parent.parse() == Ok(own))
        };
        processes.filter_map(child).collect()
    }
}

/// The processes that a bot has started, as far as they have stayed in its group.
#[cfg(all(unix, not(target_os = "linux")))]
mod descendants {
    use rustix::process::{Pid, Signal, kill_process_group};

    pub(super) fn adopt() {}

    pub(super) fn kill(group: u32) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            // It may have ended before.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
