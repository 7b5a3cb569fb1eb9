//! Optimal solutions of Ricochet Robots, with their proof.

mod backtrack;
mod beam;
mod bounds;
mod budget;
mod certificate;
mod compact;
mod full;
mod game_id;
mod goal;
mod grid;
mod instance;
mod instance_line;
mod optima;
mod paths;
mod search;
mod slide_table;
mod slots;
mod solution;
mod space;
mod visited;
mod worker;

pub use budget::{Budget, Exhausted};
pub use certificate::{Certificate, LayerDigest};
pub use game_id::{instance_of_game_dump, instance_of_game_id};
pub use instance::{Instance, InstanceError};
pub use instance_line::{InstanceLine, LineError};
pub use optima::Optima;
pub use solution::Solution;

use botwerk_engine::ricochet::{Attempt, Grid, Robot};

use beam::Beam;
use compact::CompactSpace;
use full::FullSpace;
use goal::Aim;
use grid::{Grid16, Grid32};
use search::{Ending, Search};
use space::Space;

/// The answer of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What the search has found.
    pub outcome: Outcome,
    /// Number of visited positions.
    pub nodes: u64,
    /// The proof of the outcome, or of the bound that was reached.
    pub certificate: Certificate,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A solution of minimum cost.
    Solved(Solution),
    /// There is no solution: all positions that can be reached were visited.
    NoSolution,
    /// The budget is exhausted.
    Bounded {
        /// A solution costs at least this many moves.
        at_least: u32,
        /// The limit that was reached.
        exhausted: Exhausted,
    },
}

/// Calls a function of an instance, a space of its positions, and further arguments, with the space that fits.
macro_rules! with_space {
    ($function:ident($instance:expr $(, $argument:expr)*)) => {{
        let instance: &Instance = $instance;
        match instance.board().size().grid() {
            Grid::Side16 => with_space!(Grid16, u32, $function(instance $(, $argument)*)),
            Grid::Side32 => with_space!(Grid32, u64, $function(instance $(, $argument)*)),
        }
    }};
    // The grid, and the code of up to four robots.
    ($grid:ty, $code:ty, $function:ident($instance:ident $(, $argument:expr)*)) => {{
        let has_transparent = $instance.robots().cell(Robot::Transparent).is_some();
        match ($instance.robots().len(), has_transparent || $instance.ricochet_rule()) {
            (1, false) => $function($instance, CompactSpace::<$grid, $code, 1>::new($instance) $(, $argument)*),
            (2, false) => $function($instance, CompactSpace::<$grid, $code, 2>::new($instance) $(, $argument)*),
            (3, false) => $function($instance, CompactSpace::<$grid, $code, 3>::new($instance) $(, $argument)*),
            (4, false) => $function($instance, CompactSpace::<$grid, $code, 4>::new($instance) $(, $argument)*),
            (5, false) => $function($instance, CompactSpace::<$grid, u64, 5>::new($instance) $(, $argument)*),
            (_, false) => $function($instance, CompactSpace::<$grid, u64, 6>::new($instance) $(, $argument)*),
            (1, true) => $function($instance, FullSpace::<$grid, 1>::new($instance) $(, $argument)*),
            (2, true) => $function($instance, FullSpace::<$grid, 2>::new($instance) $(, $argument)*),
            (3, true) => $function($instance, FullSpace::<$grid, 3>::new($instance) $(, $argument)*),
            (4, true) => $function($instance, FullSpace::<$grid, 4>::new($instance) $(, $argument)*),
            (5, true) => $function($instance, FullSpace::<$grid, 5>::new($instance) $(, $argument)*),
            (_, true) => $function($instance, FullSpace::<$grid, 6>::new($instance) $(, $argument)*),
        }
    }};
}

/// Searches for a solution of minimum cost. `report` receives each lower bound as soon as it is proven.
///
/// With one thread the answer is a pure function of the instance, unless a budget of time ends the search.
///
/// ```
/// use botwerk_agents::ricochet::solver::{Budget, Instance, Outcome, solve};
/// use botwerk_engine::ricochet::{Arrangement, Robot, Robots};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let robots = Robots::EMPTY
///     .with(Robot::Red, "a1".parse().unwrap())
///     .with(Robot::Blue, "p16".parse().unwrap());
/// let instance = Instance::new(board, robots, "r:p15".parse().unwrap()).unwrap();
/// let answer = solve(&instance, Budget::DEFAULT, &mut |_| {});
/// let Outcome::Solved(solution) = answer.outcome else { panic!("there is a solution") };
/// assert_eq!(instance.cost_of(&solution.moves), Some(solution.cost));
/// ```
pub fn solve(instance: &Instance, budget: Budget<'_>, report: &mut dyn FnMut(u32)) -> Answer {
    with_space!(run(instance, budget, report))
}

