//! Games whose agents can be created.

use botwerk_engine::Game;

use crate::limits::AgentLimits;
use crate::roster::{AgentFactory, Roster};
use crate::spec::{AgentError, AgentSpec};

/// A game whose agents can be created: one that has a [`Roster`], or any.
pub trait WithAgents: Game {
    /// Returns the agent of a spec without creating it.
    ///
    /// # Errors
    /// Returns an error if the game has no agent of that name or a setting is invalid.
    fn agent_factory(&self, spec: &AgentSpec) -> Result<AgentFactory<Self>, AgentError>;

    /// Returns the time and thread limits in the settings of a spec.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`Self::agent_factory`].
    fn agent_limits(&self, spec: &AgentSpec) -> Result<AgentLimits, AgentError>;
}

impl<G: Roster> WithAgents for G {
    fn agent_factory(&self, spec: &AgentSpec) -> Result<AgentFactory<Self>, AgentError> {
        Self::factory(spec)
    }

    fn agent_limits(&self, spec: &AgentSpec) -> Result<AgentLimits, AgentError> {
        Self::limits(spec)
    }
}
