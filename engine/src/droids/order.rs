//! The effects of the orders on stones (DR-21 to DR-29).

use super::legality::ToAct;
use super::robot::Robot;
use super::rules::Rules;
use super::ruleset::{RelayTarget, RepairStrips, RepeatHit};
use super::side::{Side, Sides};
use super::square::{Arrow, Square, Squares};
use super::state::{Object, Pending, PublicState};
use super::stone::{Kind, Stone};
use super::transmitter::{Strips, Transmitter};

impl PublicState {
    /// Returns the square of the repair robot that a transmitter controls: the nearest one in its
    /// column (DR-16).
    #[inline]
    pub(super) fn repairer_for(&self, side: Side, transmitter: Transmitter) -> Option<Square> {
        let in_column = |square: &Square| side.column(*square) == transmitter;
        let repairers = self.repairers.filter(in_column);
        repairers.min_by_key(|square| side.distance(*square))
    }

    /// Returns the strip that the referee lifts if its owner does not choose one in time: that of
    /// the droid's column, otherwise the one with the lowest number (DR-27). Returns `None` if no
    /// strip is to be lifted.
    pub fn default_lift(&self) -> Option<(Side, Transmitter)> {
        let ToAct::Lift(owner) = self.to_act() else {
            return None;
        };
        let strips = self.bank(owner).strips;
        let column = self.droid(owner).square.map(|square| owner.column(square));
        let column = column.filter(|column| strips.contains(*column));
        Some((owner, column.or_else(|| { strips }.next())?))
    }
}

impl Rules {
    /// Executes a stone that a side sends through a transmitter; an order that is not possible is
    /// lost (DR-17). `target` is the side whose droid a relay stone orders.
    pub fn execute(
        &self,
        table: &mut PublicState,
        side: Side,
        transmitter: Transmitter,
        stone: Stone,
        target: Option<Side>,
    ) {
        let (kind, arrow) = (stone.kind(), stone.arrow());
        let steps = self.steps[kind.index().min(Kind::COUNT - 1)];
        let Some(own) = table.droid(side).square else {
            return;
        };
        match kind {
            Kind::V1 | Kind::V2 | Kind::VM | Kind::VD => {
                if !self.river.contains(own) {
                    self.walk(table, Robot::Droid(side), arrow, steps);
                }
            }
            Kind::B1 | Kind::BD => {
                if self.river.contains(own) {
                    self.walk(table, Robot::Droid(side), arrow, steps);
                }
            }
            Kind::Fire => self.shoot(table, own, arrow),
            Kind::Take => self.take_or_put(table, side, own, arrow),
            Kind::R1 | Kind::RD | Kind::R2 | Kind::RM => {
                let Some(target) = target else { return };
                let on_land = |square| !self.river.contains(square);
                if table.droid(target).square.is_some_and(on_land) {
                    self.walk(table, Robot::Droid(target), arrow, steps);
                }
            }
            Kind::G1 | Kind::G2 | Kind::GM => {
                if let Some(repairer) = table.repairer_for(side, transmitter) {
                    self.walk(table, Robot::Repairer(repairer), arrow, steps);
                }
            }
            Kind::Grep => {
                if let Some(repairer) = table.repairer_for(side, transmitter) {
                    self.repair(table, repairer, arrow);
                }
            }
            Kind::F4 => {}
        }
    }

    /// Returns the sides whose droids a relay stone of a side can order (DR-22).
    pub fn relay_targets(&self, table: &PublicState, side: Side) -> Sides {
        let others = table.seats.without(side);
        match self.values.relay_target {
            RelayTarget::AnyOtherDroid => others,
            RelayTarget::LineOfSight => {
                let Some(own) = table.droid(side).square else {
                    return Sides::EMPTY;
                };
                let hits = Arrow::STRAIGHT.into_iter();
                let hits = hits.filter_map(|arrow| self.first_hit(table, own, arrow));
                let droids = hits.filter_map(|robot| match robot {
                    Robot::Droid(side) => Some(side),
                    Robot::Repairer(_) | Robot::Mad => None,
                });
                droids.collect()
            }
        }
    }

