//! Optimal solutions of Ricochet Robots, with their proof.

mod backtrack;
mod bounds;
mod budget;
mod compact;
mod instance;
mod instance_line;
mod paths;
mod search;
mod space;
mod visited;

pub use budget::{Budget, Exhausted};
pub use instance::{Instance, InstanceError};
pub use instance_line::{InstanceLine, LineError};

use botwerk_engine::ricochet::{Attempt, Move};

use budget::Meter;
use compact::CompactSpace;
use search::{Ending, Search};
use space::Space;

/// The answer of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A solution of minimum cost.
    Solved(Solution),
    /// There is no solution: all positions that can be reached were visited.
    NoSolution {
        /// Number of visited positions.
        nodes: u64,
    },
    /// The budget is exhausted.
    Bounded {
        /// A solution costs at least this many moves.
        at_least: u32,
        /// The limit that was reached.
        exhausted: Exhausted,
        /// Number of visited positions.
        nodes: u64,
    },
}

/// A solution of minimum cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// The sum of their costs (RR-17).
    pub cost: u32,
    /// Number of visited positions.
    pub nodes: u64,
}

/// Returns an optimal solution of an instance.
pub fn solve(instance: &Instance, budget: Budget<'_>, report: &mut dyn FnMut(u32)) -> Answer {
    match instance.robots().len() {
        1 => run(
            instance,
            CompactSpace::<u32, 1>::new(instance),
            budget,
            report,
        ),
        2 => run(
            instance,
            CompactSpace::<u32, 2>::new(instance),
            budget,
            report,
        ),
        3 => run(
            instance,
            CompactSpace::<u32, 3>::new(instance),
            budget,
            report,
        ),
        4 => run(
            instance,
            CompactSpace::<u32, 4>::new(instance),
            budget,
            report,
        ),
        5 => run(
            instance,
            CompactSpace::<u64, 5>::new(instance),
            budget,
            report,
        ),
        _ => run(
            instance,
            CompactSpace::<u64, 6>::new(instance),
            budget,
            report,
        ),
    }
}

fn run<S: Space>(
    instance: &Instance,
    space: S,
    budget: Budget<'_>,
    report: &mut dyn FnMut(u32),
) -> Answer {
    let mut meter = Meter::new(budget);
    let start = space.key(&Attempt::new(*instance.robots()));
    let mut search = Search::new(space);
    let ending = search.run(start, &mut meter, &mut |limit| report(limit.into()));
    let nodes = search.nodes();
    match ending {
        Ending::Solved(goal) => {
            let moves = backtrack::solution(instance, &search, goal).unwrap_or_default();
            let cost = instance.cost_of(&moves).unwrap_or(0);
            Answer::Solved(Solution { moves, cost, nodes })
        }
        Ending::NoSolution => Answer::NoSolution { nodes },
        Ending::Exhausted(exhausted, at_least) => Answer::Bounded {
            at_least: at_least.into(),
            exhausted,
            nodes,
        },
    }
}
