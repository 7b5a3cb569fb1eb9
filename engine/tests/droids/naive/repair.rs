//! Repair (DR-27).

use super::entry::Entry;
use super::order;
use super::point::Point;
use super::position::Position;
use super::robot::Robot;
use super::rules::Rules;
use super::seat::Seat;

/// A repair robot works on a square: a damaged droid of an active player there loses a strip of its
/// owner's choice, or all of them.
pub(crate) fn act(rules: &Rules, position: &mut Position, at: Point) {
    let Some(Robot::Droid(seat)) = position.robot_at(at) else {
        return;
    };
    if !position.is_active(seat) || position.covered(seat).is_empty() {
        return;
    }
    if rules.is("repair_strips", "all") {
        position.strips.retain(|(owner, _)| *owner != seat);
    } else {
        position.pending.push(Entry::Lift(seat));
    }
}

/// The answers of a droid's owner.
pub(crate) fn actions(position: &Position, seat: Seat) -> Vec<String> {
    let covered = position.covered(seat).into_iter();
    covered.map(|number| format!("lift {number}")).collect()
}

/// What is lifted if the owner does not answer in time: the strip of the column his droid stands
/// in, else the lowest number.
pub(crate) fn default_action(position: &Position, seat: Seat) -> String {
    let covered = position.covered(seat);
    let column = seat.column(position.droid(seat).at);
    let number = if covered.contains(&column) {
        column
    } else {
        covered[0]
    };
    format!("lift {number}")
}

/// Carries out `lift 7` for the seat of the first pending entry.
pub(crate) fn lift(rules: &Rules, position: &mut Position, what: &str) {
    let Entry::Lift(seat) = position.pending.remove(0) else {
        panic!("nothing is to be lifted");
    };
    position.strips.remove(&(seat, what.parse().unwrap()));
    order::settle(rules, position);
}
