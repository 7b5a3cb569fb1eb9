//! The server that is killed, started with the same arguments after every kill.

use std::fs::OpenOptions;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use botwerk_command::failure::{Failure, Reason};
use botwerk_service::Durability;

use crate::child_server::{ChildServer, Launch};
use crate::program::Program;

/// Ports to choose from. They lie below the range of outgoing connections, one of which could
/// otherwise take the port while the server is down.
const PORTS: std::ops::Range<u16> = 20_000..30_000;

/// The arguments of the server.
#[derive(Debug, Clone)]
pub(super) struct ServerPlan {
    program: Program,
    durability: Durability,
    pub(super) db: PathBuf,
    pub(super) log: PathBuf,
    pub(super) address: String,
}

impl ServerPlan {
    /// Plans a server with a new database in one folder and its log in another, on a port that is free now.
    pub(super) fn new(
        program: Program,
        durability: Durability,
        database_folder: &Path,
        log_folder: &Path,
    ) -> Result<Self, Failure> {
        let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
        // Not from the seed: trials with the same seed may run at the same time.
        let first = std::process::id() as usize;
        let port = |attempt: usize| PORTS.start + ((first + attempt * 97) % PORTS.len()) as u16;
        let port = (0..100).map(port).find(|port| free(*port)).ok_or_else(|| {
            let message = format!("no free port in {PORTS:?}; stop other servers");
            Failure::new(Reason::Unreachable, message)
        })?;
        Ok(Self {
            program,
            durability,
            db: database_folder.join("chaos.db"),
            log: log_folder.join("server.log"),
            address: format!("127.0.0.1:{port}"),
        })
    }

    /// Starts the server and waits until it listens.
    pub(super) fn start(&self) -> Result<ChildServer, Failure> {
        let named = |error| Failure::file(&self.log.display().to_string(), &error);
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        ChildServer::start(Launch {
            program: &self.program,
            db: &self.db,
            listen: &self.address,
            durability: self.durability,
            // Clients need a long time to reconnect on a busy machine.
            flags: &[
                "--rejoin-limit-secs",
                "3600",
                "--join-limit-secs",
                "600",
                "--search-threads",
                "1",
                "--drain-secs",
                "0",
            ],
            log: log.map_err(named)?.into(),
        })
    }
}
