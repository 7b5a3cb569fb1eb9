//! Move ordering of turns.

use botwerk_engine::netzwerk::{Point, Position, Squares};

use super::generation::Candidate;
use super::iteration::MAX_DEPTH;
use super::turn::Turn;

/// The killer and history heuristics: turns that caused cutoffs elsewhere are tried early.
#[derive(Debug)]
pub(super) struct TurnOrder {
    /// Turns that caused cutoffs at each distance from the root, as the squares of the side's
    /// robots.
    killers: Vec<[Squares; 2]>,
    /// Weighted count of cutoffs with robots on each square, by side.
    history: [[i32; 64]; 2],
}

/// Value of a killer in the order of turns.
const KILLER_BONUS: i32 = 60;
/// Divisor of the history in the order of turns.
const HISTORY_DIVISOR: i32 = 16;

/// Limit at which all counts are halved, so that recent cutoffs have more weight.
const HISTORY_LIMIT: i32 = 1 << 12;

impl TurnOrder {
    pub(super) fn new() -> Self {
        Self {
            killers: vec![[Squares::EMPTY; 2]; MAX_DEPTH as usize + 2],
            history: [[0; 64]; 2],
        }
    }

    /// Sorts the turns of a position by their value, killers and history.
    pub(super) fn sort(&self, position: &Position, ply: i32, candidates: &mut [Candidate]) {
        let side = position.side();
        let killers = self.killers[ply as usize];
        let history = &self.history[side.index()];
        let start = position.robots(side);
        candidates.sort_by_cached_key(|Candidate { turn, value }| {
            let robots = turn.robots[side.index()];
            let moved = robots.difference(start);
            let history_sum: i32 = moved.map(|square| history[usize::from(square.bit())]).sum();
            let killer = if killers.contains(&robots) {
                KILLER_BONUS
            } else {
                0
            };
            -(value + killer + history_sum / HISTORY_DIVISOR)
        });
    }

    /// Records a turn that caused a cutoff at this remaining depth.
    pub(super) fn record_cutoff(&mut self, position: &Position, ply: i32, depth: u32, turn: &Turn) {
        let side = position.side();
        let robots = turn.robots[side.index()];
        let killers = &mut self.killers[ply as usize];
        if killers[0] != robots {
            *killers = [robots, killers[0]];
        }
        let history = &mut self.history[side.index()];
        let bonus = (depth * depth) as i32;
        for square in robots.difference(position.robots(side)) {
            let count = &mut history[usize::from(square.bit())];
            *count += bonus;
            if *count > HISTORY_LIMIT {
                for count in history.iter_mut() {
                    *count /= 2;
                }
            }
        }
    }
}
