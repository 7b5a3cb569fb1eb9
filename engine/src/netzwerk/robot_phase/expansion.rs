//! The states of a robot phase: the first ones, and those one action later.

use arrayvec::ArrayVec;

use super::index_table::mix;
use super::state::{State, is_transposed};
use super::{RobotPhaseResult, RobotPhases, SearchGoal};
use crate::netzwerk::action::RobotMove;
use crate::netzwerk::energy::{Energies, energy_at_least, energy_for, energy_of};
use crate::netzwerk::lattice::{Point, Square, Squares};
use crate::netzwerk::position::{MAX_ROBOTS, Phase, Position};
use crate::netzwerk::robots::directions;
use crate::netzwerk::rules::{End, Rules};

impl RobotPhases {
    /// Sets up the first states and results. Returns `false` if the robot phase is over.
    pub(super) fn start(&mut self, rules: &Rules, position: &Position) -> bool {
        if !self.prepare(position) {
            return false;
        }
        if position.is_start_of_turn() && !rules.forced_capture {
            self.add_return_result(rules);
        } else {
            self.add_result_if_legal(rules, 0, false);
        }
        true
    }

    /// Sets up the first state. Returns `false` if the robot phase is over.
    fn prepare(&mut self, position: &Position) -> bool {
        self.states.clear();
        self.results.clear();
        self.known.clear();
        self.boards.clear();
        if position.phase != Phase::Robots {
            return false;
        }
        self.side = position.side;
        let mut starts = ArrayVec::<Square, MAX_ROBOTS>::new();
        let mut state = State {
            robots: position.robots,
            now: 0,
            spent: 0,
            captured: 0,
            over: false,
            last: (0, Squares::EMPTY),
            parent: 0,
            robot_move: RobotMove::NONE,
        };
        let spenders = position.spenders.as_slice();
        for (robot, now) in position.robots(position.side).take(MAX_ROBOTS).enumerate() {
            state.now |= u64::from(now.bit()) << (8 * robot);
            let spender = spenders.iter().find(|spender| spender.now == now);
            starts.push(spender.map_or(now, |spender| spender.start));
            state.spent |= energy_for(robot, spender.map_or(0, |spender| spender.spent));
            let captured = spender.is_some_and(|spender| spender.captured);
            state.captured |= u8::from(captured) << robot;
        }
        self.robots = starts.len();
        [self.powered, ..] = energy_at_least(position.batteries);
        self.energy.prepare(position.batteries, &starts);
        self.known.insert(state.hash_of_squares(), |_| false);
        self.states.push(state);
        true
    }

    /// Adds the result of a robot that steps sideways and back, which leaves the board unchanged, if
    /// a robot can. The first state dominates the states in between, so the search itself drops them.
    fn add_return_result(&mut self, rules: &Rules) {
        let first = self.states[0];
        let energies = self.energy.remaining(first.spent);
        let occupied = first.robots[0].union(first.robots[1]);
        for robot in (0..self.robots).filter(|robot| energy_of(energies, *robot) >= 2) {
            let from = first.square(robot);
            let sideways = [from.bit().wrapping_sub(1), from.bit() + 1];
            let free = rules.board.squares().difference(occupied);
            let mut to = sideways
                .into_iter()
                .filter(|bit| *bit < 64)
                .map(Square::from_bit);
            if let Some(to) = to.find(|to| free.contains(*to)) {
                for (parent, from, to) in [(0, from, to), (1, to, from)] {
                    let robot_move = RobotMove::new(from, to, false);
                    let mut state = self.states[parent].after(self.side, robot, robot_move);
                    state.last = (0, Squares::EMPTY);
                    (state.parent, state.robot_move) = (parent as u32, robot_move);
                    self.known.insert(state.hash_of_squares(), |_| false);
                    self.states.push(state);
                }
                self.add_result(1, None);
                self.add_result(2, None);
                return;
            }
        }
    }

