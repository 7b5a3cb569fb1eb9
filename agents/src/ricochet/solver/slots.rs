//! The order of the robots in the code of a position.

use botwerk_engine::ricochet::Robot;

use super::instance::Instance;

/// Which robot is in which slot of a code, and which slots are interchangeable.
///
/// The robot of the target is in the first slot. Then come the transparent robot and the robots that pass a
/// diagonal of their colour, and then the others, sorted by their cells. All robots may fulfil the vortex, so
/// none of them comes first for it.
#[derive(Debug, Clone)]
pub(super) struct Slots<const N: usize> {
    /// The robot that is in each slot at the start.
    pub(super) robots: [Robot; N],
    /// The first of the interchangeable slots, which are the last ones.
    pub(super) first_equal: usize,
    /// Number of slots whose robots may fulfil the target; they are the first ones.
    pub(super) goals: usize,
}

impl<const N: usize> Slots<N> {
    /// Assigns the `N` robots of an instance to slots.
    pub(super) fn new(instance: &Instance) -> Self {
        let target = instance.target().robot;
        let rank = |robot: Robot| match robot {
            robot if target == Some(robot) => 0,
            Robot::Transparent => 1,
            robot if owns_diagonal(instance, robot) => 2,
            _ => 3,
        };
        let mut robots: Vec<Robot> = instance.robots().iter().map(|it| it.0).collect();
        robots.sort_by_key(|robot| (rank(*robot), *robot));
        Self {
            robots: std::array::from_fn(|slot| robots[slot]),
            first_equal: robots.iter().filter(|robot| rank(**robot) < 3).count(),
            goals: if target.is_some() { 1 } else { N },
        }
    }

    /// Sorts the interchangeable slots after one of them has changed.
    #[inline]
    pub(super) fn sort<C: Ord + Copy>(&self, cells: &mut [C; N]) {
        let mut order = |slot: usize| {
            let (a, b) = (cells[slot], cells[slot + 1]);
            cells[slot] = a.min(b);
            cells[slot + 1] = a.max(b);
        };
        for slot in self.first_equal..N.saturating_sub(1) {
            order(slot);
        }
        for slot in (self.first_equal..N.saturating_sub(2)).rev() {
            order(slot);
        }
    }

    /// Returns `true` if at most one robot stands on another cell.
    #[inline]
    pub(super) fn is_one_move<C: PartialEq>(&self, before: &[C; N], after: &[C; N]) -> bool {
        let mut differences = 0;
        for slot in 0..self.first_equal {
            differences += usize::from(before[slot] != after[slot]);
        }
        let equal = &after[self.first_equal..];
        for cell in &before[self.first_equal..] {
            differences += usize::from(!equal.contains(cell));
        }
        differences <= 1
    }
}

/// Returns `true` if a diagonal has the colour of the robot.
pub(super) fn owns_diagonal(instance: &Instance, robot: Robot) -> bool {
    let mut diagonals = instance.board().diagonals();
    diagonals.any(|(_, diagonal)| diagonal.robot == robot)
}
