//! A server as a child process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use botwerk_command::failure::{Failure, Reason};
use botwerk_service::Durability;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::program::Program;

/// How a server is started.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    /// The program `botwerk`.
    pub(crate) program: &'a Program,
    /// The database, a file or `:memory:`.
    pub(crate) db: &'a Path,
    /// The address; port 0 takes any free one.
    pub(crate) listen: &'a str,
    /// The commits that it syncs before they are acknowledged.
    pub(crate) durability: Durability,
    /// Additional arguments.
    pub(crate) flags: &'a [&'a str],
    /// Receives its log.
    pub(crate) log: Stdio,
}

/// A running server; dropping it kills it.
#[derive(Debug)]
pub(crate) struct ChildServer {
    child: Child,
    address: String,
    is_shutting_down: bool,
}

impl ChildServer {
    /// Starts a server and waits until it listens.
    pub(crate) fn start(launch: Launch<'_>) -> Result<Self, Failure> {
        let durability = launch.durability.to_possible_value();
        let durability = durability.as_ref().map_or("", PossibleValue::get_name);
        let mut child = launch
            .program
            .command()
            .args(["--json", "serve", "--listen", launch.listen, "--db"])
            .arg(launch.db)
            .args(["--durability", durability])
            .args(launch.flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(launch.log)
            .spawn()?;
        let stdout = child.stdout.take();
        let mut server = Self {
            child,
            address: String::new(),
            is_shutting_down: false,
        };
        let mut line = String::new();
        if let Some(stdout) = stdout {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let address = message["listening"].as_str().ok_or_else(|| {
            let message = "the server did not start; see its log";
            Failure::new(Reason::Unreachable, message)
        })?;
        address.clone_into(&mut server.address);
        Ok(server)
    }

    /// Returns the address on which the server listens.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks the server to shut down, as `kill` does.
    ///
    /// # Errors
    /// Returns an error if the server has already exited.
    pub(crate) fn shut_down(&mut self) -> Result<(), String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server exited by itself: {status}"));
        }
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let sent = id.map_or(Ok(()), |id| kill_process(id, Signal::TERM));
        self.is_shutting_down = true;
        sent.map_err(|error| format!("cannot stop the server: {error}"))
    }

    /// Waits until a server that was asked to shut down has exited.
    ///
    /// # Errors
    /// Returns an error if it exits with a failure.
    pub(crate) fn wait(mut self) -> Result<(), Failure> {
        let status = self.child.wait()?;
        if status.success() {
            return Ok(());
        }
        let message = format!("the server has not shut down: {status}");
        Err(Failure::new(Reason::Unreachable, message))
    }

    /// Kills the server as `kill -9` does. `killed` is called once the signal is sent, before the server has
    /// ended: none of its threads runs again, but system calls may be in progress.
    ///
    /// # Errors
    /// Returns an error if the server has already exited without having been asked to, or with a failure.
    pub(crate) fn kill(mut self, killed: impl FnOnce()) -> Result<(), String> {
        let exited = self.child.try_wait();
        // If it has exited there is nothing to kill.
        let _ = self.child.kill();
        killed();
        if let Ok(Some(status)) = exited
            && !(self.is_shutting_down && status.success())
        {
            return Err(format!("the server exited by itself: {status}"));
        }
        Ok(())
    }

    /// Returns the resident memory of the server in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Failure> {
        self.status_bytes("VmRSS:")
    }

    /// Returns the most resident memory that the server has had since its start, or since
    /// [`reset_peak_memory`](Self::reset_peak_memory), in bytes.
    pub(crate) fn peak_memory(&self) -> Result<u64, Failure> {
        self.status_bytes("VmHWM:")
    }

    /// Starts a new measurement of the peak.
    pub(crate) fn reset_peak_memory(&self) -> Result<(), Failure> {
        let path = format!("/proc/{}/clear_refs", self.child.id());
        // The number that resets the peak, by proc_pid_clear_refs(5).
        std::fs::write(&path, "5").map_err(|error| Failure::file(&path, &error))
    }

    fn status_bytes(&self, field: &str) -> Result<u64, Failure> {
        let path = format!("/proc/{}/status", self.child.id());
        let status =
            std::fs::read_to_string(&path).map_err(|error| Failure::file(&path, &error))?;
        let resident = status.lines().find_map(|line| line.strip_prefix(field));
        let kib = resident.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
        let message = format!("{path}: no {field} found; this bench needs Linux");
        kib.map(|kib| kib * 1024)
            .ok_or_else(|| Failure::new(Reason::FileError, message))
    }
}

impl Drop for ChildServer {
    fn drop(&mut self) {
        // It may have exited before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
