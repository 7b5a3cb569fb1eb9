//! What lies open on the table: everything but the kinds in hands (DR-39).

use arrayvec::ArrayVec;

use super::hand::ColourCounts;
use super::ruleset::MAX_CARGO;
use super::side::{Side, Sides};
use super::square::{Square, Squares};
use super::stone::Colour;
use super::transmitter::TransmitterBank;

/// Something that a droid can carry (DR-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// An obstacle stone.
    Obstacle,
    /// A mine.
    Mine,
    /// The container of a side (DR-38).
    Container(Side),
}

/// A droid: where it stands, and what it carries in the order in which it was taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Droid {
    /// Its square; `None` on a side that nobody plays.
    pub square: Option<Square>,
    /// Its load.
    pub cargo: ArrayVec<Object, MAX_CARGO>,
}

/// A part of a round (DR-8), or the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Stones are drawn.
    Draw,
    /// Stones are set.
    Set,
    /// Stones are sent.
    Send,
    /// The match is over: these seats have won, nobody if the solo scenario is lost.
    Over(Sides),
}

/// Something that is answered before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Chance: the start roll of these seats, for the so manieth time from 1 (DR-7).
    Start(Sides, u8),
    /// Chance: the solo shift (DR-37).
    SoloDie,
    /// Chance: a seat draws a stone of a colour (DR-10).
    Stone(Side, Colour),
    /// Chance: the die names a transmitter of a seat (DR-25, DR-28).
    Die(Side),
    /// A seat lifts a strip (DR-27).
    Lift(Side),
    /// The mad robot answers: nobody is asked for it, it waits until the rest is done (DR-37).
    MadRobot,
}

/// What is pending, the next first. An order rolls at most a die a step, a droid draws at most a
/// hand.
pub type PendingQueue = ArrayVec<Pending, 16>;

/// Everything that lies open. Lists for each side are in the order of [`Side::ALL`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicState {
    /// The round, from 1.
    pub round: u8,
    /// Who started the round; `None` before the start roll.
    pub starter: Option<Side>,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is; `None` before the start roll and after the end.
    pub acting: Option<Side>,
    /// The droids.
    pub droids: [Droid; 4],
    /// Squares of the repair robots.
    pub repairers: Squares,
    /// The mad robot's square, in the solo scenario.
    pub mad_robot: Option<Square>,
    /// Squares with an obstacle, those with a container included.
    pub obstacles: Squares,
    /// Squares with a mine.
    pub mines: Squares,
    /// Where each side's container lies; `None` while it is carried, and where there is none.
    pub containers: [Option<Square>; 4],
    /// The transmitters.
    pub banks: [TransmitterBank; 4],
    /// Mines banked by each side (DR-35).
    pub scores: [u8; 4],
    /// Seats in play.
    pub seats: Sides,
    /// Those of them that are out (DR-19, DR-41).
    pub out: Sides,
    /// Seats that have stopped setting, or finished sending.
    pub done: Sides,
    /// Seats that were active when the send phase began.
    pub senders: Sides,
    /// Stones that each has sent in it.
    pub sent: [u8; 4],
    /// Colours of the stones in each hand (DR-3).
    pub hands: [ColourCounts; 4],
    /// What is answered next.
    pub pending: PendingQueue,
    /// The round's solo die, 1 to 10 (DR-37).
    pub shift: Option<u8>,
}

impl PublicState {
    /// Whether a seat is in play and not out.
    #[inline]
    pub const fn is_active(&self, side: Side) -> bool {
        self.active().contains(side)
    }

    /// Seats in play that are not out.
    #[inline]
    pub const fn active(&self) -> Sides {
        self.seats.difference(self.out)
    }

    /// The seats that can leave.
    pub(super) const fn seats_that_can_leave(&self) -> Sides {
        if self.is_over() {
            Sides::EMPTY
        } else {
            self.active()
        }
    }

    /// Whether the match is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// The transmitters of a side.
    pub const fn bank(&self, side: Side) -> &TransmitterBank {
        &self.banks[side.index()]
    }

    /// The droid of a side.
    pub const fn droid(&self, side: Side) -> &Droid {
        &self.droids[side.index()]
    }

    /// The object that lies on a square.
    pub fn object_on(&self, square: Square) -> Option<Object> {
        if self.mines.contains(square) {
            return Some(Object::Mine);
        }
        if !self.obstacles.contains(square) {
            return None;
        }
        let container = Side::ALL
            .into_iter()
            .find(|side| self.containers[side.index()] == Some(square));
        Some(container.map_or(Object::Obstacle, Object::Container))
    }

    /// Lays an object on a square.
    pub(super) fn put_object(&mut self, square: Square, object: Object) {
        match object {
            Object::Obstacle => self.obstacles.insert(square),
            Object::Mine => self.mines.insert(square),
            Object::Container(side) => {
                self.obstacles.insert(square);
                self.containers[side.index()] = Some(square);
            }
        }
    }

    /// Takes an object off a square.
    pub(super) fn take_object(&mut self, square: Square, object: Object) {
        match object {
            Object::Obstacle => self.obstacles.remove(square),
            Object::Mine => self.mines.remove(square),
            Object::Container(side) => {
                self.obstacles.remove(square);
                self.containers[side.index()] = None;
            }
        }
    }

    /// Where a side's container is: where it lies, or where its carrier stands.
    pub fn container(&self, side: Side) -> Option<Square> {
        let carried = || {
            let carries = |droid: &&Droid| droid.cargo.contains(&Object::Container(side));
            self.droids.iter().find(carries)?.square
        };
        self.containers[side.index()].or_else(carried)
    }
}
