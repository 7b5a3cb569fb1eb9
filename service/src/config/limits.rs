//! The limits of a configuration, in the units in which the server uses them.

use std::time::Duration;

use super::Config;
use crate::accounts::OwnerQuotas;
use crate::room::MatchLimits;
use crate::work_guard::WorkLimits;

impl Config {
    /// Returns the time after which another server takes over.
    pub(crate) fn lease(&self) -> Duration {
        Duration::from_secs(self.lease_secs.get())
    }

    /// Returns the time after which the lease of a worker ends.
    pub(crate) fn worker_lease(&self) -> Duration {
        Duration::from_secs(self.worker_lease_secs.get())
    }

    /// Returns the number of search threads.
    pub fn search_thread_count(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match self.search_threads {
            0 => (cores - 1).max(1),
            threads => threads,
        }
    }

    /// Returns the maximum number of threads of one built-in agent.
    pub(crate) fn max_threads_of_one_agent(&self) -> usize {
        match self.max_agent_threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            max => max,
        }
    }

    /// Returns the limits of every match.
    pub(crate) fn match_limits(&self) -> MatchLimits {
        MatchLimits {
            join: Duration::from_secs(self.join_limit_secs),
            offline: Duration::from_secs(self.offline_limit_secs),
            rejoin: Duration::from_secs(self.rejoin_limit_secs),
            illegal: self.max_illegal_submissions,
            lag_cap_millis: self.lag_cap_millis,
        }
    }

    /// Returns the time for a new connection to start HTTP.
    pub fn handshake_limit(&self) -> Duration {
        Duration::from_secs(self.handshake_secs.get())
    }

    /// Returns the time for a request on a connection that has started HTTP.
    pub fn idle_limit(&self) -> Duration {
        Duration::from_secs(self.idle_secs.get())
    }

    /// Returns the maximum number of open connections of one client address.
    pub(crate) fn max_connections_of_one_address(&self) -> usize {
        match self.max_connections_per_address {
            0 => self.max_connections.get().div_ceil(2),
            max => max,
        }
    }

    /// Returns the maximum duration of a call on the search threads.
    pub fn search_limit(&self) -> Duration {
        Duration::from_secs(self.search_limit_secs.get())
    }

    /// Returns the time for which a tournament may not progress.
    pub(crate) fn stall_limit(&self) -> Duration {
        Duration::from_secs(self.stall_limit_secs.get())
    }

    /// Returns the limits of what is done for a match or tournament.
    pub(crate) fn work_limits(&self) -> WorkLimits {
        let memory = Some(self.max_memory_mib).filter(|mib| *mib > 0);
        WorkLimits {
            step: Duration::from_secs(self.step_limit_secs.get()),
            memory: memory.map(|mib| mib.saturating_mul(1 << 20)),
        }
    }

    /// Returns the quotas of owners for which the operator has set none.
    pub(crate) fn owner_quotas(&self) -> OwnerQuotas {
        OwnerQuotas {
            bots: self.max_bots_per_owner,
            concurrent_matches: self.max_matches_per_owner,
            processor_secs_per_day: self.max_processor_secs_per_owner,
            searches_per_day: self.max_searches_per_owner,
        }
    }

    /// Returns the time for running matches to end when the server shuts down.
    pub fn drain_limit(&self) -> Duration {
        Duration::from_secs(self.drain_secs)
    }
}
