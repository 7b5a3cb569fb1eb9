//! Positions and views: the public state, which is everything except the kinds of the stones in hands (DR-39), and the
//! hands that are known.

use arrayvec::ArrayVec;

use super::hand::{ColourCounts, KindCounts};
use super::ruleset::MAX_CARGO;
use super::side::{Side, Sides};
use super::square::{Square, Squares};
use super::stone::{Colour, Kind, Stone};
use super::transmitter::{Slot, Transmitter, TransmitterBank};
use crate::game::Viewer;

/// An object that a droid can carry (DR-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// An obstacle stone.
    Obstacle,
    /// A mine.
    Mine,
    /// The container of a side (DR-38).
    Container(Side),
}

/// A droid with its square and its cargo.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Droid {
    /// The square; `None` for a side that is not in play.
    pub square: Option<Square>,
    /// The objects that it carries, in the order taken.
    pub cargo: ArrayVec<Object, MAX_CARGO>,
}

/// A phase of a round (DR-8), or the end of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Seats draw stones.
    Draw,
    /// Seats set stones.
    Set,
    /// Seats send stones.
    Send,
    /// The match is over. These seats have won; empty if the solo scenario is lost.
    Over(Sides),
}

/// An event that must be resolved before the seat to act continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Chance: the start roll of these seats, with its number from 1 (DR-7).
    Start(Sides, u8),
    /// Chance: the solo shift (DR-37).
    SoloDie,
    /// Chance: a seat draws a stone of a colour (DR-10).
    Stone(Side, Colour),
    /// Chance: the die selects a transmitter of a seat (DR-25, DR-28).
    Die(Side),
    /// A seat must lift a strip (DR-27).
    Lift(Side),
    /// The mad robot executes an order, without a decision, after all other entries (DR-37).
    MadRobot,
}

/// The pending entries, the next one first. An order causes at most one die per step, and a seat
/// draws at most seven stones.
pub type PendingQueue = ArrayVec<Pending, 16>;

/// The public state. Arrays with one item per side are in the order of [`Side::ALL`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicState {
    /// The round, from 1.
    pub round: u16,
    /// The seat that started the round; `None` before the start roll.
    pub starter: Option<Side>,
    /// The phase.
    pub phase: Phase,
    /// The seat to act; `None` before the start roll and after the end.
    pub acting: Option<Side>,
    /// The droids.
    pub droids: [Droid; 4],
    /// The squares of the repair robots.
    pub repairers: Squares,
    /// The mad robot's square; `None` outside the solo scenario.
    pub mad_robot: Option<Square>,
    /// The squares with an obstacle or a container.
    pub obstacles: Squares,
    /// The squares with a mine.
    pub mines: Squares,
    /// The square of each side's container; `None` while it is carried, and without containers.
    pub containers: [Option<Square>; 4],
    /// The transmitters.
    pub banks: [TransmitterBank; 4],
    /// The number of mines banked by each side (DR-35).
    pub scores: [u8; 4],
    /// The seats in play.
    pub seats: Sides,
    /// The seats that are out (DR-19, DR-41).
    pub out: Sides,
    /// The seats that have stopped setting or finished sending.
    pub done: Sides,
    /// The seats that were active at the start of the send phase.
    pub senders: Sides,
    /// The number of stones that each side has sent in this phase.
    pub sent: [u8; 4],
    /// The colours of the stones in each hand (DR-3).
    pub hands: [ColourCounts; 4],
    /// The pending entries.
    pub pending: PendingQueue,
    /// The round's solo die, from 1 to 10; `None` before the roll and outside the solo scenario
    /// (DR-37).
    pub solo_die: Option<u8>,
}

impl PublicState {
    /// Returns `true` if a seat is in play and not out.
    #[inline]
    pub const fn is_active(&self, side: Side) -> bool {
        self.active().contains(side)
    }

    /// Returns the seats in play that are not out.
    #[inline]
    pub const fn active(&self) -> Sides {
        self.seats.difference(self.out)
    }

    /// Returns the seats that can leave the match.
    pub(super) const fn seats_that_can_leave(&self) -> Sides {
        if self.is_over() {
            Sides::EMPTY
        } else {
            self.active()
        }
    }

    /// Returns `true` if the match is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Returns the transmitters of a side.
    pub const fn bank(&self, side: Side) -> &TransmitterBank {
        &self.banks[side.index()]
    }

    /// Returns the droid of a side.
    pub const fn droid(&self, side: Side) -> &Droid {
        &self.droids[side.index()]
    }

    /// Returns the object on a square.
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

    /// Puts an object on a square.
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

    /// Removes an object from a square.
    pub(super) fn remove_object(&mut self, square: Square, object: Object) {
        match object {
            Object::Obstacle => self.obstacles.remove(square),
            Object::Mine => self.mines.remove(square),
            Object::Container(side) => {
                self.obstacles.remove(square);
                self.containers[side.index()] = None;
            }
        }
    }

    /// Returns the square of a side's container or its carrier, or `None` without containers.
    pub fn container_square(&self, side: Side) -> Option<Square> {
        let carrier_square = || {
            let is_carrier = |droid: &&Droid| droid.cargo.contains(&Object::Container(side));
            self.droids.iter().find(is_carrier)?.square
        };
        self.containers[side.index()].or_else(carrier_square)
    }
}

/// Changes for searches: in the send phase nothing is hidden, so they need no hands (DR-39).
impl PublicState {
    /// Puts a stone on an empty slot.
    pub fn put_stone(&mut self, side: Side, slot: Slot, stone: Stone) {
        self.banks[side.index()].put(slot, stone);
    }

    /// Removes the stone of a slot.
    pub fn remove_stone(&mut self, side: Side, slot: Slot) {
        self.banks[side.index()].remove(slot);
    }

    /// Lifts the strip of a transmitter.
    pub fn lift_strip(&mut self, side: Side, transmitter: Transmitter) {
        self.banks[side.index()].strips.lift(transmitter);
    }

    /// Removes all stones from the transmitters of a side.
    pub fn clear_stones(&mut self, side: Side) {
        self.banks[side.index()].clear();
    }
}

/// A position: the public state and all hands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) table: PublicState,
    /// The stones in each hand, in the order of [`Side::ALL`].
    pub(super) hands: [KindCounts; 4],
}

impl State {
    /// Returns the public state.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// Returns the stones in a hand.
    pub const fn hand(&self, side: Side) -> KindCounts {
        self.hands[side.index()]
    }

    /// Returns the number of stones of a kind in all hands.
    pub(super) fn held(&self, kind: Kind) -> u8 {
        self.hands.iter().map(|hand| hand.count(kind)).sum()
    }
}

/// A view: the public state and the viewer's hand (DR-39).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The side of the viewing seat; `None` for a spectator.
    pub(super) side: Option<Side>,
    pub(super) table: PublicState,
    /// The viewer's hand; empty for a spectator.
    pub(super) hand: KindCounts,
}

impl View {
    /// Returns the public state.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// Returns the side of the viewing seat, or `None` for a spectator.
    pub const fn side(&self) -> Option<Side> {
        self.side
    }

    /// Returns the viewer's hand, which is empty for a spectator.
    pub const fn hand(&self) -> KindCounts {
        self.hand
    }
}
