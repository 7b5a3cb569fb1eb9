//! Repair (DR-27).

use super::entry::Entry;
use super::order;
use super::point::Point;
use super::position::Position;
use super::robot::Robot;
use super::rules::Rules;
use super::seat::Seat;

/// Applies a repair robot's repair to a square: the owner of a damaged droid of an active player
/// may lift one strip, or all strips are lifted.
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

/// Returns the possible lifts of a droid's owner.
pub(crate) fn actions(position: &Position, seat: Seat) -> Vec<String> {
    let covered = position.covered(seat).into_iter();
    covered.map(|number| format!("lift {number}")).collect()
}

/// Returns the lift if the owner does not answer in time: the strip of the droid's column,
/// otherwise the lowest number.
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

/// Applies `lift 7` for the seat of the first pending entry.
pub(crate) fn lift(rules: &Rules, position: &mut Position, text: &str) {
    let Entry::Lift(seat) = position.pending.remove(0) else {
        panic!("no lift is pending");
    };
    position.strips.remove(&(seat, text.parse().unwrap()));
    order::settle(rules, position);
}
