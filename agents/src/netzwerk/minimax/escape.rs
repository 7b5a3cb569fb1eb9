//! Turns that leave the opponent no win in one turn by robots (NW-19, NW-20).

use std::collections::HashSet;

use botwerk_engine::netzwerk::{Action, Fields, Phase, Position, RobotPhases, Rules, Squares};

use super::evaluation::fields_beside;
use super::turn::{BatteryMoves, Turn};

/// Whether the opponent can win by robots in his next turn, after this one.
pub(super) fn is_answered_by_a_win(
    rules: &Rules,
    wins: &mut RobotPhases,
    position: &Position,
    turn: &Turn,
) -> bool {
    let side = position.side();
    if let Some(end) = rules.decided_by(turn.robots, side) {
        return end.winner == Some(side.other());
    }
    let after = turn.after(rules, position);
    rules.end(&after, false).is_none() && wins.win(rules, &after).is_some()
}

/// A turn after which the opponent has no win in one turn by robots; `None` if there is none, and
/// then there is none at all.
///
/// Whether he has one depends on the robots and on the batteries beside his own robots alone. So
/// for every board after the robot phase, the sets of batteries that can be left on those fields
/// are tried, each once. Boards on which he wins even if every battery leaves that can be moved
/// are passed over: more energy never hurts, unless captures are forced (NW-28).
///
/// Boards are looked at in the order of what they are `worth`. Once `should_stop` says so, the
/// search ends without an answer.
pub(super) fn escape(
    rules: &Rules,
    position: &Position,
    worth: impl FnMut([Squares; 2]) -> i32,
    should_stop: &dyn Fn() -> bool,
) -> Option<Turn> {
    let (mut phases, mut wins) = (RobotPhases::new(), RobotPhases::new());
    let mut found = None;
    let mut look_at = |robots: [Squares; 2]| {
        found = on_board(rules, &mut wins, position, robots, should_stop);
        found.is_some()
    };
    match position.phase() {
        Phase::Batteries => {
            look_at(position.robots_of_both());
        }
        Phase::Robots => {
            phases.find(rules, position, worth, |result| {
                should_stop() || (result.end.is_none() && look_at(result.robots))
            });
        }
    }
    found
}

/// An escape on one board after the robot phase.
fn on_board(
    rules: &Rules,
    wins: &mut RobotPhases,
    position: &Position,
    robots: [Squares; 2],
    should_stop: &dyn Fn() -> bool,
) -> Option<Turn> {
    let turn = Turn {
        robots,
        batteries: position.batteries(),
        moves: BatteryMoves::new(),
    };
    let phase = turn.battery_phase(rules, position);
    let mut board = Board::new(rules, wins, phase);
    if !board.may_escape() {
        return None;
    }
    let moves = board.search(should_stop)?;
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
    /// Fields on which batteries can be moved away.
    controlled: Fields,
    /// Fields beside enemy robots.
    beside: Fields,
    /// Sets of batteries beside enemy robots with which the opponent wins.
    lost: HashSet<Fields>,
}

impl<'a> Board<'a> {
    fn new(rules: &'a Rules, wins: &'a mut RobotPhases, phase: Position) -> Self {
        let beside = fields_beside(phase.robots(phase.side().other()));
        Self {
            rules,
            wins,
            phase,
            controlled: rules.controlled(&phase, phase.side()),
            beside,
            lost: HashSet::new(),
        }
    }

    /// Whether the opponent has no win once every battery beside his robots that can be moved is
    /// gone; always, where captures are forced.
    fn may_escape(&mut self) -> bool {
        let movable = self.phase.batteries().difference(self.phase.moved());
        let gone = movable
            .intersection(self.controlled)
            .intersection(self.beside);
        let left = self.phase.batteries().difference(gone);
        self.rules.forced_capture || !self.opponent_wins(left)
    }

    fn opponent_wins(&mut self, batteries: Fields) -> bool {
        let mut after =
            Position::at_start_of_turn(self.phase.robots_of_both(), batteries, self.phase.side());
        self.rules.play(&mut after, Action::EndTurn);
        self.wins.win(self.rules, &after).is_some()
    }

    /// Battery moves that leave the opponent no win. Every state of the battery phase is met once,
    /// every set of batteries beside enemy robots is tried once.
    fn search(&mut self, should_stop: &dyn Fn() -> bool) -> Option<BatteryMoves> {
        let start = (self.phase.batteries(), self.phase.moved());
        let mut met = HashSet::from([start]);
        let mut open = vec![(start, BatteryMoves::new())];
        while let Some(((batteries, moved), moves)) = open.pop() {
            if should_stop() {
                return None;
            }
            let fed = batteries.intersection(self.beside);
            if !self.lost.contains(&fed) {
                if !self.opponent_wins(batteries) {
                    return Some(moves);
                }
                self.lost.insert(fed);
            }
            let movable = batteries.difference(moved).intersection(self.controlled);
            // What is pushed last is tried first: batteries beside enemies.
            let (first, then) = (
                movable.difference(self.beside),
                movable.intersection(self.beside),
            );
            for from in first.chain(then) {
                for to in self.rules.battery_targets(batteries, from) {
                    let next = (batteries.without(from).with(to), moved.with(to));
                    if met.insert(next) {
                        let mut moves = moves.clone();
                        moves.push((from, to));
                        open.push((next, moves));
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
