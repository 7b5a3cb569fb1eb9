//! The start roll, and the transition between rounds.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::goal;
use super::position::{Phase, Position};
use super::rules::Rules;
use super::seat::Seat;
use super::tie_break;

/// Number of the last start roll, after which the first of the tied seats starts (DR-7).
const LAST_ROLL: usize = 255;

/// Applies a start roll: the highest roll starts, and tied seats roll again (DR-7).
pub(crate) fn apply_roll(position: &mut Position, rolls: &BTreeMap<Seat, i32>, roll: usize) {
    let highest = rolls.values().max().copied();
    let mut best: BTreeSet<Seat> = rolls.keys().copied().collect();
    best.retain(|seat| rolls.get(seat).copied() == highest);
    if roll == LAST_ROLL {
        best = best.into_iter().take(1).collect();
    }
    start_or_roll(position, best, roll + 1);
}

/// Lets a single seat start, or requests a roll of several seats.
pub(crate) fn start_or_roll(position: &mut Position, seats: BTreeSet<Seat>, roll: usize) {
    position.pending.clear();
    if seats.len() == 1 {
        position.starter = seats.first().copied();
        position.seat = position.starter;
    } else {
        position.pending.push(Entry::Start(seats, roll));
    }
}

/// Ends a round: applies eliminations, all out, last player and cap (DR-19, DR-31, DR-32),
/// otherwise starts the next round.
pub(crate) fn end(rules: &Rules, position: &mut Position) {
    let mut idle = position.active();
    idle.retain(|seat| position.sent.get(seat).is_none_or(|sent| *sent == 0));
    position.out.extend(&idle);
    let cap = rules.scenario.round_cap;
    // DR-32: without a cap round 10,000 is the last one.
    let is_last = position.round >= if cap == 0 { 10_000 } else { cap };
    let mut sides = tie_break::sides(rules, position);
    if rules.scenario.is_solo() {
        if sides.is_empty() || is_last {
            goal::lose(position);
        } else {
            next(rules, position);
        }
    } else if sides.is_empty() {
        let all = position.seats.clone();
        goal::win(position, if rules.teams.is_some() { all } else { idle });
    } else if sides.len() == 1 {
        goal::win(position, sides.remove(0));
    } else if is_last {
        let winners = tie_break::winners(rules, position);
        goal::win(position, winners);
    } else {
        next(rules, position);
    }
}

/// Starts the next round with the next active seat clockwise after the previous starter (DR-9).
fn next(rules: &Rules, position: &mut Position) {
    let last = position.starter.unwrap();
    let starter = position.active_from(last.clockwise())[0];
    position.round += 1;
    position.starter = Some(starter);
    position.phase = Phase::Draw;
    position.seat = Some(starter);
    position.done.clear();
    position.sent.clear();
    position.hands.clear();
    position.stones.clear();
    position.pending.clear();
    position.shift = None;
    if rules.scenario.is_solo() {
        position.pending.push(Entry::Shift);
    }
}
