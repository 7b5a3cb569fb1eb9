//! Reference implementation of routes: shortest routes by breadth-first search, and moves as MR-9
//! defines them.

use std::collections::{HashSet, VecDeque};

use botwerk_engine::micro_robots::{Board, Cell, Route, Space};

/// Returns `true` if MR-9 allows a move, computed directly from the text of the rule.
pub(crate) fn is_move(board: &Board, from: Space, to: Space) -> bool {
    let (a, b) = (board.cell(from), board.cell(to));
    let in_line = a.row() == b.row() || a.column() == b.column();
    let matches = from.number() == to.number() || from.colour() == to.colour();
    from != to && in_line && matches
}

/// Returns the first shortest route from `start` to `target`, after a move to `via` if given.
pub(crate) fn shortest(
    board: &Board,
    start: Space,
    via: Option<Space>,
    target: Space,
) -> Option<Route> {
    let mut queue = VecDeque::from([(Route::new(start), via.is_none())]);
    let mut visited = HashSet::new();
    while let Some((route, has_visited_via)) = queue.pop_front() {
        let from = route.end()?;
        for to in Space::all().filter(|to| is_move(board, from, *to)) {
            let mut longer = route.clone();
            longer.push(to);
            if has_visited_via && to == target {
                return Some(longer);
            }
            let has_visited_via = has_visited_via || Some(to) == via;
            if visited.insert((to, has_visited_via)) {
                queue.push_back((longer, has_visited_via));
            }
        }
    }
    None
}

/// Returns the spaces that any number of moves can reach, with the start.
pub(crate) fn reached(board: &Board, from: Space) -> Vec<Space> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(space) = found.get(next).copied() {
        let next_spaces =
            Space::all().filter(|to| is_move(board, space, *to) && !found.contains(to));
        let next_spaces: Vec<_> = next_spaces.collect();
        found.extend(next_spaces);
        next += 1;
    }
    found
}

/// Returns the cell in a row and a column.
pub(crate) fn cell(row: usize, column: usize) -> Cell {
    Cell::new(row, column).expect("rows and columns are at most 5")
}
