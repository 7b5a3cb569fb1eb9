//! Lower bounds of the number of moves that a position still needs.
//!
//! Both bounds relax the rules, so they never exceed the true number, and no move lowers them by more than
//! its cost.

use botwerk_engine::ricochet::CELLS;

use super::paths::{CellSet, Paths, Sources, insert};

/// The bound of a cell from which the target cannot be reached.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// The largest bound of any other cell; larger sums are lowered to it.
const MAX_BOUND: u8 = UNREACHABLE - 1;

/// For each cell, a number of moves.
pub(super) type Distances = [u8; CELLS];

/// Cells with the number of moves that are still needed from there, by that number.
type Goals = Vec<(u8, CellSet)>;

/// Returns, for each cell, the minimum number of moves to a goal and from there, if a move to a cell can
/// begin on any of its `sources`. The goals are in the order of their numbers.
fn relaxed_distances(sources: &Sources, goals: &[(u8, CellSet)]) -> Distances {
    let mut distances = [UNREACHABLE; CELLS];
    let mut unvisited: CellSet = [u64::MAX; CELLS / 64];
    let mut frontier: CellSet = [0; CELLS / 64];
    let mut goals = goals.iter().peekable();
    let Some((mut distance, _)) = goals.peek().copied().copied() else {
        return distances;
    };
    loop {
        while let Some((_, cells)) = goals.next_if(|goal| goal.0 == distance) {
            for (frontier, cells) in frontier.iter_mut().zip(cells) {
                *frontier |= cells;
            }
        }
        let mut next = [0; CELLS / 64];
        let mut is_empty = true;
        for (word, cells) in frontier.iter().enumerate() {
            let mut cells = cells & unvisited[word];
            is_empty &= cells == 0;
            unvisited[word] &= !cells;
            while cells != 0 {
                let cell = word * 64 + cells.trailing_zeros() as usize;
                distances[cell] = distance;
                for (next, sources) in next.iter_mut().zip(&sources[cell]) {
                    *next |= sources;
                }
                cells &= cells - 1;
            }
        }
        if is_empty && goals.peek().is_none() {
            return distances;
        }
        frontier = next;
        distance = (distance + 1).min(MAX_BOUND);
    }
}

/// Returns, for each cell, the number of moves to the target if a move to a cell can begin on any of its
/// `sources`.
pub(super) fn distances_to(sources: &Sources, target: u8) -> Distances {
    let mut goal = [0; CELLS / 64];
    insert(&mut goal, target);
    relaxed_distances(sources, &[(0, goal)])
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

/// The lower bound of a position.
pub(super) enum Bound {
    /// The distance of the robot of the target.
    Robot(Distances),
    /// The distance of the robot of the target, or that with a helper.
    Blocker(BlockerBound),
    /// The least distance of any robot, for the vortex.
    Any(Vec<Distances>),
}

impl Bound {
    /// Creates the first bound of a position with this number of robots, of which the first `goals` may
    /// fulfil the target: one or all. `distances` returns those of a robot.
    pub(super) fn new(goals: usize, robots: usize, distances: impl Fn(usize) -> Distances) -> Self {
        if goals == robots && robots > 1 {
            Self::Any((0..robots).map(distances).collect())
        } else {
            Self::Robot(distances(0))
        }
    }

    /// Returns the bound for robots on these cells, or [`UNREACHABLE`].
    #[inline]
    pub(super) fn of(&self, cells: &[u8]) -> u8 {
        match self {
            Self::Robot(distances) => distances[usize::from(cells[0])],
            Self::Blocker(bound) => bound.of(cells[0], &cells[1..]),
            Self::Any(distances) => {
                let distances = distances.iter().zip(cells);
                let least = distances.map(|(distances, cell)| distances[usize::from(*cell)]);
                least.min().unwrap_or(UNREACHABLE)
            }
        }
    }

    /// Replaces the first bound by one that counts the blocker, and returns `true`; returns `false` for the
    /// vortex, a lone robot, and if it is replaced already. `helpers` are the sources of each helper.
    pub(super) fn strengthen(
        &mut self,
        paths: &Paths,
        helpers: impl Iterator<Item = Sources>,
        target: u8,
    ) -> bool {
        if !matches!(self, Self::Robot(_)) {
            return false;
        }
        let union = helpers.reduce(|mut all, own| {
            let words = all.iter_mut().flatten();
            words
                .zip(own.as_flattened())
                .for_each(|(all, own)| *all |= own);
            all
        });
        let Some(sources) = union else {
            return false;
        };
        *self = Self::Blocker(BlockerBound::new(paths, &sources, target));
        true
    }
}

/// A bound that counts the blocker that the robot of the target needs.
///
/// Either no robot stops the robot of the target on its way: then its moves are those on the empty board.
/// Or there is a last stop at which a helper stops it: before that the robot may stop anywhere, after it the
/// moves are those on the empty board, and the helper must have come to the cell behind the stop.
pub(super) struct BlockerBound {
    /// The moves of the robot of the target without helpers.
    pub(super) lone: Distances,
    /// For each cell of the robot of the target and each cell of a helper, the moves of both, if that can be
    /// fewer than without the helper.
    pub(super) with_helper: Box<[[u8; CELLS]; CELLS]>,
}

impl BlockerBound {
    /// Computes the bound for a robot with these `paths`; `helper_sources` holds, for each cell, those from
    /// which a move of any helper can end there.
    pub(super) fn new(paths: &Paths, helper_sources: &Sources, target: u8) -> Self {
        let sources = paths.sources();
        let lone = lone_distances(paths, target);
        let mut with_helper: Box<[[u8; CELLS]; CELLS]> = vec![[UNREACHABLE; CELLS]; CELLS]
            .try_into()
            .expect("the vector has one row for each cell");
        for (blocker, stops) in stops_by_blocker(paths, &lone).iter().enumerate() {
            if stops.is_empty() {
                continue;
            }
            let helper = distances_to(helper_sources, blocker as u8);
            let robot = relaxed_distances(&sources, stops);
            for ((row, moves), lone) in with_helper.iter_mut().zip(robot).zip(lone) {
                // Without the helper the robot needs no more moves.
                if moves >= lone {
                    continue;
                }
                for (bound, helper) in row.iter_mut().zip(helper) {
                    // Adding to an unreachable cell's bound gives that bound again.
                    let sum = moves.saturating_add(helper.min(MAX_BOUND - 1));
                    let sum = sum.min(MAX_BOUND).max(helper);
                    *bound = (*bound).min(sum);
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

/// Returns, for each cell, the cells from which a robot on that cell stops the robot of the target with one
/// move, and the moves from there to the target, in the order of these numbers.
fn stops_by_blocker(paths: &Paths, lone: &Distances) -> Vec<Goals> {
    let mut found: Vec<Goals> = vec![Vec::new(); CELLS];
    for from in 0..=u8::MAX {
        for direction in 0..4 {
            paths.for_each_stop(from, direction, |cell, behind| {
                let (Some(behind), moves) = (behind, lone[usize::from(cell)]) else {
                    return;
                };
                if moves == UNREACHABLE {
                    return;
                }
                let goals = &mut found[usize::from(behind)];
                let index = goals.partition_point(|goal| goal.0 < moves + 1);
                if goals.get(index).is_none_or(|goal| goal.0 != moves + 1) {
                    goals.insert(index, (moves + 1, [0; CELLS / 64]));
                }
                insert(&mut goals[index].1, from);
            });
        }
    }
    found
}
