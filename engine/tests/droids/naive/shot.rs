//! Shots and damage (DR-24 to DR-26).

use std::collections::BTreeSet;

use super::arrow::Arrow;
use super::entry::Entry;
use super::point::Point;
use super::position::Position;
use super::robot::Robot;
use super::rules::Rules;
use super::seat::Seat;

/// Returns the robot that a shot hits; water and mines do not stop it.
fn hit(rules: &Rules, position: &Position, from: Point, arrow: Arrow) -> Option<Robot> {
    let mut at = from.plus(arrow);
    while !position.is_closed(rules, at) {
        if let Some(robot) = position.robot_at(at) {
            return Some(robot);
        }
        at = at.plus(arrow);
    }
    None
}

/// Returns the robots that shots in all orthogonal directions would hit.
pub(crate) fn robots_in_sight(rules: &Rules, position: &Position, from: Point) -> Vec<Robot> {
    let arrows = Arrow::ORTHOGONAL.into_iter();
    arrows
        .filter_map(|arrow| hit(rules, position, from, arrow))
        .collect()
}

/// Applies a shot from a square. A hit repair robot takes no damage.
pub(crate) fn fire(rules: &Rules, position: &mut Position, from: Point, arrow: Arrow) {
    if let Some(Robot::Droid(seat)) = hit(rules, position, from, arrow) {
        harm(rules, position, seat);
    }
}

/// Applies the shots of the mad robot: N, E, S, W in that order (DR-37).
pub(crate) fn fire_around(rules: &Rules, position: &mut Position, from: Point) {
    for arrow in Arrow::ORTHOGONAL {
        fire(rules, position, from, arrow);
    }
}

/// Adds a pending die for a seat whose droid is hit or has entered a mine, unless the droid is
/// inert.
pub(crate) fn harm(rules: &Rules, position: &mut Position, seat: Seat) {
    let entry = Entry::Die(seat);
    if position.is_active(seat) && is_needed(rules, &position.strips, &entry) {
        position.pending.push(entry);
    }
}

/// Returns `true` unless the entry is a die without effect: with `reroll` a seat with ten strips
/// does not roll.
pub(crate) fn is_needed(rules: &Rules, strips: &BTreeSet<(Seat, i32)>, entry: &Entry) -> bool {
    let Entry::Die(seat) = entry else {
        return true;
    };
    let is_free = |number: i32| !strips.contains(&(*seat, number));
    rules.is("repeat_hit", "no_effect") || (1..=10).any(is_free)
}

/// Returns the possible faces of the die: with `reroll` only uncovered transmitters.
pub(crate) fn faces(rules: &Rules, position: &Position, seat: Seat) -> Vec<i32> {
    if rules.is("repeat_hit", "reroll") {
        position.uncovered(seat)
    } else {
        (1..=10).collect()
    }
}
