//! A bot in a sandbox, from the side of its guard.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use botwerk_tournament::configuration::Sandbox;

use super::bubblewrap;
use super::cgroup::{ControlGroup, GroupClock, memory_bytes};
use super::handover::Handover;
use super::kernel_memory::LatestKernelMemory;
use super::paths::BotPaths;
use super::relay;
use super::server_address::ServerAddress;
use super::usage_watch::{MemoryLimit, UsageWatch};
use crate::process_tree::descendants;
use crate::sandbox::LimitBreach;

/// Time in which a sandbox must be ready.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// How willing the system is to end a bot when its memory runs out, before all other processes.
const OUT_OF_MEMORY_SCORE: &str = "1000";

/// A started bot, and what observes it.
#[derive(Debug)]
pub(crate) struct SandboxedBot {
    /// The process of bubblewrap, which ends with the bot and as the bot does.
    child: Child,
    watch: UsageWatch,
}

impl SandboxedBot {
    /// Starts a bot. `configure` sets its standard streams. `server` is the address of the server, for a bot that
    /// calls it.
    ///
    /// # Errors
    /// Returns an error if bubblewrap or a path of the sandbox is missing, or the system does not allow sandboxes.
    pub(crate) fn start(
        argv: &[String],
        sandbox: &Sandbox,
        server: Option<&str>,
        configure: impl FnOnce(&mut Command) -> io::Result<()>,
    ) -> io::Result<Self> {
        let server = server.map(ServerAddress::parse).transpose();
        let server = server.map_err(io::Error::other)?;
        let folder = tempfile::Builder::new()
            .prefix("botwerk-guard-")
            .tempdir()?;
        let handover = Handover::create(folder.path())?;
        let paths = BotPaths::new(argv, sandbox, &std::env::current_dir()?)?;
        let mut command = bubblewrap::command(argv, sandbox, &paths, server.as_ref(), &folder)?;
        configure(&mut command)?;
        let mut child = command.spawn()?;
        let deadline = Instant::now() + START_TIMEOUT;
        let ready = handover.wait(deadline, || {
            matches!(child.try_wait(), Ok(Some(_)) | Err(_))
        });
        let mut ready = match ready {
            Ok(ready) => ready,
            Err(error) => return Err(start_error(child, &error)),
        };
        let processes = descendants(std::process::id());
        let name = format!("botwerk-{}", std::process::id());
        let group = ControlGroup::create(&name, sandbox, &processes);
        for process in processes {
            // Not every system allows it; the sandbox does not depend on it.
            let _ = fs::write(
                format!("/proc/{process}/oom_score_adj"),
                OUT_OF_MEMORY_SCORE,
            );
        }
        let relay = ready.listener.take().zip(server);
        let relay = relay.map(|(listener, server)| relay::start(listener, server));
        let own = std::process::id();
        let memory = match group {
            Some(group) => MemoryLimit::Group(group),
            None => {
                MemoryLimit::Looks(LatestKernelMemory::start(own, memory_bytes(sandbox), relay))
            }
        };
        ready.start()?;
        Ok(Self {
            child,
            watch: UsageWatch {
                sandbox: sandbox.clone(),
                process: std::process::id(),
                private_folders: paths.private_folders().map(Path::to_owned),
                memory,
            },
        })
    }

    /// Returns what counts the processor time of the bot, if it has a control group.
    pub(crate) fn clock(&self) -> Option<GroupClock> {
        match &self.watch.memory {
            MemoryLimit::Group(group) => Some(group.clock()),
            MemoryLimit::Looks(_) => None,
        }
    }

    /// Returns the process and what waits until the bot exceeds a limit.
    pub(crate) fn into_parts(self) -> (Child, impl FnOnce() -> Option<LimitBreach> + Send) {
        let Self { child, watch } = self;
        (child, move || watch.wait())
    }
}

/// Returns why a sandbox could not be created. Bubblewrap has printed what it knows.
fn start_error(mut child: Child, error: &io::Error) -> io::Error {
    let _ = child.kill();
    let _ = child.wait();
    io::Error::other(format!(
        "sandbox: {error}; the system must allow unprivileged user namespaces (docs/sandbox.md)"
    ))
}
