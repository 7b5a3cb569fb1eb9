//! Positions: robots, batteries, and the progress of the current turn.

use super::board::Board;
use super::lattice::{Fields, Square, Squares};
use super::side::Side;

/// Maximum number of robots of one side.
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
    /// Its square at the start of the turn; the batteries next to this square power it.
    pub start: Square,
    /// Its current square.
    pub now: Square,
    /// The energy that it has spent.
    pub spent: u8,
    /// Whether it has captured and is finished (NW-11).
    pub captured: bool,
}

/// The robots that have spent energy in this turn, sorted by start square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spenders {
    list: [Spender; MAX_ROBOTS],
    len: u8,
}

impl Spenders {
    /// Returns `true` if no robot has spent energy.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the robots, sorted by start square.
    pub fn as_slice(&self) -> &[Spender] {
        &self.list[..usize::from(self.len)]
    }

    /// Returns the index of the robot on a square, or `None` if that robot has spent no energy.
    pub(super) fn index_on(&self, now: Square) -> Option<usize> {
        self.as_slice()
            .iter()
            .position(|spender| spender.now == now)
    }

    /// Records that the robot on `from` has moved to `to`.
    pub(super) fn spend(&mut self, from: Square, to: Square, energy: u8, captures: bool) {
        if let Some(index) = self.index_on(from) {
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

    /// Adds a robot. The robots are at most [`MAX_ROBOTS`] and have different start squares.
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

/// A position, without the history of earlier turns.
///
/// Positions are equal if robots, batteries, side, quiet count, turn number and the progress of the
/// current turn are equal, all of which are in the position's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the robots, by [`Side::index`].
    pub(super) robots: [Squares; 2],
    /// The fields with a battery.
    pub(super) batteries: Fields,
    /// The current fields of the batteries that have moved in this turn (NW-17).
    pub(super) moved: Fields,
    /// The robots that have spent energy, in the robot phase.
    pub(super) spenders: Spenders,
    pub(super) side: Side,
    pub(super) phase: Phase,
    pub(super) quiet: u16,
    pub(super) turns: u32,
}

impl Position {
    /// Returns the start position of a match on a board (NW-3).
    pub const fn start(board: &Board, first_player: Side) -> Self {
        Self::at_start_of_turn(
            [board.start_rank(Side::White), board.start_rank(Side::Black)],
            board.start_fields(),
            first_player,
        )
    }

    /// Creates the position at the start of a turn with these robots and batteries and quiet count 0.
    ///
    /// The caller ensures that all points are on the board and no two robots share a square.
    pub const fn at_start_of_turn(robots: [Squares; 2], batteries: Fields, side: Side) -> Self {
        const EMPTY: Spender = Spender {
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
                list: [EMPTY; MAX_ROBOTS],
                len: 0,
            },
            side,
            phase: Phase::Robots,
            quiet: 0,
            turns: 0,
        }
    }

    /// Returns the squares of a side's robots.
    pub const fn robots(&self, side: Side) -> Squares {
        self.robots[side.index()]
    }

    /// Returns the squares of both sides' robots, by [`Side::index`].
    pub const fn robots_of_both(&self) -> [Squares; 2] {
        self.robots
    }

    /// Returns the fields with a battery.
    pub const fn batteries(&self) -> Fields {
        self.batteries
    }

    /// Returns the side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the part of the turn.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the quiet count (NW-26).
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Returns the position with another quiet count.
    #[must_use]
    pub const fn with_quiet(mut self, quiet: u16) -> Self {
        self.quiet = quiet;
        self
    }

    /// Returns the position with another number of turns.
    #[must_use]
    pub const fn with_turns(mut self, turns: u32) -> Self {
        self.turns = turns;
        self
    }

    /// Returns the number of turns of both sides so far; 0 if there is no cap (NW-27).
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Returns the robots that have spent energy in this robot phase.
    pub const fn spenders(&self) -> &Spenders {
        &self.spenders
    }

    /// Returns the current fields of the batteries that have moved in this battery phase.
    pub const fn moved(&self) -> Fields {
        self.moved
    }

    /// Returns the squares of the robots of the side to move and of its opponent.
    pub(super) const fn own_and_enemies(&self) -> [Squares; 2] {
        [self.robots(self.side), self.robots(self.side.other())]
    }

    /// Returns the squares of all robots.
    pub const fn occupied(&self) -> Squares {
        self.robots[0].union(self.robots[1])
    }

    /// Returns `true` if the side to move has not acted in this turn.
    pub fn is_start_of_turn(&self) -> bool {
        self.phase == Phase::Robots && self.spenders.is_empty()
    }

    /// Returns what repetition compares: the position with quiet count and turn number 0 (NW-25).
    #[must_use]
    pub const fn without_counters(mut self) -> Self {
        self.quiet = 0;
        self.turns = 0;
        self
    }

    /// Returns the side that moved a robot last: the side to move once it has moved one, otherwise its
    /// opponent.
    pub(super) fn mover(&self) -> Side {
        if self.is_start_of_turn() {
            self.side.other()
        } else {
            self.side
        }
    }
}
