//! The robot phase: which robot actions there are (NW-6 to NW-12, NW-28).

use super::energy::{energy_at_least, energy_left};
use super::lattice::{Point, Square, Squares};
use super::position::Position;
use super::robot_move::{CAPTURE, JUMP, RobotMove, STEP, energy_of};
use super::rules::Rules;
use super::side::Side;

/// By how many bits a square lies from its neighbour in each direction that a side goes, in the
/// order of the neighbours (NW-6).
pub(super) const fn directions(side: Side) -> [i8; 3] {
    match side {
        Side::White => [-1, 1, 8],
        Side::Black => [-8, -1, 1],
    }
}

/// What one side's robots find on the squares around them, as bits. Squares outside of the board
/// are none of these, also where a step runs over an edge into the next row (see `lattice`).
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveTargets {
    own: u64,
    enemies: u64,
    /// Squares that an own robot can go to: free ones and those of enemies.
    open: u64,
}

impl MoveTargets {
    /// What a side's robots find, given both sides' by [`Side::index`].
    #[inline]
    pub(super) fn of(board: Squares, robots: [Squares; 2], side: Side) -> Self {
        let own = robots[side.index()];
        Self {
            own: own.bits(),
            enemies: robots[side.other().index()].bits(),
            open: board.difference(own).bits(),
        }
    }

    /// The only way that a robot could go in one direction, whatever its energy: a step, or over
    /// an own robot the jump (NW-10).
    #[inline]
    pub(super) fn towards(self, from: Square, step: i8) -> Option<RobotMove> {
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
            to: Square::of_bit(to),
            captures,
            energy: energy + if captures { CAPTURE } else { 0 },
        })
    }
}

/// All ways that robots of one side can go, sets of squares by direction.
#[derive(Debug, Clone, Copy)]
struct RobotMoves {
    /// Where the robots stand that can go there, as bits.
    from: [u64; 3],
    /// Those of them that jump.
    jumps: [u64; 3],
}

impl RobotMoves {
    /// The ways of robots that have at least so much energy left, onto some free squares and some
    /// of enemies (NW-6 to NW-10).
    #[inline]
    fn onto(free: u64, enemies: u64, own: u64, left: [Squares; 4], side: Side) -> Self {
        let [one, two, three, four] = left.map(|squares| squares.bits() & own);
        let mut ways = Self {
            from: [0; 3],
            jumps: [0; 3],
        };
        for (way, step) in directions(side).into_iter().enumerate() {
            // The squares from which these lie in the direction, a step or a jump away.
            let before = |squares: u64, step: i8| {
                if step > 0 {
                    squares >> step
                } else {
                    squares << -step
                }
            };
            let steps = one & before(free, step) | two & before(enemies, step);
            let jumps = three & before(free, 2 * step) | four & before(enemies, 2 * step);
            ways.jumps[way] = jumps & before(own, step);
            ways.from[way] = steps | ways.jumps[way];
        }
        ways
    }

    fn any(&self) -> u64 {
        self.from[0] | self.from[1] | self.from[2]
    }

    fn count(&self) -> u32 {
        self.from.map(u64::count_ones).iter().sum()
    }
}

impl Rules {
    /// Calls `each` with every legal robot action in order.
    #[inline]
    pub fn each_robot_move(&self, position: &Position, mut each: impl FnMut(RobotMove)) {
        let ways = self.ways(position);
        let enemies = position.robots(position.side.other());
        let steps = directions(position.side);
        for from in Squares::from_bits(ways.any()) {
            for (way, step) in steps.into_iter().enumerate() {
                if ways.from[way] >> from.bit() & 1 == 0 {
                    continue;
                }
                let jumps = ways.jumps[way] >> from.bit() & 1 == 1;
                let away = if jumps { 2 * step } else { step };
                let to = Square::of_bit(from.bit().wrapping_add_signed(away));
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

    /// How many legal robot actions there are.
    pub(super) fn count_robot_moves(&self, position: &Position) -> u32 {
        self.ways(position).count()
    }

    /// Whether a capture is possible right now, and must therefore be made (NW-28).
    pub(super) fn must_capture(&self, position: &Position) -> bool {
        self.forced_capture && captures(position, energy_left(position)).any() != 0
    }

    /// The legal ways (NW-28 included).
    #[inline]
    fn ways(&self, position: &Position) -> RobotMoves {
        let left = energy_left(position);
        if self.forced_capture {
            let captures = captures(position, left);
            if captures.any() != 0 {
                return captures;
            }
        }
        self.payable_ways(position, left)
    }

    /// The ways that can be paid, forced captures apart.
    #[inline]
    fn payable_ways(&self, position: &Position, left: [Squares; 4]) -> RobotMoves {
        let free = self.board.squares().difference(position.occupied());
        let [own, enemies] = position.own_and_enemies().map(Squares::bits);
        RobotMoves::onto(free.bits(), enemies, own, left, position.side)
    }

    /// What the robots of the side to move find around them.
    #[inline]
    pub(super) fn ground(&self, robots: [Squares; 2], side: Side) -> MoveTargets {
        MoveTargets::of(self.board.squares(), robots, side)
    }

    /// Whether the side whose turn begins can move a robot (NW-21). Nothing is spent yet, so every
    /// robot can use all batteries beside it.
    #[inline]
    pub fn can_move_robot(&self, position: &Position) -> bool {
        let left = energy_at_least(position.batteries);
        self.payable_ways(position, left).any() != 0
    }
}

/// The captures that can be paid.
fn captures(position: &Position, left: [Squares; 4]) -> RobotMoves {
    let [own, enemies] = position.own_and_enemies().map(Squares::bits);
    RobotMoves::onto(0, enemies, own, left, position.side)
}

/// The squares that a side's robots on these squares can go to with one step, those outside of
/// the board included.
pub(super) const fn after_one_step(from: u64, side: Side) -> u64 {
    let forward = match side {
        Side::White => from << 8,
        Side::Black => from >> 8,
    };
    forward | from << 1 | from >> 1
}

/// The squares from which a side's robots can go to these with one step.
pub(super) const fn before_one_step(to: u64, side: Side) -> u64 {
    after_one_step(to, side.other())
}
