//! Enumeration of the robot phases of a turn and of the boards that they lead to.

mod expansion;
mod index_table;
mod pruning;
mod state;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use arrayvec::ArrayVec;

use index_table::IndexTable;
use state::State;

use crate::netzwerk::action::Action;
use crate::netzwerk::energy::EnergyTable;
use crate::netzwerk::lattice::{Point, Squares};
use crate::netzwerk::position::Position;
use crate::netzwerk::rules::{End, Rules};
use crate::netzwerk::side::Side;

/// Maximum number of robot actions of one turn: each spends the energy of at least one battery.
pub const MAX_ROBOT_ACTIONS: usize = 14;

/// The actions of a robot phase, in order.
pub type RobotActions = ArrayVec<Action, MAX_ROBOT_ACTIONS>;

/// A distinct board that a robot phase leads to.
#[derive(Debug, Clone, Copy)]
pub struct RobotPhaseResult {
    /// The squares of the robots, by [`Side::index`].
    pub robots: [Squares; 2],
    /// The end of the match if the robot phase decides it; there is then no battery phase.
    pub end: Option<End>,
    /// The value by the function passed to [`RobotPhases::best`]; 0 without one or if the match has
    /// ended.
    pub value: i32,
    /// Index of the state in which it was found.
    state: u32,
}

/// The goal of a search, which decides the states that it expands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchGoal {
    /// Every board: all states.
    Everything,
    /// A win: states from which the side to move can still win (NW-19, NW-20).
    Win,
    /// A stalemate: states from which the opponent may be left no robot to move (NW-21).
    Stalemate,
}

/// Number of expanded states between two calls of [`PhaseLimits::should_stop`], less than a millisecond.
const STATES_PER_CHECK: usize = 256;

/// The limits of an enumeration, which ends at the first of them with the results so far.
#[derive(Clone, Copy)]
pub struct PhaseLimits<'a> {
    /// Maximum number of states that are expanded.
    pub states: usize,
    /// Number of results after which no more are looked for.
    pub results: usize,
    /// Called from time to time; the enumeration ends once it returns `true`.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl PhaseLimits<'_> {
    /// No limits: the enumeration is complete.
    pub const NONE: PhaseLimits<'static> = PhaseLimits {
        states: usize::MAX,
        results: usize::MAX,
        should_stop: &|| false,
    };

    /// Returns `true` if the enumeration ends after this number of expanded states.
    fn are_reached(&self, expanded: usize, results: usize) -> bool {
        let is_check = expanded > 0 && expanded.is_multiple_of(STATES_PER_CHECK);
        expanded >= self.states || results >= self.results || is_check && (self.should_stop)()
    }
}

impl std::fmt::Debug for PhaseLimits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PhaseLimits")
            .field("states", &self.states)
            .field("results", &self.results)
            .finish_non_exhaustive()
    }
}

/// An enumerator of robot phases, which reuses its memory.
///
/// Two states of a turn with the same robots on the same squares differ only in the energy spent; a
/// state in which no robot has spent less than in another is dropped. With forced captures (NW-28)
/// having spent more energy may be better, so only equal states are dropped. States that agree in
/// the squares of both sides' robots are the same result.
///
/// ```
/// use botwerk_engine::netzwerk::{Netzwerk, RobotPhases};
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// let mut phases = RobotPhases::new();
/// assert_eq!(phases.all(game.rules(), start.position()).len(), 2524);
/// ```
#[derive(Debug)]
pub struct RobotPhases {
    energy: EnergyTable,
    states: Vec<State>,
    known: IndexTable,
    boards: IndexTable,
    results: Vec<RobotPhaseResult>,
    /// Values of the states, by index.
    values: Vec<i32>,
    /// States to expand, by value.
    open: BinaryHeap<(i32, Reverse<usize>)>,
    side: Side,
    robots: usize,
    /// Squares with a battery next to them.
    powered: Squares,
}

impl Default for RobotPhases {
    fn default() -> Self {
        Self::new()
    }
}

impl RobotPhases {
    /// Creates an enumerator without results.
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

    /// Returns every distinct board after the robot phase of this turn, fewest actions first.
    ///
    /// The phase may be in progress; if it can end as it is, that is the first result. The list is
    /// empty in the battery phase.
    pub fn all(&mut self, rules: &Rules, position: &Position) -> &[RobotPhaseResult] {
        self.all_within(rules, position, PhaseLimits::NONE)
    }

