//! Exact values of small boards, by retrograde analysis.
//!
//! A [`Task`] is a position; [`solve`] computes the value of all positions of its board that have
//! as many batteries and no more robots, as long as they fit into memory ([`ResourceEstimate`]). Matches have
//! no length limit here (NW-25 to NW-27 do not apply): endless play is a draw. A [`Tablebase`] contains
//! every value, plays perfectly, assesses agents ([`Assessment`]) and writes a [`Certificate`] that
//! [`check`] verifies without using the search.

mod assessment;
mod battery_phase;
mod battery_sets;
mod certificate;
mod checker;
mod estimate;
mod placements;
mod retrograde;
mod robot_phase;
mod symmetry;
mod tablebase;
mod task;
#[cfg(test)]
mod tests;
mod turns;
mod value;
mod workers;

pub use assessment::{Assessment, ValueRetention};
pub use certificate::{Certificate, CertificateError};
pub use checker::{CheckError, check};
pub use estimate::ResourceEstimate;
pub use retrograde::{Limits, Progress, SolveError, solve, solve_until};
pub use tablebase::{Tablebase, TablebaseStats};
pub use task::{Task, TaskError};
pub use turns::PerfectTurn;
pub use value::{LONGEST, Value};
