//! The processes of a cluster on this machine.

use std::fs::File;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::StableRng;
use botwerk_test_postgres::{PostgresCluster, Sync};

use super::network::ClusterNetwork;
use crate::program::Program;

/// Number of servers, and of workers with one slot each.
pub(super) const SERVERS: usize = 2;

/// Servers that share a database, and workers that call any of them.
pub(super) struct Cluster {
    program: Program,
    folder: tempfile::TempDir,
    pub(super) postgres: PostgresCluster,
    database: String,
    ports: Vec<u16>,
    /// `None` if nothing happens to connections.
    pub(super) network: Option<ClusterNetwork>,
    servers: Vec<Option<Child>>,
    workers: Vec<Option<Child>>,
    starts: u32,
}

impl Cluster {
    /// Starts all processes, with a network whose faults follow from `network_rng` unless it is `None`. The servers may
    /// still be opening the database.
    pub(super) fn start(
        program: &Program,
        network_rng: Option<&mut StableRng>,
    ) -> Result<Self, Failure> {
        let postgres = PostgresCluster::start(Sync::Off).ok_or_else(no_postgres)?;
        let database = postgres.create_database();
        let ports = free_ports(SERVERS)?;
        let network = network_rng.map(|rng| ClusterNetwork::start(&ports, postgres.socket(), rng));
        let mut cluster = Self {
            program: program.clone(),
            folder: tempfile::Builder::new()
                .prefix("botwerk-cluster-")
                .tempdir()?,
            postgres,
            database,
            ports,
            network: network.transpose()?,
            servers: (0..SERVERS).map(|_| None).collect(),
            workers: (0..SERVERS).map(|_| None).collect(),
            starts: 0,
        };
        for index in 0..SERVERS {
            cluster.start_server(index)?;
            cluster.start_worker(index)?;
        }
        Ok(cluster)
    }

    /// Returns the addresses of the servers without the network, separated by commas, the given one first.
    pub(super) fn addresses(&self, first: usize) -> String {
        join(first, |index| self.address(index))
    }

    fn address(&self, index: usize) -> String {
        format!("127.0.0.1:{}", self.ports[index])
    }

    /// Returns the addresses of the servers for a worker, separated by commas, the given one first.
    fn worker_addresses(&self, first: usize) -> String {
        let Some(network) = &self.network else {
            return self.addresses(first);
        };
        join(first, |index| network.server(index).to_owned())
    }

    /// Returns the URL of the database and the address of a server for others.
    fn server_addresses(&self, index: usize) -> (String, String) {
        match &self.network {
            None => (self.database.clone(), self.address(index)),
            Some(network) => {
                let database = network.database(index);
                let url = format!("postgres://botwerk@{database}/test0?sslmode=disable");
                (url, network.server(index).to_owned())
            }
        }
    }

    /// Kills a server as `kill -9` does.
    pub(super) fn kill_server(&mut self, index: usize) {
        kill(&mut self.servers[index]);
    }

    /// Kills a worker as `kill -9` does.
    pub(super) fn kill_worker(&mut self, index: usize) {
        kill(&mut self.workers[index]);
    }

    /// Starts a server at its address.
    pub(super) fn start_server(&mut self, index: usize) -> io::Result<()> {
        let listen = self.address(index);
        let (database, advertise) = self.server_addresses(index);
        let log = self.log("server", index)?;
        let server = self
            .program
            .command()
            .args([
                "--json",
                "serve",
                "--listen",
                &listen,
                "--db",
                &database,
                "--advertise",
                &advertise,
            ])
            .args([
                "--lease-secs",
                "1",
                "--worker-lease-secs",
                "1",
                "--pages=false",
            ])
            .args(["--worker-check-percent", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()?;
        self.servers[index] = Some(server);
        Ok(())
    }

    /// Starts a worker, which prefers the server with the same index.
    pub(super) fn start_worker(&mut self, index: usize) -> io::Result<()> {
        let log = self.log("worker", index)?;
        let worker = self
            .program
            .command()
            .args([
                "worker",
                "--server",
                &self.worker_addresses(index),
                "--slots",
                "1",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()?;
        self.workers[index] = Some(worker);
        Ok(())
    }

    /// Starts a server or a worker again if it has ended by itself; returns how many have.
    pub(super) fn restart_ended(&mut self) -> io::Result<u32> {
        let mut ended = 0;
        for index in 0..SERVERS {
            if has_ended(&mut self.servers[index]) {
                self.start_server(index)?;
                ended += 1;
            }
            if has_ended(&mut self.workers[index]) {
                self.start_worker(index)?;
                ended += 1;
            }
        }
        Ok(ended)
    }

    fn log(&mut self, kind: &str, index: usize) -> io::Result<File> {
        self.starts += 1;
        let name = format!("{kind}-{index}-{}.log", self.starts);
        File::create(self.folder.path().join(name))
    }

    /// Keeps the logs, and returns their folder.
    pub(super) fn keep_logs(&mut self) -> PathBuf {
        self.folder.disable_cleanup(true);
        Path::to_owned(self.folder.path())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in self.servers.iter_mut().chain(&mut self.workers) {
            kill(process);
        }
    }
}

/// Joins the addresses of all servers by commas, the given one first.
fn join(first: usize, address: impl Fn(usize) -> String) -> String {
    let addresses: Vec<_> = (first..first + SERVERS)
        .map(|index| address(index % SERVERS))
        .collect();
    addresses.join(",")
}

fn kill(process: &mut Option<Child>) {
    if let Some(mut process) = process.take() {
        // It may have ended before.
        let _ = process.kill();
        let _ = process.wait();
    }
}

fn has_ended(process: &mut Option<Child>) -> bool {
    match process {
        Some(running) => running.try_wait().is_ok_and(|status| status.is_some()),
        None => true,
    }
}

/// Returns ports that are free at the moment.
fn free_ports(count: usize) -> io::Result<Vec<u16>> {
    let listeners: Vec<_> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<Result<_, _>>()?;
    listeners
        .iter()
        .map(|listener| Ok(listener.local_addr()?.port()))
        .collect()
}

/// Returns the failure of a machine without PostgreSQL.
pub(crate) fn no_postgres() -> Failure {
    let message = "PostgreSQL is not installed; install the package postgresql";
    Failure::new(Reason::FileError, message)
}
