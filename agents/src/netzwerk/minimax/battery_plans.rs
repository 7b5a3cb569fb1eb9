//! Battery moves worth trying after a robot phase.

use botwerk_engine::netzwerk::{Field, Fields, MAX_SIDE, Point, Position, Rules, Side, Squares};

use super::turn::BatteryMoves;

/// How much a battery on each energy field is worth for the side that moves batteries.
type FieldValues = [i32; 64];

/// What the batteries beside one robot are worth, by the ranks it is away from home. A robot at
/// home needs none.
const BESIDE: [i32; MAX_SIDE] = [1, 14, 12, 10, 8, 6];

/// How much more it is worth for one of the leaders, whom a win needs.
const LEADING: i32 = 2;

/// A kind of plan: whom it helps and whom it harms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Energy for the own robots, the leaders first.
    Feed,
    /// No energy for the enemies.
    Starve,
    /// Both at once.
    Both,
}

impl Aim {
    pub(super) const ALL: [Self; 3] = [Self::Both, Self::Feed, Self::Starve];
}

/// What batteries are worth on each field.
pub(super) struct FieldWorth {
    own: FieldValues,
    enemy: FieldValues,
}

impl FieldWorth {
    /// The worth for the side that moves batteries.
    pub(super) fn of(rules: &Rules, position: &Position) -> Self {
        let side = position.side();
        Self {
            own: worth(rules, position.robots(side), side),
            enemy: worth(rules, position.robots(side.other()), side.other()),
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

    /// Moves of the batteries that may be moved which gain most, one after the other, as long as
    /// something is gained.
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
                let lost = self.value(aim, from);
                for to in rules.battery_targets(batteries, from) {
                    let gained = self.value(aim, to) - lost;
                    if gained > best.0 {
                        best = (gained, Some((from, to)));
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

/// What a battery on each field is worth for one side's robots.
fn worth(rules: &Rules, robots: Squares, side: Side) -> FieldValues {
    let mut values = [0; 64];
    let needed = robots.len().div_ceil(2);
    let home = match side {
        Side::White => rules.board.ranks() - 1,
        Side::Black => 0,
    };
    let away = |robot: &botwerk_engine::netzwerk::Square| robot.rank().abs_diff(home);
    let mut seen = 0;
    for (distance, beside) in BESIDE.iter().enumerate().take(rules.board.ranks()) {
        for robot in robots.filter(|robot| away(robot) == distance) {
            let leads = seen < needed;
            seen += 1;
            let weight = beside * if leads { LEADING } else { 1 };
            let bit = usize::from(robot.bit());
            for corner in [0, 1, 8, 9] {
                values[bit + corner] += weight;
            }
        }
    }
    values
}
