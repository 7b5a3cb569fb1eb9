//! `mcp`: what its tools need of a program with servers.

use std::net::IpAddr;
use std::sync::Arc;

pub(super) use botwerk_mcp::McpArgs;
use botwerk_mcp::{Program, RequestCheck};
use botwerk_service::{Config, HostRules};

use super::embedded_server;
use super::failure::Failure;

/// Serves until standard input ends or, over HTTP, until SIGTERM or Ctrl-C.
pub(super) fn run(args: &McpArgs, json: bool) -> Result<(), Failure> {
    let program = Program {
        start: embedded_server::start,
        request_check,
    };
    botwerk_mcp::run(args, program, json)
}

/// Returns the check that the servers of this program have.
fn request_check(address: IpAddr, hosts: Vec<String>, origins: Vec<String>) -> RequestCheck {
    let config = Config {
        allowed_hosts: hosts,
        cors_origins: origins,
        ..Config::default()
    };
    let rules = HostRules::new(&config, address);
    Arc::new(move |uri, headers| {
        let checked = rules.check(uri, headers);
        checked.map_err(|error| error.to_string())
    })
}
