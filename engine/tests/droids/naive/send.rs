//! The send phase (DR-14 to DR-19): legal stones and turn order.

use super::colour::Colour;
use super::kind::Effect;
use super::order;
use super::position::{Phase, Position};
use super::robot::Robot;
use super::round;
use super::rules::Rules;
use super::seat::Seat;
use super::shot;
use super::stone::Slot;

/// Returns the actions of the seat to act.
pub(crate) fn actions(rules: &Rules, position: &Position) -> Vec<String> {
    let seat = position.seat.unwrap();
    let mut actions = Vec::new();
    for slot in sendable(position, seat) {
        let send = format!("send {}", slot.number);
        let is_relay = position.stones[&slot].kind.effect() == Effect::Relay;
        let targets = targets(rules, position, seat);
        if is_relay && !targets.is_empty() {
            let target = |target: Seat| format!("{send} >{}", target.letter());
            actions.extend(targets.into_iter().map(target));
        } else {
            actions.push(send);
        }
    }
    actions
}

/// Returns the slots of the front stones that a seat can send.
fn sendable(position: &Position, seat: Seat) -> Vec<Slot> {
    let numbers = position.uncovered(seat).into_iter();
    let fronts = numbers.filter_map(|number| position.front(seat, number));
    fronts
        .filter(|slot| receiver(position, *slot).is_some())
        .collect()
}

/// Returns the robot in the transmitter's column that obeys the stone of a slot (DR-14).
fn receiver(position: &Position, slot: Slot) -> Option<Robot> {
    match position.stones[&slot].kind.colour() {
        Colour::Violet | Colour::Blue | Colour::Red => {
            let column = slot.seat.column(position.droid(slot.seat).at);
            (column == slot.number).then_some(Robot::Droid(slot.seat))
        }
        Colour::Grey => nearest_repairer(position, slot),
    }
}

/// Returns the repair robot in the column that is nearest the transmitter (DR-16).
fn nearest_repairer(position: &Position, slot: Slot) -> Option<Robot> {
    let mut nearest: Option<usize> = None;
    for (index, at) in position.repairers.iter().enumerate() {
        let is_nearer =
            |other: usize| slot.seat.distance(*at) < slot.seat.distance(position.repairers[other]);
        if slot.seat.column(*at) == slot.number && nearest.is_none_or(is_nearer) {
            nearest = Some(index);
        }
    }
    nearest.map(Robot::Repairer)
}

/// Returns the possible targets of a seat's relay stone, including inert droids and droids in water
/// (DR-22).
fn targets(rules: &Rules, position: &Position, seat: Seat) -> Vec<Seat> {
    let mut targets: Vec<Seat> = position.seats.iter().copied().collect();
    targets.retain(|target| *target != seat);
    if rules.is("relay_target", "line_of_sight") {
        let in_sight = shot::robots_in_sight(rules, position, position.droid(seat).at);
        targets.retain(|target| in_sight.contains(&Robot::Droid(*target)));
    }
    targets
}

/// Applies `send 5` or `send 5 >N`.
pub(crate) fn act(rules: &Rules, position: &mut Position, text: &str) {
    let seat = position.seat.unwrap();
    let (number, target) = match text.split_once(" >") {
        Some((number, target)) => (number, Some(Seat::parse(target).unwrap())),
        None => (text, None),
    };
    let slot = position.front(seat, number.parse().unwrap()).unwrap();
    let receiver = receiver(position, slot).unwrap();
    let stone = position.stones.remove(&slot).unwrap();
    *position.sent.entry(seat).or_default() += 1;
    order::by_player(rules, position, stone, receiver, target);
}

/// Returns unset stones to their containers (DR-13) and selects the first seat that can send.
pub(crate) fn start(rules: &Rules, position: &mut Position) {
    position.phase = Phase::Send;
    position.hands.clear();
    position.done.clear();
    position.sent = position
        .active()
        .into_iter()
        .map(|seat| (seat, 0))
        .collect();
    select_seat(rules, position, position.order());
}

/// Passes the turn to the next seat clockwise that can send.
pub(crate) fn advance(rules: &Rules, position: &mut Position) {
    select_seat(rules, position, position.next());
}

/// Passes the turn to the first of these seats that can send. The rounds of the seats before it end
/// (DR-18). If no seat can send, the round ends.
fn select_seat(rules: &Rules, position: &mut Position, seats: Vec<Seat>) {
    for seat in seats {
        if position.done.contains(&seat) {
            continue;
        }
        if !sendable(position, seat).is_empty() {
            position.seat = Some(seat);
            return;
        }
        finish(rules, position, seat);
    }
    round::end(rules, position);
}

/// Ends a seat's round, and in the solo scenario that of the mad robot (DR-37).
fn finish(rules: &Rules, position: &mut Position, seat: Seat) {
    position.done.insert(seat);
    position.clear_stones(seat);
    if rules.scenario.is_solo() {
        position.stones.clear();
    }
}
