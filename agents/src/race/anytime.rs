//! An agent that announces early and improves its announcement.

use super::decision::{
    NodeLimit, PlannedAnnouncement, SearcherCache, decide_with_overtime, show_exactly, show_route,
};
use super::route_search::RouteSearch;
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::roster::{AgentEntry, AgentInfo};

/// The agent `anytime`: announces the first route that it finds, and a shortest route while others may still
/// announce.
#[derive(Debug)]
pub(crate) struct Anytime {
    limit: NodeLimit,
}

impl Anytime {
    /// Returns the roster entry of the agent.
    pub(crate) const fn entry<G: RouteSearch>() -> AgentEntry<G> {
        AgentEntry {
            info: AgentInfo {
                name: "anytime",
                version: 1,
                description: "announces its first solution, and a better one while others may announce",
                value_unit: "",
                settings: G::NODE_SETTINGS,
            },
            make: |settings| {
                let limit = NodeLimit::read::<G>(settings);
                Box::new(Self { limit })
            },
        }
    }
}

impl<G: RouteSearch> Agent<G> for Anytime {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        decide_with_overtime(
            &mut SearcherCache::default(),
            request,
            self.limit.meter(budget),
            |searcher, task, meter| {
                let found = G::depth_first(searcher, task, meter)?;
                Some(PlannedAnnouncement::of_route::<G>(&found))
            },
            |searcher, task, meter| {
                let found = G::shortest(searcher, task, None, meter)?;
                Some(PlannedAnnouncement::of_route::<G>(&found))
            },
            |searcher, task, length, meter| match G::depth_first(searcher, task, meter) {
                Some(found) if G::length(&found.route) == length => show_route::<G>(&found),
                _ => show_exactly::<G>(searcher, task, length, None, meter),
            },
        )
    }
}