    /// Does the same as [`Self::all`], but returns only the first results if a limit is reached.
    pub fn all_within(
        &mut self,
        rules: &Rules,
        position: &Position,
        limits: PhaseLimits<'_>,
    ) -> &[RobotPhaseResult] {
        self.search(rules, position, SearchGoal::Everything, limits);
        &self.results
    }

    /// Returns a robot phase with which the side to move wins at once (NW-19, NW-20), or `None` if
    /// there is none.
    pub fn win(&mut self, rules: &Rules, position: &Position) -> Option<RobotActions> {
        self.win_within(rules, position, PhaseLimits::NONE)
    }

    /// Does the same as [`Self::win`], but misses wins beyond the limits.
    pub fn win_within(
        &mut self,
        rules: &Rules,
        position: &Position,
        limits: PhaseLimits<'_>,
    ) -> Option<RobotActions> {
        self.search(rules, position, SearchGoal::Win, limits);
        let won = |result: &&RobotPhaseResult| is_won_by(result, position.side());
        self.results.last().filter(won).map(|won| self.actions(won))
    }

    /// Returns `true` if the side to move can win at once by its robots (NW-19, NW-20) within the limits.
    ///
    /// It expands the states first whose leaders are nearest to home, and so finds a win in a fraction of the states that
    /// [`Self::win_within`] needs for the shortest one.
    pub fn has_win_within(
        &mut self,
        rules: &Rules,
        position: &Position,
        limits: PhaseLimits<'_>,
    ) -> bool {
        if !self.start(rules, position) {
            return false;
        }
        self.open.clear();
        let (mut queued, mut expanded) = (0, 0);
        loop {
            for index in queued..self.states.len() {
                let distance = self.states[index].leaders_distance(rules, self.side);
                self.open.push((-distance, Reverse(index)));
            }
            queued = self.states.len();
            if limits.are_reached(expanded, self.results.len()) {
                return false;
            }
            let Some((_, Reverse(index))) = self.open.pop() else {
                return false;
            };
            expanded += 1;
            if self.expand(rules, index, SearchGoal::Win) {
                let won = |result: &RobotPhaseResult| is_won_by(result, position.side());
                return self.results.last().is_some_and(won);
            }
        }
    }

    /// Returns boards after which the opponent may be left no robot to move (NW-21). If such a turn
    /// exists, at least one of its boards is included. See [`Rules::win_in_one_turn`].
    pub(super) fn stalemating(
        &mut self,
        rules: &Rules,
        position: &Position,
        limits: PhaseLimits<'_>,
    ) -> &[RobotPhaseResult] {
        self.search(rules, position, SearchGoal::Stalemate, limits);
        &self.results
    }

    /// Returns the results of the last enumeration.
    pub fn results(&self) -> &[RobotPhaseResult] {
        &self.results
    }

    /// Returns actions that lead from the enumerated position to a result of the last enumeration.
    pub fn actions(&self, result: &RobotPhaseResult) -> RobotActions {
        let mut actions = RobotActions::new();
        let mut at = result.state as usize;
        while at != 0 {
            let state = &self.states[at];
            actions.push(state.robot_move.action());
            at = state.parent as usize;
        }
        actions.reverse();
        actions
    }

    /// Enumerates boards best first, for [`Self::results`]: expands at most `max_states` states,
    /// those with the highest `value` of both sides' squares first, until a board is `wanted`.
    /// Returns `true` if every state was expanded, so that the results are all boards.
    pub fn best(
        &mut self,
        rules: &Rules,
        position: &Position,
        max_states: usize,
        value: impl FnMut([Squares; 2]) -> i32,
        wanted: impl FnMut(&RobotPhaseResult) -> bool,
    ) -> bool {
        let found = self.best_first(rules, position, max_states, value, wanted);
        found.is_none() && self.open.is_empty()
    }

    /// Returns the first wanted board, expanding states with the highest `value` first, or `None` if
    /// no board is wanted.
    pub fn find(
        &mut self,
        rules: &Rules,
        position: &Position,
        value: impl FnMut([Squares; 2]) -> i32,
        wanted: impl FnMut(&RobotPhaseResult) -> bool,
    ) -> Option<RobotPhaseResult> {
        self.best_first(rules, position, usize::MAX, value, wanted)
    }

