//! A server as a child process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use botwerk_cli::failure::{Failure, Reason};
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
    /// Further flags.
    pub(crate) flags: &'a [&'a str],
    /// Where its log goes.
    pub(crate) log: Stdio,
}

/// A running server; dropping it kills it.
#[derive(Debug)]
pub(crate) struct ChildServer {
    child: Child,
    address: String,
}

impl ChildServer {
    /// Starts a server and waits until it listens.
    pub(crate) fn start(launch: Launch<'_>) -> Result<Self, Failure> {
        let mut child = launch
            .program
            .command()
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
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Ends the server at once, as `kill -9` does. It may have ended by itself, which it must not.
    pub(crate) fn kill(mut self) -> Result<(), String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server has ended by itself: {status}"));
        }
        Ok(())
    }

    /// Bytes of memory that the server's pages take now.
    pub(crate) fn memory(&self) -> Result<u64, Failure> {
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
