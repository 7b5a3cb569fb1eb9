//! Solutions of Ricochet Robots for the agents of its race.

use botwerk_engine::ricochet::{Action, Attempt, Move, Ricochet, View, ViewPhase, all_slides};
use botwerk_engine::{OptionKind, OptionSpec, Viewer};

use super::solver::{self, Instance, Outcome, Solution, solve, solve_quickly};
use crate::agent::Budget;
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
    const HUMAN_NODES: Option<u64> = Some(2_000);

    fn task(&self, view: &View) -> Option<Instance> {
        Instance::of_open_round(self, &view.table)?.ok()
    }

    fn announced_length(view: &View) -> Option<u8> {
        match &view.phase {
            ViewPhase::Show(show) => Some(show.number),
            ViewPhase::Start | ViewPhase::Draw | ViewPhase::Race { .. } => None,
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

    fn shortest((): &(), instance: &Instance, budget: &Budget<'_>) -> Option<FoundRoute<Solution>> {
        let answer = solve(instance, solver_budget(budget), &mut |_| {});
        match answer.outcome {
            Outcome::Solved(route) => Some(FoundRoute {
                route,
                nodes: answer.nodes,
            }),
            Outcome::NoSolution => None,
            // A longer solution is better than none.
            Outcome::Bounded { .. } => {
                let found = first(instance, &Budget::UNLIMITED)?;
                let nodes = found.nodes + answer.nodes;
                Some(FoundRoute { nodes, ..found })
            }
        }
    }

    fn exact(
        (): &(),
        instance: &Instance,
        length: u8,
        budget: &Budget<'_>,
    ) -> Option<FoundRoute<Solution>> {
        let mut search = ExactSearch {
            whole: instance,
            budget: solver_budget(budget),
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
        budget: &Budget<'_>,
    ) -> Option<FoundRoute<Solution>> {
        first(instance, budget)
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

/// Returns the budget of the solver within that of a decision.
fn solver_budget<'a>(budget: &'a Budget<'_>) -> solver::Budget<'a> {
    solver::Budget {
        nodes: budget.nodes.unwrap_or(u64::MAX),
        should_stop: budget.should_stop,
        ..solver::Budget::DEFAULT
    }
}

/// Returns a solution that is found quickly.
fn first(instance: &Instance, budget: &Budget<'_>) -> Option<FoundRoute<Solution>> {
    let found = solve_quickly(instance, solver_budget(budget));
    let (route, nodes) = found.ok()??;
    Some(FoundRoute { route, nodes })
}

/// A search for a solution of given cost: optimal solutions after a few other moves.
struct ExactSearch<'a> {
    whole: &'a Instance,
    budget: solver::Budget<'a>,
    remaining: u32,
    nodes: u64,
}

impl ExactSearch<'_> {
    /// Returns the moves of a solution that begins with `before`, after which `rest` is left to pay from the
    /// position of `instance`.
    fn run(&mut self, instance: &Instance, rest: u32, before: &mut Vec<Move>) -> Option<Vec<Move>> {
        self.remaining = self.remaining.checked_sub(1)?;
        let answer = solve(instance, self.budget, &mut |_| {});
        self.nodes += answer.nodes;
        let Outcome::Solved(solution) = answer.outcome else {
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
