//! A position.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::kind::Kind;
use super::object::Object;
use super::point::Point;
use super::robot::{Droid, Robot};
use super::rules::Rules;
use super::seat::Seat;
use super::stone::{Slot, Stone};

/// The phase of a round (DR-8), or the end of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Draw,
    Set,
    Send,
    Over,
}

/// All data that the notation contains.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Position {
    pub(crate) scenario: usize,
    /// The seats in play, including those that are out.
    pub(crate) seats: BTreeSet<Seat>,
    pub(crate) round: usize,
    pub(crate) starter: Option<Seat>,
    pub(crate) phase: Phase,
    /// The seat whose turn it is.
    pub(crate) seat: Option<Seat>,
    pub(crate) droids: BTreeMap<Seat, Droid>,
    /// The squares of the repair robots, sorted except during the execution of an order.
    pub(crate) repairers: Vec<Point>,
    pub(crate) mad: Option<Point>,
    pub(crate) objects: BTreeMap<Point, Object>,
    /// The covered transmitters.
    pub(crate) strips: BTreeSet<(Seat, i32)>,
    pub(crate) scores: BTreeMap<Seat, usize>,
    pub(crate) out: BTreeSet<Seat>,
    /// The seats that have stopped (set) or whose round is over (send).
    pub(crate) done: BTreeSet<Seat>,
    pub(crate) sent: BTreeMap<Seat, usize>,
    /// The hands, each sorted; empty hands are omitted.
    pub(crate) hands: BTreeMap<Seat, Vec<Kind>>,
    pub(crate) stones: BTreeMap<Slot, Stone>,
    pub(crate) pending: Vec<Entry>,
    /// The solo die.
    pub(crate) shift: Option<i32>,
}

impl Position {
    pub(crate) fn is_active(&self, seat: Seat) -> bool {
        self.seats.contains(&seat) && !self.out.contains(&seat)
    }

    pub(crate) fn active(&self) -> BTreeSet<Seat> {
        self.seats.difference(&self.out).copied().collect()
    }

    /// Returns the active seats clockwise from a seat, which may be inactive itself.
    pub(crate) fn active_from(&self, seat: Seat) -> Vec<Seat> {
        let mut seats = seat.clockwise_order().to_vec();
        seats.retain(|seat| self.is_active(*seat));
        seats
    }

    /// Returns the active seats in the order of the round.
    pub(crate) fn order(&self) -> Vec<Seat> {
        self.active_from(self.starter.unwrap())
    }

    /// Returns the active seats in turn order after the seat to act, which is last.
    pub(crate) fn next(&self) -> Vec<Seat> {
        self.active_from(self.seat.unwrap().clockwise())
    }

    pub(crate) fn hand(&self, seat: Seat) -> &[Kind] {
        self.hands.get(&seat).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn droid(&self, seat: Seat) -> &Droid {
        &self.droids[&seat]
    }

    pub(crate) fn droid_mut(&mut self, seat: Seat) -> &mut Droid {
        self.droids.get_mut(&seat).unwrap()
    }

    pub(crate) fn is_covered(&self, seat: Seat, number: i32) -> bool {
        self.strips.contains(&(seat, number))
    }

    /// Returns the numbers of a seat's covered transmitters.
    pub(crate) fn covered(&self, seat: Seat) -> Vec<i32> {
        (1..=10)
            .filter(|number| self.is_covered(seat, *number))
            .collect()
    }

    /// Returns the numbers of a seat's uncovered transmitters.
    pub(crate) fn uncovered(&self, seat: Seat) -> Vec<i32> {
        (1..=10)
            .filter(|number| !self.is_covered(seat, *number))
            .collect()
    }

    /// Returns the slot of a transmitter's front stone, which is sent first (DR-15).
    pub(crate) fn front(&self, seat: Seat, number: i32) -> Option<Slot> {
        let is_on_transmitter = |slot: &&Slot| slot.seat == seat && slot.number == number;
        self.stones.keys().find(is_on_transmitter).copied()
    }

    /// Returns a seat's stones to their containers, including covered ones (DR-18, DR-26).
    pub(crate) fn clear_stones(&mut self, seat: Seat) {
        self.stones.retain(|slot, _| slot.seat != seat);
    }

    /// Returns the number of stones of a kind in its container. Stones on the transmitters of a
    /// seat not in play belong to the mad robot's programme and do not come from a container.
    pub(crate) fn remaining(&self, rules: &Rules, kind: Kind) -> usize {
        let in_hands = self.hands.values().flatten();
        let in_hands = in_hands.filter(|other| **other == kind).count();
        let is_set =
            |(slot, stone): &(&Slot, &Stone)| self.seats.contains(&slot.seat) && stone.kind == kind;
        rules.count(kind) - in_hands - self.stones.iter().filter(is_set).count()
    }

    pub(crate) fn robot_at(&self, at: Point) -> Option<Robot> {
        if let Some((seat, _)) = self.droids.iter().find(|(_, droid)| droid.at == at) {
            return Some(Robot::Droid(*seat));
        }
        if let Some(index) = self.repairers.iter().position(|robot| *robot == at) {
            return Some(Robot::Repairer(index));
        }
        (self.mad == Some(at)).then_some(Robot::Mad)
    }

    pub(crate) fn place(&self, robot: Robot) -> Point {
        match robot {
            Robot::Droid(seat) => self.droid(seat).at,
            Robot::Repairer(index) => self.repairers[index],
            Robot::Mad => self.mad.unwrap(),
        }
    }

    pub(crate) fn put(&mut self, robot: Robot, at: Point) {
        match robot {
            Robot::Droid(seat) => self.droid_mut(seat).at = at,
            Robot::Repairer(index) => self.repairers[index] = at,
            Robot::Mad => self.mad = Some(at),
        }
    }

    /// Returns `true` if a point is a wall, an obstacle or outside the field.
    pub(crate) fn is_closed(&self, rules: &Rules, at: Point) -> bool {
        let is_obstacle = self.objects.get(&at).is_some_and(|it| it.is_obstacle());
        !at.is_inside() || rules.map.is_wall(at) || is_obstacle
    }

    pub(crate) fn mines(&self) -> usize {
        let objects = self.objects.values();
        objects.filter(|object| **object == Object::Mine).count()
    }
}
