//! Lower bounds of the number of moves that a position still needs.
//!
//! Both bounds relax the rules, so they never exceed the true number, and no move lowers them by more than
//! its cost.

use super::grid::{CellGrid, CellNumber, insert};
use super::paths::{Paths, Sources};

/// The bound of a cell from which the target cannot be reached.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// The largest bound of any other cell; larger sums are lowered to it.
const MAX_BOUND: u8 = UNREACHABLE - 1;

/// For each cell, a number of moves.
pub(super) type Distances<G> = <G as CellGrid>::PerCell<u8>;

/// Cells with the number of moves that are still needed from there, by that number.
type Goals<G> = Vec<(u8, <G as CellGrid>::Set)>;

/// Returns, for each cell, the minimum number of moves to a goal and from there, if a move to a cell can
/// begin on any of its `sources`. The goals are in the order of their numbers.
fn relaxed_distances<G: CellGrid>(sources: &Sources<G>, goals: &[(u8, G::Set)]) -> Distances<G> {
    let mut distances = G::per_cell(UNREACHABLE);
    let mut unvisited = G::empty_set();
    unvisited.as_mut().fill(u64::MAX);
    let mut frontier = G::empty_set();
    let mut goals = goals.iter().peekable();
    let Some(mut distance) = goals.peek().map(|goal| goal.0) else {
        return distances;
    };
    loop {
        while let Some((_, cells)) = goals.next_if(|goal| goal.0 == distance) {
            unite::<G>(&mut frontier, cells);
        }
        let mut next = G::empty_set();
        let mut is_empty = true;
        let words = frontier.as_ref().iter().zip(unvisited.as_mut());
        for (word, (cells, unvisited)) in words.enumerate() {
            let mut cells = cells & *unvisited;
            is_empty &= cells == 0;
            *unvisited &= !cells;
            while cells != 0 {
                let cell = word * 64 + cells.trailing_zeros() as usize;
                distances[cell] = distance;
                unite::<G>(&mut next, &sources[cell]);
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

/// Adds the cells of another set.
#[inline]
fn unite<G: CellGrid>(set: &mut G::Set, other: &G::Set) {
    for (word, other) in set.as_mut().iter_mut().zip(other.as_ref()) {
        *word |= other;
    }
}

/// Returns, for each cell, the number of moves to the target if a move to a cell can begin on any of its
/// `sources`.
pub(super) fn distances_to<G: CellGrid>(sources: &Sources<G>, target: G::Number) -> Distances<G> {
    let mut goal = G::empty_set();
    insert::<G>(&mut goal, target);
    relaxed_distances::<G>(sources, &[(0, goal)])
}

/// Returns, for each cell, the number of moves to the target without any other robot on the board.
fn lone_distances<G: CellGrid>(paths: &Paths<G>, target: G::Number) -> Distances<G> {
    let mut distances = G::per_cell(UNREACHABLE);
    distances[target.index()] = 0;
    for distance in 1.. {
        let mut is_changed = false;
        for cell in 0..G::CELLS {
            if distances[cell] != UNREACHABLE {
                continue;
            }
            // A slide that does not leave the cell leads to no distance that is known.
            let mut ends = paths.stops[cell].into_iter();
            if ends.any(|end| {
                u32::from(distances[end.index()]) == (distance - 1).min(MAX_BOUND.into())
            }) {
                distances[cell] = distance.min(MAX_BOUND.into()) as u8;
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
pub(super) enum Bound<G: CellGrid> {
    /// The distance of the robot of the target.
    Robot(Distances<G>),
    /// The distance of the robot of the target, or that with a helper.
    Blocker(BlockerBound<G>),
    /// The least distance of any robot, for the vortex.
    Any(Vec<Distances<G>>),
}

impl<G: CellGrid> Bound<G> {
    /// Creates the first bound of a position with this number of robots, of which the first `goals` may
    /// fulfil the target: one or all. `distances` returns those of a robot.
    pub(super) fn new(
        goals: usize,
        robots: usize,
        distances: impl Fn(usize) -> Distances<G>,
    ) -> Self {
        if goals == robots && robots > 1 {
            Self::Any((0..robots).map(distances).collect())
        } else {
            Self::Robot(distances(0))
        }
    }

    /// Returns the bound for robots on these cells, or [`UNREACHABLE`].
    #[inline]
    pub(super) fn of(&self, cells: &[G::Number]) -> u8 {
        match self {
            Self::Robot(distances) => distances[cells[0].index()],
            Self::Blocker(bound) => bound.of(cells[0], &cells[1..]),
            Self::Any(distances) => {
                let distances = distances.iter().zip(cells);
                let least = distances.map(|(distances, cell)| distances[cell.index()]);
                least.min().unwrap_or(UNREACHABLE)
            }
        }
    }

    /// Replaces the first bound by one that counts the blocker, and returns `true`; returns `false` for the
    /// vortex, a lone robot, and if it is replaced already. `helpers` are the sources of each helper.
    pub(super) fn strengthen(
        &mut self,
        paths: &Paths<G>,
        helpers: impl Iterator<Item = Sources<G>>,
        target: G::Number,
    ) -> bool {
        if !matches!(self, Self::Robot(_)) {
            return false;
        }
        let union = helpers.reduce(|mut all, own| {
            for (all, own) in all.as_mut().iter_mut().zip(own.as_ref()) {
                unite::<G>(all, own);
            }
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
pub(super) struct BlockerBound<G: CellGrid> {
    /// The moves of the robot of the target without helpers.
    pub(super) lone: Distances<G>,
    /// For each cell of the robot of the target and each cell of a helper, the moves of both, if that can be
    /// fewer than without the helper.
    pub(super) with_helper: G::PerPair,
}

impl<G: CellGrid> BlockerBound<G> {
    /// Computes the bound for a robot with these `paths`; `helper_sources` holds, for each cell, those from
    /// which a move of any helper can end there.
    pub(super) fn new(paths: &Paths<G>, helper_sources: &Sources<G>, target: G::Number) -> Self {
        let sources = paths.sources();
        let lone = lone_distances(paths, target);
        let mut with_helper = G::per_pair(UNREACHABLE);
        for (blocker, stops) in stops_by_blocker(paths, &lone).iter().enumerate() {
            if stops.is_empty() {
                continue;
            }
            let helper = distances_to::<G>(helper_sources, G::Number::from_index(blocker));
            let robot = relaxed_distances::<G>(&sources, stops);
            let rows = with_helper.as_mut().iter_mut();
            for ((row, moves), lone) in rows.zip(robot.as_ref()).zip(lone.as_ref()) {
                // Without the helper the robot needs no more moves.
                if moves >= lone {
                    continue;
                }
                for (bound, helper) in row.as_mut().iter_mut().zip(helper.as_ref()) {
                    let helper = *helper;
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

impl<G: CellGrid> BlockerBound<G> {
    /// Returns the bound for the robot of the target and its helpers.
    #[inline]
    pub(super) fn of(&self, robot: G::Number, helpers: &[G::Number]) -> u8 {
        let row = &self.with_helper[robot.index()];
        let helpers = helpers.iter().map(|cell| row[cell.index()]);
        helpers.fold(self.lone[robot.index()], u8::min)
    }
}

/// Returns, for each cell, the cells from which a robot on that cell stops the robot of the target with one
/// move, and the moves from there to the target, in the order of these numbers.
fn stops_by_blocker<G: CellGrid>(paths: &Paths<G>, lone: &Distances<G>) -> Vec<Goals<G>> {
    let mut found: Vec<Goals<G>> = vec![Vec::new(); G::CELLS];
    for from in (0..G::CELLS).map(G::Number::from_index) {
        for direction in 0..4 {
            paths.for_each_stop(from, direction, |cell, behind| {
                let (Some(behind), moves) = (behind, lone[cell.index()]) else {
                    return;
                };
                if moves == UNREACHABLE {
                    return;
                }
                let goals = &mut found[behind.index()];
                let index = goals.partition_point(|goal| goal.0 < moves + 1);
                if goals.get(index).is_none_or(|goal| goal.0 != moves + 1) {
                    goals.insert(index, (moves + 1, G::empty_set()));
                }
                insert::<G>(&mut goals[index].1, from);
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use botwerk_engine::ricochet::{Arrangement, BoardSize, Cell, Robot};

    use super::super::grid::{Grid16, Grid32};
    use super::*;

    /// The bounds of the red robot with helpers of other colours, for some targets.
    fn bounds<G: CellGrid>(board: &str, target: Cell) -> BlockerBound<G> {
        let board = board.parse::<Arrangement>().unwrap().board();
        let paths = Paths::<G>::new(&board, Robot::Red, false);
        let helpers = Paths::<G>::new(&board, Robot::Silver, false);
        BlockerBound::new(&paths, &helpers.sources(), G::number(target))
    }

    #[test]
    fn bounds_in_both_grids_are_equal() {
        for (board, target) in [("1A-2A-3A-4A", "e10"), ("2D-3D-1D-4D", "l7")] {
            let target = target.parse().unwrap();
            let small = bounds::<Grid16>(board, target);
            let large = bounds::<Grid32>(board, target);
            let mut finite = 0;
            for robot in BoardSize::PRINTED.cells() {
                for helper in BoardSize::PRINTED.cells() {
                    let of_small = small.of(Grid16::number(robot), &[Grid16::number(helper)]);
                    let of_large = large.of(Grid32::number(robot), &[Grid32::number(helper)]);
                    assert_eq!(of_small, of_large, "{board} {robot} {helper}");
                    finite += usize::from(of_small < MAX_BOUND);
                }
            }
            assert!(finite > 10_000, "{finite}");
        }
    }
}
