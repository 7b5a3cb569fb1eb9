//! An agent that announces the first route of a depth-first search.

use super::decision::{
    NodeLimit, PlannedAnnouncement, SearcherCache, decide, show_exactly, show_route,
};
use super::route_search::RouteSearch;
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::roster::{AgentEntry, AgentInfo};

/// The agent `first-found`: searches depth first, which is fast but finds long routes.
#[derive(Debug)]
pub(crate) struct FirstFound;

impl FirstFound {
    /// Returns the roster entry of the agent.
    pub(crate) const fn entry<G: RouteSearch>() -> AgentEntry<G> {
        AgentEntry {
            info: AgentInfo {
                name: "first-found",
                version: 1,
                description: "announces the first route of a depth-first search: fewer nodes, longer routes",
                value_unit: "",
                settings: &[],
            },
            make: |_| Box::new(Self),
        }
    }
}

impl<G: RouteSearch> Agent<G> for FirstFound {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        decide(
            &mut SearcherCache::default(),
            request,
            NodeLimit::NONE.meter(budget),
            |searcher, task, meter| {
                let found = G::depth_first(searcher, task, meter)?;
                Some(PlannedAnnouncement::of_route::<G>(&found))
            },
            |searcher, task, length, meter| match G::depth_first(searcher, task, meter) {
                Some(found) if G::length(&found.route) == length => show_route::<G>(&found),
                _ => show_exactly::<G>(searcher, task, length, None, meter),
            },
        )
    }
}
