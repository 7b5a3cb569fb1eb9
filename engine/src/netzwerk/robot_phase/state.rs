//! The states of a robot phase.

use crate::netzwerk::energy_table::{Energies, energy_for, none_exceeds};
use crate::netzwerk::index_table::mix;
use crate::netzwerk::lattice::{Point, Square, Squares};
use crate::netzwerk::robot_move::RobotMove;
use crate::netzwerk::side::Side;

/// A state of a robot phase and how it was reached. Robots are numbered by their start squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub(super) robots: [Squares; 2],
    /// Where each robot stands, one byte each.
    pub(super) now: u64,
    pub(super) spent: Energies,
    /// Which robots have captured, by bits.
    pub(super) captured: u8,
    /// Whether the match is over.
    pub(super) over: bool,
    /// The robot that moved last, and the squares that its move depends on; none where another
    /// order of moves might make a difference.
    pub(super) last: (u8, Squares),
    pub(super) parent: u32,
    pub(super) way: RobotMove,
}

impl State {
    pub(super) fn square(&self, robot: usize) -> Square {
        Square::of_bit((self.now >> (8 * robot)) as u8)
    }

    /// A hash of the ways that the robots have gone, whatever they have spent.
    pub(super) fn hash_of_ways(&self) -> u64 {
        mix(self.now, u64::from(self.captured))
    }

    /// Whether robots that have gone the same ways have spent no more: then they can do all that
    /// these can (NW-13).
    pub(super) fn is_outdone_by(&self, other: &Self) -> bool {
        self.now == other.now
            && self.captured == other.captured
            && none_exceeds(other.spent, self.spent)
    }

    /// Goes one way further.
    pub(super) fn after(&self, side: Side, robot: usize, way: RobotMove) -> Self {
        let mut next = *self;
        let (own, enemy) = (side.index(), side.other().index());
        next.robots[own] = self.robots[own].without(way.from).with(way.to);
        next.robots[enemy] = self.robots[enemy].without(way.to);
        let moved = u64::from(way.from.bit() ^ way.to.bit());
        next.now ^= moved << (8 * robot);
        next.spent += energy_for(robot, way.energy);
        next.captured |= u8::from(way.captures) << robot;
        next
    }
}

/// Whether a robot's move leads where the same two moves lead in the other order, which is tried
/// as well: they depend on different squares, and what both cost does not depend on their order.
pub(super) fn is_other_order(last: (u8, Squares), robot: usize, squares: Squares) -> bool {
    let (before, others) = last;
    robot < usize::from(before)
        && !squares.is_empty()
        && !others.is_empty()
        && squares.intersection(others).is_empty()
}
