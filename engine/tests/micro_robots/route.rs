//! Routes found by trying: the shortest ones, and moves as the rules page words them.

use std::collections::{HashSet, VecDeque};

use botwerk_engine::micro_robots::{Board, Cell, Route, Space};

/// Whether MR-9 allows a move, worked out from its words alone.
pub(crate) fn is_move(board: &Board, from: Space, to: Space) -> bool {
    let (a, b) = (board.cell(from), board.cell(to));
    let in_line = a.row() == b.row() || a.column() == b.column();
    let alike = from.number() == to.number() || from.colour() == to.colour();
    from != to && in_line && alike
}

/// The first shortest route from `start` that ends on `target`, after a move to `via` if given.
pub(crate) fn shortest(
    board: &Board,
    start: Space,
    via: Option<Space>,
    target: Space,
) -> Option<Route> {
    let mut queue = VecDeque::from([(Route::new(start), via.is_none())]);
    let mut met = HashSet::new();
    while let Some((route, been)) = queue.pop_front() {
        let from = route.end()?;
        for to in Space::all().filter(|to| is_move(board, from, *to)) {
            let mut longer = route.clone();
            longer.push(to);
            if been && to == target {
                return Some(longer);
            }
            let been = been || Some(to) == via;
            if met.insert((to, been)) {
                queue.push_back((longer, been));
            }
        }
    }
    None
}

/// The spaces that any number of moves reaches.
pub(crate) fn reached(board: &Board, from: Space) -> Vec<Space> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(space) = found.get(next).copied() {
        let more = Space::all().filter(|to| is_move(board, space, *to) && !found.contains(to));
        let more: Vec<_> = more.collect();
        found.extend(more);
        next += 1;
    }
    found
}

/// The cell in a row and a column.
pub(crate) fn cell(row: usize, column: usize) -> Cell {
    Cell::new(row, column).expect("rows and columns run from 0 to 5")
}
