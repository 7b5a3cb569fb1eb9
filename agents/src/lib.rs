//! Built-in agents: solvers, searches and baselines. They depend only on the engine.
//!
//! An agent implements [`Agent`]; each game lists its agents in a [`Roster`]. [`arena`] plays
//! matches between agents in one process, [`verify`] repeats the choices in a record, [`strength`]
//! compares two agents by the records of their matches, and a [`AnalysisPosition`] is a position that an
//! agent analyses for a client.

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

pub use agent::{Agent, Budget, Choice, DecisionRequest};
pub use analysis::{Analysis, AnalysisError, AnalysisPosition, PvTurn, parse_position_or_view};
pub use limits::AgentLimits;
pub use random::Random;
pub use roster::{AgentEntry, AgentFactory, AgentInfo, Roster};
pub use spec::{AgentError, AgentSpec};
pub use verify::{Verified, verify};
