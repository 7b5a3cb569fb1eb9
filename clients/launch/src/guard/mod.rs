//! The guard of a bot: a process between the program and the bot that it starts. However the program
//! ends, also by kill -9, the guard ends the bot with everything that it has started.

#[cfg(target_os = "linux")]
mod breach;
mod descendants;
mod event;
#[cfg(target_os = "linux")]
mod processor_meter;
mod release;

use std::io::{self, PipeReader, Write};
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use botwerk_command::failure::{Failure, Reason};
use clap::Args;
use tokio::process::Command;

use crate::bot_output::{LimitedOutput, OutputReader};
use crate::bot_program::{BotProgram, plain_command};
use crate::inherited_descriptors;
use crate::own_command;
use crate::processor_log::ProcessorLog;
#[cfg(target_os = "linux")]
use crate::sandbox::{GroupClock, SandboxedBot};
use crate::sandbox::{LimitBreach, SandboxArgs};
use crate::search_path::is_on_path;

use descendants::Descendants;
use event::GuardEvent;
#[cfg(target_os = "linux")]
use processor_meter::ProcessorMeter;
pub(crate) use release::release;

/// The name of the hidden command that runs a guard.
const COMMAND: &str = "guard";

/// Arguments of `guard`.
#[derive(Debug, Args)]
pub struct GuardArgs {
    /// The bot has standard input and output of the guard, which ends with this process, its parent, or by SIGTERM
    #[arg(long, value_name = "PID")]
    attached_to: Option<u32>,
    /// Pass on all that the bot prints to standard error: the parent limits it
    #[arg(long)]
    whole_output: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Program and arguments of the bot
    #[arg(last = true, required = true)]
    argv: Vec<String>,
}

/// Returns a command that starts a bot with a guard, and with the server and the token in its environment. The bot ends when standard input of the guard is
/// closed, as dropping its [`tokio::process::Child`] does.
///
/// # Errors
/// Returns an error if there is no such program, or no sandbox on this machine.
pub fn command(bot: &BotProgram, server: &str, token: &str) -> io::Result<Command> {
    let mut command: Command = guarded(&[], bot)?.into();
    // Where another program uses this library, there is no guard.
    command.kill_on_drop(own_command::get().is_empty());
    command
        .env("BOTWERK_SERVER", server)
        .env("BOTWERK_BOT_TOKEN", token)
        .env_remove("BOTWERK_ADMIN_TOKEN")
        .env_remove("BOTWERK_OWNER_TOKEN");
    Ok(command)
}

/// Returns a command that starts a bot with a guard and pipes at its standard input and output. The bot ends
/// when this process ends, or the guard receives SIGTERM. Its standard error is a pipe with `has_error_pipe`, or
/// else, within a limit, that of this process.
///
/// # Errors
/// Returns an error if there is no such program, or no sandbox on this machine.
pub fn attached_command(bot: &BotProgram, has_error_pipe: bool) -> io::Result<process::Command> {
    let own_id = process::id().to_string();
    let mut flags = vec!["--attached-to", &own_id];
    if has_error_pipe {
        flags.push("--whole-output");
    }
    let mut command = guarded(&flags, bot)?;
    command.stdout(Stdio::piped());
    if has_error_pipe {
        command.stderr(Stdio::piped());
    }
    Ok(command)
}

fn guarded(flags: &[&str], bot: &BotProgram) -> io::Result<process::Command> {
    let program = bot.executable();
    if !is_on_path(program) {
        let message = "No such file or directory";
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    if bot.sandbox.is_some() {
        crate::sandbox::check_available()?;
        crate::sandbox::warn_if_uncounted();
    }
    let mut command = match own_command::get().split_first() {
        Some((executable, prefix)) => {
            let mut command = process::Command::new(executable);
            command.args(prefix).arg(COMMAND).args(flags);
            command.args(SandboxArgs::arguments(bot.sandbox.as_ref()));
            command.arg("--").args(&bot.argv);
            command
        }
        // Another program uses this library.
        None if bot.sandbox.is_none() => plain_command(&bot.argv),
        None => {
            return Err(io::Error::other(
                "sandbox: only the program `botwerk` has one",
            ));
        }
    };
    command.stdin(Stdio::piped());
    if let Some(log) = &bot.processor_log {
        command.envs(log.variables());
    }
    // Ctrl-C in a terminal ends the program, and that ends the guard.
    begin_group(&mut command);
    Ok(command)
}

/// Gives a process a group of its own, which Ctrl-C in a terminal does not reach.
fn begin_group(command: &mut process::Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
        std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
    }
}

/// Describes how a guarded bot ended, as the rest of a sentence about it.
pub fn exit_text(status: ExitStatus) -> String {
    if let Some(breach) = LimitBreach::from_status(status) {
        return format!("was ended: {breach}");
    }
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => format!("was killed ({status})"),
    }
}

