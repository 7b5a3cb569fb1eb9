//! Puzzles: random tasks whose minimum number of moves lies within given limits.

use std::ops::RangeInclusive;

use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, Side, Space};
use botwerk_engine::{RootSeed, StableRng};

use super::solver::{Instance, Solver};

/// What kind of tasks to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// The minimum number of moves of a route.
    pub moves: RangeInclusive<u32>,
    /// The side of the printed sections (MR-2).
    pub side: Side,
    /// Whether exactly one route has the minimum number of moves.
    pub is_unique: bool,
}

/// A task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Puzzle {
    /// The board.
    pub board: Board,
    /// The start of the route.
    pub start: Space,
    /// Its end.
    pub target: Space,
    /// The minimum number of moves.
    pub moves: u32,
}

/// Finds puzzles one by one. The seed and the options determine them.
///
/// ```
/// use botwerk_agents::micro_robots::{PuzzleOptions, Puzzles};
/// use botwerk_engine::RootSeed;
/// use botwerk_engine::micro_robots::Side;
///
/// let options = PuzzleOptions {
///     moves: 9..=10,
///     side: Side::Black,
///     is_unique: true,
/// };
/// let mut puzzles = Puzzles::new(options, RootSeed::from_text("3"));
/// let puzzle = std::iter::repeat_with(|| puzzles.try_next()).flatten().next().unwrap();
/// assert!((9..=10).contains(&puzzle.moves));
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

    /// Samples one task, and returns it if it is a puzzle of the wanted kind.
    pub fn try_next(&mut self) -> Option<Puzzle> {
        let arrangement = self.rng.below(ARRANGEMENTS.into()) as u32;
        let board = self.options.side.board(arrangement);
        let mut spaces: Vec<Space> = Space::all().collect();
        self.rng.shuffle(&mut spaces);
        let (start, target) = (spaces[0], spaces[1]);
        let solver = Solver::new(&board);
        let moves = solver.distance(start, target)?;
        if !self.options.moves.contains(&moves) {
            return None;
        }
        let instance = Instance::new(start, target, None).ok()?;
        if self.options.is_unique && solver.count_shortest(&instance) != 1 {
            return None;
        }
        Some(Puzzle {
            board,
            start,
            target,
            moves,
        })
    }
}
