//! The placements of robots in a table, in the order in which they are solved.

use std::collections::HashMap;
use std::ops::Range;

use botwerk_engine::netzwerk::{Board, Fields, Point, Position, Rules, Side, Squares};

use super::symmetry::{BoardSymmetry, as_white};
use super::task::Task;

/// The squares of White's and of Black's robots.
pub(super) type Placement = [Squares; 2];

/// The placements of a task, White to move, that do not decide the match; of two mirror images the
/// lower one.
///
/// Robots move forward or sideways, and captures remove some. A turn therefore leads to a later
/// layer, or stays in its own: the same number of robots, and the same number of ranks behind them.
#[derive(Debug)]
pub(super) struct Placements {
    board: Board,
    all: Vec<Placement>,
    indices: HashMap<Placement, u32>,
    layers: Vec<Range<usize>>,
}

/// A placement of the table, and whether it is mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Target {
    pub(super) placement: u32,
    pub(super) mirrored: bool,
}

impl Placements {
    pub(super) fn new(task: &Task) -> Self {
        let rules = task.rules();
        let mut all = Vec::new();
        for [white, black] in task.robot_counts() {
            for_each_subset(rules.board.squares(), white, &mut |white| {
                let free = rules.board.squares().difference(white);
                for_each_subset(free, black, &mut |black| {
                    let placement = [white, black];
                    if is_lower(&rules.board, placement) && is_undecided(rules, placement) {
                        all.push(placement);
                    }
                });
            });
        }
        all.sort_by_key(|placement| (layer_key(&rules.board, placement), *placement));
        let indices = (0..)
            .zip(&all)
            .map(|(index, placement)| (*placement, index));
        let indices = indices.collect();
        let mut layers = Vec::new();
        let mut start = 0;
        for members in all.chunk_by(|a, b| layer_key(&rules.board, a) == layer_key(&rules.board, b))
        {
            layers.push(start..start + members.len());
            start += members.len();
        }
        Self {
            board: rules.board,
            all,
            indices,
            layers,
        }
    }

    /// Returns all placements, layer by layer, each after those that it leads to.
    pub(super) fn as_slice(&self) -> &[Placement] {
        &self.all
    }

    /// Returns the index range of every layer.
    pub(super) fn layers(&self) -> &[Range<usize>] {
        &self.layers
    }

    /// Finds a placement with White to move in the table.
    pub(super) fn find(&self, placement: Placement) -> Option<Target> {
        let mirrored = !is_lower(&self.board, placement);
        let image = BoardSymmetry::ALL[0].mirrored_if(mirrored);
        let index = self.indices.get(&image.map_robots(&self.board, placement));
        index.map(|index| Target {
            placement: *index,
            mirrored,
        })
    }

    /// Finds a placement with `side` to move, and the image in which the table contains it.
    pub(super) fn find_for(
        &self,
        placement: Placement,
        side: Side,
    ) -> Option<(usize, BoardSymmetry)> {
        let image = as_white(side);
        let target = self.find(image.map_robots(&self.board, placement))?;
        Some((
            target.placement as usize,
            image.mirrored_if(target.mirrored),
        ))
    }
}

/// Calls `each` with all subsets of `size` squares.
fn for_each_subset(squares: Squares, size: usize, each: &mut impl FnMut(Squares)) {
    fn extend(squares: Squares, size: usize, chosen: Squares, each: &mut dyn FnMut(Squares)) {
        if size == 0 {
            each(chosen);
            return;
        }
        let mut remaining = squares;
        while let Some(first) = remaining.next() {
            if remaining.len() + 1 >= size {
                extend(remaining, size - 1, chosen.with(first), each);
            }
        }
    }
    extend(squares, size, Squares::EMPTY, each);
}

fn is_lower(board: &Board, placement: Placement) -> bool {
    let mirrored = BoardSymmetry::ALL[1].map_robots(board, placement);
    placement <= mirrored
}

fn is_undecided(rules: &Rules, placement: Placement) -> bool {
    let position = Position::at_start_of_turn(placement, Fields::EMPTY, Side::White);
    rules.decided(&position).is_none()
}

/// Returns the sort key of a placement's layer: fewer robots first, then fewer ranks ahead of them.
fn layer_key(board: &Board, [white, black]: &Placement) -> (usize, usize) {
    let last = board.ranks() - 1;
    let ahead = Iterator::map(*white, |square| last - square.rank()).sum::<usize>()
        + Iterator::map(*black, Point::rank).sum::<usize>();
    (white.len() + black.len(), ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netzwerk::solver::estimate::ResourceEstimate;
    use botwerk_engine::netzwerk::Control;

    #[test]
    fn placement_count_matches_the_estimate() {
        for (width, ranks, expected) in [(2, 3, 36), (2, 4, 155), (2, 5, 470), (3, 3, 1447)] {
            let board = Board::new(width, ranks).unwrap();
            let rules = Rules {
                board,
                control: Control::AtLeast,
                forced_capture: false,
                repetition: 3,
                quiet_turns: 40,
                turn_cap: 0,
            };
            let task = Task::new(&rules, &Position::start(&board, Side::White)).unwrap();
            let placements = Placements::new(&task);
            assert_eq!(placements.as_slice().len(), expected);
            assert_eq!(
                ResourceEstimate::estimate(&task, 1).placements,
                expected as u128
            );
            let layers = placements.layers();
            assert_eq!(layers.first().unwrap().start, 0);
            assert_eq!(layers.last().unwrap().end, expected);
        }
    }
}
