//! Exact answers about a board: distances, shortest routes and their number, routes of a given
//! length, and proofs that can be checked independently.
//!
//! A [`Solver`] prepares a board for single queries; [`Distances`] computes all 36x36 distances at
//! once; [`solve_text`] solves a task given as text. [`certify`] proves a shortest length and
//! [`check`] verifies the proof without using the search.
//!
//! Every answer is a pure function of board and instance: of several equivalent routes, the answer
//! is always the one whose cells come first in reading order, compared move by move.

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

/// A board prepared for queries: its moves are computed once (MR-9).
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

/// A shortest route and the effort of finding it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    /// First of the shortest routes, comparing cells in reading order move by move.
    pub route: Route,
    /// Number of expanded spaces, that is of spaces whose moves were generated; the effort of
    /// MR-25.
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

    /// Returns the prepared board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the minimum number of moves between two spaces, 0 to 35, or `None` if no moves lead
    /// there.
    #[inline]
    pub fn distance(&self, from: Space, to: Space) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        let mut from_ball = Ball::new(self.board.cell(from));
        let mut to_ball = Ball::new(self.board.cell(to));
        let mut moves = 0;
        // Moves are symmetric, so two balls that grow in turns meet halfway.
        loop {
            from_ball.grow(&self.moves);
            if from_ball.meets(&to_ball) {
                return Some(moves + 1);
            }
            to_ball.grow(&self.moves);
            if to_ball.meets(&from_ball) {
                return Some(moves + 2);
            }
            if from_ball.border.is_empty() || to_ball.border.is_empty() {
                return None;
            }
            moves += 2;
        }
    }

    /// Returns the minimum number of moves from `from` to every space, by [`Space::index`]; `None`
    /// for a space to which no moves lead.
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

    /// Returns a shortest route, or `None` if there is no route.
    ///
    /// In the expert variant it is shortest among the routes over the intermediate target (MR-29).
    pub fn shortest(&self, instance: &Instance) -> Option<Solution> {
        let mut solution = Solution {
            route: Route::new(instance.start),
            nodes: 0,
        };
        for (from, to) in instance.legs() {
            let mut cell = self.board.cell(from);
            let layers = self.layers_to(to, cell)?;
            solution.nodes += layers.expanded();
            // The layers start at the end of the leg, so the route is built forwards, each cell the
            // first possible one.
            for layer in layers.as_slice()[..layers.depth()].iter().rev() {
                cell = self.moves.from(cell).intersection(*layer).first()?;
                solution.route.push(self.board.space(cell));
            }
        }
        Some(solution)
    }

    /// Returns the number of different shortest routes; 0 if there is no route.
    ///
    /// In the expert variant it is the product over the legs: a shortest route over the
    /// intermediate target reaches it after exactly as many moves as the first leg is long, so no
    /// route is counted twice (MR-29).
    ///
    /// ```
    /// use botwerk_agents::micro_robots::solver::{Instance, Solver};
    /// use botwerk_engine::micro_robots::Board;
    ///
    /// let board: Board = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
    ///                     6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W".parse().unwrap();
    /// let [start, target] = ["1P", "6W"].map(|space| space.parse().unwrap());
    /// let instance = Instance::new(start, target, None).unwrap();
    /// assert_eq!(Solver::new(&board).count_shortest(&instance), 1);
    /// ```
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
                let successors = self.moves.from(cell).intersection(pair[0]);
                routes[cell.index()] = successors.map(|next| routes[next.index()]).sum();
            }
        }
        routes[from.index()]
    }

    /// Returns the layers around `to` up to the one that contains `from`, or `None` if none does.
    fn layers_to(&self, to: Space, from: Cell) -> Option<Layers> {
        let layers = Layers::until(&self.moves, self.board.cell(to), from);
        layers.contains(from).then_some(layers)
    }
}

/// The cells within some distance of a centre.
struct Ball {
    inside: Cells,
    /// Cells at exactly that distance.
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
