//! The program that the tools are part of.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{HeaderMap, Uri};
use botwerk_command::embedded_server::StartServer;

/// Checks which host and origin a request names; an error is the answer to a request that is rejected.
pub type RequestCheck = Arc<dyn Fn(&Uri, &HeaderMap) -> Result<(), String> + Send + Sync>;

/// What the program knows of servers.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// Starts an embedded server.
    pub start: StartServer,
    /// Returns the check for a server at an address, with the hosts and the origins that it allows.
    pub request_check: fn(IpAddr, Vec<String>, Vec<String>) -> RequestCheck,
}
