//! The settings of lanes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use botwerk_agents::AgentSpec;
use botwerk_engine::Seat;

/// When a lane starts its next episode after one has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// With the next step, whose action is ignored.
    #[default]
    NextStep,
    /// With the step that ended the episode.
    SameStep,
    /// Only when the caller resets it.
    Disabled,
}

/// The settings of lanes.
#[derive(Debug, Clone)]
pub struct LaneSettings {
    /// Number of lanes, at least 1.
    pub lanes: usize,
    /// The seed: the first episode of lane 3 has the seed text `SEED/3`, its next one `SEED/3/1`.
    pub seed: String,
    /// When a lane starts its next episode.
    pub autoreset: Autoreset,
    /// Maximum number of steps of an episode, which is then truncated; `None` for no limit.
    pub max_steps: Option<u32>,
    /// The seats that agents play inside of the lanes.
    pub opponents: Vec<(Seat, AgentSpec)>,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Whether an observation has the views of all seats one after another, so that nothing is hidden.
    pub observes_all: bool,
    /// Ends a step early once it is set: agents choose at once, and the episodes in which another one would
    /// be to act are truncated.
    pub stop: Arc<AtomicBool>,
}

impl LaneSettings {
    /// Creates settings with this number of lanes and defaults otherwise.
    pub fn new(lanes: usize, seed: impl Into<String>) -> Self {
        Self {
            lanes,
            seed: seed.into(),
            autoreset: Autoreset::default(),
            max_steps: None,
            opponents: Vec::new(),
            threads: 1,
            observes_all: false,
            stop: Arc::default(),
        }
    }
}
