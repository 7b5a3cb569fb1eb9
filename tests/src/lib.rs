//! What the end-to-end tests share: a real server on a free port, matches on it, streams to it.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on says where and stops"
)]

mod bytes;
pub mod fuzz;
mod http;
mod matches;
mod programs;
mod robots;
mod server;
mod slow_line;
mod stream;

pub use bytes::Bytes;
pub use http::{http1, page};
pub use matches::{Made, bundled, finish, make, micro_robots, remote, verified};
pub use programs::{Program, Run, json_lines, run};
pub use robots::{BOARD, Task, task};
pub use server::{TestServer, in_memory};
pub use slow_line::slow_line;
pub use stream::{SeatStream, eventually, reason_of, refusal, soon};
