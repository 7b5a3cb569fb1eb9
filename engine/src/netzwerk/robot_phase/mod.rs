//! Everything that a robot phase can lead to.

mod pruning;
mod state;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use arrayvec::ArrayVec;

use state::{State, is_other_order};

use crate::netzwerk::action::Action;
use crate::netzwerk::energy::energy_at_least;
use crate::netzwerk::energy_table::{Energies, EnergyTable, energy_for, energy_of};
use crate::netzwerk::index_table::{IndexTable, mix};
use crate::netzwerk::lattice::{Point, Square, Squares};
use crate::netzwerk::position::{MAX_ROBOTS, Phase, Position};
use crate::netzwerk::robot_move::RobotMove;
use crate::netzwerk::robots::directions;
use crate::netzwerk::rules::{End, Rules};
use crate::netzwerk::side::Side;

/// The most robot actions of one turn: each spends the energy of a battery at least.
pub const MAX_ROBOT_ACTIONS: usize = 14;

/// A robot phase in its order.
pub type RobotActions = ArrayVec<Action, MAX_ROBOT_ACTIONS>;

/// A different board that a robot phase leads to.
#[derive(Debug, Clone, Copy)]
pub struct RobotPhaseResult {
    /// The squares of the robots, by [`Side::index`].
    pub robots: [Squares; 2],
    /// Who has won by it, if somebody has; then there is no battery phase.
    pub end: Option<End>,
    /// What it is worth by the measure of [`RobotPhases::best`]; 0 if there is none or the match
    /// has ended.
    pub value: i32,
    /// The state that it was met at.
    state: u32,
}

/// Which states a search of robot phases goes on from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchGoal {
    /// All.
    Everything,
    /// Those from which the side to move can still win (NW-19, NW-20).
    Win,
    /// Those from which the opponent may be left no robot to move (NW-21).
    Starve,
}

/// Enumerates robot phases. Its memory is used again by the next enumeration.
///
/// Two states of a turn in which every robot has gone the same way differ in the energy spent at
/// most; one in which nobody has spent less is dropped. With forced captures (NW-28) less energy
/// may be the better state, so there only equal states are dropped. States that agree in the
/// squares of both sides' robots are the same result.
#[derive(Debug)]
pub struct RobotPhases {
    energy: EnergyTable,
    states: Vec<State>,
    known: IndexTable,
    boards: IndexTable,
    results: Vec<RobotPhaseResult>,
    /// What states are worth, by their number.
    values: Vec<i32>,
    /// States to go on from, by value.
    open: BinaryHeap<(i32, Reverse<usize>)>,
    side: Side,
    robots: usize,
    /// Squares with a battery beside them.
    powered: Squares,
}

impl Default for RobotPhases {
    fn default() -> Self {
        Self::new()
    }
}

impl RobotPhases {
    /// An enumeration that has met nothing yet.
    pub fn new() -> Self {
        Self {
            energy: EnergyTable::new(),
            states: Vec::new(),
            known: IndexTable::default(),
            boards: IndexTable::default(),
            results: Vec::new(),
            values: Vec::new(),
            open: BinaryHeap::new(),
            side: Side::White,
            robots: 0,
            powered: Squares::EMPTY,
        }
    }

    /// Every different board after the robot phase of this turn, those with fewer actions first.
    /// The phase may have begun; if it may end as it is, that is the first result. Empty in the
    /// battery phase.
    pub fn all(&mut self, rules: &Rules, position: &Position) -> &[RobotPhaseResult] {
        self.search(rules, position, SearchGoal::Everything, usize::MAX);
        &self.results
    }

    /// A robot phase by which the side to move wins on the spot (NW-19, NW-20), if there is one.
    pub fn win(&mut self, rules: &Rules, position: &Position) -> Option<RobotActions> {
        self.win_within(rules, position, usize::MAX)
    }

    /// As [`Self::win`], but a win that is not found among so many states is missed.
    pub fn win_within(
        &mut self,
        rules: &Rules,
        position: &Position,
        most_states: usize,
    ) -> Option<RobotActions> {
        self.search(rules, position, SearchGoal::Win, most_states);
        let won = |result: &&RobotPhaseResult| is_won_by(result, position.side());
        self.results.last().filter(won).map(|won| self.actions(won))
    }

    /// Boards after which the opponent may be left no robot to move, one of them surely if there
    /// is any (NW-21): see [`Rules::win_in_one_turn`].
    pub(super) fn stalemating(
        &mut self,
        rules: &Rules,
        position: &Position,
    ) -> &[RobotPhaseResult] {
        self.search(rules, position, SearchGoal::Starve, usize::MAX);
        &self.results
    }

    /// The results of the last enumeration.
    pub fn results(&self) -> &[RobotPhaseResult] {
        &self.results
    }

