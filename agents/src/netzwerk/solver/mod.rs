//! Exact values of small boards, by retrograde analysis.
//!
//! A [`Task`] is a position; [`solve`] finds the value of all positions of its board that have as
//! many batteries and no more robots, as long as they fit into memory ([`Need`]). A match has no
//! limit to its length here (NW-25 to NW-27 are left out): who can go on for ever has a draw.
//! A [`Table`] knows every value, plays perfectly, judges players ([`Judgement`]) and writes a
//! [`Certificate`] that [`check`] verifies without any of this module's search.

mod battery_phase;
mod battery_sets;
mod certificate;
mod checker;
mod image;
mod judge;
mod need;
mod placements;
mod retrograde;
mod robot_phase;
mod table;
mod task;
#[cfg(test)]
mod tests;
mod turns;
mod value;
mod workers;

pub use certificate::{Certificate, CertificateError};
pub use checker::{CheckError, check};
pub use judge::{Judgement, Kept};
pub use need::Need;
pub use retrograde::{Limits, Progress, SolveError, solve};
pub use table::{Census, Table};
pub use task::{Task, TaskError};
pub use turns::PerfectTurn;
pub use value::{LONGEST, Value};