    /// Adds the states one action later that no known state dominates. Returns `true` at a win if
    /// that is the goal.
    pub(super) fn expand(&mut self, rules: &Rules, parent: usize, goal: SearchGoal) -> bool {
        let before = self.states[parent];
        if before.over {
            return false;
        }
        let energies = self.energy.remaining(before.spent);
        let is_promising = match goal {
            SearchGoal::Everything => true,
            SearchGoal::Win => self.can_win(rules, &before, energies),
            SearchGoal::Stalemate => self.can_stalemate(rules, &before, energies),
        };
        if !is_promising {
            return false;
        }
        let only_captures = rules.forced_capture && self.can_capture(rules, &before, energies);
        let targets = rules.move_targets(before.robots, self.side);
        for robot in 0..self.robots {
            let energy = energy_of(energies, robot);
            if energy == 0 || before.captured >> robot & 1 == 1 {
                continue;
            }
            let from = before.square(robot);
            for step in directions(self.side) {
                let Some(robot_move) = targets.move_in_direction(from, step) else {
                    continue;
                };
                if robot_move.energy > energy || (only_captures && !robot_move.captures) {
                    continue;
                }
                let squares = if rules.forced_capture {
                    Squares::EMPTY
                } else {
                    robot_move.squares_of_plain(rules.board.home(self.side))
                };
                if is_transposed(before.last, robot, squares) {
                    continue;
                }
                let mut state = before.after(self.side, robot, robot_move);
                state.last = (robot as u8, squares);
                (state.parent, state.robot_move) = (parent as u32, robot_move);
                if self.add_state(rules, state, goal) {
                    return true;
                }
            }
        }
        false
    }

    /// Adds a state unless a known state dominates it. Returns `true` at a win if that is the goal.
    #[inline]
    fn add_state(&mut self, rules: &Rules, state: State, goal: SearchGoal) -> bool {
        let states = &self.states;
        let is_known = |other: usize| {
            let other = &states[other];
            if rules.forced_capture {
                let same = (other.now, other.captured) == (state.now, state.captured);
                same && other.spent == state.spent
            } else {
                state.is_dominated_by(other)
            }
        };
        if !self.known.insert(state.hash_of_squares(), is_known) {
            return false;
        }
        let index = self.states.len();
        let end = rules.decided_by(state.robots, self.side);
        let over = end.is_some();
        self.states.push(State { over, ..state });
        if over {
            self.add_result(index, end);
        } else if goal != SearchGoal::Win {
            self.add_result_if_legal(rules, index, true);
        }
        goal == SearchGoal::Win && end.is_some_and(|end| end.winner == Some(self.side))
    }

    fn add_result_if_legal(&mut self, rules: &Rules, index: usize, has_moved: bool) {
        let state = self.states[index];
        let has_moved = has_moved || state.spent > 0;
        let is_forced = rules.forced_capture && {
            let energies = self.energy.remaining(state.spent);
            self.can_capture(rules, &state, energies)
        };
        if has_moved && !is_forced {
            self.add_result(index, None);
        }
    }

    /// Adds a state's board to the results unless it is among them.
    fn add_result(&mut self, index: usize, end: Option<End>) {
        let robots = self.states[index].robots;
        let results = &self.results;
        let same = |other: usize| results[other].robots == robots;
        let hash = mix(robots[0].bits(), robots[1].bits());
        if self.boards.insert(hash, same) {
            self.results.push(RobotPhaseResult {
                robots,
                end,
                value: 0,
                state: index as u32,
            });
        }
    }

    fn can_capture(&self, rules: &Rules, state: &State, energies: Energies) -> bool {
        let targets = rules.move_targets(state.robots, self.side);
        (0..self.robots)
            .filter(|robot| state.captured >> robot & 1 == 0)
            .any(|robot| {
                let from = state.square(robot);
                let energy = energy_of(energies, robot);
                directions(self.side)
                    .into_iter()
                    .filter_map(|step| targets.move_in_direction(from, step))
                    .any(|robot_move| robot_move.energy <= energy && robot_move.captures)
            })
    }
}
