//! Routes of a given length, for a seat that has announced more moves than needed (MR-13).

use botwerk_engine::micro_robots::{Cells, MAX_MOVES, Route};

use super::{Instance, Solver};

impl Solver {
    /// Returns a legal route of exactly `length` moves that ends on the target, or `None` if there
    /// is none or `length` is not 1 to 99.
    ///
    /// The route may visit spaces twice and pass over the target on its way (MR-15). In the expert
    /// variant a move before the last ends on the intermediate target (MR-29). Of several routes
    /// the first is returned, comparing cells in reading order move by move.
    ///
    /// ```
    /// use botwerk_agents::micro_robots::solver::{Instance, Solver};
    /// use botwerk_engine::micro_robots::Side;
    /// let board = Side::Black.board(0);
    /// let [start, target] = [board.spaces()[0], board.spaces()[35]];
    /// let instance = Instance::new(start, target, None).unwrap();
    /// let route = Solver::new(&board).route_of_length(&instance, 20).unwrap();
    /// assert_eq!((route.moves(), route.end()), (20, Some(target)));
    /// ```
    pub fn route_of_length(&self, instance: &Instance, length: usize) -> Option<Route> {
        if !(1..=MAX_MOVES).contains(&length) {
            return None;
        }
        let via = instance.intermediate.map(|space| self.board.cell(space));
        let open = ReachableEnds::new(self, *instance, length);
        let mut route = Route::new(instance.start);
        let mut cell = self.board.cell(instance.start);
        let mut phase = usize::from(via.is_none());
        for remaining in (0..length).rev() {
            let next = self
                .moves
                .from(cell)
                .intersection(open.cells[remaining][phase]);
            cell = next.first()?;
            route.push(self.board.space(cell));
            if via == Some(cell) {
                phase = 1;
            }
        }
        Some(route)
    }
}

/// The cells from which the target is reachable, by the number of remaining moves.
struct ReachableEnds {
    /// `[remaining][phase]`: the cells from which exactly `remaining` moves can end on the target.
    /// In phase 0 the moves must visit the intermediate target first; the cell itself counts.
    cells: [[Cells; 2]; MAX_MOVES],
}

impl ReachableEnds {
    /// Computes the sets for fewer than `length` moves.
    fn new(solver: &Solver, instance: Instance, length: usize) -> Self {
        let cell = |space| Cells::one(solver.board.cell(space));
        let via = instance.intermediate.map_or(Cells::EMPTY, cell);
        let mut cells = [[Cells::EMPTY; 2]; MAX_MOVES];
        let mut current = [Cells::EMPTY, cell(instance.target)];
        for open in &mut cells[..length] {
            // Moves are symmetric: the cells before a set are those that follow it.
            current[0] = current[0].union(via.intersection(current[1]));
            *open = current;
            current = current.map(|set| solver.moves.from_any(set));
        }
        Self { cells }
    }
}
