//! The network between the processes of a cluster.

use std::path::PathBuf;
use std::time::Duration;

use botwerk_command::failure::Failure;
use botwerk_engine::StableRng;
use botwerk_tests::{FaultCounts, NetworkFaults, NetworkProxy, Upstream};
use tokio::runtime::Runtime;

/// The faults of all connections: some are held back for longer than a lease lasts.
const FAULTS: NetworkFaults = NetworkFaults {
    min_delay: Duration::ZERO,
    max_delay: Duration::from_millis(10),
    cuts_per_mille: 10,
    stalls_per_mille: 10,
    max_stall: Duration::from_millis(1500),
};

/// The network between the processes of a cluster: a proxy in front of each server, and one between each server and the
/// database.
pub(super) struct ClusterNetwork {
    servers: Vec<NetworkProxy>,
    databases: Vec<NetworkProxy>,
    _runtime: Runtime,
}

impl ClusterNetwork {
    /// Starts the proxies of servers on ports of this machine, and of their connections to a database.
    pub(super) fn start(
        ports: &[u16],
        database: PathBuf,
        rng: &mut StableRng,
    ) -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let mut start = |upstream| {
            let rng = rng.seed().rng();
            runtime.block_on(NetworkProxy::start(upstream, FAULTS, rng))
        };
        let server = |port| Upstream::Tcp(format!("127.0.0.1:{port}"));
        let servers = ports.iter().map(|port| start(server(*port)));
        let servers = servers.collect::<Result<_, _>>()?;
        let databases = ports
            .iter()
            .map(|_| start(Upstream::Unix(database.clone())));
        let databases = databases.collect::<Result<_, _>>()?;
        Ok(Self {
            servers,
            databases,
            _runtime: runtime,
        })
    }

    /// Returns the address of a server.
    pub(super) fn server(&self, index: usize) -> &str {
        self.servers[index].address()
    }

    /// Returns the address of the database for a server.
    pub(super) fn database(&self, index: usize) -> &str {
        self.databases[index].address()
    }

    /// Ends all faults.
    pub(super) fn heal(&self) {
        for proxy in self.servers.iter().chain(&self.databases) {
            proxy.set_faults(NetworkFaults::default());
        }
    }

    /// Returns the faults that have occurred.
    pub(super) fn counts(&self) -> FaultCounts {
        let proxies = self.servers.iter().chain(&self.databases);
        let mut sum = FaultCounts::default();
        for counts in proxies.map(NetworkProxy::counts) {
            sum.cuts += counts.cuts;
            sum.stalls += counts.stalls;
        }
        sum
    }
}
