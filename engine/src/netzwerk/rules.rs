//! The rules of the board: their options, the legal actions, and what each action does.

use super::action::{Action, RobotMove};
use super::board::Board;
use super::lattice::{Fields, Point, Squares};
use super::position::{Phase, Position, Spenders};
use super::side::Side;

/// The condition under which a side controls a battery (NW-14, NW-15, NW-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// At least as many robots next to it as the opponent.
    AtLeast,
    /// As [`Control::AtLeast`], and at least one.
    Present,
    /// More robots next to it than the opponent.
    Majority,
}

/// The options that determine legal actions and the end of a match. A limit of 0 is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The board (NW-31).
    pub board: Board,
    /// The condition for control of a battery (NW-15, NW-29).
    pub control: Control,
    /// Whether a possible capture must be made (NW-28).
    pub forced_capture: bool,
    /// Number of occurrences of a position after which the match is drawn (NW-25).
    pub repetition: u32,
    /// Number of quiet turns after which the match is drawn (NW-26).
    pub quiet_turns: u16,
    /// Number of turns after which the match is drawn (NW-27).
    pub turn_cap: u32,
}

/// The end of a match on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The id of the rule that ended the match.
    pub rule: &'static str,
}

impl Rules {
    /// Returns an upper bound for the number of turns of both sides, or `None` if neither quiet turns nor all turns are
    /// limited.
    pub(super) fn max_turns(&self) -> Option<u64> {
        let (robots, ranks) = (2 * self.board.width(), self.board.ranks());
        // Every robot comes to the last rank and is captured, after as many quiet turns as the rules allow each time.
        let resets = robots * (ranks - 1) + robots;
        let by_quiet = (resets as u64 + 1) * u64::from(self.quiet_turns);
        [by_quiet, self.turn_cap.into()]
            .into_iter()
            .filter(|turns| *turns > 0)
            .min()
    }

    /// Returns an upper bound for the number of actions of a turn: all energy is used for steps (NW-7, NW-8), and every
    /// battery moves (NW-17).
    pub(super) fn max_turn_length(&self) -> u64 {
        let batteries = 2 * (self.board.width() + 1);
        let steps = batteries.min(4 * self.board.width());
        let ends = 2;
        (steps + batteries + ends) as u64
    }

    /// Calls `each` with every legal action in order; the match must not be over.
    #[inline]
    pub fn each_action(&self, position: &Position, mut each: impl FnMut(Action)) {
        match position.phase {
            Phase::Robots => {
                let mut captures = false;
                self.each_robot_move(position, |robot_move| {
                    captures |= robot_move.captures;
                    each(robot_move.action());
                });
                if can_end_robots(position, self.forced_capture && captures) {
                    each(Action::EndRobots);
                }
            }
            Phase::Batteries => {
                for from in self.movable(position) {
                    for to in self.battery_targets(position.batteries, from) {
                        each(Action::Battery { from, to });
                    }
                }
                each(Action::EndTurn);
            }
        }
    }

    /// Appends every legal action in order; the match must not be over.
    pub fn list_actions(&self, position: &Position, actions: &mut Vec<Action>) {
        match position.phase {
            Phase::Robots => self.each_action(position, |action| actions.push(action)),
            Phase::Batteries => {
                self.list_battery_moves(position, actions);
                actions.push(Action::EndTurn);
            }
        }
    }

    /// Returns the number of legal actions; the match must not be over.
    pub fn count_actions(&self, position: &Position) -> u32 {
        match position.phase {
            Phase::Robots => {
                let ends = u32::from(can_end_robots(position, self.must_capture(position)));
                self.count_robot_moves(position) + ends
            }
            Phase::Batteries => {
                let movable = self.movable(position);
                self.count_battery_moves(position.batteries, movable) + 1
            }
        }
    }

    /// Applies a legal action.
    #[inline]
    pub fn play(&self, position: &mut Position, action: Action) {
        match action {
            Action::Robot { from, to, captures } => {
                self.move_robot(position, RobotMove::new(from, to, captures));
            }
            Action::EndRobots => {
                position.phase = Phase::Batteries;
                position.spenders = Spenders::default();
            }
            Action::Battery { from, to } => {
                position.batteries = position.batteries.without(from).with(to);
                position.moved = position.moved.with(to);
            }
            Action::EndTurn => {
                position.phase = Phase::Robots;
                position.moved = Fields::EMPTY;
                position.side = position.side.other();
                let increment = u32::from(self.turn_cap > 0);
                position.turns = position.turns.saturating_add(increment);
            }
            // Departures are part of the match state, not of the board.
            Action::Leave(_) => {}
        }
    }