fn run<S: Space>(
    instance: &Instance,
    space: S,
    budget: Budget<'_>,
    report: &mut dyn FnMut(u32),
) -> Answer {
    let mut search = Search::new(space, Aim::First, budget.threads);
    let outcome = outcome(instance, &mut search, &budget, report);
    let at_least = match &outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::NoSolution => None,
        Outcome::Bounded { at_least, .. } => Some(*at_least),
    };
    Answer {
        outcome,
        nodes: search.nodes(),
        certificate: Certificate::new(&search, at_least),
    }
}

/// Runs a search for a solution of minimum cost.
fn outcome<S: Space>(
    instance: &Instance,
    search: &mut Search<S>,
    budget: &Budget<'_>,
    report: &mut dyn FnMut(u32),
) -> Outcome {
    let start = search.space.key(&Attempt::new(*instance.robots()));
    let ending = search.run(start, budget, &mut |limit| report(limit.into()));
    let (at_least, exhausted) = match ending {
        Ending::NoSolution => return Outcome::NoSolution,
        Ending::Exhausted(exhausted, at_least) => (at_least, exhausted),
        Ending::Solved(goal) => match backtrack::solution(instance, search, goal, budget) {
            Ok(moves) => {
                let cost = goal.cost.into();
                return Outcome::Solved(Solution { moves, cost });
            }
            Err(exhausted) => (goal.cost, exhausted),
        },
    };
    Outcome::Bounded {
        at_least: at_least.into(),
        exhausted,
    }
}

/// Searches for a solution of minimum cost, without a proof. Returns the number of visited positions, too.
pub(super) fn search(instance: &Instance, budget: Budget<'_>) -> (Outcome, u64) {
    with_space!(run_without_proof(instance, budget))
}

fn run_without_proof<S: Space>(
    instance: &Instance,
    space: S,
    budget: Budget<'_>,
) -> (Outcome, u64) {
    let mut search = Search::new(space, Aim::First, budget.threads);
    let outcome = outcome(instance, &mut search, &budget, &mut |_| {});
    (outcome, search.nodes())
}

/// What a search for all solutions of minimum cost has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptimaOutcome {
    /// All solutions of minimum cost.
    Found(Optima),
    /// There is no solution.
    NoSolution,
    /// The budget is exhausted.
    Bounded {
        /// A solution costs at least this many moves.
        at_least: u32,
        /// The limit that was reached.
        exhausted: Exhausted,
    },
}

/// Searches for all solutions of minimum cost, and lists at most `max_listed` of them.
///
/// ```
/// use botwerk_agents::ricochet::solver::{Budget, Instance, OptimaOutcome, solve_all};
/// use botwerk_engine::ricochet::{Arrangement, Robot, Robots};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let robots = Robots::EMPTY.with(Robot::Red, "a1".parse().unwrap());
/// let instance = Instance::new(board, robots, "r:a6".parse().unwrap()).unwrap();
/// let OptimaOutcome::Found(optima) = solve_all(&instance, Budget::DEFAULT, 10, &mut |_| {}) else {
///     panic!("there is a solution")
/// };
/// assert_eq!((optima.cost, optima.count), (1, 1));
/// assert_eq!(optima.solutions, [["rS".parse().unwrap()]]);
/// ```
pub fn solve_all(
    instance: &Instance,
    budget: Budget<'_>,
    max_listed: usize,
    report: &mut dyn FnMut(u32),
) -> OptimaOutcome {
    with_space!(run_all(instance, budget, max_listed, report))
}

fn run_all<S: Space>(
    instance: &Instance,
    space: S,
    budget: Budget<'_>,
    max_listed: usize,
    report: &mut dyn FnMut(u32),
) -> OptimaOutcome {
    let start = space.key(&Attempt::new(*instance.robots()));
    let mut search = Search::new(space, Aim::All, budget.threads);
    let ending = search.run(start, &budget, &mut |limit| report(limit.into()));
    let (cost, exhausted) = match ending {
        Ending::NoSolution => return OptimaOutcome::NoSolution,
        Ending::Exhausted(exhausted, at_least) => (at_least, exhausted),
        Ending::Solved(goal) => {
            let cost = goal.cost.into();
            match optima::optima(instance, &search, cost, max_listed, &budget) {
                Ok(optima) => return OptimaOutcome::Found(optima),
                Err(exhausted) => (goal.cost, exhausted),
            }
        }
    };
    OptimaOutcome::Bounded {
        at_least: cost.into(),
        exhausted,
    }
}

