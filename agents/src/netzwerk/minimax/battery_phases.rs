//! Battery phases on a board, the most promising first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;

use botwerk_engine::netzwerk::{Fields, Position, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

use super::search_context::{CountNodes, SearchStopped};
use super::turn::BatteryMoves;

/// Maximum number of different sets of batteries on a board, which take about 200 megabytes.
const MAX_SETS: usize = 1 << 20;

/// Number of states between two checks whether to end.
const STATES_PER_CHECK: usize = 1_024;

/// A state within a battery phase.
#[derive(Debug, Clone)]
pub(super) struct BatteryState {
    /// Fields with batteries.
    pub(super) batteries: Fields,
    /// Fields whose batteries have moved (NW-17).
    moved: Fields,
    /// Moves that lead to the state.
    pub(super) moves: BatteryMoves,
    pub(super) value: i32,
    /// `true` if no previous state has the same batteries.
    is_first: bool,
}

/// Enumerates battery phases by beam search, completely if there are few. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct BatteryPhases {
    states: Vec<BatteryState>,
    seen: FxHashSet<(Fields, Fields)>,
    /// Values by set of batteries.
    values: FxHashMap<Fields, i32>,
    /// States that are not expanded yet, by value and index.
    frontier: BinaryHeap<(i32, Reverse<usize>)>,
}

impl BatteryPhases {
    /// Restarts with the batteries of a position, which have this value.
    pub(super) fn restart(&mut self, phase: &Position, value: i32) {
        self.states.clear();
        self.seen.clear();
        self.values.clear();
        self.frontier.clear();
        let start = (phase.batteries(), phase.moved());
        self.insert(start, BatteryMoves::new(), |_| value);
    }

    /// Adds a battery phase; `value_of` returns the value of a set of batteries.
    pub(super) fn add(&mut self, moves: BatteryMoves, value_of: impl FnMut(Fields) -> i32) {
        let start = (self.states[0].batteries, self.states[0].moved);
        let end = moves.iter().fold(start, |(batteries, moved), (from, to)| {
            (batteries.without(*from).with(*to), moved.with(*to))
        });
        self.insert(end, moves, value_of);
    }

    /// Expands states by one move, the best first, until there are no more or the number of
    /// different sets of batteries would exceed `max_sets`. Batteries on `controlled` fields can
    /// move (NW-14). `check` is called now and then, and ends the enumeration if it returns 0.
    ///
    /// # Errors
    /// Returns the error of `check`.
    pub(super) fn expand(
        &mut self,
        rules: &Rules,
        controlled: Fields,
        max_sets: usize,
        mut value_of: impl FnMut(Fields) -> i32,
        check: &mut CountNodes<'_>,
    ) -> Result<(), SearchStopped> {
        let max_sets = max_sets.min(MAX_SETS);
        let mut checked = 0;
        while let Some((_, Reverse(index))) = self.frontier.peek().copied() {
            if self.states.len() >= checked + STATES_PER_CHECK {
                checked = self.states.len();
                if check(0)? == 0 {
                    break;
                }
            }
            let state = self.states[index].clone();
            let movable = state.batteries.difference(state.moved);
            let movable = movable.intersection(controlled);
            let targets = |from| rules.battery_targets(state.batteries, from);
            let moves: usize = movable.map(|from| targets(from).len()).sum();
            if self.values.len() + moves > max_sets {
                break;
            }
            self.frontier.pop();
            for from in movable {
                for to in targets(from) {
                    let batteries = state.batteries.without(from).with(to);
                    let mut moves = state.moves.clone();
                    moves.push((from, to));
                    self.insert((batteries, state.moved.with(to)), moves, &mut value_of);
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if all battery phases were enumerated.
    pub(super) fn has_all(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Returns one state for each set of batteries.
    pub(super) fn distinct(&self) -> impl Iterator<Item = &BatteryState> {
        self.states.iter().filter(|state| state.is_first)
    }

    /// Inserts a state unless it is known.
    fn insert(
        &mut self,
        (batteries, moved): (Fields, Fields),
        moves: BatteryMoves,
        mut value_of: impl FnMut(Fields) -> i32,
    ) {
        if !self.seen.insert((batteries, moved)) {
            return;
        }
        let (value, is_first) = match self.values.entry(batteries) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(new) => (*new.insert(value_of(batteries)), true),
        };
        self.frontier.push((value, Reverse(self.states.len())));
        self.states.push(BatteryState {
            batteries,
            moved,
            moves,
            value,
            is_first,
        });
    }
}
