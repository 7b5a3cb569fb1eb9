//! Turns that leave the opponent no win in one turn by robots (NW-19, NW-20).

use std::collections::HashSet;

use botwerk_engine::netzwerk::{
    Action, Fields, Phase, PhaseLimits, Position, RobotPhases, Rules, Squares,
};

use super::evaluator::fields_near;
use super::turn::{BatteryMoves, Turn};

/// Returns `true` if the opponent can win by robots in its next turn after this one; a win that is not found
/// within the limits does not count.
pub(super) fn allows_a_win(
    rules: &Rules,
    wins: &mut RobotPhases,
    position: &Position,
    turn: &Turn,
    limits: PhaseLimits<'_>,
) -> bool {
    let side = position.side();
    if let Some(end) = rules.decided_by(turn.robots, side) {
        return end.winner == Some(side.other());
    }
    let after = turn.after(rules, position);
    rules.end(&after, false).is_none() && wins.has_win_within(rules, &after, limits)
}

/// Returns a turn after which the opponent has no win in one turn by robots, or `None` if no such
/// turn exists or the search was stopped. `must_end` is called before each board and each state of a battery
/// phase, and when a search for a win takes long.
///
/// Whether the opponent has a win depends only on the robots and on the batteries next to its
/// robots. For every board after the robot phase, each set of batteries that can remain on those
/// fields is therefore tried once. Boards on which the opponent wins even if every movable battery
/// leaves those fields are skipped: more energy never hurts, unless captures are forced (NW-28).
///
/// Boards are searched in the order of `board_value`, until `must_end` returns `true`.
pub(super) fn find_escape(
    rules: &Rules,
    position: &Position,
    board_value: impl FnMut([Squares; 2]) -> i32,
    must_end: &dyn Fn() -> bool,
) -> Option<Turn> {
    let (mut phases, mut wins) = (RobotPhases::new(), RobotPhases::new());
    let mut found = None;
    let mut finds_escape = |robots: [Squares; 2]| {
        found = escape_on_board(rules, &mut wins, position, robots, must_end);
        found.is_some()
    };
    match position.phase() {
        Phase::Batteries => {
            finds_escape(position.robots_of_both());
        }
        Phase::Robots => {
            phases.find(rules, position, board_value, |result| {
                must_end() || (result.end.is_none() && finds_escape(result.robots))
            });
        }
    }
    found
}

/// Returns an escape on one board after the robot phase.
fn escape_on_board(
    rules: &Rules,
    wins: &mut RobotPhases,
    position: &Position,
    robots: [Squares; 2],
    must_end: &dyn Fn() -> bool,
) -> Option<Turn> {
    let turn = Turn {
        robots,
        batteries: position.batteries(),
        moves: BatteryMoves::new(),
    };
    let phase = turn.battery_phase(rules, position);
    let mut board = Board::new(rules, wins, phase, must_end);
    if !board.may_escape() {
        return None;
    }
    let moves = board.search()?;
    let batteries = board.batteries_after(&moves);
    Some(Turn {
        robots,
        batteries,
        moves,
    })
}

/// A board after the robot phase.
struct Board<'a> {
    rules: &'a Rules,
    wins: &'a mut RobotPhases,
    phase: Position,
    /// Fields from which batteries can be moved.
    controlled: Fields,
    /// Fields next to enemy robots.
    near_enemies: Fields,
    /// Sets of batteries next to enemy robots with which the opponent wins.
    losing: HashSet<Fields>,
    must_end: &'a dyn Fn() -> bool,
}

impl<'a> Board<'a> {
    fn new(
        rules: &'a Rules,
        wins: &'a mut RobotPhases,
        phase: Position,
        must_end: &'a dyn Fn() -> bool,
    ) -> Self {
        let near_enemies = fields_near(phase.robots(phase.side().other()));
        Self {
            rules,
            wins,
            phase,
            controlled: rules.controlled(&phase, phase.side()),
            near_enemies,
            losing: HashSet::new(),
            must_end,
        }
    }

    /// Returns `true` if the opponent has no win once every movable battery next to its robots is
    /// gone, or if captures are forced.
    fn may_escape(&mut self) -> bool {
        let movable = self.phase.batteries().difference(self.phase.moved());
        let removable = movable
            .intersection(self.controlled)
            .intersection(self.near_enemies);
        let remaining = self.phase.batteries().difference(removable);
        self.rules.forced_capture || !self.opponent_wins(remaining)
    }

    fn opponent_wins(&mut self, batteries: Fields) -> bool {
        let mut after =
            Position::at_start_of_turn(self.phase.robots_of_both(), batteries, self.phase.side());
        self.rules.play(&mut after, Action::EndTurn);
        let limits = PhaseLimits {
            should_stop: self.must_end,
            ..PhaseLimits::NONE
        };
        self.wins.win_within(self.rules, &after, limits).is_some()
    }

    /// Returns battery moves that leave the opponent no win. Visits every state of the battery
    /// phase once and tests every set of batteries next to enemy robots once.
    fn search(&mut self) -> Option<BatteryMoves> {
        let start = (self.phase.batteries(), self.phase.moved());
        let mut seen = HashSet::from([start]);
        let mut stack = vec![(start, BatteryMoves::new())];
        while let Some(((batteries, moved), moves)) = stack.pop() {
            if (self.must_end)() {
                return None;
            }
            let near = batteries.intersection(self.near_enemies);
            if !self.losing.contains(&near) {
                if !self.opponent_wins(batteries) {
                    // A search for a win that had to end has found none.
                    return Some(moves).filter(|_| !(self.must_end)());
                }
                self.losing.insert(near);
            }
            let movable = batteries.difference(moved).intersection(self.controlled);
            // The last state pushed is tried first: a battery moved from a field next to an enemy.
            let (others, last) = (
                movable.difference(self.near_enemies),
                movable.intersection(self.near_enemies),
            );
            for from in others.chain(last) {
                for to in self.rules.battery_targets(batteries, from) {
                    let next = (batteries.without(from).with(to), moved.with(to));
                    if seen.insert(next) {
                        let mut moves = moves.clone();
                        moves.push((from, to));
                        stack.push((next, moves));
                    }
                }
            }
        }
        None
    }

    fn batteries_after(&self, moves: &BatteryMoves) -> Fields {
        moves
            .iter()
            .fold(self.phase.batteries(), |batteries, (from, to)| {
                batteries.without(*from).with(*to)
            })
    }
}