/// Searches for any solution, which may be longer than necessary but is found soon. Returns it with the number
/// of visited positions, or `None` if there is no solution.
///
/// # Errors
/// Returns the limit of the budget that is reached.
///
/// ```
/// use botwerk_agents::ricochet::solver::{Budget, Instance, solve_quickly};
/// use botwerk_engine::ricochet::{Arrangement, Robot, Robots};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let robots = Robots::EMPTY.with(Robot::Red, "a1".parse().unwrap());
/// let instance = Instance::new(board, robots, "r:a6".parse().unwrap()).unwrap();
/// let (solution, _) = solve_quickly(&instance, Budget::DEFAULT).unwrap().unwrap();
/// assert_eq!(instance.cost_of(&solution.moves), Some(solution.cost));
/// ```
pub fn solve_quickly(
    instance: &Instance,
    budget: Budget<'_>,
) -> Result<Option<(Solution, u64)>, Exhausted> {
    let (found, nodes) = search_quickly(instance, budget);
    Ok(found?.map(|solution| (solution, nodes)))
}

/// Does the same as [`solve_quickly`], but returns the number of visited positions in any case.
pub(super) fn search_quickly(
    instance: &Instance,
    budget: Budget<'_>,
) -> (Result<Option<Solution>, Exhausted>, u64) {
    let mut nodes = 0;
    let found = with_space!(run_quickly(instance, budget, &mut nodes));
    (found, nodes)
}

/// The searches of [`solve_quickly`], one after the other. Most positions have many short solutions, others are
/// found sooner by the search for an optimal one, and only the hardest ones by a wide beam.
const NARROW_BEAM: Beam = Beam {
    width: 64,
    max_cost: 12,
};
const OPTIMAL_NODES: u64 = 20_000;
const WIDE_BEAM: Beam = Beam {
    width: 1024,
    max_cost: 40,
};

fn run_quickly<S: Space>(
    instance: &Instance,
    space: S,
    budget: Budget<'_>,
    nodes: &mut u64,
) -> Result<Option<Solution>, Exhausted> {
    let remaining = |nodes| Budget {
        nodes: budget.nodes.saturating_sub(nodes),
        ..budget
    };
    for (beam, optimal_nodes) in [(NARROW_BEAM, OPTIMAL_NODES), (WIDE_BEAM, u64::MAX)] {
        let budget = remaining(*nodes);
        if let Some(solution) = beam::search(instance, &space, beam, &budget, nodes)? {
            return Ok(Some(solution));
        }
        let budget = remaining(*nodes);
        let (outcome, visited) = search(
            instance,
            Budget {
                patience: budget.patience.min(optimal_nodes),
                ..budget
            },
        );
        *nodes += visited;
        match outcome {
            Outcome::Solved(solution) => return Ok(Some(solution)),
            Outcome::NoSolution => return Ok(None),
            Outcome::Bounded { exhausted, .. } if exhausted != Exhausted::Nodes => {
                return Err(exhausted);
            }
            Outcome::Bounded { .. } => {}
        }
    }
    Err(Exhausted::Nodes)
}

/// Maximum cost of the solutions of [`search_hastily`], so that many are found with few nodes.
const HASTY_COST: u16 = 16;

/// Maximum width of the beam of [`search_hastily`].
const HASTY_WIDTH: usize = 64;

/// Searches for any solution in at most this number of positions, whatever else limits a choice. Returns it with
/// the number of visited positions.
pub(super) fn search_hastily(instance: &Instance, max_nodes: u64) -> (Option<Solution>, u64) {
    let mut nodes = 0;
    let found = with_space!(run_hastily(instance, max_nodes, &mut nodes));
    (found, nodes)
}

fn run_hastily<S: Space>(
    instance: &Instance,
    space: S,
    max_nodes: u64,
    nodes: &mut u64,
) -> Option<Solution> {
    let width = usize::try_from(max_nodes / u64::from(HASTY_COST)).unwrap_or(HASTY_WIDTH);
    let beam = Beam {
        width: width.clamp(1, HASTY_WIDTH),
        max_cost: HASTY_COST,
    };
    let budget = Budget {
        nodes: max_nodes,
        ..Budget::DEFAULT
    };
    beam::search(instance, &space, beam, &budget, nodes).ok()?
}
