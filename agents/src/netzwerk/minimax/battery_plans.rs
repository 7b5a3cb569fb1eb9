//! Battery moves worth trying after a robot phase.

use botwerk_engine::netzwerk::{Field, Fields, MAX_SIDE, Point, Position, Rules, Side, Squares};

use super::turn::BatteryMoves;

/// Value of a battery on each energy field for the side that moves batteries.
type FieldValues = [i32; 64];

/// Value of a battery next to a robot, by the robot's distance from home in ranks. A robot at home
/// needs hardly any energy.
const ADJACENT_VALUES: [i32; MAX_SIDE] = [1, 14, 12, 10, 8, 6];

/// Factor for leaders, the robots that a win needs.
const LEADER_FACTOR: i32 = 2;

/// The aim of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Energy for the side's own robots, the leaders first.
    Feed,
    /// No energy for the enemy robots.
    Starve,
    /// Both at once.
    Both,
}

impl Aim {
    pub(super) const ALL: [Self; 3] = [Self::Both, Self::Feed, Self::Starve];
}

/// The values of batteries on each field.
pub(super) struct PlanValues {
    own: FieldValues,
    enemy: FieldValues,
}

impl PlanValues {
    /// Computes the values for the side that moves batteries.
    pub(super) fn new(rules: &Rules, position: &Position) -> Self {
        let side = position.side();
        Self {
            own: field_values(rules, position.robots(side), side),
            enemy: field_values(rules, position.robots(side.other()), side.other()),
        }
    }

    fn value(&self, aim: Aim, field: Field) -> i32 {
        let bit = usize::from(field.bit());
        match aim {
            Aim::Feed => self.own[bit],
            Aim::Starve => -self.enemy[bit],
            Aim::Both => self.own[bit] - self.enemy[bit],
        }
    }

    /// Returns moves of the movable batteries, repeatedly the one with the largest gain, while
    /// there is one.
    pub(super) fn plan(
        &self,
        rules: &Rules,
        mut batteries: Fields,
        mut movable: Fields,
        aim: Aim,
    ) -> BatteryMoves {
        let mut moves = BatteryMoves::new();
        while !moves.is_full() {
            let mut best = (0, None);
            for from in movable {
                let loss = self.value(aim, from);
                for to in rules.battery_targets(batteries, from) {
                    let gain = self.value(aim, to) - loss;
                    if gain > best.0 {
                        best = (gain, Some((from, to)));
                    }
                }
            }
            let Some((from, to)) = best.1 else { break };
            batteries = batteries.without(from).with(to);
            movable = movable.without(from);
            moves.push((from, to));
        }
        moves
    }
}

/// Returns the value of a battery on each field for one side's robots.
fn field_values(rules: &Rules, robots: Squares, side: Side) -> FieldValues {
    let mut values = [0; 64];
    let needed = robots.len().div_ceil(2);
    let home = match side {
        Side::White => rules.board.ranks() - 1,
        Side::Black => 0,
    };
    let distance_from_home = |robot: &botwerk_engine::netzwerk::Square| robot.rank().abs_diff(home);
    let mut count = 0;
    for (distance, adjacent_value) in ADJACENT_VALUES.iter().enumerate().take(rules.board.ranks()) {
        for robot in robots.filter(|robot| distance_from_home(robot) == distance) {
            let is_leader = count < needed;
            count += 1;
            let weight = adjacent_value * if is_leader { LEADER_FACTOR } else { 1 };
            let bit = usize::from(robot.bit());
            for corner in [0, 1, 8, 9] {
                values[bit + corner] += weight;
            }
        }
    }
    values
}
