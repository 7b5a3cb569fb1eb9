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
    /// All layers from `origin` on.
    pub(super) fn all(moves: &Moves, origin: Cell) -> Self {
        Self::search(moves, origin, Cells::EMPTY)
    }

    /// The layers from `origin` up to the one that holds `goal`, or all if none does.
    pub(super) fn until(moves: &Moves, origin: Cell, goal: Cell) -> Self {
        Self::search(moves, origin, Cells::one(goal))
    }

    #[inline]
    fn search(moves: &Moves, origin: Cell, goal: Cells) -> Self {
        let mut frontier = Cells::one(origin);
        let mut reached = frontier;
        let mut cells = [Cells::EMPTY; SPACES];
        let mut len = 0;
        // 36 layers hold a cell each, so that the bound only spares a check of the index.
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

    /// The layers in order, none of them empty; the first holds the origin only.
    pub(super) fn as_slice(&self) -> &[Cells] {
        &self.cells[..self.len]
    }

    /// The distance of the last layer.
    pub(super) fn depth(&self) -> usize {
        self.len - 1
    }

    /// Whether the cell lies in one of the layers.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.reached.contains(cell)
    }

    /// How many cells were expanded to find the last layer: those of all layers before it.
    pub(super) fn expanded(&self) -> u64 {
        self.reached.difference(self.cells[self.depth()]).len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::micro_robots::Side;

    #[test]
    fn mr_9_layers_part_the_board_by_distance() {
        let board = Side::Black.board(1234);
        let moves = board.moves();
        for origin in Cell::all() {
            let all = Layers::all(&moves, origin);
            assert_eq!(all.as_slice()[0], Cells::one(origin));
            let sizes: usize = all.as_slice().iter().map(|layer| layer.len()).sum();
            assert_eq!((sizes, all.reached), (SPACES, Cells::ALL));
            for goal in Cell::all() {
                let some = Layers::until(&moves, origin, goal);
                assert_eq!(some.as_slice(), &all.as_slice()[..some.len]);
                assert!(some.as_slice()[some.depth()].contains(goal));
                let before = &some.as_slice()[..some.depth()];
                let expanded: usize = before.iter().map(|layer| layer.len()).sum();
                assert_eq!(some.expanded(), expanded as u64);
            }
        }
    }
}
