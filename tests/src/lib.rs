//! What the end-to-end tests share: a real server on a free port, matches on it, streams to it.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on says where and stops"
)]

mod http;
mod matches;
mod reasons;
mod robots;
mod server;
mod stream;

pub use http::{http1, page};
pub use matches::{Made, bundled, finish, make, micro_robots, remote, verified};
pub use reasons::{reason_of, refusal};
pub use robots::{BOARD, Task, task};
pub use server::{TestServer, in_memory};
pub use stream::{SeatStream, eventually, soon};
