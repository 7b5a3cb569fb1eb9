//! A position that a player is to look at, whatever the game.

use std::time::Duration;

use botwerk_agents::{AgentSpec, Analysis, AnalysisPosition, Budget, Roster};

use crate::error::Error;

type Search = dyn FnOnce(&Budget<'_>, &mut dyn FnMut(Analysis)) -> Analysis + Send;

/// A player in front of a position, ready to search.
pub(crate) struct AnalysisJob {
    search: Box<Search>,
    /// How long the player's settings let it search.
    pub(crate) time: Option<Duration>,
}

impl AnalysisJob {
    /// The given agent, or else the game's strongest, in front of a position.
    pub(crate) fn new<G: Roster>(
        subject: AnalysisPosition<G>,
        agent: Option<&AgentSpec>,
    ) -> Result<Self, Error> {
        let spec = agent.cloned().unwrap_or_else(G::strongest);
        let candidate = G::factory(&spec)?;
        // Made only once it searches: many inquiries may wait, and players may be large.
        let search =
            Self::of(move |budget, report| subject.search(&mut *candidate.make(), budget, report));
        Ok(Self {
            time: G::limits(&spec)?.time,
            ..search
        })
    }

    /// Any search, of a player without a limit of its own.
    pub(crate) fn of(
        search: impl FnOnce(&Budget<'_>, &mut dyn FnMut(Analysis)) -> Analysis + Send + 'static,
    ) -> Self {
        Self {
            search: Box::new(search),
            time: None,
        }
    }

    /// Searches within a budget; reports what is found on the way, and gives what is in the end.
    pub(crate) fn search(self, budget: &Budget<'_>, report: &mut dyn FnMut(Analysis)) -> Analysis {
        (self.search)(budget, report)
    }
}