    /// Actions that lead to a result of the last enumeration, from the position that was given.
    pub fn actions(&self, result: &RobotPhaseResult) -> RobotActions {
        let mut actions = RobotActions::new();
        let mut at = result.state as usize;
        while at != 0 {
            let state = &self.states[at];
            actions.push(state.way.action());
            at = state.parent as usize;
        }
        actions.reverse();
        actions
    }

    /// Meets the boards that the best states lead to, for [`Self::results`]: those that are worth
    /// more by `value`, which gets the squares of both sides' robots, are followed first, so many
    /// of them at most, until a board is `wanted`. `true` if no states are left, so that these are
    /// all boards.
    pub fn best(
        &mut self,
        rules: &Rules,
        position: &Position,
        most_states: usize,
        value: impl FnMut([Squares; 2]) -> i32,
        wanted: impl FnMut(&RobotPhaseResult) -> bool,
    ) -> bool {
        let found = self.best_first(rules, position, most_states, value, wanted);
        found.is_none() && self.open.is_empty()
    }

    /// The first board that is wanted, when those that are worth more by `value` are looked at
    /// first; `None` if none is among all boards.
    pub fn find(
        &mut self,
        rules: &Rules,
        position: &Position,
        value: impl FnMut([Squares; 2]) -> i32,
        wanted: impl FnMut(&RobotPhaseResult) -> bool,
    ) -> Option<RobotPhaseResult> {
        self.best_first(rules, position, usize::MAX, value, wanted)
    }

    /// Actions that lead to a board, both sides' squares by [`Side::index`]; `None` if none do.
    pub fn actions_to(
        &mut self,
        rules: &Rules,
        position: &Position,
        robots: [Squares; 2],
    ) -> Option<RobotActions> {
        let side = position.side.index();
        let ranks = |robots: Squares| robots.map(Point::rank).sum::<usize>();
        let goal = ranks(robots[side]);
        let near = |now: [Squares; 2]| {
            let (own, enemies) = (now[side], now[1 - side]);
            // No robot comes back, neither from a rank nor after its capture.
            let passed = match position.side {
                Side::White => ranks(own) > goal,
                Side::Black => ranks(own) < goal,
            };
            if passed || !robots[1 - side].difference(enemies).is_empty() {
                return i32::MIN;
            }
            let apart = robots[side].difference(own).len() * 16;
            let captures = enemies.difference(robots[1 - side]).len() * 16;
            -((apart + captures) as i32) - ranks(own).abs_diff(goal) as i32
        };
        let found = self.find(rules, position, near, |result| result.robots == robots)?;
        Some(self.actions(&found))
    }

    /// Follows the best states first; ends at a result that is wanted.
    fn best_first(
        &mut self,
        rules: &Rules,
        position: &Position,
        most_states: usize,
        mut value: impl FnMut([Squares; 2]) -> i32,
        mut wanted: impl FnMut(&RobotPhaseResult) -> bool,
    ) -> Option<RobotPhaseResult> {
        if !self.begin(rules, position) {
            return None;
        }
        self.open.clear();
        self.values.clear();
        let (mut results, mut followed) = (0, 0);
        loop {
            // States that the last expansion has met wait by their value, the older first.
            for index in self.values.len()..self.states.len() {
                let state = &self.states[index];
                let value = if state.over { 0 } else { value(state.robots) };
                self.values.push(value);
                if !state.over {
                    self.open.push((value, Reverse(index)));
                }
            }
            for result in &mut self.results[results..] {
                result.value = self.values[result.state as usize];
                if wanted(result) {
                    return Some(*result);
                }
            }
            results = self.results.len();
            let (_, Reverse(index)) = self.open.pop().filter(|_| followed < most_states)?;
            followed += 1;
            self.expand(rules, index, SearchGoal::Everything);
        }
    }

    /// Meets states breadth first, up to so many; ends early at a win that is aimed at.
    fn search(&mut self, rules: &Rules, position: &Position, aim: SearchGoal, most_states: usize) {
        if !self.begin(rules, position) {
            return;
        }
        let mut next = 0;
        while next < self.states.len().min(most_states) {
            if self.expand(rules, next, aim) {
                return;
            }
            next += 1;
        }
    }

    /// Sets up the first states and results; `false` if robots move no more.
    fn begin(&mut self, rules: &Rules, position: &Position) -> bool {
        if !self.prepare(position) {
            return false;
        }
        if position.is_start_of_turn() && !rules.forced_capture {
            self.note_return(rules);
        } else {
            self.note_if_it_may_end(rules, 0, false);
        }
        true
    }

