//! An analysis that is ready to run, for any game.

use std::time::Duration;

use botwerk_agents::{AgentSpec, Analysis, AnalysisPosition, Budget};

use crate::error::Error;
use crate::wire::{EncodedAction, Wire};

/// An analysis of any game.
pub(crate) type EncodedAnalysis = Analysis<EncodedAction>;

type Search = dyn FnOnce(&Budget<'_>, &mut dyn FnMut(EncodedAnalysis)) -> EncodedAnalysis + Send;

/// An analysis of a position by an agent, ready to run.
pub(crate) struct AnalysisJob {
    search: Box<Search>,
    /// The time limit of the agent's settings.
    pub(crate) time: Option<Duration>,
}

impl AnalysisJob {
    /// Returns the analysis of a position by the given agent, or else by the game's strongest one.
    ///
    /// # Errors
    /// Returns an error if the game has no such agent or the agent no such settings.
    pub(crate) fn new<G: Wire>(
        position: AnalysisPosition<G>,
        agent: Option<&AgentSpec>,
    ) -> Result<Self, Error> {
        let spec = agent.cloned().unwrap_or_else(G::strongest);
        let factory = G::factory(&spec)?;
        // The agent is created when the search starts: many jobs may be queued, and agents may be
        // large.
        let job = Self::from_search(move |budget, report| {
            let encode = |found: Analysis<G::Action>| found.map_actions(EncodedAction::new::<G>);
            let mut report = |found| report(encode(found));
            encode(position.search(&mut *factory.make(), budget, &mut report))
        });
        Ok(Self {
            time: G::limits(&spec)?.time,
            ..job
        })
    }

    /// Returns an analysis without a time limit of its own.
    pub(crate) fn from_search(
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
    pub(crate) fn search(
        self,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(EncodedAnalysis),
    ) -> EncodedAnalysis {
        (self.search)(budget, report)
    }
}
