//! The states of a robot phase.

use super::index_table::mix;
use crate::netzwerk::action::RobotMove;
use crate::netzwerk::energy::{Energies, energy_for, none_exceeds};
use crate::netzwerk::lattice::{Point, Square, Squares};
use crate::netzwerk::rules::Rules;
use crate::netzwerk::side::Side;

/// A state of a robot phase and how it was reached. Robots are numbered by their start squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub(super) robots: [Squares; 2],
    /// The square of each robot, one byte each.
    pub(super) now: u64,
    pub(super) spent: Energies,
    /// The robots that have captured, one bit each.
    pub(super) captured: u8,
    /// Whether the match is over.
    pub(super) over: bool,
    /// The robot that moved last, and the squares that its move depends on; empty if the order of
    /// moves may matter.
    pub(super) last: (u8, Squares),
    pub(super) parent: u32,
    /// The move that led here from the parent.
    pub(super) robot_move: RobotMove,
}

impl State {
    pub(super) fn square(&self, robot: usize) -> Square {
        Square::from_bit((self.now >> (8 * robot)) as u8)
    }

    /// Returns how many ranks the robots nearest to home are away from it in sum, as many as a win needs (NW-19).
    pub(super) fn leaders_distance(&self, rules: &Rules, side: Side) -> i32 {
        let robots = self.robots[side.index()];
        let ranks = rules.board.ranks();
        let mut needed = robots.len().div_ceil(2);
        let mut sum = 0;
        for distance in 0..ranks {
            let rank = match side {
                Side::White => ranks - 1 - distance,
                Side::Black => distance,
            };
            let row = Squares::from_bits(0xff << (8 * rank));
            let count = robots.intersection(row).len().min(needed);
            needed -= count;
            sum += count * distance;
        }
        sum as i32
    }

    /// Returns a hash of the robots' squares and captures, regardless of the energy spent.
    pub(super) fn hash_of_squares(&self) -> u64 {
        mix(self.now, u64::from(self.captured))
    }

    /// Returns `true` if in the other state the robots stand on the same squares and none has spent
    /// more: it can then do everything that this one can (NW-13).
    pub(super) fn is_dominated_by(&self, other: &Self) -> bool {
        self.now == other.now
            && self.captured == other.captured
            && none_exceeds(other.spent, self.spent)
    }

    /// Returns the state after one more move.
    pub(super) fn after(&self, side: Side, robot: usize, robot_move: RobotMove) -> Self {
        let mut next = *self;
        let (own, enemy) = (side.index(), side.other().index());
        next.robots[own] = self.robots[own]
            .without(robot_move.from)
            .with(robot_move.to);
        next.robots[enemy] = self.robots[enemy].without(robot_move.to);
        let moved = u64::from(robot_move.from.bit() ^ robot_move.to.bit());
        next.now ^= moved << (8 * robot);
        next.spent += energy_for(robot, robot_move.energy);
        next.captured |= u8::from(robot_move.captures) << robot;
        next
    }
}

/// Returns `true` if the last two moves lead to the same state in the other order, which is searched
/// too: they depend on different squares, and their cost does not depend on the order.
pub(super) fn is_transposed(last: (u8, Squares), robot: usize, squares: Squares) -> bool {
    let (last_robot, last_squares) = last;
    robot < usize::from(last_robot)
        && !squares.is_empty()
        && !last_squares.is_empty()
        && squares.intersection(last_squares).is_empty()
}
