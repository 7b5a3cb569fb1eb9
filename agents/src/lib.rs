//! The players: solvers, searchers and baselines. They see only the engine.
//!
//! A player is an [`Agent`]; each game lists its own in a [`Roster`]; [`arena`] lets them play
//! each other in one process, [`verify`] asks them again what a record says they chose,
//! [`strength`] compares two of them by the records of their matches, and a [`Subject`] lets one of
//! them look at a position for somebody.

mod agent;
mod analysis;
pub mod arena;
pub mod droids;
mod limits;
pub mod micro_robots;
pub mod netzwerk;
mod race;
mod random;
mod roster;
mod spec;
pub mod strength;
mod verify;

pub use agent::{Agent, Budget, Choice, Request};
pub use analysis::{Analysis, ExpectedTurn, NotAsked, Subject, seen_position};
pub use limits::Limits;
pub use random::Random;
pub use roster::{AgentInfo, Candidate, Entry, Roster};
pub use spec::{AgentError, AgentSpec};
pub use verify::{Verified, verify};
