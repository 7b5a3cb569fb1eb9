//! The set phase (DR-11 to DR-13).

use super::arrow::Arrow;
use super::kind::Kind;
use super::position::{Phase, Position};
use super::rules::Rules;
use super::seat::Seat;
use super::send;
use super::stone::{Slot, Stone};

/// Returns the actions of the seat to act.
pub(crate) fn actions(position: &Position) -> Vec<String> {
    let seat = position.seat.unwrap();
    let mut kinds = position.hand(seat).to_vec();
    kinds.dedup();
    let mut actions = vec!["stop".to_owned()];
    for kind in kinds {
        for arrow in kind.arrows() {
            for slot in free(position, seat) {
                let text = format!("set {} {} {}", kind.text(), arrow.text(), slot.short());
                actions.push(text);
            }
        }
    }
    actions
}

/// Returns the free slots of a seat's uncovered transmitters (DR-11, DR-26).
fn free(position: &Position, seat: Seat) -> Vec<Slot> {
    let mut free = Vec::new();
    for number in position.uncovered(seat) {
        for place in 1..=3 {
            let slot = Slot {
                seat,
                number,
                place,
            };
            if !position.stones.contains_key(&slot) {
                free.push(slot);
            }
        }
    }
    free
}

/// Applies `stop`.
pub(crate) fn stop(rules: &Rules, position: &mut Position) {
    position.done.insert(position.seat.unwrap());
    advance(rules, position);
}

/// Applies `set V2 S 5.1`.
pub(crate) fn act(rules: &Rules, position: &mut Position, text: &str) {
    let seat = position.seat.unwrap();
    let fields: Vec<&str> = text.split(' ').collect();
    let kind = Kind::parse(fields[0]).unwrap();
    let arrow = Arrow::parse(fields[1]).unwrap();
    let slot = Slot::parse(seat, fields[2]).unwrap();
    remove_from_hand(position, seat, kind);
    position.stones.insert(slot, Stone { kind, arrow });
    stop_if_stuck(position, seat);
    advance(rules, position);
}

fn remove_from_hand(position: &mut Position, seat: Seat, kind: Kind) {
    let hand = position.hands.get_mut(&seat).unwrap();
    let index = hand.iter().position(|other| *other == kind).unwrap();
    hand.remove(index);
    if hand.is_empty() {
        position.hands.remove(&seat);
    }
}

/// Stops a seat without a stone or without a free slot automatically (DR-13).
fn stop_if_stuck(position: &mut Position, seat: Seat) {
    if position.hand(seat).is_empty() || free(position, seat).is_empty() {
        position.done.insert(seat);
    }
}

pub(crate) fn start(rules: &Rules, position: &mut Position) {
    position.phase = Phase::Set;
    let order = position.order();
    for seat in &order {
        stop_if_stuck(position, *seat);
    }
    select_seat(rules, position, order);
}

/// Passes the turn to the next seat clockwise that has not stopped.
pub(crate) fn advance(rules: &Rules, position: &mut Position) {
    select_seat(rules, position, position.next());
}

/// Passes the turn to the first of these seats that has not stopped, or starts the send phase if
/// all have.
fn select_seat(rules: &Rules, position: &mut Position, seats: Vec<Seat>) {
    match seats.into_iter().find(|seat| !position.done.contains(seat)) {
        Some(seat) => position.seat = Some(seat),
        None => send::start(rules, position),
    }
}
