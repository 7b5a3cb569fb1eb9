//! Shared code of the end-to-end tests: a real server on a free port, matches on it, and streams to
//! it.
#![allow(
    clippy::unwrap_used,
    reason = "a panic fails the test and names the line"
)]

mod bytes;
mod flood;
pub mod fuzz;
mod http;
mod matches;
mod network_proxy;
mod polling;
mod programs;
mod python;
mod robots;
mod server;
mod stream;
mod workers;

pub use bytes::Bytes;
pub use flood::{FloodCall, FloodTargets};
pub use http::{http_get, http1, metric, metric_value};
pub use matches::{
    CreatedMatch, agent_seat, bearer, create_match, finish_match, match_request, micro_robots,
    open_seat, play_match, verify_record, verify_record_of, wait_for_events,
};
pub use network_proxy::{FaultCounts, NetworkFaults, NetworkProxy, Upstream, delayed_proxy};
pub use polling::{poll_for, wait_until, wait_until_blocking};
pub use programs::{Program, Run, json_lines, run};
pub use python::{PythonEnvironment, bot_script};
pub use robots::{BOARD, RaceSolution, solve_race};
pub use server::{TestServer, in_memory};
pub use stream::{SeatStream, eventually, rejection_reason, status_reason};
pub use workers::worker;
