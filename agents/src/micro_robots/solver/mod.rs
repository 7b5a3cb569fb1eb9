//! Exact answers about a board: distances, shortest routes, their number, routes of any given
//! length, and proofs that others can check.
//!
//! A [`Solver`] is a board made ready for single questions; [`Distances`] answers all 36x36 of
//! them at once; [`solve_text`] goes from texts to a text. [`certify`] proves a shortest length
//! and [`check`] verifies the proof without using any of this module's search.
//!
//! Every answer is a pure function of board and instance: of several routes that would do, the
//! answer is always the one whose cells come first in reading order, compared move by move.

mod certificate;
mod checker;
mod distances;
mod exact;
mod instance;
mod layers;
mod text;

pub use certificate::{Certificate, CertificateError, Leg, LegError, certify};
pub use checker::check;
pub use distances::Distances;
pub use instance::{Instance, InstanceError};
pub use text::{SolveError, solve_text};

use botwerk_engine::micro_robots::{Board, Cell, Cells, Moves, Route, SPACES, Space};
use layers::Layers;

/// A board prepared for questions: its moves are worked out once (MR-9).
///
/// ```
/// use botwerk_agents::micro_robots::solver::{Instance, Solver};
/// let board = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
///              6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W".parse().unwrap();
/// let [start, target] = ["1P", "2W"].map(|space| space.parse().unwrap());
/// let solver = Solver::new(&board);
/// let solution = solver.shortest(&Instance::new(start, target, None).unwrap()).unwrap();
/// assert_eq!(solver.distance(start, target), Some(5));
/// assert_eq!(solution.route.moves(), 5);
/// ```
#[derive(Debug, Clone)]
pub struct Solver {
    board: Board,
    moves: Moves,
}

/// A shortest route and what it took to find it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The first of the shortest routes, cells compared in reading order move by move.
    pub route: Route,
    /// Spaces that were expanded, that is whose moves were looked at; the effort of MR-25.
    pub nodes: u64,
}

impl Solver {
    /// Prepares a board.
    #[inline]
    pub fn new(board: &Board) -> Self {
        Self {
            board: *board,
            moves: board.moves(),
        }
    }

    /// The board that was prepared.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The fewest moves from one space to the other, 0 to 35; `None` if no moves lead there.
    pub fn distance(&self, from: Space, to: Space) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        let mut here = Ball::new(self.board.cell(from));
        let mut there = Ball::new(self.board.cell(to));
        let mut moves = 0;
        // Moves go both ways, so that two small balls that grow in turns meet halfway.
        loop {
            here.grow(&self.moves);
            if here.meets(&there) {
                return Some(moves + 1);
            }
            there.grow(&self.moves);
            if there.meets(&here) {
                return Some(moves + 2);
            }
            if here.border.is_empty() || there.border.is_empty() {
                return None;
            }
            moves += 2;
        }
    }

    /// The fewest moves from `from` to every space, by [`Space::index`]; `None` where no moves
    /// lead.
    pub fn distances_from(&self, from: Space) -> [Option<u32>; SPACES] {
        let mut distances = [None; SPACES];
        let layers = Layers::all(&self.moves, self.board.cell(from));
        for (distance, layer) in (0..).zip(layers.as_slice()) {
            for cell in *layer {
                distances[self.board.space(cell).index()] = Some(distance);
            }
        }
        distances
    }

    /// A shortest route; `None` if there is no route.
    ///
    /// In the expert variant it is shortest among the routes over the intermediate target
    /// (MR-29).
    pub fn shortest(&self, instance: &Instance) -> Option<Solution> {
        let mut solution = Solution {
            route: Route::new(instance.start),
            nodes: 0,
        };
        for (from, to) in instance.legs() {
            let mut cell = self.board.cell(from);
            let layers = self.layers_to(to, cell)?;
            solution.nodes += layers.expanded();
            // Layers around the end of the leg let the way run forward, each cell the first.
            for layer in layers.as_slice()[..layers.depth()].iter().rev() {
                cell = self.moves.from(cell).intersection(*layer).first()?;
                solution.route.push(self.board.space(cell));
            }
        }
        Some(solution)
    }

    /// How many different shortest routes there are; 0 if there is no route.
    ///
    /// In the expert variant the legs' numbers multiply: a shortest route over the intermediate
    /// target is on it after exactly as many moves as the first leg is long, so that no route
    /// is counted twice (MR-29).
    pub fn count_shortest(&self, instance: &Instance) -> u64 {
        let legs = instance.legs();
        legs.map(|(from, to)| self.count_leg(self.board.cell(from), to))
            .product()
    }

    fn count_leg(&self, from: Cell, to: Space) -> u64 {
        let Some(layers) = self.layers_to(to, from) else {
            return 0;
        };
        let mut routes = [0; SPACES];
        routes[self.board.cell(to).index()] = 1;
        for pair in layers.as_slice().windows(2) {
            for cell in pair[1] {
                let onwards = self.moves.from(cell).intersection(pair[0]);
                routes[cell.index()] = onwards.map(|next| routes[next.index()]).sum();
            }
        }
        routes[from.index()]
    }

    /// The layers around `to` up to the one that holds `from`; `None` if none does.
    fn layers_to(&self, to: Space, from: Cell) -> Option<Layers> {
        let layers = Layers::until(&self.moves, self.board.cell(to), from);
        layers.contains(from).then_some(layers)
    }
}

/// The cells within some distance of a centre.
struct Ball {
    inside: Cells,
    /// Those at exactly that distance.
    border: Cells,
}

impl Ball {
    #[inline]
    fn new(centre: Cell) -> Self {
        Self {
            inside: Cells::one(centre),
            border: Cells::one(centre),
        }
    }

    #[inline]
    fn grow(&mut self, moves: &Moves) {
        self.border = moves.from_any(self.border).difference(self.inside);
        self.inside = self.inside.union(self.border);
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        !self.border.intersection(other.border).is_empty()
    }
}
