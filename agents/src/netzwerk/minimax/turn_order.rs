//! The order in which turns are searched.

use botwerk_engine::netzwerk::{Point, Position, Squares};

use super::generation::Candidate;
use super::pass::MAX_DEPTH;
use super::turn::Turn;

/// What has cut off elsewhere is tried early: killers and history.
#[derive(Debug)]
pub(super) struct TurnOrder {
    /// Turns that have cut off at each distance from the root: the own robots' squares.
    killers: Vec<[Squares; 2]>,
    /// How often robots on a square were part of a turn that cut off, by side.
    history: [[i32; 64]; 2],
}

/// The value of a killer in the order of turns, and the share of history in it.
const KILLER: i32 = 60;
const HISTORY_SHARE: i32 = 16;

/// Above it all counts are halved, so that what cut off lately weighs more.
const HISTORY_LIMIT: i32 = 1 << 12;

impl TurnOrder {
    pub(super) fn new() -> Self {
        Self {
            killers: vec![[Squares::EMPTY; 2]; MAX_DEPTH as usize + 2],
            history: [[0; 64]; 2],
        }
    }

    /// Sorts the turns of a position at a distance from the root by their value and by what has
    /// cut off elsewhere.
    pub(super) fn sort(&self, position: &Position, ply: i32, candidates: &mut [Candidate]) {
        let side = position.side();
        let killers = self.killers[ply as usize];
        let history = &self.history[side.index()];
        let start = position.robots(side);
        candidates.sort_by_cached_key(|Candidate { turn, value }| {
            let own = turn.robots[side.index()];
            let moved = own.difference(start);
            let past: i32 = moved.map(|square| history[usize::from(square.bit())]).sum();
            let killer = if killers.contains(&own) { KILLER } else { 0 };
            -(value + killer + past / HISTORY_SHARE)
        });
    }

    /// Takes note of a turn that has cut off, with so many turns left.
    pub(super) fn note_cutoff(&mut self, position: &Position, ply: i32, depth: u32, turn: &Turn) {
        let side = position.side();
        let own = turn.robots[side.index()];
        let killers = &mut self.killers[ply as usize];
        if killers[0] != own {
            *killers = [own, killers[0]];
        }
        let history = &mut self.history[side.index()];
        let bonus = (depth * depth) as i32;
        for square in own.difference(position.robots(side)) {
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
