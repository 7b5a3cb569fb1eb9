//! Battery phases after a board, the most promising first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;

use botwerk_engine::netzwerk::{Fields, Position, Rules};
use rustc_hash::{FxHashMap, FxHashSet};

use super::turn::BatteryMoves;

/// A state within a battery phase.
#[derive(Debug, Clone)]
pub(super) struct BatteryState {
    /// The fields with batteries.
    pub(super) batteries: Fields,
    /// Those whose batteries have moved (NW-17).
    moved: Fields,
    /// Moves that lead there.
    pub(super) moves: BatteryMoves,
    pub(super) value: i32,
    /// Whether no state before it has the same batteries.
    is_first: bool,
}

/// Looks for battery phases: a beam, which is complete where there are few. Its memory is used
/// again.
#[derive(Debug, Default)]
pub(super) struct BatteryPhases {
    states: Vec<BatteryState>,
    met: FxHashSet<(Fields, Fields)>,
    /// What batteries are worth.
    values: FxHashMap<Fields, i32>,
    /// States from which no battery was moved on yet: their values and numbers.
    open: BinaryHeap<(i32, Reverse<usize>)>,
}

impl BatteryPhases {
    /// Begins anew with the batteries as they are, which are worth so much.
    pub(super) fn begin(&mut self, phase: &Position, value: i32) {
        self.states.clear();
        self.met.clear();
        self.values.clear();
        self.open.clear();
        let start = (phase.batteries(), phase.moved());
        self.meet(start, BatteryMoves::new(), |_| value);
    }

    /// Adds a battery phase. What batteries are worth `value_of` says.
    pub(super) fn add(&mut self, moves: BatteryMoves, value_of: impl FnMut(Fields) -> i32) {
        let start = (self.states[0].batteries, self.states[0].moved);
        let end = moves.iter().fold(start, |(batteries, moved), (from, to)| {
            (batteries.without(*from).with(*to), moved.with(*to))
        });
        self.meet(end, moves, value_of);
    }

    /// Adds what one move more leads to, from the best on, until there is nothing else or there
    /// would be more than `most` different sets of batteries. Batteries that may be moved are
    /// those on `controlled` fields (NW-14).
    pub(super) fn grow(
        &mut self,
        rules: &Rules,
        controlled: Fields,
        most: usize,
        mut value_of: impl FnMut(Fields) -> i32,
    ) {
        while let Some((_, Reverse(number))) = self.open.peek().copied() {
            let state = self.states[number].clone();
            let movable = state.batteries.difference(state.moved);
            let movable = movable.intersection(controlled);
            let targets = |from| rules.battery_targets(state.batteries, from);
            let moves: u32 = movable.map(|from| targets(from).len()).sum();
            if self.values.len() + moves as usize > most {
                return;
            }
            self.open.pop();
            for from in movable {
                for to in targets(from) {
                    let batteries = state.batteries.without(from).with(to);
                    let mut moves = state.moves.clone();
                    moves.push((from, to));
                    self.meet((batteries, state.moved.with(to)), moves, &mut value_of);
                }
            }
        }
    }

    /// Whether there are no others.
    pub(super) fn has_all(&self) -> bool {
        self.open.is_empty()
    }

    /// One state for each set of batteries.
    pub(super) fn different(&self) -> impl Iterator<Item = &BatteryState> {
        self.states.iter().filter(|state| state.is_first)
    }

    /// Takes note of a state, unless it was met.
    fn meet(
        &mut self,
        (batteries, moved): (Fields, Fields),
        moves: BatteryMoves,
        mut value_of: impl FnMut(Fields) -> i32,
    ) {
        if !self.met.insert((batteries, moved)) {
            return;
        }
        let (value, is_first) = match self.values.entry(batteries) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(new) => (*new.insert(value_of(batteries)), true),
        };
        self.open.push((value, Reverse(self.states.len())));
        self.states.push(BatteryState {
            batteries,
            moved,
            moves,
            value,
            is_first,
        });
    }
}