    /// Sets up the state from which everything begins; `false` if robots move no more.
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
            way: RobotMove::NONE,
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
        self.known.insert(state.hash_of_ways(), |_| false);
        self.states.push(state);
        true
    }

    /// Adds the result of a robot that goes aside and back, if one can: the board is as it was.
    /// Of the states that do nothing but this, none can do more than the first state, so the
    /// search itself drops them.
    fn note_return(&mut self, rules: &Rules) {
        let first = self.states[0];
        let energies = self.energy.left(first.spent);
        let taken = first.robots[0].union(first.robots[1]);
        for robot in (0..self.robots).filter(|robot| energy_of(energies, *robot) >= 2) {
            let from = first.square(robot);
            let aside = [from.bit().wrapping_sub(1), from.bit() + 1];
            let free = rules.board.squares().difference(taken);
            let mut to = aside
                .into_iter()
                .filter(|bit| *bit < 64)
                .map(Square::of_bit);
            if let Some(to) = to.find(|to| free.contains(*to)) {
                for (parent, from, to) in [(0, from, to), (1, to, from)] {
                    let way = RobotMove::new(from, to, false);
                    let mut state = self.states[parent].after(self.side, robot, way);
                    state.last = (0, Squares::EMPTY);
                    (state.parent, state.way) = (parent as u32, way);
                    self.known.insert(state.hash_of_ways(), |_| false);
                    self.states.push(state);
                }
                self.note(1, None);
                self.note(2, None);
                return;
            }
        }
    }

    /// Adds the states one action after another that nothing outdoes; `true` at a win that is
    /// aimed at.
    fn expand(&mut self, rules: &Rules, parent: usize, aim: SearchGoal) -> bool {
        let before = self.states[parent];
        if before.over {
            return false;
        }
        let energies = self.energy.left(before.spent);
        let is_promising = match aim {
            SearchGoal::Everything => true,
            SearchGoal::Win => self.can_win(rules, &before, energies),
            SearchGoal::Starve => self.can_stalemate(rules, &before, energies),
        };
        if !is_promising {
            return false;
        }
        let only_captures = rules.forced_capture && self.can_capture(rules, &before, energies);
        let ground = rules.ground(before.robots, self.side);
        for robot in 0..self.robots {
            let energy = energy_of(energies, robot);
            if energy == 0 || before.captured >> robot & 1 == 1 {
                continue;
            }
            let from = before.square(robot);
            for step in directions(self.side) {
                let Some(way) = ground.towards(from, step) else {
                    continue;
                };
                if way.energy > energy || (only_captures && !way.captures) {
                    continue;
                }
                let squares = if rules.forced_capture {
                    Squares::EMPTY
                } else {
                    way.squares_of_plain(rules.board.home(self.side))
                };
                if is_other_order(before.last, robot, squares) {
                    continue;
                }
                let mut state = before.after(self.side, robot, way);
                state.last = (robot as u8, squares);
                (state.parent, state.way) = (parent as u32, way);
                if self.meet(rules, state, aim) {
                    return true;
                }
            }
        }
        false
    }

    /// Takes up a state unless it is known; `true` at a win that is aimed at.
    #[inline]
    fn meet(&mut self, rules: &Rules, state: State, aim: SearchGoal) -> bool {
        let states = &self.states;
        let is_known = |other: usize| {
            let other = &states[other];
            if rules.forced_capture {
                let same = (other.now, other.captured) == (state.now, state.captured);
                same && other.spent == state.spent
            } else {
                state.is_outdone_by(other)
            }
        };
        if !self.known.insert(state.hash_of_ways(), is_known) {
            return false;
        }
        let index = self.states.len();
        let end = rules.decided_by(state.robots, self.side);
        let over = end.is_some();
        self.states.push(State { over, ..state });
        if over {
            self.note(index, end);
        } else {
            self.note_if_it_may_end(rules, index, true);
        }
        aim == SearchGoal::Win && end.is_some_and(|end| end.winner == Some(self.side))
    }

    fn note_if_it_may_end(&mut self, rules: &Rules, index: usize, has_moved: bool) {
        let state = self.states[index];
        let has_moved = has_moved || state.spent > 0;
        let is_forced = rules.forced_capture && {
            let energies = self.energy.left(state.spent);
            self.can_capture(rules, &state, energies)
        };
        if has_moved && !is_forced {
            self.note(index, None);
        }
    }

    /// Adds a state's board to the results if it is a new one.
    fn note(&mut self, index: usize, end: Option<End>) {
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
        let ground = rules.ground(state.robots, self.side);
        (0..self.robots)
            .filter(|robot| state.captured >> robot & 1 == 0)
            .any(|robot| {
                let from = state.square(robot);
                let ways = directions(self.side)
                    .into_iter()
                    .filter_map(|step| ground.towards(from, step));
                let mut payable = ways.filter(|way| way.energy <= energy_of(energies, robot));
                payable.any(|way| way.captures)
            })
    }
}

fn is_won_by(result: &RobotPhaseResult, side: Side) -> bool {
    result.end.is_some_and(|end| end.winner == Some(side))
}
