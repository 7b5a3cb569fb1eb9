//! What the orders on stones do (DR-21 to DR-29).

use super::legality::ToAct;
use super::public_state::{Object, Pending, PublicState};
use super::robot::Robot;
use super::rules::Rules;
use super::ruleset::{RelayTarget, RepairStrips, RepeatHit};
use super::side::{Side, Sides};
use super::square::{Arrow, Square, Squares};
use super::stone::{Kind, Stone};
use super::transmitter::{Strips, Transmitter};

impl PublicState {
    /// The repair robot that obeys a transmitter: the nearest one in its column (DR-16).
    #[inline]
    pub(super) fn repairer_for(&self, side: Side, transmitter: Transmitter) -> Option<Square> {
        let in_column = |square: &Square| side.column(*square) == transmitter;
        let repairers = self.repairers.filter(in_column);
        repairers.min_by_key(|square| side.distance(*square))
    }

    /// What the referee may do in the place of a seat that does not answer: the strip that goes is
    /// that of the column in which its droid stands, else the one with the lowest number (DR-27).
    pub fn default_lift(&self) -> Option<(Side, Transmitter)> {
        let ToAct::Lift(owner) = self.to_act() else {
            return None;
        };
        let strips = self.bank(owner).strips;
        let own = self.droid(owner).square.map(|square| owner.column(square));
        let own = own.filter(|column| strips.contains(*column));
        Some((owner, own.or_else(|| { strips }.next())?))
    }
}

impl Rules {
    /// Carries out a stone that a side sends by a transmitter; what cannot be done is lost (DR-17).
    /// `target` is the droid of a relay stone.
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

    /// The droids that a relay stone of a side may order (DR-22).
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

    /// The robot that a shot hits first, if no wall, obstacle or edge comes before (DR-24).
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

    /// Takes what lies on the neighbouring square, or puts down what was taken last (DR-29).
    fn take_or_put(&self, table: &mut PublicState, side: Side, own: Square, arrow: Arrow) {
        let Some(square) = own.step(arrow) else {
            return;
        };
        let capacity = usize::from(self.values.cargo_capacity);
        match table.object_on(square) {
            Some(Object::Mine) if self.banks_mines => {
                table.take_object(square, Object::Mine);
                table.scores[side.index()] += 1;
            }
            Some(object) => {
                let cargo = &mut table.droids[side.index()].cargo;
                if cargo.len() < capacity {
                    cargo.push(object);
                    table.take_object(square, object);
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

    /// Whether an object can be put on a square that has none.
    fn is_free_ground(&self, table: &PublicState, square: Square) -> bool {
        let ground =
            self.is_land(square) || self.values.put_on_water && self.river.contains(square);
        ground && table.robot_on(square).is_none()
    }

    /// A repair robot repairs the droid beside it (DR-27).
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

    /// The squares on which a side's container would have to be, or its droid's way is measured:
    /// steps along rows and columns from a square to every other, round walls (DR-32).
    pub fn steps_from(&self, from: Square) -> [u8; Square::COUNT] {
        let mut steps = [u8::MAX; Square::COUNT];
        let mut edge = Squares::one(from);
        let mut distance = 0;
        while !edge.is_empty() {
            let mut next = Squares::EMPTY;
            for square in edge {
                steps[square.index()] = distance;
                let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
                for neighbour in neighbours {
                    let is_new = steps[neighbour.index()] == u8::MAX;
                    if is_new && !self.walls.contains(neighbour) && !edge.contains(neighbour) {
                        next.insert(neighbour);
                    }
                }
            }
            edge = next;
            distance += 1;
        }
        steps
    }

    /// A shot from a square: the first robot in its way is hit (DR-24).
    pub(super) fn shoot(&self, table: &mut PublicState, from: Square, arrow: Arrow) {
        if let Some(Robot::Droid(side)) = self.first_hit(table, from, arrow) {
            self.damage(table, side);
        }
    }

    /// A droid of an active player is damaged where the die will say (DR-25).
    pub(super) fn damage(&self, table: &mut PublicState, side: Side) {
        if table.is_active(side) && !self.is_beyond_damage(table, side) {
            table.pending.push(Pending::Die(side));
        }
    }

    /// Whether there is nothing to roll for: everything is covered where covered transmitters are
    /// rolled again.
    pub(super) fn is_beyond_damage(&self, table: &PublicState, side: Side) -> bool {
        self.values.repeat_hit == RepeatHit::Reroll && table.bank(side).strips.is_full()
    }
}
