//! The send phase (DR-14 to DR-19): what can be sent, and whose turn it is.

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

/// The actions of the seat to act.
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

/// The front stones that a seat can send.
fn sendable(position: &Position, seat: Seat) -> Vec<Slot> {
    let numbers = position.uncovered(seat).into_iter();
    let fronts = numbers.filter_map(|number| position.front(seat, number));
    fronts
        .filter(|slot| receiver(position, *slot).is_some())
        .collect()
}

/// The robot that obeys the stone of a slot (DR-14): it stands in the transmitter's column.
fn receiver(position: &Position, slot: Slot) -> Option<Robot> {
    match position.stones[&slot].kind.colour() {
        Colour::Violet | Colour::Blue | Colour::Red => {
            let column = slot.seat.column(position.droid(slot.seat).at);
            (column == slot.number).then_some(Robot::Droid(slot.seat))
        }
        Colour::Grey => nearest_repairer(position, slot),
    }
}

/// DR-16: of two repair robots in the column the one nearest the transmitter obeys.
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

/// The droids that a seat's relay stone may be for (DR-22), also inert ones and ones in water.
fn targets(rules: &Rules, position: &Position, seat: Seat) -> Vec<Seat> {
    let mut targets: Vec<Seat> = position.seats.iter().copied().collect();
    targets.retain(|target| *target != seat);
    if rules.is("relay_target", "line_of_sight") {
        let seen = shot::seen(rules, position, position.droid(seat).at);
        targets.retain(|target| seen.contains(&Robot::Droid(*target)));
    }
    targets
}

/// Carries out `send 5` or `send 5 >N`.
pub(crate) fn act(rules: &Rules, position: &mut Position, what: &str) {
    let seat = position.seat.unwrap();
    let (number, target) = match what.split_once(" >") {
        Some((number, target)) => (number, Some(Seat::parse(target).unwrap())),
        None => (what, None),
    };
    let slot = position.front(seat, number.parse().unwrap()).unwrap();
    let receiver = receiver(position, slot).unwrap();
    let stone = position.stones.remove(&slot).unwrap();
    *position.sent.entry(seat).or_default() += 1;
    order::by_player(rules, position, stone, receiver, target);
}

/// Unset stones go back (DR-13), and the first seat that can sends.
pub(crate) fn begin(rules: &Rules, position: &mut Position) {
    position.phase = Phase::Send;
    position.hands.clear();
    position.done.clear();
    position.sent = position
        .active()
        .into_iter()
        .map(|seat| (seat, 0))
        .collect();
    first_of(rules, position, position.order());
}

/// The next seat clockwise that can send acts.
pub(crate) fn go_on(rules: &Rules, position: &mut Position) {
    first_of(rules, position, position.next());
}

/// The first of these that can send acts. Whose turn comes before that is over with his round
/// (DR-18). When all are, the round ends.
fn first_of(rules: &Rules, position: &mut Position, seats: Vec<Seat>) {
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

/// A seat's round ends, and in the solo scenario that of the mad robot (DR-37).
fn finish(rules: &Rules, position: &mut Position, seat: Seat) {
    position.done.insert(seat);
    position.clear_stones(seat);
    if rules.scenario.is_solo() {
        position.stones.clear();
    }
}
