//! The program `botwerk` as its users meet it: output, errors and exit codes.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

mod analyze;
mod bench;
mod board;
#[cfg(feature = "server")]
mod certificates;
#[cfg(feature = "server")]
mod chaos;
#[cfg(feature = "server")]
mod check_bot;
#[cfg(feature = "server")]
mod db;
#[cfg(feature = "server")]
mod demo;
#[cfg(feature = "server")]
mod disk_full;
mod lists;
mod matches;
mod perft;
#[cfg(feature = "server")]
mod play;
mod positions;
mod program;
#[cfg(feature = "server")]
mod secrets;
#[cfg(feature = "server")]
mod serve;
mod solve;
mod strength;
mod tournament;
mod tune;

/// The printed example (MR-30).
const BOARD: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                     6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// The position in which its race begins.
fn race() -> String {
    format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:")
}
