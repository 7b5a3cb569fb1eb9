//! How the server is started that is killed.

use std::fs::OpenOptions;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use botwerk_cli::failure::{Failure, Reason};
use botwerk_engine::StableRng;

use crate::child_server::{ChildServer, Launch};
use crate::program::Program;

/// Ports to choose from. They lie below those that systems give to outgoing connections: one of
/// these could take the port while the server is down.
const PORTS: std::ops::Range<u16> = 20_000..30_000;

/// How the server is started, the same way every time.
#[derive(Debug, Clone)]
pub(super) struct ServerPlan {
    program: Program,
    pub(super) db: PathBuf,
    pub(super) log: PathBuf,
    pub(super) address: String,
}

impl ServerPlan {
    /// A server on a new database in a folder, on a port that is free now.
    pub(super) fn new(
        program: Program,
        folder: &Path,
        dice: &mut StableRng,
    ) -> Result<Self, Failure> {
        let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
        let mut ports = (0..100).map(|_| PORTS.start + dice.below(PORTS.len() as u64) as u16);
        let port = ports.find(|port| free(*port)).ok_or_else(|| {
            let message = format!("no free port in {PORTS:?}; end other servers");
            Failure::new(Reason::Unreachable, message)
        })?;
        Ok(Self {
            program,
            db: folder.join("chaos.db"),
            log: folder.join("server.log"),
            address: format!("127.0.0.1:{port}"),
        })
    }

    /// Starts the server and waits until it serves.
    pub(super) fn start(&self) -> Result<ChildServer, Failure> {
        let named = |error| Failure::file(&self.log.display().to_string(), &error);
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        ChildServer::start(Launch {
            program: &self.program,
            db: &self.db,
            listen: &self.address,
            // Whoever was killed with the server takes long to come back on a busy machine.
            flags: &[
                "--rejoin-limit-secs",
                "3600",
                "--join-limit-secs",
                "600",
                "--search-threads",
                "1",
            ],
            log: log.map_err(named)?.into(),
        })
    }
}
