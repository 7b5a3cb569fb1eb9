//! Where the robots stand: the placements that a table has, in the order in which they are solved.

use std::collections::HashMap;
use std::ops::Range;

use botwerk_engine::netzwerk::{Board, Fields, Point, Position, Rules, Side, Squares};

use super::image::{Image, as_white};
use super::task::Task;

/// The squares of White's and of Black's robots.
pub(super) type Placement = [Squares; 2];

/// The placements of a task, White to move, that do not decide the match; of two mirror images
/// the lower one.
///
/// Robots go forward or sideways, and captures take some away. A turn therefore leads into a later
/// layer, or stays in its own: as many robots, with as many ranks behind them.
#[derive(Debug)]
pub(super) struct Placements {
    board: Board,
    all: Vec<Placement>,
    numbers: HashMap<Placement, u32>,
    layers: Vec<Range<usize>>,
}

/// A placement of the table, and whether it is seen in the mirror.
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
        all.sort_by_key(|placement| (layer(&rules.board, placement), *placement));
        let numbers = (0..)
            .zip(&all)
            .map(|(number, placement)| (*placement, number));
        let numbers = numbers.collect();
        let mut layers = Vec::new();
        let mut begin = 0;
        for same in all.chunk_by(|a, b| layer(&rules.board, a) == layer(&rules.board, b)) {
            layers.push(begin..begin + same.len());
            begin += same.len();
        }
        Self {
            board: rules.board,
            all,
            numbers,
            layers,
        }
    }

    /// All of them, layer by layer, each behind those that it leads to.
    pub(super) fn as_slice(&self) -> &[Placement] {
        &self.all
    }

    /// The numbers of every layer's placements.
    pub(super) fn layers(&self) -> &[Range<usize>] {
        &self.layers
    }

    /// Where a placement with White to move stands in the table.
    pub(super) fn find(&self, placement: Placement) -> Option<Target> {
        let mirrored = !is_lower(&self.board, placement);
        let image = Image::ALL[0].mirrored_if(mirrored);
        let number = self.numbers.get(&image.of_robots(&self.board, placement));
        number.map(|number| Target {
            placement: *number,
            mirrored,
        })
    }

    /// Where a placement stands after the turn of `side`, and in which image.
    pub(super) fn find_for(&self, placement: Placement, side: Side) -> Option<(usize, Image)> {
        let image = as_white(side);
        let found = self.find(image.of_robots(&self.board, placement))?;
        Some((found.placement as usize, image.mirrored_if(found.mirrored)))
    }
}

/// Calls `each` with all subsets of so many squares.
fn for_each_subset(squares: Squares, size: usize, each: &mut impl FnMut(Squares)) {
    fn go(squares: Squares, size: usize, chosen: Squares, each: &mut dyn FnMut(Squares)) {
        if size == 0 {
            each(chosen);
            return;
        }
        let mut left = squares;
        while let Some(first) = left.next() {
            if (left.len() as usize) + 1 >= size {
                go(left, size - 1, chosen.with(first), each);
            }
        }
    }
    go(squares, size, Squares::EMPTY, each);
}

fn is_lower(board: &Board, placement: Placement) -> bool {
    let mirrored = Image::ALL[1].of_robots(board, placement);
    placement <= mirrored
}

fn is_undecided(rules: &Rules, placement: Placement) -> bool {
    let position = Position::at_start_of_turn(placement, Fields::EMPTY, Side::White);
    rules.decided(&position).is_none()
}

/// Rises with captures and falls with steps that are left: few robots first, near home first.
fn layer(board: &Board, [white, black]: &Placement) -> (u32, usize) {
    let last = board.ranks() - 1;
    let ahead = Iterator::map(*white, |square| last - square.rank()).sum::<usize>()
        + Iterator::map(*black, Point::rank).sum::<usize>();
    (white.len() + black.len(), ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netzwerk::solver::need::Need;
    use botwerk_engine::netzwerk::Control;

    #[test]
    fn there_are_as_many_as_foretold() {
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
            assert_eq!(Need::of(&task, 1).placements, expected as u128);
            let layers = placements.layers();
            assert_eq!(layers.first().unwrap().start, 0);
            assert_eq!(layers.last().unwrap().end, expected);
        }
    }
}
