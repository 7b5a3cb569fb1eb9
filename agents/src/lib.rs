//! Built-in agents: solvers, searches and baselines. They depend only on the engine.
//!
//! An agent implements [`Agent`]; each game lists its agents in a [`Roster`]. [`arena`] plays
//! matches between agents in one process, [`verify`] repeats the choices in a record, [`strength`]
//! has the scores of matches and their intervals, [`game_statistics`] describes a game by the
//! matches of its agents, and an [`AnalysisPosition`] is a position
//! that an agent analyses for a client.
//!
//! ```
//! use botwerk_agents::{Roster, arena};
//! use botwerk_engine::micro_robots::MicroRobots;
//! use botwerk_engine::{GameRules, GameType, Options, RootSeed};
//!
//! let options = Options::resolve(MicroRobots::spec().options, [("round_cap", "3")]).unwrap();
//! let game = MicroRobots::new(2, options).unwrap();
//! let agents = ["solver", "human:error=100"];
//! let agents = agents.map(|text| MicroRobots::agent(&text.parse().unwrap()).unwrap());
//! let seed = RootSeed::from_text("7");
//! let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut Vec::new());
//! // A player whose announcements are always wrong never beats the solver.
//! assert_eq!(finished.outcome.places, [1, 2]);
//! ```

mod agent;
mod analysis;
pub mod arena;
pub mod droids;
pub mod game_statistics;
mod general;
mod lead;
mod level;
mod limits;
pub mod micro_robots;
pub mod netzwerk;
mod node_meter;
mod planned_match;
mod race;
mod random;
mod record_turns;
mod registered;
pub mod ricochet;
mod roster;
mod spec;
pub mod strength;
mod turn_value;
mod verify;
mod with_agents;

pub use agent::{Agent, Budget, Choice, DecisionRequest, Enforcement};
pub use analysis::{
    Analysis, AnalysisError, AnalysisPosition, PvTurn, parse_position_or_view, position_or_view,
};
pub use lead::Lead;
pub use limits::AgentLimits;
pub use planned_match::PlannedMatch;
pub use random::Random;
pub use record_turns::{RecordSearch, SearchPosition, TurnAnalysis};
pub use registered::{GameAgents, register};
pub use roster::{AgentEntry, AgentFactory, AgentInfo, Roster};
pub use spec::{AgentError, AgentSpec, RecordedAgent};
pub use turn_value::{TurnValue, ValueBasis};
pub use verify::{RecordEnd, Verified, verify, verify_until};
pub use with_agents::WithAgents;
