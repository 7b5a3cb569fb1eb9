//! Values of positions without search: wins in the current turn, and a static evaluation without
//! tuned weights by ranks, energy and material.

use arrayvec::ArrayVec;
use botwerk_engine::netzwerk::{
    Action, Field, Fields, MAX_SIDE, Phase, PhaseLimits, Point, Position, RobotPhases, Rules, Side,
    Squares,
};

use crate::agent::{Choice, Enforcement};

/// Value of a robot.
const ROBOT_VALUE: i32 = 100;

/// Value of a rank gained by a leader. Leaders are the most advanced robots, as many as a win needs
/// (NW-19).
const RANK_VALUE: i32 = 30;

/// Value of a battery next to a leader that is not home yet.
const BATTERY_VALUE: i32 = 8;

/// Value of a match won in the current turn, in hundredths of a robot.
pub(super) const WIN: i32 = 29_999;

/// Maximum number of battery moves in a turn: each of at most 14 batteries moves once (NW-17).
const MAX_BATTERY_MOVES: usize = 14;

/// Battery moves in the order of play.
pub(super) type BatteryMoves = ArrayVec<(Field, Field), MAX_BATTERY_MOVES>;

/// The evaluation of all positions with these robots for one side, in hundredths of a robot. Each
/// battery adds the value of its field.
#[derive(Debug, Clone)]
pub(super) struct StaticEvaluation {
    robots: i32,
    fields: [i32; 64],
}

impl StaticEvaluation {
    /// Evaluates the squares of both sides' robots, indexed by [`Side::index`], for a side.
    pub(super) fn from_robots(rules: &Rules, robots: [Squares; 2], side: Side) -> Self {
        let mut evaluation = Self {
            robots: 0,
            fields: [0; 64],
        };
        evaluation.add(rules, robots[side.index()], side, 1);
        evaluation.add(rules, robots[side.other().index()], side.other(), -1);
        evaluation
    }

    /// Returns the value with batteries on these fields.
    pub(super) fn with_batteries(&self, batteries: Fields) -> i32 {
        batteries.fold(self.robots, |value, field| value + self.field(field))
    }

    /// Returns the value that a battery on a field adds.
    pub(super) fn field(&self, field: Field) -> i32 {
        self.fields[usize::from(field.bit())]
    }

