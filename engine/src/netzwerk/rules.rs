//! The rules of a match: its options, which actions there are, and what they do.

use super::action::Action;
use super::board::Board;
use super::lattice::{Fields, Point, Squares};
use super::position::{Phase, Position, Spenders};
use super::robot_move::RobotMove;
use super::side::Side;

/// Who may move a battery (NW-14, NW-15, NW-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// At least as many robots beside it as the opponent.
    AtLeast,
    /// As [`Control::AtLeast`], and at least one.
    Present,
    /// More robots beside it than the opponent.
    Majority,
}

/// The options that a position's actions and end depend on. A limit of 0 is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The board's size (NW-31).
    pub board: Board,
    /// Who may move a battery (NW-15, NW-29).
    pub control: Control,
    /// Whether a possible capture must be made (NW-28).
    pub forced_capture: bool,
    /// At which occurrence of a position the match is drawn (NW-25).
    pub repetition: u32,
    /// After how many quiet turns the match is drawn (NW-26).
    pub quiet_turns: u16,
    /// After how many turns the match is drawn (NW-27).
    pub turn_cap: u32,
}

/// How a match ended on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// The id of the rule.
    pub rule: &'static str,
}

impl Rules {
    /// Calls `each` with every legal action in order; the match must not be over.
    #[inline]
    pub fn each_action(&self, position: &Position, mut each: impl FnMut(Action)) {
        match position.phase {
            Phase::Robots => {
                let mut captures = false;
                self.each_robot_move(position, |way| {
                    captures |= way.captures;
                    each(way.action());
                });
                if may_end_robots(position, self.forced_capture && captures) {
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

    /// How many legal actions there are; the match must not be over.
    pub fn count_actions(&self, position: &Position) -> u32 {
        match position.phase {
            Phase::Robots => {
                let ends = u32::from(may_end_robots(position, self.must_capture(position)));
                self.count_robot_moves(position) + ends
            }
            Phase::Batteries => {
                let movable = self.movable(position);
                self.count_battery_moves(position.batteries, movable) + 1
            }
        }
    }

    /// Carries out an action that is legal.
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
                let counted = u32::from(self.turn_cap > 0);
                position.turns = position.turns.saturating_add(counted);
            }
            // Who has left is the match's business, not the board's.
            Action::Leave(_) => {}
        }
    }

    /// Carries out a robot's move that is legal.
    #[inline]
    pub fn move_robot(&self, position: &mut Position, way: RobotMove) {
        let (own, enemy) = (position.side.index(), position.side.other().index());
        if position.spenders.is_empty() {
            position.quiet = position.quiet.saturating_add(1);
        }
        if way.captures || way.from.rank() != way.to.rank() {
            position.quiet = 0;
        }
        position.robots[own] = position.robots[own].without(way.from).with(way.to);
        position.robots[enemy] = position.robots[enemy].without(way.to);
        position
            .spenders
            .spend(way.from, way.to, way.energy, way.captures);
    }

    /// The battery phase after a robot phase that has led to these squares of the robots, by
    /// [`Side::index`].
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

    /// Whether a side has brought enough of its robots home (NW-19).
    pub fn is_home(&self, robots: Squares, side: Side) -> bool {
        let home = robots.intersection(self.board.home(side));
        !home.is_empty() && 2 * home.len() >= robots.len()
    }

    /// Who has won by the robots' places, whatever the turn (NW-19, NW-20, NW-23, NW-24).
    #[inline]
    pub fn decided(&self, position: &Position) -> Option<End> {
        self.decided_by(position.robots, position.mover())
    }

    /// Who has won by the squares of the robots, by [`Side::index`], after `mover` has moved one.
    #[inline]
    pub fn decided_by(&self, robots: [Squares; 2], mover: Side) -> Option<End> {
        let sides = [mover, mover.other()];
        let won = |winner, rule| {
            let winner = Some(winner);
            End { winner, rule }
        };
        let captured_all = |side: &Side| robots[side.other().index()].is_empty();
        if let Some(side) = sides.into_iter().find(captured_all) {
            return Some(won(side, "NW-20"));
        }
        let is_home = |side: &Side| self.is_home(robots[side.index()], *side);
        sides
            .into_iter()
            .find(is_home)
            .map(|side| won(side, "NW-19"))
    }

    /// How the match ended, if it has. That the position has occurred before, often enough for a
    /// draw, is `repeated` (NW-25): it cannot be seen on the board.
    #[inline]
    pub fn end(&self, position: &Position, repeated: bool) -> Option<End> {
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
        let drawn = |rule| Some(End { winner: None, rule });
        if repeated {
            drawn("NW-25")
        } else if self.quiet_turns > 0 && position.quiet >= self.quiet_turns {
            drawn("NW-26")
        } else if self.turn_cap > 0 && position.turns >= self.turn_cap {
            drawn("NW-27")
        } else {
            None
        }
    }
}

/// At least one robot has moved (NW-5), and no capture is forced (NW-28).
fn may_end_robots(position: &Position, must_capture: bool) -> bool {
    !position.spenders.is_empty() && !must_capture
}
