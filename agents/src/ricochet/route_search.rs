//! Solutions of Ricochet Robots for the agents of its race.

use botwerk_engine::ricochet::{Action, Attempt, Move, Ricochet, View, ViewPhase, all_slides};
use botwerk_engine::{OptionKind, OptionSpec, Viewer};

use super::solver::{self, Budget, Exhausted, Instance, Outcome, Solution};
use crate::node_meter::NodeMeter;
use crate::race::{FoundRoute, RouteSearch};

/// Maximum number of searches for a solution of given cost.
const MAX_EXACT_SEARCHES: u32 = 200;

impl RouteSearch for Ricochet {
    type Searcher = ();
    type Task = Instance;
    type Route = Solution;

    const SEARCH_RULE: &'static str = "RR-18";
    const WRONG_ROUTE_RULE: &'static str = "RR-7";
    const NODE_SETTINGS: &'static [OptionSpec] = &[OptionSpec {
        name: "nodes",
        rule: "RR-25",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000_000_000,
        },
        default: "0",
        help: "Maximum number of search nodes for a solution of minimum cost; 0 for no limit.",
    }];
    const HUMAN_PATIENCE: Option<u64> = Some(2_000);

    fn task(&self, view: &View) -> Option<Instance> {
        Instance::of_open_round(self, &view.table)?.ok()
    }

    fn announced_length(view: &View) -> Option<u8> {
        match &view.phase {
            ViewPhase::Show(show) => Some(show.number),
            ViewPhase::Start | ViewPhase::Target | ViewPhase::Race { .. } => None,
        }
    }

    fn own_announcement(view: &View) -> Option<u8> {
        match (&view.phase, view.viewer) {
            (ViewPhase::Race { announced, .. }, Viewer::Seat(seat)) => announced.number_of(seat),
            _ => None,
        }
    }

    fn max_announcement(&self) -> u8 {
        self.race().max_announce
    }

    fn prepare(_: &View) {}

    fn is_prepared((): &(), _: &View) -> bool {
        true
    }

    fn shortest(
        (): &(),
        instance: &Instance,
        patience: Option<u64>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Solution>> {
        let mut budget = solver_budget(patience, meter);
        if budget.nodes < u64::MAX {
            budget.nodes -= (budget.nodes / HASTY_SHARE).min(HASTY_NODES);
        }
        let (outcome, nodes) = solver::search(instance, budget);
        meter.take(nodes);
        match outcome {
            Outcome::Solved(route) => Some(FoundRoute { route, nodes }),
            Outcome::NoSolution => None,
            // A longer solution is better than none.
            Outcome::Bounded { .. } => {
                let found = first(instance, meter)?;
                let nodes = found.nodes + nodes;
                Some(FoundRoute { nodes, ..found })
            }
        }
    }

    fn exact(
        (): &(),
        instance: &Instance,
        length: u8,
        patience: Option<u64>,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Solution>> {
        let mut search = ExactSearch {
            whole: instance,
            patience,
            meter,
            remaining: MAX_EXACT_SEARCHES,
            nodes: 0,
        };
        let moves = search.run(instance, length.into(), &mut Vec::new())?;
        let cost = length.into();
        Some(FoundRoute {
            route: Solution { moves, cost },
            nodes: search.nodes,
        })
    }

    fn depth_first(
        (): &(),
        instance: &Instance,
        meter: &mut NodeMeter<'_>,
    ) -> Option<FoundRoute<Solution>> {
        first(instance, meter)
    }

    fn length(route: &Solution) -> u8 {
        u8::try_from(route.cost).unwrap_or(u8::MAX)
    }

    fn announce(length: u8) -> Action {
        Action::Say(length)
    }

    fn announcement(action: Action) -> Option<u8> {
        match action {
            Action::Say(length) => Some(length),
            _ => None,
        }
    }

    fn pass() -> Action {
        Action::Pass
    }

    fn show(route: &Solution) -> Vec<Action> {
        let moves = route.moves.iter().copied().map(Action::Step);
        moves.chain([Action::End]).collect()
    }

    fn give_up() -> Action {
        Action::End
    }
}

/// Part of the nodes of a choice, and their maximum number, that are kept for a hasty search in case that the
/// others do not suffice. It takes about a millisecond, so that it is also made after a stop.
const HASTY_SHARE: u64 = 16;
const HASTY_NODES: u64 = 1_024;

/// Returns the budget of a search of the solver within the limits of a choice.
fn solver_budget<'a>(patience: Option<u64>, meter: &NodeMeter<'a>) -> Budget<'a> {
    Budget {
        nodes: meter.remaining(),
        patience: patience.unwrap_or(u64::MAX).min(meter.sparse_limit()),
        should_stop: meter.stop_signal(),
        ..Budget::DEFAULT
    }
}

/// Returns a solution that is found quickly.
fn first(instance: &Instance, meter: &mut NodeMeter<'_>) -> Option<FoundRoute<Solution>> {
    let (found, nodes) = if meter.remaining() > HASTY_NODES && !meter.should_stop() {
        let budget = Budget {
            patience: u64::MAX,
            ..solver_budget(None, meter)
        };
        solver::search_quickly(instance, budget)
    } else {
        (Err(Exhausted::Nodes), 0)
    };
    meter.take(nodes);
    let (route, nodes) = match found {
        Ok(route) => (route, nodes),
        Err(_) => {
            let (route, last_nodes) =
                solver::search_hastily(instance, meter.remaining().min(HASTY_NODES));
            meter.take(last_nodes);
            (route, nodes + last_nodes)
        }
    };
    Some(FoundRoute {
        route: route?,
        nodes,
    })
}

/// A search for a solution of given cost: optimal solutions after a few other moves.
struct ExactSearch<'a, 'm> {
    whole: &'a Instance,
    patience: Option<u64>,
    meter: &'a mut NodeMeter<'m>,
    remaining: u32,
    nodes: u64,
}

impl ExactSearch<'_, '_> {
    /// Returns the moves of a solution that begins with `before`, after which `rest` is left to pay from the
    /// position of `instance`.
    fn run(&mut self, instance: &Instance, rest: u32, before: &mut Vec<Move>) -> Option<Vec<Move>> {
        self.remaining = self.remaining.checked_sub(1)?;
        if self.meter.must_end() {
            return None;
        }
        let (outcome, nodes) = solver::search(instance, solver_budget(self.patience, self.meter));
        self.meter.take(nodes);
        self.nodes += nodes;
        let Outcome::Solved(solution) = outcome else {
            return None;
        };
        if solution.cost > rest {
            return None;
        }
        if solution.cost == rest {
            let moves = [before.clone(), solution.moves].concat();
            // Under the ricochet rule the moves before may forbid some of the solution.
            if self.whole.cost_of(&moves).is_some() {
                return Some(moves);
            }
        }
        let task = instance.task();
        let start = Attempt::new(*instance.robots());
        for (step, slide) in all_slides(task.board, instance.robots(), task.slide_rules) {
            let mut after = start;
            let Some(rest) = rest.checked_sub(slide.cost.into()) else {
                continue;
            };
            if after.apply(&task, step).is_err() || after.is_solution(&task) {
                continue;
            }
            let next = instance.with_robots(*after.robots());
            before.push(step);
            if let Some(moves) = self.run(&next, rest, before) {
                return Some(moves);
            }
            before.pop();
        }
        None
    }
}
