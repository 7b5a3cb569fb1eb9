//! Puzzles: random positions whose minimum number of moves lies within given limits.

use std::cell::Cell as Flag;
use std::ops::RangeInclusive;

use botwerk_engine::ricochet::{Arrangement, Layout, Move, Robot, Robots};
use botwerk_engine::{RootSeed, StableRng};

use super::solver::{Budget, Instance, OptimaOutcome, Outcome, solve, solve_all};

/// What kind of positions to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// The minimum number of moves of a solution.
    pub moves: RangeInclusive<u32>,
    /// The sides of the sections, letters from `A` to `D` (RR-1).
    pub sides: String,
    /// The robots that take part (RR-2, RR-9).
    pub robots: Vec<Robot>,
    /// Whether the ricochet rule applies (RR-6).
    pub ricochet_rule: bool,
    /// Whether exactly one solution has the minimum number of moves.
    pub is_unique: bool,
}

impl PuzzleOptions {
    /// Samples sections, robots on cells where they may start (RR-2), and a target, whatever its optimum.
    /// Returns `None` if the robot of the target does not take part.
    pub fn sample(&self, rng: &mut StableRng) -> Option<(Arrangement, Instance)> {
        let count = Arrangement::count(&self.sides) as u64;
        let index = rng.below(count.max(1)) as usize;
        let arrangement = Arrangement::from_index(&self.sides, index)?;
        let layout = Layout::from(arrangement);
        let mut cells: Vec<_> = layout.start_cells().collect();
        rng.shuffle(&mut cells);
        let robots = self.robots.iter().zip(cells);
        let robots = robots.fold(Robots::EMPTY, |robots, (robot, cell)| {
            robots.with(*robot, cell)
        });
        let targets = layout.targets();
        let target = targets[rng.below(targets.len() as u64) as usize];
        let instance = Instance::new(layout.board().clone(), robots, target).ok()?;
        Some((arrangement, instance.with_ricochet_rule(self.ricochet_rule)))
    }
}

/// A position and its solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The arrangement of the sections.
    pub arrangement: Arrangement,
    /// The robots, the target and the rules.
    pub instance: Instance,
    /// A solution of minimum cost.
    pub solution: Vec<Move>,
    /// The minimum cost.
    pub cost: u32,
}

/// Finds puzzles one by one. The seed and the options determine them.
///
/// ```
/// use botwerk_agents::ricochet::{PuzzleOptions, Puzzles};
/// use botwerk_engine::RootSeed;
/// use botwerk_engine::ricochet::Robot;
///
/// let options = PuzzleOptions {
///     moves: 6..=7,
///     sides: "AB".to_owned(),
///     robots: Robot::COLOURED.to_vec(),
///     ricochet_rule: false,
///     is_unique: false,
/// };
/// let mut puzzles = Puzzles::new(options, RootSeed::from_text("3"));
/// let puzzle = std::iter::repeat_with(|| puzzles.try_next()).flatten().next().unwrap();
/// assert!((6..=7).contains(&puzzle.cost));
/// ```
#[derive(Debug)]
pub struct Puzzles {
    options: PuzzleOptions,
    rng: StableRng,
}

impl Puzzles {
    /// Creates a source of puzzles.
    pub fn new(options: PuzzleOptions, seed: RootSeed) -> Self {
        Self {
            options,
            rng: seed.rng(),
        }
    }

    /// Samples one position, and returns it if it is a puzzle of the wanted kind.
    pub fn try_next(&mut self) -> Option<Puzzle> {
        let (arrangement, instance) = self.options.sample(&mut self.rng)?;
        let (cost, solution) = self.solution(&instance)?;
        Some(Puzzle {
            arrangement,
            instance,
            solution,
            cost,
        })
    }

    /// Returns the minimum cost and a solution, if they are as wanted.
    fn solution(&self, instance: &Instance) -> Option<(u32, Vec<Move>)> {
        let max = *self.options.moves.end();
        let is_too_long = Flag::new(false);
        let mut report = |bound| is_too_long.set(bound > max);
        let budget = Budget {
            should_stop: &|| is_too_long.get(),
            ..Budget::DEFAULT
        };
        let Outcome::Solved(solution) = solve(instance, budget, &mut report).outcome else {
            return None;
        };
        if !self.options.moves.contains(&solution.cost) {
            return None;
        }
        if self.options.is_unique {
            let outcome = solve_all(instance, budget, 0, &mut report);
            let OptimaOutcome::Found(optima) = outcome else {
                return None;
            };
            (optima.count == 1).then_some(())?;
        }
        Some((solution.cost, solution.moves))
    }
}