    /// Returns battery moves from a position in the battery phase with these robots: repeatedly the
    /// move with the largest gain, while there is one. Calls `can_evaluate` before each move that is
    /// evaluated, and evaluates no more once it returns `false`.
    pub(super) fn improving_moves(
        &self,
        rules: &Rules,
        position: &Position,
        can_evaluate: &mut dyn FnMut() -> bool,
    ) -> BatteryMoves {
        let mut batteries = position.batteries();
        let mut movable = rules.movable(position);
        let mut moves = BatteryMoves::new();
        while !moves.is_full() {
            let (mut best_gain, mut best) = (0, None);
            for from in movable {
                for to in rules.battery_targets(batteries, from) {
                    if !can_evaluate() {
                        return moves;
                    }
                    let gain = self.field(to) - self.field(from);
                    if gain > best_gain {
                        (best_gain, best) = (gain, Some((from, to)));
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
        let mut needed = robots.len().div_ceil(2);
        self.robots += sign * ROBOT_VALUE * robots.len() as i32;
        for distance in 0..ranks {
            for robot in robots.intersection(rank(side, ranks, distance)) {
                if needed == 0 {
                    return;
                }
                needed -= 1;
                self.robots += sign * RANK_VALUE * (ranks - 1 - distance) as i32;
                if distance > 0 {
                    for corner in [0, 1, 8, 9] {
                        self.fields[usize::from(robot.bit()) + corner] += sign * BATTERY_VALUE;
                    }
                }
            }
        }
    }
}

/// Returns the squares of a rank, counted from the rank that a side wants to reach.
fn rank(side: Side, ranks: usize, distance: usize) -> Squares {
    let rank = match side {
        Side::White => ranks - 1 - distance,
        Side::Black => distance,
    };
    Squares::from_bits(0xff << (8 * rank))
}

/// Number of states of a turn in which a win is looked for whatever the node limit: nearly all turns have fewer,
/// but there are some with millions.
const MIN_WIN_STATES: u64 = 1 << 16;

/// Returns the number of states of a turn in which a win is looked for within a choice of this number of nodes.
pub(super) fn win_states(node_limit: u64, enforcement: Enforcement) -> usize {
    match enforcement {
        Enforcement::Exact => usize::try_from(node_limit.max(MIN_WIN_STATES)).unwrap_or(usize::MAX),
        Enforcement::Sparse => usize::MAX,
    }
}

/// Returns the choice of a turn, or of its rest, with which the side to move wins, or `None` if it
/// cannot win in this turn or a limit is reached. Every searching agent plays such a turn.
pub(super) fn winning_turn(
    rules: &Rules,
    phases: &mut RobotPhases,
    position: &Position,
    limits: PhaseLimits<'_>,
) -> Option<Choice<Action>> {
    let actions = rules.win_in_one_turn_within(phases, position, limits)?;
    let mut choice = Choice::new(actions.clone(), 1);
    choice.value = Some(i64::from(WIN));
    choice.depth = 1;
    choice.principal_variation = actions;
    Some(choice)
}

/// Returns a legal turn, for a search that must end before it has found one. It takes as many steps as the turn
/// has actions.
pub(super) fn any_turn(rules: &Rules, position: &Position) -> Vec<Action> {
    let (mut position, side) = (*position, position.side());
    let mut actions = Vec::new();
    while position.side() == side
        && rules.decided(&position).is_none()
        && let Some(action) = ending_action(rules, &position)
    {
        rules.play(&mut position, action);
        actions.push(action);
    }
    actions
}

/// Returns the action that ends the current phase, or the first one if it cannot end yet.
fn ending_action(rules: &Rules, position: &Position) -> Option<Action> {
    if position.phase() == Phase::Batteries {
        return Some(Action::EndTurn);
    }
    let (mut first, mut can_end) = (None, false);
    rules.each_action(position, |action| {
        first = first.or(Some(action));
        can_end |= action == Action::EndRobots;
    });
    if can_end {
        Some(Action::EndRobots)
    } else {
        first
    }
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
    fn start_is_balanced() {
        let rules = rules();
        for side in Side::ALL {
            let start = Position::start(&rules.board, side);
            let robots = StaticEvaluation::from_robots(&rules, start.robots_of_both(), side);
            assert_eq!(robots.with_batteries(start.batteries()), 0);
        }
    }

    #[test]
    fn leading_ranks_batteries_and_robots_add_value() {
        let rules = rules();
        let square =
            |file, rank| Squares::one(botwerk_engine::netzwerk::Square::at(file, rank).unwrap());
        let value = |own: Squares, batteries: Fields| {
            StaticEvaluation::from_robots(&rules, [own, square(5, 5)], Side::White)
                .with_batteries(batteries)
        };
        let none = Fields::EMPTY;
        assert_eq!(value(square(0, 0), none), 0);
        assert_eq!(value(square(0, 2), none), 2 * RANK_VALUE);
        // One of two robots is a leader.
        assert_eq!(
            value(square(0, 0).union(square(3, 1)), none),
            ROBOT_VALUE + RANK_VALUE
        );
        let adjacent = square(0, 1).first().unwrap().fields();
        assert_eq!(
            value(square(0, 1), adjacent),
            RANK_VALUE + 4 * BATTERY_VALUE
        );
        let adjacent_at_home = square(0, 5).first().unwrap().fields();
        assert_eq!(value(square(0, 5), adjacent_at_home), 5 * RANK_VALUE);
    }
}
