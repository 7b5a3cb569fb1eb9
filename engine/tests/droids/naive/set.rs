//! The set phase (DR-11 to DR-13).

use super::arrow::Arrow;
use super::kind::Kind;
use super::position::{Phase, Position};
use super::rules::Rules;
use super::seat::Seat;
use super::send;
use super::stone::{Slot, Stone};

/// The actions of the seat to act.
pub(crate) fn actions(position: &Position) -> Vec<String> {
    let seat = position.seat.unwrap();
    let mut kinds = position.hand(seat).to_vec();
    kinds.dedup();
    let mut actions = vec!["stop".to_owned()];
    for kind in kinds {
        for arrow in kind.arrows() {
            for slot in free(position, seat) {
                let what = format!("set {} {} {}", kind.text(), arrow.text(), slot.short());
                actions.push(what);
            }
        }
    }
    actions
}

/// The free slots of a seat's uncovered transmitters (DR-11, DR-26).
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

/// Carries out `stop`.
pub(crate) fn stop(rules: &Rules, position: &mut Position) {
    position.done.insert(position.seat.unwrap());
    go_on(rules, position);
}

/// Carries out `set V2 S 5.1`.
pub(crate) fn act(rules: &Rules, position: &mut Position, what: &str) {
    let seat = position.seat.unwrap();
    let words: Vec<&str> = what.split(' ').collect();
    let kind = Kind::parse(words[0]).unwrap();
    let arrow = Arrow::parse(words[1]).unwrap();
    let slot = Slot::parse(seat, words[2]).unwrap();
    leave_hand(position, seat, kind);
    position.stones.insert(slot, Stone { kind, arrow });
    stop_if_stuck(position, seat);
    go_on(rules, position);
}

fn leave_hand(position: &mut Position, seat: Seat, kind: Kind) {
    let hand = position.hands.get_mut(&seat).unwrap();
    let index = hand.iter().position(|held| *held == kind).unwrap();
    hand.remove(index);
    if hand.is_empty() {
        position.hands.remove(&seat);
    }
}

/// DR-13: a seat that has nothing to set, or nowhere to set it, has stopped automatically.
fn stop_if_stuck(position: &mut Position, seat: Seat) {
    if position.hand(seat).is_empty() || free(position, seat).is_empty() {
        position.done.insert(seat);
    }
}

pub(crate) fn begin(rules: &Rules, position: &mut Position) {
    position.phase = Phase::Set;
    let order = position.order();
    for seat in &order {
        stop_if_stuck(position, *seat);
    }
    first_of(rules, position, order);
}

/// The next seat clockwise that has not stopped acts.
pub(crate) fn go_on(rules: &Rules, position: &mut Position) {
    first_of(rules, position, position.next());
}

/// The first of these that has not stopped acts; if all have, the send phase begins.
fn first_of(rules: &Rules, position: &mut Position, seats: Vec<Seat>) {
    match seats.into_iter().find(|seat| !position.done.contains(seat)) {
        Some(seat) => position.seat = Some(seat),
        None => send::begin(rules, position),
    }
}
