//! An agent that always finds a shortest route.

use super::decision::{NodeLimit, PlannedAnnouncement, SearcherCache, decide, show_exactly};
use super::route_search::RouteSearch;
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::roster::{AgentEntry, AgentInfo};

/// The agent `solver`: announces the length of a shortest route and shows it.
#[derive(Debug)]
pub(crate) struct ShortestRoute<G: RouteSearch> {
    cache: SearcherCache<G>,
    limit: NodeLimit,
}

impl<G: RouteSearch> ShortestRoute<G> {
    /// Returns the roster entry of the agent; `description` names the search of the game.
    pub(crate) const fn entry(description: &'static str) -> AgentEntry<G> {
        AgentEntry {
            info: AgentInfo {
                name: "solver",
                version: 1,
                description,
                value_unit: "moves",
                settings: G::NODE_SETTINGS,
            },
            make: |settings| {
                Box::new(Self {
                    cache: SearcherCache::default(),
                    limit: NodeLimit::read::<G>(settings),
                })
            },
        }
    }
}

impl<G: RouteSearch> Agent<G> for ShortestRoute<G> {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        decide(
            &mut self.cache,
            request,
            self.limit.meter(budget),
            |searcher, task, meter| {
                let found = G::shortest(searcher, task, None, meter)?;
                let mut announcement = PlannedAnnouncement::of_route::<G>(&found);
                announcement.choice.value = Some(-i64::from(announcement.length));
                Some(announcement)
            },
            |searcher, task, length, meter| show_exactly::<G>(searcher, task, length, None, meter),
        )
    }
}
