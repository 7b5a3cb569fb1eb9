//! Routes of Micro Robots for the agents of its race.

use botwerk_engine::PlainAction;
use botwerk_engine::micro_robots::{
    Action, Board, Cell, Cells, MicroRobots, Moves, Phase, Route, View,
};

use super::solver::{Instance, Solver};
use crate::node_meter::NodeMeter;
use crate::race::{FoundRoute, RouteSearch};

/// Search nodes of a route of given length, per move: one for each space of the board.
const NODES_PER_MOVE: u64 = 36;

impl RouteSearch for MicroRobots {
    type Searcher = Solver;
    type Task = Instance;
    type Route = Route;

    const SEARCH_RULE: &'static str = "MR-12";
    const WRONG_ROUTE_RULE: &'static str = "MR-17";

    fn task(&self, view: &View) -> Option<Instance> {
        let table = view.state().table();
        Instance::new(table.start?, table.target?, table.intermediate).ok()
    }

    fn announced_length(view: &View) -> Option<u8> {
        match view.state().phase() {
            Phase::Show(show) => Some(show.number),
            Phase::Start | Phase::Target | Phase::Race(_) => None,
        }
    }

    fn max_announcement(&self) -> u8 {
        self.race().max_announce
    }

    fn prepare(view: &View) -> Solver {
        Solver::new(&view.state().table().board)
    }

    fn is_prepared(solver: &Solver, view: &View) -> bool {
        *solver.board() == view.state().table().board
    }

    fn shortest(
        solver: &Solver,
        instance: &Instance,
        _: Option<u64>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Route>> {
        let solution = solver.shortest(instance)?;
        paid(solution.route, solution.nodes, meter)
    }

    fn exact(
        solver: &Solver,
        instance: &Instance,
        length: u8,
        _: Option<u64>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Route>> {
        let route = solver.route_of_length(instance, usize::from(length))?;
        paid(route, u64::from(length) * NODES_PER_MOVE, meter)
    }

    fn depth_first(
        solver: &Solver,
        instance: &Instance,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Route>> {
        let found = depth_first(solver.board(), instance)?;
        paid(found.route, found.nodes, meter)
    }

    fn length(route: &Route) -> u8 {
        route.moves() as u8
    }

    fn announce(length: u8) -> PlainAction<Action> {
        Action::Say(length).into()
    }

    fn announcement(action: PlainAction<Action>) -> Option<u8> {
        match action {
            PlainAction::Game(Action::Say(length)) => Some(length),
            _ => None,
        }
    }

    fn pass() -> PlainAction<Action> {
        Action::Pass.into()
    }

    fn show(route: &Route) -> Vec<PlainAction<Action>> {
        let moves = route.spaces()[1..].iter().map(|space| Action::To(*space));
        moves.chain([Action::End]).map(PlainAction::Game).collect()
    }

    fn give_up() -> PlainAction<Action> {
        Action::End.into()
    }
}

/// Returns a route, or `None` if its nodes do not remain: every search of a board takes microseconds.
fn paid(route: Route, nodes: u64, meter: &mut NodeMeter<'_>) -> Option<FoundRoute<Route>> {
    (meter.take(nodes) == nodes).then_some(FoundRoute { route, nodes })
}

/// Returns the first route of a depth-first search that never returns to a space of its route, and
/// the number of spaces visited. The legs of the expert variant are searched one by one.
fn depth_first(board: &Board, instance: &Instance) -> Option<FoundRoute<Route>> {
    let moves = board.moves();
    let mut route = Route::new(instance.start);
    let mut nodes = 0;
    for target in instance.intermediate.into_iter().chain([instance.target]) {
        let from = board.cell(route.end()?);
        let target = board.cell(target);
        let mut visited = Cells::one(from);
        let mut leg = Vec::new();
        if !search(&moves, from, target, &mut visited, &mut leg, &mut nodes) {
            return None;
        }
        for cell in leg {
            route.push(board.space(cell)).then_some(())?;
        }
    }
    Some(FoundRoute { route, nodes })
}

/// Extends `leg` from `here` to `target`, and returns `true` if it gets there. A visited cell is
/// never entered again.
fn search(
    moves: &Moves,
    here: Cell,
    target: Cell,
    visited: &mut Cells,
    leg: &mut Vec<Cell>,
    nodes: &mut u64,
) -> bool {
    *nodes += 1;
    let next = moves.from(here);
    if next.contains(target) {
        leg.push(target);
        return true;
    }
    for cell in next {
        if visited.contains(cell) {
            continue;
        }
        *visited = visited.union(Cells::one(cell));
        leg.push(cell);
        if search(moves, cell, target, visited, leg, nodes) {
            return true;
        }
        leg.pop();
    }
    false
}
