//! The server that is killed: this very program, as a process of its own.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use botwerk_engine::Generator;

use crate::program::failure::{Failure, Reason};

/// Ports to choose from. They lie below those that systems give to outgoing connections: one of
/// these could take the port while the server is down.
const PORTS: std::ops::Range<u16> = 20_000..30_000;

/// How the server is started, the same way every time.
#[derive(Debug, Clone)]
pub(super) struct ServerPlan {
    pub(super) db: PathBuf,
    pub(super) log: PathBuf,
    pub(super) address: String,
}

impl ServerPlan {
    /// A server on a new database in a folder, on a port that is free now.
    pub(super) fn new(folder: &Path, dice: &mut Generator) -> Result<Self, Failure> {
        let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
        let mut ports = (0..100).map(|_| PORTS.start + dice.below(PORTS.len() as u64) as u16);
        let port = ports.find(|port| free(*port)).ok_or_else(|| {
            let message = format!("no free port in {PORTS:?}; end other servers");
            Failure::new(Reason::Unreachable, message)
        })?;
        Ok(Self {
            db: folder.join("chaos.db"),
            log: folder.join("server.log"),
            address: format!("127.0.0.1:{port}"),
        })
    }

    /// Starts the server and waits until it serves.
    pub(super) fn start(&self) -> Result<Server, Failure> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        let log = log.map_err(|error| Failure::file(&self.log.display().to_string(), &error))?;
        let child = Command::new(std::env::current_exe()?)
            .args(["--json", "serve", "--listen", &self.address])
            .arg("--db")
            .arg(&self.db)
            // Whoever was killed with the server takes long to come back on a busy machine.
            .args(["--rejoin-limit-secs", "3600", "--join-limit-secs", "600"])
            .args(["--search-threads", "1"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let mut server = Server { child };
        let mut line = String::new();
        if let Some(stdout) = server.child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        if line.is_empty() {
            let log = self.log.display();
            let message = format!("the server does not start; {log} says why");
            return Err(Failure::new(Reason::Unreachable, message));
        }
        Ok(server)
    }
}

/// A running server; dropping it kills it.
#[derive(Debug)]
pub(super) struct Server {
    child: Child,
}

impl Server {
    /// Ends the server at once, as `kill -9` does. It may have ended by itself, which it must not.
    pub(super) fn kill(mut self) -> Result<(), String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server has ended by itself: {status}"));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
