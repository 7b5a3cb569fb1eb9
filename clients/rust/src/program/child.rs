//! A server as a program of its own, started by this one.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::failure::{Failure, Reason};

/// A running server; dropping it kills it.
#[derive(Debug)]
pub(super) struct ChildServer {
    child: Child,
    address: String,
}

impl ChildServer {
    /// Starts this very program as a server that keeps matches in `db`; `more` are further flags.
    pub(super) fn start(db: &Path, more: &[&str]) -> Result<Self, Failure> {
        let program = std::env::current_exe()?;
        let mut child = Command::new(program)
            .args(["--json", "serve", "--listen", "127.0.0.1:0", "--db"])
            .arg(db)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .env("BOTWERK_LOG", "warn")
            .spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let server = Self {
            child,
            address: said["listening"].as_str().unwrap_or_default().to_owned(),
        };
        if server.address.is_empty() {
            let message = "the server did not start; see what it said above";
            return Err(Failure::new(Reason::Unreachable, message));
        }
        Ok(server)
    }

    /// Where the server listens.
    pub(super) fn address(&self) -> &str {
        &self.address
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
