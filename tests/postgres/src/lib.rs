//! Temporary PostgreSQL servers for tests and benches, each with a folder of its own in which it listens on a Unix
//! socket.
//!
//! The programs of PostgreSQL are those of `BOTWERK_POSTGRES_BIN`, of the newest version that Debian has installed, or
//! of `PATH`. Tests that find none print that they test SQLite only; `BOTWERK_REQUIRE_POSTGRES=1` makes them fail.
#![cfg(unix)]

mod cluster;
mod programs;

pub use cluster::{PostgresCluster, Sync};
