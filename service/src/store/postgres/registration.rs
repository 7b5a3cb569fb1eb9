//! How a server is registered in a database.

use std::time::Duration;

/// How a server takes part in a database that several servers share.
#[derive(Debug, Clone)]
pub(crate) struct ServerRegistration {
    /// Where clients reach the server.
    pub(crate) address: String,
    /// Which server this is on which machine: the same after a restart.
    pub(crate) identity: String,
    /// Time after which another server may take over from one that does not renew its lease.
    pub(crate) lease: Duration,
}