/// Runs a guard: starts the bot, waits for the end of either side, and ends what is left of the bot.
///
/// # Errors
/// Returns an error if the bot cannot be started.
pub fn run(args: &GuardArgs) -> Result<(), Failure> {
    inherited_descriptors::close();
    let mut descendants = Descendants::adopt();
    let (reader, writer) = io::pipe()?;
    let configure = |command: &mut process::Command| -> io::Result<()> {
        if args.attached_to.is_none() {
            command.stdin(Stdio::null()).stdout(writer.try_clone()?);
        }
        command.stderr(writer.try_clone()?);
        for variable in ProcessorLog::VARIABLES {
            command.env_remove(variable);
        }
        begin_group(command);
        Ok(())
    };
    let started = StartedBot::start(args, configure);
    // The reader ends once the bot has ended.
    drop(writer);
    let output = pass_on(reader, args.whole_output);
    let started = match started {
        Ok(started) => started,
        Err(error) => {
            descendants.kill();
            output.drain();
            return Err(error);
        }
    };
    #[cfg(target_os = "linux")]
    let meter =
        ProcessorLog::of_environment().map(|log| ProcessorMeter::start(log, started.clock.clone()));
    let StartedBot { child, breach, .. } = started;
    descendants.add(&child);
    let (events, event) = channel();
    spawn_sender(&events, move || Some(wait_for_exit(child)));
    match args.attached_to {
        Some(parent) => spawn_sender(&events, move || {
            release::wait_for_parent_or_signal(parent);
            Some(GuardEvent::Released)
        }),
        None => spawn_sender(&events, || {
            release::wait_for_end_of_input();
            Some(GuardEvent::Released)
        }),
    }
    if let Some(breach) = breach {
        spawn_sender(&events, move || breach().map(GuardEvent::Breached));
    }
    let first = event.recv();
    let breach = match first {
        Ok(GuardEvent::Breached(breach)) => Some(breach),
        #[cfg(target_os = "linux")]
        Ok(GuardEvent::Exited(status)) if args.sandbox.sandbox().is_some() => {
            breach::breach_after_exit(status, &event)
        }
        _ => None,
    };
    descendants.kill();
    #[cfg(target_os = "linux")]
    if let Some(meter) = meter {
        meter.finish();
    }
    output.drain();
    if let Some(breach) = breach {
        eprintln!("botwerk: the bot was ended: {breach}");
        process::exit(breach.exit_code());
    }
    process::exit(match first {
        Ok(GuardEvent::Exited(status)) => LimitBreach::bot_exit_code(exit_code(status)),
        _ => 0,
    });
}

/// Starts to pass on what a bot prints to standard error.
fn pass_on(reader: PipeReader, is_whole: bool) -> OutputReader {
    if is_whole {
        // A parent that reads no more does not make the bot wait: the write fails.
        OutputReader::start(reader, |line| drop(io::stderr().write_all(line.as_bytes())))
    } else {
        let mut output = LimitedOutput::new(io::stderr());
        OutputReader::start(reader, move |line| output.write(line))
    }
}

/// A bot that was started, and what waits until it exceeds a limit of its sandbox.
struct StartedBot {
    child: Child,
    breach: Option<Box<dyn FnOnce() -> Option<LimitBreach> + Send>>,
    /// Counts its processor time, if it has a control group.
    #[cfg(target_os = "linux")]
    clock: Option<GroupClock>,
}

impl StartedBot {
    /// Starts the bot in its sandbox, if it has one.
    fn start(
        args: &GuardArgs,
        configure: impl FnOnce(&mut process::Command) -> io::Result<()>,
    ) -> Result<Self, Failure> {
        let program = args.argv.first().map_or("", String::as_str);
        let failed = |error: io::Error| {
            let message = format!("{program}: {error}; see the command of the bot");
            Failure::new(Reason::BadArgument, message)
        };
        let Some(sandbox) = args.sandbox.sandbox() else {
            let mut command = plain_command(&args.argv);
            configure(&mut command).map_err(failed)?;
            let child = command.spawn().map_err(failed)?;
            return Ok(Self {
                child,
                breach: None,
                #[cfg(target_os = "linux")]
                clock: None,
            });
        };
        #[cfg(target_os = "linux")]
        {
            // A bot on standard input and output does not call the server.
            let server = std::env::var("BOTWERK_SERVER").ok();
            let server = server.filter(|_| args.attached_to.is_none());
            let started = SandboxedBot::start(&args.argv, &sandbox, server.as_deref(), configure);
            let started = started.map_err(failed)?;
            let clock = started.clock();
            let (child, breach) = started.into_parts();
            Ok(Self {
                child,
                breach: Some(Box::new(breach)),
                clock,
            })
        }
        #[cfg(not(target_os = "linux"))]
        Err(failed(io::Error::other(format!("{sandbox:?} needs Linux"))))
    }
}

/// Sends an event once it happens, from a thread of its own.
fn spawn_sender(
    events: &Sender<GuardEvent>,
    wait: impl FnOnce() -> Option<GuardEvent> + Send + 'static,
) {
    let events = events.clone();
    thread::spawn(move || {
        if let Some(event) = wait() {
            let _ = events.send(event);
        }
    });
}

fn wait_for_exit(mut bot: Child) -> GuardEvent {
    // Without a status the bot cannot be observed, and ends.
    bot.wait().map_or(GuardEvent::Released, GuardEvent::Exited)
}

/// Returns the exit code of the guard, as a shell reports that of a process.
fn exit_code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    status.code().unwrap_or_else(|| 128 + signal.unwrap_or(0))
}
