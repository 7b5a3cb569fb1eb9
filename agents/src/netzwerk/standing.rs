//! How a position stands, without weights that were tuned: ranks, energy and material.

use arrayvec::ArrayVec;
use botwerk_engine::netzwerk::{Field, Fields, MAX_SIDE, Point, Position, Rules, Side, Squares};

/// A robot on the board.
const ROBOT: i32 = 100;

/// A rank that one of the leaders has gained: as many of the most advanced robots as a win needs
/// (NW-19).
const RANK: i32 = 30;

/// A battery beside a leader that is not home yet.
const BATTERY: i32 = 8;

/// A match that is won by the present turn, in hundredths of a robot.
pub(super) const WIN: i32 = 29_999;

/// The most battery moves of a turn: each of at most 14 batteries moves once (NW-17).
const MAX_BATTERY_MOVES: usize = 14;

/// Battery moves in their order.
pub(super) type BatteryMoves = ArrayVec<(Field, Field), MAX_BATTERY_MOVES>;

/// What a position with these robots is worth for a side, in hundredths of a robot, whatever the
/// batteries: each adds the worth of its field.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    robots: i32,
    fields: [i32; 64],
}

impl Standing {
    /// The standing of a side, given the squares of both sides' robots by [`Side::index`].
    pub(super) fn of(rules: &Rules, robots: [Squares; 2], side: Side) -> Self {
        let mut standing = Self {
            robots: 0,
            fields: [0; 64],
        };
        standing.add(rules, robots[side.index()], side, 1);
        standing.add(rules, robots[side.other().index()], side.other(), -1);
        standing
    }

    /// What a position is worth for its side to move.
    pub(super) fn value_of(rules: &Rules, position: &Position) -> i32 {
        let standing = Self::of(rules, position.robots_of_both(), position.side());
        standing.with(position.batteries())
    }

    /// The worth with batteries on these fields.
    pub(super) fn with(&self, batteries: Fields) -> i32 {
        batteries.fold(self.robots, |value, field| value + self.field(field))
    }

    /// What a battery on a field adds.
    pub(super) fn field(&self, field: Field) -> i32 {
        self.fields[usize::from(field.bit())]
    }

    /// Battery moves from a position in the battery phase with these robots: the one that gains
    /// most, again and again while something is gained. Every move that is looked at adds one to
    /// `looked_at`.
    pub(super) fn improving_moves(
        &self,
        rules: &Rules,
        position: &Position,
        looked_at: &mut u64,
    ) -> BatteryMoves {
        let mut batteries = position.batteries();
        let mut movable = rules.movable(position);
        let mut moves = BatteryMoves::new();
        while !moves.is_full() {
            let (mut most, mut best) = (0, None);
            for from in movable {
                for to in rules.battery_targets(batteries, from) {
                    *looked_at += 1;
                    let gained = self.field(to) - self.field(from);
                    if gained > most {
                        (most, best) = (gained, Some((from, to)));
                    }
                }
            }
            let Some((from, to)) = best else { break };
            batteries = batteries.without(from).with(to);
            movable = movable.without(from);
            moves.push((from, to));
        }
        moves
    }

    fn add(&mut self, rules: &Rules, robots: Squares, side: Side, sign: i32) {
        let ranks = rules.board.ranks().min(MAX_SIDE);
        let mut open = robots.len().div_ceil(2);
        self.robots += sign * ROBOT * robots.len() as i32;
        for away in 0..ranks {
            for robot in robots.intersection(rank(side, ranks, away)) {
                if open == 0 {
                    return;
                }
                open -= 1;
                self.robots += sign * RANK * (ranks - 1 - away) as i32;
                if away > 0 {
                    for corner in [0, 1, 8, 9] {
                        self.fields[usize::from(robot.bit()) + corner] += sign * BATTERY;
                    }
                }
            }
        }
    }
}

/// The squares of a rank, counted from the rank that a side wants to reach.
fn rank(side: Side, ranks: usize, away: usize) -> Squares {
    let rank = match side {
        Side::White => ranks - 1 - away,
        Side::Black => away,
    };
    Squares::from_bits(0xff << (8 * rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::netzwerk::{Board, Control};

    fn rules() -> Rules {
        Rules {
            board: Board::PRINTED,
            control: Control::AtLeast,
            forced_capture: false,
            repetition: 3,
            quiet_turns: 40,
            turn_cap: 0,
        }
    }

    #[test]
    fn the_start_is_worth_the_same_for_both() {
        let rules = rules();
        for side in Side::ALL {
            let start = Position::start(&rules.board, side);
            assert_eq!(Standing::value_of(&rules, &start), 0);
        }
    }

    #[test]
    fn a_rank_a_battery_and_a_robot_count() {
        let rules = rules();
        let square =
            |file, rank| Squares::one(botwerk_engine::netzwerk::Square::at(file, rank).unwrap());
        let value = |own: Squares, batteries: Fields| {
            Standing::of(&rules, [own, square(5, 5)], Side::White).with(batteries)
        };
        let none = Fields::EMPTY;
        assert_eq!(value(square(0, 0), none), 0);
        assert_eq!(value(square(0, 2), none), 2 * RANK);
        // Of two robots one leads.
        assert_eq!(value(square(0, 0).union(square(3, 1)), none), ROBOT + RANK);
        let beside = square(0, 1).first().unwrap().fields();
        assert_eq!(value(square(0, 1), beside), RANK + 4 * BATTERY);
        let beside_home = square(0, 5).first().unwrap().fields();
        assert_eq!(value(square(0, 5), beside_home), 5 * RANK);
    }
}
