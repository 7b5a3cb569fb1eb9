//! Lower bounds of the number of moves that a position still needs.
//!
//! Both bounds relax the rules, so they never exceed the true number, and no move lowers them by more than
//! its cost.

use botwerk_engine::ricochet::CELLS;

use super::paths::{CellSet, Paths, insert, intersects};

/// The bound of a cell from which the target cannot be reached.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// For each cell, a number of moves.
pub(super) type Distances = [u8; CELLS];

/// Returns, for each cell, the number of moves to one of the `goals` if a move can end on any cell of its
/// `reach`.
pub(super) fn relaxed_distances(reach: &[CellSet; CELLS], goals: &CellSet) -> Distances {
    let mut distances = [UNREACHABLE; CELLS];
    let mut unvisited: CellSet = [u64::MAX; CELLS / 64];
    let mut frontier = *goals;
    let mut distance = 0;
    loop {
        let mut is_empty = true;
        for (word, cells) in frontier.iter().enumerate() {
            unvisited[word] &= !cells;
            let mut cells = *cells;
            is_empty &= cells == 0;
            while cells != 0 {
                distances[word * 64 + cells.trailing_zeros() as usize] = distance;
                cells &= cells - 1;
            }
        }
        if is_empty {
            return distances;
        }
        let mut next = [0; CELLS / 64];
        for (word, cells) in unvisited.iter().enumerate() {
            let mut cells = *cells;
            while cells != 0 {
                let cell = word * 64 + cells.trailing_zeros() as usize;
                if intersects(&reach[cell], &frontier) {
                    insert(&mut next, cell as u8);
                }
                cells &= cells - 1;
            }
        }
        frontier = next;
        distance += 1;
    }
}

/// Returns, for each cell, the number of moves to the target without any other robot on the board.
fn lone_distances(paths: &Paths, target: u8) -> Distances {
    let mut distances = [UNREACHABLE; CELLS];
    distances[usize::from(target)] = 0;
    for distance in 1..UNREACHABLE {
        let mut is_changed = false;
        for cell in 0..CELLS {
            if distances[cell] != UNREACHABLE {
                continue;
            }
            // A slide that does not leave the cell leads to no distance that is known.
            let mut ends = paths.stops[cell].into_iter();
            if ends.any(|end| distances[usize::from(end)] == distance - 1) {
                distances[cell] = distance;
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
    distances
}

/// A bound that counts the blocker that the robot of the target needs.
///
/// Either no robot stops the robot of the target on its way: then its moves are those on the empty board.
/// Or there is a last stop at which a helper stops it: before that the robot may stop anywhere, after it the
/// moves are those on the empty board, and the helper must have come to the cell behind the stop.
pub(super) struct BlockerBound {
    /// The moves of the robot of the target without helpers.
    pub(super) lone: Distances,
    /// For each cell of the robot of the target and each cell of a helper, the moves of both.
    pub(super) with_helper: Box<[[u8; CELLS]; CELLS]>,
}

impl BlockerBound {
    /// Computes the bound for a robot with these `paths` and `reach`; `helper_reach` holds, for each cell,
    /// where a move of any helper can end.
    pub(super) fn new(
        paths: &Paths,
        reach: &[CellSet; CELLS],
        helper_reach: &[CellSet; CELLS],
        target: u8,
    ) -> Self {
        let lone = lone_distances(paths, target);
        let mut with_helper: Box<[[u8; CELLS]; CELLS]> = vec![[UNREACHABLE; CELLS]; CELLS]
            .try_into()
            .expect("the vector has one row for each cell");
        for (blocker, stops) in stops_by_blocker(paths, &lone).iter().enumerate() {
            if stops.is_empty() {
                continue;
            }
            let mut goal = [0; CELLS / 64];
            insert(&mut goal, blocker as u8);
            let helper = relaxed_distances(helper_reach, &goal);
            let robot = distances_to_stops(reach, stops);
            for (row, moves) in with_helper.iter_mut().zip(robot) {
                if moves == UNREACHABLE {
                    continue;
                }
                for (bound, helper) in row.iter_mut().zip(helper) {
                    *bound = (*bound).min(moves.saturating_add(helper));
                }
            }
        }
        Self { lone, with_helper }
    }
}

impl BlockerBound {
    /// Returns the bound for the robot of the target and its helpers.
    #[inline]
    pub(super) fn of(&self, robot: u8, helpers: &[u8]) -> u8 {
        let row = &self.with_helper[usize::from(robot)];
        let helpers = helpers.iter().map(|cell| row[usize::from(*cell)]);
        helpers.fold(self.lone[usize::from(robot)], u8::min)
    }
}

/// The stops at which one cell blocks the robot, by the number of moves from there to the target: the cells
/// from which one move leads to such a stop.
type Stops = Vec<(u8, CellSet)>;

/// Returns, for each cell, the stops that a robot on that cell causes.
fn stops_by_blocker(paths: &Paths, lone: &Distances) -> Vec<Stops> {
    let mut found: Vec<Stops> = vec![Vec::new(); CELLS];
    for from in 0..=u8::MAX {
        for direction in 0..4 {
            paths.for_each_stop(from, direction, |cell, behind| {
                let (Some(behind), moves) = (behind, lone[usize::from(cell)]) else {
                    return;
                };
                if moves == UNREACHABLE {
                    return;
                }
                let stops = &mut found[usize::from(behind)];
                let index = match stops.iter().position(|stop| stop.0 == moves) {
                    Some(index) => index,
                    None => {
                        stops.push((moves, [0; CELLS / 64]));
                        stops.len() - 1
                    }
                };
                insert(&mut stops[index].1, from);
            });
        }
    }
    found
}

/// Returns, for each cell, the minimum number of moves over one of the stops to the target, where the robot
/// may stop anywhere before that stop.
fn distances_to_stops(reach: &[CellSet; CELLS], stops: &Stops) -> Distances {
    let mut least = [UNREACHABLE; CELLS];
    for (moves, sources) in stops {
        let before = relaxed_distances(reach, sources);
        for (least, before) in least.iter_mut().zip(before) {
            *least = (*least).min(before.saturating_add(1).saturating_add(*moves));
        }
    }
    least
}