    /// Applies a legal robot move.
    #[inline]
    pub fn move_robot(&self, position: &mut Position, robot_move: RobotMove) {
        let (own, enemy) = (position.side.index(), position.side.other().index());
        if position.spenders.is_empty() {
            position.quiet = position.quiet.saturating_add(1);
        }
        if robot_move.captures || robot_move.from.rank() != robot_move.to.rank() {
            position.quiet = 0;
        }
        position.robots[own] = position.robots[own]
            .without(robot_move.from)
            .with(robot_move.to);
        position.robots[enemy] = position.robots[enemy].without(robot_move.to);
        position.spenders.spend(
            robot_move.from,
            robot_move.to,
            robot_move.energy,
            robot_move.captures,
        );
    }

    /// Returns the start of the battery phase after a robot phase that leads to these squares of the
    /// robots, by [`Side::index`].
    pub fn after_robots(&self, position: &Position, robots: [Squares; 2]) -> Position {
        let ranks = |robots: Squares| robots.map(Point::rank).sum::<usize>();
        let [own, enemy] = [position.side, position.side.other()].map(Side::index);
        let is_quiet = ranks(robots[own]) == ranks(position.robots[own])
            && robots[enemy] == position.robots[enemy];
        let first_action = u16::from(position.is_start_of_turn());
        Position {
            robots,
            phase: Phase::Batteries,
            spenders: Spenders::default(),
            quiet: if is_quiet {
                position.quiet.saturating_add(first_action)
            } else {
                0
            },
            ..*position
        }
    }

    /// Returns `true` if enough of a side's robots are home for it to win (NW-19).
    pub fn is_home(&self, robots: Squares, side: Side) -> bool {
        let home = robots.intersection(self.board.home(side));
        !home.is_empty() && 2 * home.len() >= robots.len()
    }

    /// Returns the end of a match that the robots' squares decide, at any point of a turn (NW-19,
    /// NW-20, NW-23, NW-24), or `None` if they do not decide it.
    #[inline]
    pub fn decided(&self, position: &Position) -> Option<End> {
        self.decided_by(position.robots, position.mover())
    }

    /// Returns the end of a match that these squares of the robots, by [`Side::index`], decide after
    /// `mover` has moved a robot, or `None` if they do not decide it.
    #[inline]
    pub fn decided_by(&self, robots: [Squares; 2], mover: Side) -> Option<End> {
        let sides = [mover, mover.other()];
        let win = |winner, rule| {
            let winner = Some(winner);
            End { winner, rule }
        };
        let captured_all = |side: &Side| robots[side.other().index()].is_empty();
        if let Some(side) = sides.into_iter().find(captured_all) {
            return Some(win(side, "NW-20"));
        }
        let is_home = |side: &Side| self.is_home(robots[side.index()], *side);
        sides
            .into_iter()
            .find(is_home)
            .map(|side| win(side, "NW-19"))
    }

    /// Returns the end of the match, or `None` if it is not over. `is_repeated` says whether the
    /// position has occurred often enough for a draw (NW-25), which the position itself does not show.
    #[inline]
    pub fn end(&self, position: &Position, is_repeated: bool) -> Option<End> {
        if let Some(end) = self.decided(position) {
            return Some(end);
        }
        if !position.is_start_of_turn() {
            return None;
        }
        if !self.can_move_robot(position) {
            return Some(End {
                winner: Some(position.side.other()),
                rule: "NW-21",
            });
        }
        let draw = |rule| Some(End { winner: None, rule });
        if is_repeated {
            draw("NW-25")
        } else if self.quiet_turns > 0 && position.quiet >= self.quiet_turns {
            draw("NW-26")
        } else if self.turn_cap > 0 && position.turns >= self.turn_cap {
            draw("NW-27")
        } else {
            None
        }
    }
}

/// Returns `true` if at least one robot has moved (NW-5) and no capture is forced (NW-28).
fn can_end_robots(position: &Position, must_capture: bool) -> bool {
    !position.spenders.is_empty() && !must_capture
}
