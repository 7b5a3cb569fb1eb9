//! Games as messages of the API, and its stateless services as functions from request to response.
//!
//! Each game has a module of its own. Nothing here reads a clock, a file or a socket, so that the same
//! code answers in the server and in a web page.

mod agent_spec;
pub mod analysis;
mod analysis_job;
pub mod catalog;
mod droids;
mod encoded;
pub mod error;
mod game;
mod game_description;
mod input_position;
mod messages;
mod micro_robots;
mod netzwerk;
mod page_tokens;
mod position;
mod record_analysis_job;
pub mod replay;
mod ricochet;
pub mod rules;
mod solver_task;
mod termination;

pub use agent_spec::{agent_spec, agent_spec_message};
pub use analysis_job::{AnalysisJob, EncodedAnalysis};
pub use encoded::{EncodedAction, EncodedPosition, EncodedRules, SubmissionContent};
pub use game::{
    action_info, actor, actor_message, analysis_message, error_message, nanos,
    observation_field_message, option_specs, outcome_message, required, seat, setup, turn_message,
    viewer,
};
pub use game_description::{GameDescription, game_setup_message};
pub use input_position::{InputPosition, earlier_positions};
pub use messages::Wire;
pub use page_tokens::PageTokens;
pub use record_analysis_job::{RecordAnalysisJob, SearchTurn, turn_analysis_message};
pub use solver_task::SolverTask;
pub use termination::{termination, termination_message};
