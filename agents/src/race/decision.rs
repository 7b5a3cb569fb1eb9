//! The parts of a decision that all agents of a race share.

use botwerk_engine::Options;

use super::route_search::{FoundRoute, RouteSearch};
use crate::agent::{Budget, Choice, DecisionRequest};
use crate::node_meter::NodeMeter;

/// A planned announcement and the choice that submits it.
pub(super) struct PlannedAnnouncement<A> {
    /// The number of moves.
    pub(super) length: u8,
    /// The choice that announces it.
    pub(super) choice: Choice<A>,
}

impl<A> PlannedAnnouncement<A> {
    /// Creates the announcement of this number of moves, found with this number of search nodes.
    pub(super) fn new<G: RouteSearch<Action = A>>(length: u8, nodes: u64) -> Self {
        Self {
            length,
            choice: Choice::new(vec![G::announce(length)], nodes),
        }
    }

    /// Creates the announcement of a route; the principal variation includes its show.
    pub(super) fn of_route<G: RouteSearch<Action = A>>(found: &FoundRoute<G::Route>) -> Self {
        let length = G::length(&found.route);
        let mut announcement = Self::new::<G>(length, found.nodes);
        let say = [G::announce(length)].into_iter();
        announcement.choice.principal_variation = say.chain(G::show(&found.route)).collect();
        announcement
    }
}

/// The setting `nodes` of an agent.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeLimit(Option<u64>);

impl NodeLimit {
    /// No limit.
    pub(super) const NONE: Self = Self(None);

    /// Reads the setting, if the agents of the game have it; 0 is no limit.
    pub(super) fn read<G: RouteSearch>(settings: &Options) -> Self {
        let has_setting = !G::NODE_SETTINGS.is_empty();
        let nodes = has_setting.then(|| settings.number("nodes"));
        Self(nodes.filter(|nodes| *nodes > 0))
    }

    /// Returns the meter of a choice within this limit and that of a budget.
    pub(super) fn meter<'a>(self, budget: &Budget<'a>) -> NodeMeter<'a> {
        let limit = self.0.into_iter().chain(budget.nodes).min();
        NodeMeter::new(budget, limit.unwrap_or(u64::MAX))
    }
}

/// The searcher of the last board; most matches have only one board.
#[derive(Debug)]
pub(super) struct SearcherCache<G: RouteSearch>(Option<G::Searcher>);

impl<G: RouteSearch> Default for SearcherCache<G> {
    fn default() -> Self {
        Self(None)
    }
}

impl<G: RouteSearch> SearcherCache<G> {
    fn searcher(&mut self, view: &G::View) -> &G::Searcher {
        self.0.take_if(|searcher| !G::is_prepared(searcher, view));
        self.0.get_or_insert_with(|| G::prepare(view))
    }
}

/// Returns the choice for a request of an agent that announces at most once in a race: `announce` plans the
/// announcement, `show` plans the route for an announced number of moves. Both take their nodes from the meter.
pub(super) fn decide<G: RouteSearch>(
    cache: &mut SearcherCache<G>,
    request: &DecisionRequest<'_, G>,
    meter: NodeMeter<'_>,
    announce: impl FnOnce(
        &G::Searcher,
        &G::Task,
        &mut NodeMeter<'_>,
    ) -> Option<PlannedAnnouncement<G::Action>>,
    show: impl FnOnce(&G::Searcher, &G::Task, u8, &mut NodeMeter<'_>) -> Choice<G::Action>,
) -> Choice<G::Action> {
    decide_with_overtime(cache, request, meter, announce, |_, _, _| None, show)
}

/// Returns the choice for a request like [`decide`], and lets `improve` plan each further announcement. The
/// agent passes if it announces nothing, more than is allowed, or no less than before.
pub(super) fn decide_with_overtime<G: RouteSearch>(
    cache: &mut SearcherCache<G>,
    request: &DecisionRequest<'_, G>,
    mut meter: NodeMeter<'_>,
    announce: impl FnOnce(
        &G::Searcher,
        &G::Task,
        &mut NodeMeter<'_>,
    ) -> Option<PlannedAnnouncement<G::Action>>,
    improve: impl FnOnce(
        &G::Searcher,
        &G::Task,
        &mut NodeMeter<'_>,
    ) -> Option<PlannedAnnouncement<G::Action>>,
    show: impl FnOnce(&G::Searcher, &G::Task, u8, &mut NodeMeter<'_>) -> Choice<G::Action>,
) -> Choice<G::Action> {
    let pass = || Choice::new(vec![G::pass()], 0);
    let Some(task) = request.game.task(request.view) else {
        return pass();
    };
    let (searcher, meter) = (cache.searcher(request.view), &mut meter);
    if let Some(length) = G::announced_length(request.view) {
        return show(searcher, &task, length, meter);
    }
    let max = request.game.max_announcement();
    let announcement = match G::own_announcement(request.view) {
        None => announce(searcher, &task, meter).filter(|it| it.length <= max),
        Some(own) => improve(searcher, &task, meter).filter(|it| it.length < own),
    };
    announcement.map_or_else(pass, |announcement| announcement.choice)
}

/// Returns the choice that shows a route.
pub(super) fn show_route<G: RouteSearch>(found: &FoundRoute<G::Route>) -> Choice<G::Action> {
    Choice::new(G::show(&found.route), found.nodes)
}

/// Returns the choice that shows a route of the announced length, or that gives up if no
/// such route exists.
pub(super) fn show_exactly<G: RouteSearch>(
    searcher: &G::Searcher,
    task: &G::Task,
    length: u8,
    patience: Option<u64>,
    meter: &mut NodeMeter<'_>,
) -> Choice<G::Action> {
    G::shortest(searcher, task, patience, meter)
        .filter(|found| G::length(&found.route) == length)
        .or_else(|| G::exact(searcher, task, length, patience, meter))
        .map_or_else(
            || Choice::new(vec![G::give_up()], 0),
            |found| show_route::<G>(&found),
        )
}
