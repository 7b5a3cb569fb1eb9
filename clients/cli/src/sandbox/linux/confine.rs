//! `confine`: the last step inside of a sandbox, which becomes the bot.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Stdio;

use botwerk_tournament::configuration::Sandbox;
use clap::Args;
use nix::sched::{CloneFlags, unshare};
use rustix::process::{
    DumpableBehavior, Gid, Resource, Rlimit, Uid, geteuid, set_dumpable_behavior, setrlimit,
};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::bubblewrap::BOT_ID;
use super::{handover, system_calls};
use crate::bot_program::plain_command;
use crate::failure::{Failure, Reason};
use crate::sandbox::SandboxArgs;

/// The user as which bots of root run, outside of their sandboxes: `nobody`.
const NOBODY: u32 = 65_534;

/// Maximum number of open files of a process.
const MAX_OPEN_FILES: u64 = 1024;

/// How willing the system is to end a bot when its memory runs out, before all other processes.
const OUT_OF_MEMORY_SCORE: &str = "1000";

/// Arguments of `confine`.
#[derive(Debug, Args)]
pub(crate) struct ConfineArgs {
    /// Socket of the guard
    #[arg(long, value_name = "PATH")]
    socket: PathBuf,
    /// Port at which the bot finds the server
    #[arg(long)]
    port: Option<u16>,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Program and arguments of the bot
    #[arg(last = true, required = true)]
    argv: Vec<String>,
}

/// Becomes the bot. Returns only if that fails.
pub(crate) fn run(args: &ConfineArgs) -> Result<(), Failure> {
    let failed = |step: &'static str| {
        move |error: io::Error| {
            let message = format!("sandbox: {step}: {error}; report this, or omit the sandbox");
            Failure::new(Reason::BotFailed, message)
        }
    };
    let sandbox = args.sandbox.sandbox().unwrap_or_default();
    let listener = args.port.map(|port| TcpListener::bind(("127.0.0.1", port)));
    let listener = listener.transpose().map_err(failed("port"))?;
    // Not every system allows it; the sandbox does not depend on it.
    let _ = fs::write("/proc/self/oom_score_adj", OUT_OF_MEMORY_SCORE);
    handover::announce(&args.socket, listener).map_err(failed("guard"))?;
    let is_root = geteuid().is_root();
    if is_root {
        become_nobody().map_err(failed("user"))?;
    }
    // The namespace of root's bots has no process of bubblewrap.
    let others = u64::from(!is_root);
    set_limits(&sandbox, others).map_err(failed("limits"))?;
    system_calls::restrict().map_err(failed("system calls"))?;
    let mut command = plain_command(&args.argv);
    if args.port.is_some() {
        command.stdin(Stdio::null());
    }
    let error = command.exec();
    let hint = match error.kind() {
        io::ErrorKind::PermissionDenied => "; let other users read and execute it",
        io::ErrorKind::NotFound => "; list what it needs under `read` of the sandbox",
        _ => "",
    };
    let program = args.argv.first().map_or("", String::as_str);
    let message = format!("sandbox: {program}: {error}{hint}");
    Err(Failure::new(Reason::BotFailed, message))
}

/// Gives up the rights of root: becomes a user of this machine that owns nothing, in a user namespace of its own.
fn become_nobody() -> io::Result<()> {
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    // A process that has changed its user may not even write its own mapping of users.
    set_dumpable_behavior(DumpableBehavior::Dumpable)?;
    // The number of processes of a user is counted for each namespace.
    unshare(CloneFlags::CLONE_NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{BOT_ID} {NOBODY} 1"))?;
    fs::write("/proc/self/gid_map", format!("{BOT_ID} {NOBODY} 1"))
}

/// Limits this process and all that it starts. `others` is the number of other processes in its user namespace.
fn set_limits(sandbox: &Sandbox, others: u64) -> io::Result<()> {
    let limit = |resource, value: u64| {
        let limit = Rlimit {
            current: Some(value),
            maximum: Some(value),
        };
        setrlimit(resource, limit)
    };
    let disk = u64::from(sandbox.disk_mib) << 20;
    // One more than the guard allows: it ends the bot, and tells why.
    limit(Resource::Nproc, u64::from(sandbox.processes) + others + 1)?;
    limit(Resource::Fsize, disk)?;
    limit(Resource::Nofile, MAX_OPEN_FILES)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Memlock, 0)?;
    limit(Resource::Msgqueue, 0)?;
    if let Some(secs) = sandbox.processor_secs {
        limit(Resource::Cpu, u64::from(secs) + 1)?;
    }
    Ok(())
}
