//! Robot moves: which are legal in a position (NW-6 to NW-12, NW-28).

use super::action::{CAPTURE, JUMP, RobotMove, STEP, energy_of};
use super::energy::{energy_at_least, energy_left};
use super::lattice::{Point, Square, Squares};
use super::position::Position;
use super::rules::Rules;
use super::side::Side;

/// Returns the offsets, in bits, from a square to its neighbours in the directions in which a side
/// moves, in the order of the neighbours (NW-6).
pub(super) const fn directions(side: Side) -> [i8; 3] {
    match side {
        Side::White => [-1, 1, 8],
        Side::Black => [-8, -1, 1],
    }
}

/// The contents of the squares that one side's robots can move to, as bits.
///
/// Squares outside of the board are in none of the sets, so a step over an edge, which leads to the
/// empty column of the next row, is never possible (see `lattice`).
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveTargets {
    own: u64,
    enemies: u64,
    /// Squares on which a move can end: free ones and those of enemies.
    open: u64,
}

impl MoveTargets {
    /// Creates the targets of one side, from the robots of both sides by [`Side::index`].
    #[inline]
    pub(super) fn new(board: Squares, robots: [Squares; 2], side: Side) -> Self {
        let own = robots[side.index()];
        Self {
            own: own.bits(),
            enemies: robots[side.other().index()].bits(),
            open: board.difference(own).bits(),
        }
    }

    /// Returns the only move of a robot in one direction, regardless of its energy: a step, or a
    /// jump over a robot of its side (NW-10). Returns `None` if that move is blocked.
    #[inline]
    pub(super) fn move_in_direction(self, from: Square, step: i8) -> Option<RobotMove> {
        let after = |bit: u8| bit.wrapping_add_signed(step) & 63;
        let mut to = after(from.bit());
        let mut energy = STEP;
        if self.own >> to & 1 == 1 {
            to = after(to);
            energy += JUMP;
        }
        if self.open >> to & 1 == 0 {
            return None;
        }
        let captures = self.enemies >> to & 1 == 1;
        Some(RobotMove {
            from,
            to: Square::from_bit(to),
            captures,
            energy: energy + if captures { CAPTURE } else { 0 },
        })
    }
}

/// All moves of one side's robots, by direction.
#[derive(Debug, Clone, Copy)]
struct RobotMoves {
    /// Squares of the robots that can move in the direction, as bits.
    from: [u64; 3],
    /// Squares of those robots that jump.
    jumps: [u64; 3],
}

impl RobotMoves {
    /// Returns the moves onto the given free squares and squares of enemies, of robots with at least
    /// 1, 2, 3 and 4 energy left (NW-6 to NW-10).
    #[inline]
    fn onto(free: u64, enemies: u64, own: u64, left: [Squares; 4], side: Side) -> Self {
        let [one, two, three, four] = left.map(|squares| squares.bits() & own);
        let mut moves = Self {
            from: [0; 3],
            jumps: [0; 3],
        };
        for (direction, step) in directions(side).into_iter().enumerate() {
            // The squares from which the given ones are an offset away.
            let before = |squares: u64, step: i8| {
                if step > 0 {
                    squares >> step
                } else {
                    squares << -step
                }
            };
            let steps = one & before(free, step) | two & before(enemies, step);
            let jumps = three & before(free, 2 * step) | four & before(enemies, 2 * step);
            moves.jumps[direction] = jumps & before(own, step);
            moves.from[direction] = steps | moves.jumps[direction];
        }
        moves
    }

    fn any(&self) -> u64 {
        self.from[0] | self.from[1] | self.from[2]
    }

    fn count(&self) -> u32 {
        self.from.map(u64::count_ones).iter().sum()
    }
}

impl Rules {
    /// Calls `each` with every legal robot move in order.
    #[inline]
    pub fn each_robot_move(&self, position: &Position, mut each: impl FnMut(RobotMove)) {
        let moves = self.robot_moves(position);
        let enemies = position.robots(position.side.other());
        let steps = directions(position.side);
        for from in Squares::from_bits(moves.any()) {
            for (direction, step) in steps.into_iter().enumerate() {
                if moves.from[direction] >> from.bit() & 1 == 0 {
                    continue;
                }
                let jumps = moves.jumps[direction] >> from.bit() & 1 == 1;
                let offset = if jumps { 2 * step } else { step };
                let to = Square::from_bit(from.bit().wrapping_add_signed(offset));
                let captures = enemies.contains(to);
                each(RobotMove {
                    from,
                    to,
                    captures,
                    energy: energy_of(captures, jumps),
                });
            }
        }
    }

    /// Returns the number of legal robot moves.
    pub(super) fn count_robot_moves(&self, position: &Position) -> u32 {
        self.robot_moves(position).count()
    }

    /// Returns `true` if a capture is possible and must therefore be made (NW-28).
    pub(super) fn must_capture(&self, position: &Position) -> bool {
        self.forced_capture && captures(position, energy_left(position)).any() != 0
    }

    /// Returns the legal moves, with NW-28 applied.
    #[inline]
    fn robot_moves(&self, position: &Position) -> RobotMoves {
        let left = energy_left(position);
        if self.forced_capture {
            let captures = captures(position, left);
            if captures.any() != 0 {
                return captures;
            }
        }
        self.payable_moves(position, left)
    }

    /// Returns the moves that can be paid, without regard to NW-28.
    #[inline]
    fn payable_moves(&self, position: &Position, left: [Squares; 4]) -> RobotMoves {
        let free = self.board.squares().difference(position.occupied());
        let [own, enemies] = position.own_and_enemies().map(Squares::bits);
        RobotMoves::onto(free.bits(), enemies, own, left, position.side)
    }

    /// Returns the squares that a side's robots can move to.
    #[inline]
    pub(super) fn move_targets(&self, robots: [Squares; 2], side: Side) -> MoveTargets {
        MoveTargets::new(self.board.squares(), robots, side)
    }

    /// Returns `true` if the side to move can move a robot, at the start of its turn (NW-21). No
    /// energy is spent yet, so every robot can use all batteries next to it.
    #[inline]
    pub fn can_move_robot(&self, position: &Position) -> bool {
        let left = energy_at_least(position.batteries);
        self.payable_moves(position, left).any() != 0
    }
}

/// Returns the captures that can be paid.
fn captures(position: &Position, left: [Squares; 4]) -> RobotMoves {
    let [own, enemies] = position.own_and_enemies().map(Squares::bits);
    RobotMoves::onto(0, enemies, own, left, position.side)
}

/// Returns the squares that a side's robots on the given squares reach with one step, including
/// squares outside of the board.
pub(super) const fn after_one_step(from: u64, side: Side) -> u64 {
    let forward = match side {
        Side::White => from << 8,
        Side::Black => from >> 8,
    };
    forward | from << 1 | from >> 1
}

/// Returns the squares from which a side's robots reach the given squares with one step.
pub(super) const fn before_one_step(to: u64, side: Side) -> u64 {
    after_one_step(to, side.other())
}