    /// Returns the fewest actions that lead to a board, given as both sides' squares by [`Side::index`], or
    /// `None` if the board cannot be reached within the limits.
    pub fn fewest_actions_to(
        &mut self,
        rules: &Rules,
        position: &Position,
        robots: [Squares; 2],
        limits: PhaseLimits<'_>,
    ) -> Option<RobotActions> {
        if !self.start(rules, position) {
            return None;
        }
        let (mut next, mut checked) = (0, 0);
        loop {
            let found = self.results[checked..].iter();
            if let Some(found) = { found }.find(|result| result.robots == robots) {
                return Some(self.actions(found));
            }
            checked = self.results.len();
            if next >= self.states.len() || limits.are_reached(next, checked) {
                return None;
            }
            self.expand(rules, next, SearchGoal::Everything);
            next += 1;
        }
    }

    /// Returns actions that lead to a board, given as both sides' squares by [`Side::index`], or
    /// `None` if the board cannot be reached.
    pub fn actions_to(
        &mut self,
        rules: &Rules,
        position: &Position,
        robots: [Squares; 2],
    ) -> Option<RobotActions> {
        self.actions_to_within(rules, position, robots, usize::MAX)
    }

    /// Does the same as [`Self::actions_to`], but expands at most `max_states` states.
    pub fn actions_to_within(
        &mut self,
        rules: &Rules,
        position: &Position,
        robots: [Squares; 2],
        max_states: usize,
    ) -> Option<RobotActions> {
        let side = position.side.index();
        let ranks = |robots: Squares| robots.map(Point::rank).sum::<usize>();
        let goal = ranks(robots[side]);
        let closeness = |now: [Squares; 2]| {
            let (own, enemies) = (now[side], now[1 - side]);
            // Robots never move backward, and captured robots never return.
            let passed = match position.side {
                Side::White => ranks(own) > goal,
                Side::Black => ranks(own) < goal,
            };
            if passed || !robots[1 - side].difference(enemies).is_empty() {
                return i32::MIN;
            }
            let moves = robots[side].difference(own).len() * 16;
            let captures = enemies.difference(robots[1 - side]).len() * 16;
            -((moves + captures) as i32) - ranks(own).abs_diff(goal) as i32
        };
        let is_goal = |result: &RobotPhaseResult| result.robots == robots;
        let found = self.best_first(rules, position, max_states, closeness, is_goal)?;
        Some(self.actions(&found))
    }

    /// Expands the best states first, until a result is wanted.
    fn best_first(
        &mut self,
        rules: &Rules,
        position: &Position,
        max_states: usize,
        mut value: impl FnMut([Squares; 2]) -> i32,
        mut wanted: impl FnMut(&RobotPhaseResult) -> bool,
    ) -> Option<RobotPhaseResult> {
        if !self.start(rules, position) {
            return None;
        }
        self.open.clear();
        self.values.clear();
        let (mut checked, mut expanded) = (0, 0);
        loop {
            // States found by the last expansion are queued by value, older ones first.
            for index in self.values.len()..self.states.len() {
                let state = &self.states[index];
                let value = if state.over { 0 } else { value(state.robots) };
                self.values.push(value);
                if !state.over {
                    self.open.push((value, Reverse(index)));
                }
            }
            for result in &mut self.results[checked..] {
                result.value = self.values[result.state as usize];
                if wanted(result) {
                    return Some(*result);
                }
            }
            checked = self.results.len();
            let (_, Reverse(index)) = self.open.pop().filter(|_| expanded < max_states)?;
            expanded += 1;
            self.expand(rules, index, SearchGoal::Everything);
        }
    }

    /// Expands states breadth first within limits, and stops early at a win if that is the goal.
    fn search(
        &mut self,
        rules: &Rules,
        position: &Position,
        goal: SearchGoal,
        limits: PhaseLimits<'_>,
    ) {
        if !self.start(rules, position) {
            return;
        }
        let mut next = 0;
        while next < self.states.len() && !limits.are_reached(next, self.results.len()) {
            if self.expand(rules, next, goal) {
                return;
            }
            next += 1;
        }
    }
}

fn is_won_by(result: &RobotPhaseResult, side: Side) -> bool {
    result.end.is_some_and(|end| end.winner == Some(side))
}
