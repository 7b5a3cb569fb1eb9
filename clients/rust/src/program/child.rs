//! A server as a program of its own, started by this one.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::failure::{Failure, Reason};

/// How a server is started.
#[derive(Debug)]
pub(super) struct Launch<'a> {
    /// The database, a file or `:memory:`.
    pub(super) db: &'a Path,
    /// The address; port 0 takes any free one.
    pub(super) listen: &'a str,
    /// Further flags.
    pub(super) flags: &'a [&'a str],
    /// Where its log goes.
    pub(super) log: Stdio,
}

/// A running server; dropping it kills it.
#[derive(Debug)]
pub(super) struct ChildServer {
    child: Child,
    address: String,
}

impl ChildServer {
    /// Starts this very program as a server and waits until it listens.
    pub(super) fn start(launch: Launch<'_>) -> Result<Self, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--json", "serve", "--listen", launch.listen, "--db"])
            .arg(launch.db)
            .args(launch.flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(launch.log)
            .spawn()?;
        let stdout = child.stdout.take();
        let mut server = Self {
            child,
            address: String::new(),
        };
        let mut line = String::new();
        if let Some(stdout) = stdout {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let address = said["listening"].as_str().ok_or_else(|| {
            let message = "the server does not start; its log says why";
            Failure::new(Reason::Unreachable, message)
        })?;
        address.clone_into(&mut server.address);
        Ok(server)
    }

    /// Where the server listens.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Ends the server at once, as `kill -9` does. It may have ended by itself, which it must not.
    pub(super) fn kill(mut self) -> Result<(), String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server has ended by itself: {status}"));
        }
        Ok(())
    }

    /// Bytes of memory that the server's pages take now.
    pub(super) fn memory(&self) -> Result<u64, Failure> {
        let path = format!("/proc/{}/status", self.child.id());
        let status =
            std::fs::read_to_string(&path).map_err(|error| Failure::file(&path, &error))?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
        let message = format!("{path}: it does not say VmRSS; this bench needs Linux");
        kib.map(|kib| kib * 1024)
            .ok_or_else(|| Failure::new(Reason::Unreadable, message))
    }
}

impl Drop for ChildServer {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
