//! A position that a player is to look at, whatever the game.

use botwerk_agents::{Analysis, Budget, Roster, Subject};
use botwerk_proto::v1 as proto;

use crate::error::Error;
use crate::wire;

type Search = dyn FnOnce(&Budget<'_>, &mut dyn FnMut(Analysis)) -> Analysis + Send;

/// A player in front of a position, ready to search.
pub(crate) struct Inquiry(Box<Search>);

impl Inquiry {
    /// The player of a message, or else the game's strongest, in front of a position.
    pub(crate) fn new<G: Roster>(
        subject: Subject<G>,
        agent: Option<&proto::AgentSpec>,
    ) -> Result<Self, Error> {
        let spec = agent.map_or_else(G::strongest, wire::agent_spec);
        let candidate = G::candidate(&spec)?;
        // Made only once it searches: many inquiries may wait, and players may be large.
        Ok(Self::of(move |budget, report| {
            subject.search(&mut *candidate.make(), budget, report)
        }))
    }

    /// Any search.
    pub(crate) fn of(
        search: impl FnOnce(&Budget<'_>, &mut dyn FnMut(Analysis)) -> Analysis + Send + 'static,
    ) -> Self {
        Self(Box::new(search))
    }

    /// Searches within a budget; reports what is found on the way, and gives what is in the end.
    pub(crate) fn search(self, budget: &Budget<'_>, report: &mut dyn FnMut(Analysis)) -> Analysis {
        (self.0)(budget, report)
    }
}
