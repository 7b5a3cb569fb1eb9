//! Referee actions: seats that leave (DR-41) and lifts without an answer (DR-27).

use std::collections::BTreeSet;

use super::draw;
use super::entry::Entry;
use super::goal;
use super::order;
use super::position::{Phase, Position};
use super::repair;
use super::round;
use super::rules::Rules;
use super::seat::Seat;
use super::send;
use super::set;
use super::tie_break;

/// Returns the referee's actions, or none after the end.
pub(crate) fn actions(position: &Position) -> Vec<String> {
    if position.phase == Phase::Over {
        return Vec::new();
    }
    let active = position.active().into_iter();
    let mut actions: Vec<String> = active
        .map(|seat| format!("leave {}", seat.letter()))
        .collect();
    if let Some(Entry::Lift(seat)) = position.pending.first() {
        actions.push(repair::default_action(position, *seat));
    }
    actions
}

/// Removes a seat that leaves: it is out at once, its hand and stones return to the containers, its
/// pending entries are removed, and DR-31 is tested.
pub(crate) fn leave(rules: &Rules, position: &mut Position, seat: Seat) {
    position.out.insert(seat);
    position.hands.remove(&seat);
    position.clear_stones(seat);
    let count = position.pending.len();
    position.pending.retain(|entry| !entry.belongs_to(seat));
    let was_awaited = position.pending.len() < count;
    let mut sides = tie_break::sides(rules, position);
    if rules.scenario.is_solo() {
        goal::lose(position);
    } else if sides.len() == 1 {
        goal::win(position, sides.remove(0));
    } else {
        continue_match(rules, position, seat, was_awaited);
    }
}

/// Continues the match after a departure that does not end it.
fn continue_match(rules: &Rules, position: &mut Position, seat: Seat, was_awaited: bool) {
    if let Some(Entry::Start(seats, roll)) = position.pending.first().cloned() {
        leave_start_roll(position, seats, roll, seat);
        return;
    }
    if !position.pending.is_empty() {
        return;
    }
    let was_its_turn = position.seat == Some(seat);
    match position.phase {
        Phase::Draw if was_its_turn => draw::advance(rules, position),
        Phase::Set if was_its_turn => set::advance(rules, position),
        // The order was waiting only for this seat's answer.
        Phase::Send if was_awaited => order::settle(rules, position),
        Phase::Send if was_its_turn => send::advance(rules, position),
        Phase::Draw | Phase::Set | Phase::Send | Phase::Over => {}
    }
}

/// Continues the start roll with the remaining seats; if only one remains, it starts.
fn leave_start_roll(position: &mut Position, mut seats: BTreeSet<Seat>, roll: usize, seat: Seat) {
    seats.remove(&seat);
    round::start_or_roll(position, seats, roll);
}
