//! The interface between a game with a race for routes and its agents.

use std::fmt::Debug;

use botwerk_engine::{Game, OptionSpec};

use crate::node_meter::NodeMeter;

/// A route and the effort of the search that found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundRoute<R> {
    /// The route.
    pub(crate) route: R,
    /// Search nodes that the search took.
    pub(crate) nodes: u64,
}

/// A game in which seats race to announce the length of a route, and the winner shows the route.
///
/// The searches are pure functions of searcher and task.
pub(crate) trait RouteSearch: Game {
    /// A board prepared for searches.
    type Searcher: Debug + Send + 'static;
    /// The task of a round: where a route begins and where it must end.
    type Task;
    /// A route that can be shown.
    type Route;

    /// The id of the rule by which all seats search at the same time.
    const SEARCH_RULE: &'static str;
    /// The id of the rule that penalises a wrong route.
    const WRONG_ROUTE_RULE: &'static str;

    /// The setting `nodes` of agents whose searches can be long; empty for a game with short searches.
    const NODE_SETTINGS: &'static [OptionSpec] = &[];
    /// Patience of the search in place of a person's thoughts.
    const HUMAN_PATIENCE: Option<u64> = None;

    /// Returns the task of the current round, or `None` between rounds.
    fn task(&self, view: &Self::View) -> Option<Self::Task>;

    /// Returns the announced number of moves if the view is of the show, or `None` otherwise.
    fn announced_length(view: &Self::View) -> Option<u8>;

    /// Returns the number that the viewing seat has announced in the open race, or `None` if it has announced
    /// none. A seat announces again only in a game with an overtime, and only less.
    fn own_announcement(view: &Self::View) -> Option<u8> {
        let _ = view;
        None
    }

    /// Returns the maximum number of moves that may be announced.
    fn max_announcement(&self) -> u8;

    /// Prepares the board of a view.
    fn prepare(view: &Self::View) -> Self::Searcher;

    /// Returns `true` if the searcher was prepared for the board of this view.
    fn is_prepared(searcher: &Self::Searcher, view: &Self::View) -> bool;

    /// Returns a route of minimum length, or `None` if there is no route. After about `patience` nodes, and if
    /// the nodes do not suffice, the route may be longer; if they do not suffice for any, it is `None`.
    fn shortest(
        searcher: &Self::Searcher,
        task: &Self::Task,
        patience: Option<u64>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Self::Route>>;

    /// Returns a route of exactly this number of moves, or `None` if there is no such route, the nodes do not
    /// suffice or one of its searches takes longer than about `patience` nodes.
    fn exact(
        searcher: &Self::Searcher,
        task: &Self::Task,
        length: u8,
        patience: Option<u64>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Self::Route>>;

    /// Returns the first route of a search that is fast but finds long routes, or `None` if there is no route
    /// or the nodes do not suffice.
    fn depth_first(
        searcher: &Self::Searcher,
        task: &Self::Task,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Self::Route>>;

    /// Returns the number of moves of a route.
    fn length(route: &Self::Route) -> u8;

    /// Returns the action that announces this number of moves.
    fn announce(length: u8) -> Self::Action;

    /// Returns the number of moves that an action announces, or `None` if it announces nothing.
    fn announcement(action: Self::Action) -> Option<u8>;

    /// Returns the action that declines to announce.
    fn pass() -> Self::Action;

    /// Returns the actions that show a route, from its first move to its end.
    fn show(route: &Self::Route) -> Vec<Self::Action>;

    /// Returns the action that ends a show without a complete route.
    fn give_up() -> Self::Action;
}
