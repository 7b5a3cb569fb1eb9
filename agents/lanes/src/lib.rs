#![doc = include_str!("../README.md")]

mod actions;
mod concurrent;
mod episode;
mod error;
mod game_setup;
mod game_statistics;
mod held_notation;
mod information;
mod lane;
mod lane_set;
mod lanes;
mod match_state;
mod opponents;
mod outputs;
mod recorded_decisions;
mod recording;
mod registered;
mod returns;
mod saved;
mod settings;
mod step;

pub use actions::StepActions;
pub use concurrent::run_concurrently;
pub use episode::{ActError, Effort, Episode, Node, SampledOutcome};
pub use error::LanesError;
pub use game_setup::{GameSetup, StateError};
pub use game_statistics::{
    ComparisonReport, LadderReport, StatisticsControl, StatisticsError, StatisticsReport,
    StatisticsRequest, measure_game,
};
pub use lane_set::{LaneSet, LaneSetError, lanes};
pub use lanes::{Lanes, MAX_LANES, MAX_THREADS};
pub use match_state::{MatchState, NumberedActError};
pub use outputs::{Fault, Masks, Observations, StepOutputs};
pub use recorded_decisions::{
    AppliedAction, RecordedDecisions, RecordedMatch, recorded_decisions, recorded_match,
};
pub use recording::{PlayedAction, RecordingError};
pub use registered::register;
pub use returns::returns;
pub use settings::{Autoreset, LaneSettings};
