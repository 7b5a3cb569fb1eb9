//! Tournaments over the API: every format, faulty bots, restarts, rejections.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

mod adjudication;
mod bots;
mod comments;
mod extension;
mod faulty;
mod formats;
mod leagues;
mod lifecycle;
mod openings;
mod rejections;
mod reports;
mod reproducible;
mod sealed_records;
mod seat_logs;
mod stalls;
mod tokens;
mod tournament;
mod withdrawal;
mod workers;
