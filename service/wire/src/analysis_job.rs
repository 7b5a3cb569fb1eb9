//! An analysis that is ready to run, for any game.

use std::fmt;
use std::time::Duration;

use botwerk_agents::{AgentSpec, Analysis, AnalysisPosition, Budget, GameAgents};
use botwerk_engine::{AnyAction, AnyGame, GameRules};

use crate::EncodedAction;
use crate::error::Error;

/// An analysis of any game.
pub type EncodedAnalysis = Analysis<EncodedAction>;

type Search = dyn FnOnce(&Budget<'_>, &mut dyn FnMut(EncodedAnalysis)) -> EncodedAnalysis + Send;

/// An analysis of a position by an agent, ready to run.
pub struct AnalysisJob {
    search: Box<Search>,
    /// The time limit of the agent's settings.
    pub time: Option<Duration>,
}

impl fmt::Debug for AnalysisJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisJob")
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl AnalysisJob {
    /// Returns the analysis of a position by the given agent, or else by the game's strongest one.
    ///
    /// # Errors
    /// Returns an error if the game has no such agent or the agent no such settings.
    pub fn new(
        position: AnalysisPosition<AnyGame>,
        agent: Option<&AgentSpec>,
    ) -> Result<Self, Error> {
        let game = position.game().id();
        let spec = agent.cloned().unwrap_or_else(|| game.strongest());
        let factory = game.factory(&spec)?;
        // The agent is created when the search starts: many jobs may be queued, and agents may be
        // large.
        let job = Self::from_search(move |budget, report| {
            let encode = |found: Analysis<AnyAction>| {
                found.map_actions(|action| EncodedAction::new(position.game(), action))
            };
            let mut report = |found| report(encode(found));
            encode(position.search(&mut *factory.make(), budget, &mut report))
        });
        Ok(Self {
            time: game.limits(&spec)?.time,
            ..job
        })
    }

    /// Returns an analysis without a time limit of its own.
    pub fn from_search(
        search: impl FnOnce(&Budget<'_>, &mut dyn FnMut(EncodedAnalysis)) -> EncodedAnalysis
        + Send
        + 'static,
    ) -> Self {
        Self {
            search: Box::new(search),
            time: None,
        }
    }

    /// Searches within a budget. Reports intermediate findings and returns the final one.
    pub fn search(
        self,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(EncodedAnalysis),
    ) -> EncodedAnalysis {
        (self.search)(budget, report)
    }
}
