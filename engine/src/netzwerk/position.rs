//! A position: robots, batteries, and how far the present turn has gone.

use super::board::Board;
use super::lattice::{Fields, Square, Squares};
use super::side::Side;

/// The most robots of one side.
pub const MAX_ROBOTS: usize = super::lattice::MAX_SIDE;

/// The part of a turn (NW-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Robots move.
    Robots,
    /// Batteries move.
    Batteries,
}

/// A robot that has spent energy in this turn (NW-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spender {
    /// Where it stood at the start of the turn: the batteries beside this square feed it.
    pub start: Square,
    /// Where it stands.
    pub now: Square,
    /// The energy it has spent.
    pub spent: u8,
    /// Whether it has captured and is finished (NW-11).
    pub captured: bool,
}

/// The robots that have spent energy in this turn, by their start squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spenders {
    list: [Spender; MAX_ROBOTS],
    len: u8,
}

impl Spenders {
    /// Nobody has spent energy yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The robots, by their start squares.
    pub fn as_slice(&self) -> &[Spender] {
        &self.list[..usize::from(self.len)]
    }

    /// The robot that stands on a square, if it has spent energy.
    pub(super) fn on(&self, now: Square) -> Option<usize> {
        self.as_slice()
            .iter()
            .position(|spender| spender.now == now)
    }

    /// Notes that the robot on `from` has gone to `to`.
    pub(super) fn spend(&mut self, from: Square, to: Square, energy: u8, captures: bool) {
        if let Some(index) = self.on(from) {
            let spender = &mut self.list[index];
            spender.now = to;
            spender.spent += energy;
            spender.captured = captures;
        } else {
            self.insert(Spender {
                start: from,
                now: to,
                spent: energy,
                captured: captures,
            });
        }
    }

    /// Adds a robot; there are at most [`MAX_ROBOTS`], each with a start square of its own.
    pub(super) fn insert(&mut self, spender: Spender) {
        let mut at = usize::from(self.len);
        while at > 0 && self.list[at - 1].start > spender.start {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = spender;
        self.len += 1;
    }
}

/// A position without what happened in earlier turns.
///
/// Positions are equal if robots, batteries, side, quiet count, turn number and everything that
/// the present turn has done are equal; all of it stands in the position's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the robots, by [`Side::index`].
    pub(super) robots: [Squares; 2],
    /// Where the batteries lie.
    pub(super) batteries: Fields,
    /// The present fields of the batteries that have moved in this turn (NW-17).
    pub(super) moved: Fields,
    /// Who has spent energy, in the robot phase.
    pub(super) spenders: Spenders,
    pub(super) side: Side,
    pub(super) phase: Phase,
    pub(super) quiet: u16,
    pub(super) turns: u32,
}

impl Position {
    /// The start of a match on a board (NW-3).
    pub const fn start(board: &Board, first_player: Side) -> Self {
        Self::at_start_of_turn(
            [board.start_rank(Side::White), board.start_rank(Side::Black)],
            board.start_fields(),
            first_player,
        )
    }

    /// The position at the start of a turn with these robots and batteries, quiet count 0.
    ///
    /// Whoever makes one answers for points of the board and robots that do not share a square.
    pub const fn at_start_of_turn(robots: [Squares; 2], batteries: Fields, side: Side) -> Self {
        const NOBODY: Spender = Spender {
            start: Square::ORIGIN,
            now: Square::ORIGIN,
            spent: 0,
            captured: false,
        };
        Self {
            robots,
            batteries,
            moved: Fields::EMPTY,
            spenders: Spenders {
                list: [NOBODY; MAX_ROBOTS],
                len: 0,
            },
            side,
            phase: Phase::Robots,
            quiet: 0,
            turns: 0,
        }
    }

    /// A side's robots.
    pub const fn robots(&self, side: Side) -> Squares {
        self.robots[side.index()]
    }

    /// Both sides' robots, by [`Side::index`].
    pub const fn robots_of_both(&self) -> [Squares; 2] {
        self.robots
    }

    /// Where the batteries lie.
    pub const fn batteries(&self) -> Fields {
        self.batteries
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The part of the turn.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The quiet count (NW-26).
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The position with another quiet count.
    #[must_use]
    pub const fn with_quiet(mut self, quiet: u16) -> Self {
        self.quiet = quiet;
        self
    }

    /// The position with another number of turns so far.
    #[must_use]
    pub const fn with_turns(mut self, turns: u32) -> Self {
        self.turns = turns;
        self
    }

    /// Turns of both sides so far, counted where there is a cap (NW-27).
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The robots that have spent energy in this robot phase.
    pub const fn spenders(&self) -> &Spenders {
        &self.spenders
    }

    /// The present fields of the batteries that have moved in this battery phase.
    pub const fn moved(&self) -> Fields {
        self.moved
    }

    /// The robots of the side to move, and its opponent's.
    pub(super) const fn own_and_enemies(&self) -> [Squares; 2] {
        [self.robots(self.side), self.robots(self.side.other())]
    }

    /// All robots.
    pub const fn occupied(&self) -> Squares {
        self.robots[0].union(self.robots[1])
    }

    /// Whether nothing has been done in this turn yet.
    pub fn is_start_of_turn(&self) -> bool {
        self.phase == Phase::Robots && self.spenders.is_empty()
    }

    /// What repetition compares: the same with quiet count and turn number 0 (NW-25).
    #[must_use]
    pub const fn as_repeated(mut self) -> Self {
        self.quiet = 0;
        self.turns = 0;
        self
    }

    /// Who made the latest robot action: the side whose turn it is, once it has moved a robot.
    pub(super) fn mover(&self) -> Side {
        if self.is_start_of_turn() {
            self.side.other()
        } else {
            self.side
        }
    }
}
