#![doc = include_str!("../README.md")]

mod actions;
mod episode;
mod error;
mod lane;
mod lanes;
mod opponents;
mod outputs;
mod returns;
mod saved;
mod settings;
mod step;

pub use actions::StepActions;
pub use episode::{ActError, Effort, Episode, Node};
pub use error::LanesError;
pub use lanes::{Lanes, MAX_LANES, MAX_THREADS};
pub use outputs::{Fault, Masks, Observations, StepOutputs};
pub use returns::returns;
pub use settings::{Autoreset, LaneSettings};
