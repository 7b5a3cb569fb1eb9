//! The cells of a board by their distance from one cell.

use botwerk_engine::micro_robots::{Cell, Cells, Moves, SPACES};

/// The cells at each distance from an origin, found breadth first.
#[derive(Debug, Clone)]
pub(super) struct Layers {
    /// Element `i` holds the cells at distance `i`; empty from `len` on.
    cells: [Cells; SPACES],
    len: usize,
    reached: Cells,
}

impl Layers {
    /// Computes all layers from `origin`.
    pub(super) fn all(moves: &Moves, origin: Cell) -> Self {
        Self::search(moves, origin, Cells::EMPTY)
    }

    /// Computes the layers from `origin` up to the one that contains `goal`, or all if none does.
    pub(super) fn until(moves: &Moves, origin: Cell, goal: Cell) -> Self {
        Self::search(moves, origin, Cells::one(goal))
    }

    #[inline]
    fn search(moves: &Moves, origin: Cell, goal: Cells) -> Self {
        let mut frontier = Cells::one(origin);
        let mut reached = frontier;
        let mut cells = [Cells::EMPTY; SPACES];
        let mut len = 0;
        // 36 layers hold one cell each, so the bound only avoids an index check.
        while len < SPACES && !frontier.is_empty() {
            cells[len] = frontier;
            len += 1;
            if !frontier.intersection(goal).is_empty() {
                break;
            }
            frontier = moves.from_any(frontier).difference(reached);
            reached = reached.union(frontier);
        }
        Self {
            cells,
            len,
            reached,
        }
    }

    /// Returns the layers in order, none of them empty; the first contains only the origin.
    pub(super) fn as_slice(&self) -> &[Cells] {
        &self.cells[..self.len]
    }

    /// Returns the distance of the last layer.
    pub(super) fn depth(&self) -> usize {
        self.len - 1
    }

    /// Returns `true` if one of the layers contains the cell.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.reached.contains(cell)
    }

    /// Returns the number of cells expanded to find the last layer: those of all previous layers.
    pub(super) fn expanded(&self) -> u64 {
        self.reached.difference(self.cells[self.depth()]).len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::micro_robots::Side;

    #[test]
    fn mr_9_layers_partition_the_board_by_distance() {
        let board = Side::Black.board(1234);
        let moves = board.moves();
        for origin in Cell::all() {
            let all = Layers::all(&moves, origin);
            assert_eq!(all.as_slice()[0], Cells::one(origin));
            let sizes: usize = all.as_slice().iter().map(|layer| layer.len()).sum();
            assert_eq!((sizes, all.reached), (SPACES, Cells::ALL));
            for goal in Cell::all() {
                let partial = Layers::until(&moves, origin, goal);
                assert_eq!(partial.as_slice(), &all.as_slice()[..partial.len]);
                assert!(partial.as_slice()[partial.depth()].contains(goal));
                let expanded_layers = &partial.as_slice()[..partial.depth()];
                let expanded: usize = expanded_layers.iter().map(|layer| layer.len()).sum();
                assert_eq!(partial.expanded(), expanded as u64);
            }
        }
    }
}
