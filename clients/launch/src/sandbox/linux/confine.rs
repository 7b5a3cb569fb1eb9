//! `confine`: the last step inside of a sandbox, which becomes the bot.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Stdio;

use botwerk_command::failure::{Failure, Reason};
use botwerk_tournament::configuration::Sandbox;
use clap::Args;
use rustix::fs::Mode;
use rustix::mount::{MountFlags, mount_remount};
use rustix::process::{
    DumpableBehavior, Gid, Resource, Rlimit, Uid, geteuid, getpriority_process, getrlimit,
    set_dumpable_behavior, setpriority_process, setrlimit, umask,
};
use rustix::thread::{
    UnshareFlags, set_thread_groups, set_thread_res_gid, set_thread_res_uid, unshare_unsafe,
};

use super::bubblewrap::BOT_ID;
use super::{handover, relay, system_calls};
use crate::bot_program::plain_command;
use crate::inherited_descriptors;
use crate::process_tree::scheduling_policy;
use crate::sandbox::SandboxArgs;

/// The user as which bots of root run, outside of their sandboxes: `nobody`.
const NOBODY: u32 = 65_534;

/// Maximum number of open files of a process.
const MAX_OPEN_FILES: u64 = 1024;

/// Maximum number of timers and waiting signals of a bot.
const MAX_PENDING_SIGNALS: u64 = 1024;

/// Maximum size of a stack that grows, in bytes: as that of most systems.
const MAX_STACK: u64 = 8 << 20;

/// Limit of a core dump in bytes. Unlike with 0, no program of the system receives it either.
const NO_CORE: u64 = 1;

/// The rights that new files of a bot do not have.
const FILE_MODE_MASK: u32 = 0o022;

/// The policies of processes that wait for each other: normal, batch and idle.
const FAIR_POLICIES: [u64; 3] = [0, 3, 5];

/// Arguments of `confine`.
#[derive(Debug, Args)]
pub struct ConfineArgs {
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
///
/// # Errors
/// Returns an error if a limit cannot be set or the bot cannot be started.
pub fn run(args: &ConfineArgs) -> Result<(), Failure> {
    let failed = |step: &'static str| {
        move |error: io::Error| {
            let message = format!("sandbox: {step}: {error}; report this, or omit the sandbox");
            Failure::new(Reason::BotFailed, message)
        }
    };
    inherited_descriptors::close();
    reset_inherited().map_err(failed("what the bot inherits"))?;
    let sandbox = args.sandbox.sandbox().unwrap_or_default();
    let listener = args.port.map(relay::listen).transpose();
    let listener = listener.map_err(failed("port"))?;
    handover::announce(&args.socket, listener).map_err(failed("guard"))?;
    let is_root = geteuid().is_root();
    if is_root {
        become_nobody().map_err(failed("user"))?;
    }
    // The namespace of root's bots has no process of bubblewrap.
    let others = u64::from(!is_root);
    set_limits(&sandbox, others).map_err(failed("limits"))?;
    system_calls::restrict(args.port.is_some()).map_err(failed("system calls"))?;
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

/// Resets what a process has from the one that started it, and would keep.
fn reset_inherited() -> io::Result<()> {
    umask(Mode::from_raw_mode(FILE_MODE_MASK));
    let no_core = Rlimit {
        current: Some(NO_CORE),
        maximum: Some(NO_CORE),
    };
    // Who is not root cannot raise that of a shell which allows none.
    let _ = setrlimit(Resource::Core, no_core);
    if getpriority_process(None)? < 0 {
        setpriority_process(None, 0)?;
    }
    let policy = scheduling_policy(std::process::id());
    if policy.is_some_and(|policy| !FAIR_POLICIES.contains(&policy)) {
        return Err(io::Error::other(
            "botwerk has a real-time scheduling policy, which the bot would have, too; start it without",
        ));
    }
    Ok(())
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
    // SAFETY: descriptors, which `UnshareFlags::FILES` would copy, stay shared.
    #[expect(unsafe_code, reason = "other flags would end what threads share")]
    unsafe {
        unshare_unsafe(UnshareFlags::NEWUSER | UnshareFlags::NEWNS)?;
    }
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{BOT_ID} {NOBODY} 1"))?;
    fs::write("/proc/self/gid_map", format!("{BOT_ID} {NOBODY} 1"))?;
    let flags = MountFlags::BIND | MountFlags::RDONLY;
    let kept = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(mount_remount("/proc", flags | kept, "")?)
}

/// Limits this process and all that it starts. `others` is the number of other processes in its user namespace.
fn set_limits(sandbox: &Sandbox, others: u64) -> io::Result<()> {
    let limit = |resource, value: u64| {
        // One of the operator that is lower stays.
        let value = getrlimit(resource)
            .maximum
            .map_or(value, |own| own.min(value));
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
    limit(Resource::Sigpending, MAX_PENDING_SIGNALS)?;
    limit(Resource::Stack, MAX_STACK)?;
    for resource in [
        Resource::Memlock,
        Resource::Msgqueue,
        Resource::Nice,
        Resource::Rtprio,
    ] {
        limit(resource, 0)?;
    }
    if let Some(secs) = sandbox.processor_secs {
        limit(Resource::Cpu, u64::from(secs) + 1)?;
    }
    Ok(())
}