    /// Returns the robot that a shot hits, or `None` if a wall, an obstacle or the edge stops it
    /// (DR-24).
    pub(super) fn first_hit(
        &self,
        table: &PublicState,
        from: Square,
        arrow: Arrow,
    ) -> Option<Robot> {
        let blocks = self.blocks(table);
        let robots = table.robots();
        let mut square = from.step(arrow)?;
        while !blocks.contains(square) {
            if robots.contains(square) {
                return table.robot_on(square);
            }
            square = square.step(arrow)?;
        }
        None
    }

    /// Takes the object on the neighbouring square, or puts down the last one taken (DR-29).
    fn take_or_put(&self, table: &mut PublicState, side: Side, own: Square, arrow: Arrow) {
        let Some(square) = own.step(arrow) else {
            return;
        };
        let capacity = usize::from(self.values.cargo_capacity);
        match table.object_on(square) {
            Some(Object::Mine) if self.banks_mines => {
                table.remove_object(square, Object::Mine);
                table.scores[side.index()] += 1;
            }
            Some(object) => {
                let cargo = &mut table.droids[side.index()].cargo;
                if cargo.len() < capacity {
                    cargo.push(object);
                    table.remove_object(square, object);
                }
            }
            None => {
                if self.is_free_ground(table, square)
                    && let Some(object) = table.droids[side.index()].cargo.pop()
                {
                    table.put_object(square, object);
                }
            }
        }
    }

    /// Returns `true` if an object can be put on a square without objects.
    fn is_free_ground(&self, table: &PublicState, square: Square) -> bool {
        let is_allowed =
            self.is_land(square) || self.values.put_on_water && self.river.contains(square);
        is_allowed && table.robot_on(square).is_none()
    }

    /// Repairs the droid next to a repair robot (DR-27).
    fn repair(&self, table: &mut PublicState, repairer: Square, arrow: Arrow) {
        let robot = repairer.step(arrow).and_then(|next| table.robot_on(next));
        let Some(Robot::Droid(owner)) = robot else {
            return;
        };
        if !table.is_active(owner) || table.bank(owner).strips.is_empty() {
            return;
        }
        match self.values.repair_strips {
            RepairStrips::One => table.pending.push(Pending::Lift(owner)),
            RepairStrips::All => table.banks[owner.index()].strips = Strips::default(),
        }
    }

    /// Returns the number of orthogonal steps around walls from a square to every other; 255 for a
    /// square that cannot be reached (DR-32).
    pub fn steps_from(&self, from: Square) -> [u8; Square::COUNT] {
        let mut steps = [u8::MAX; Square::COUNT];
        let mut frontier = Squares::one(from);
        let mut distance = 0;
        while !frontier.is_empty() {
            let mut next = Squares::EMPTY;
            for square in frontier {
                steps[square.index()] = distance;
                let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
                for neighbour in neighbours {
                    let is_new = steps[neighbour.index()] == u8::MAX;
                    if is_new && !self.walls.contains(neighbour) && !frontier.contains(neighbour) {
                        next.insert(neighbour);
                    }
                }
            }
            frontier = next;
            distance += 1;
        }
        steps
    }

    /// Shoots from a square and damages the first robot in the way if it is a droid (DR-24).
    pub(super) fn shoot(&self, table: &mut PublicState, from: Square, arrow: Arrow) {
        if let Some(Robot::Droid(side)) = self.first_hit(table, from, arrow) {
            self.damage(table, side);
        }
    }

    /// Queues a damage die for the droid of an active player (DR-25).
    pub(super) fn damage(&self, table: &mut PublicState, side: Side) {
        if table.is_active(side) && !self.is_beyond_damage(table, side) {
            table.pending.push(Pending::Die(side));
        }
    }

    /// Returns `true` if no die is rolled for damage: all transmitters are covered, and covered
    /// ones would be rolled again.
    pub(super) fn is_beyond_damage(&self, table: &PublicState, side: Side) -> bool {
        self.values.repeat_hit == RepeatHit::Reroll && table.bank(side).strips.is_full()
    }
}
