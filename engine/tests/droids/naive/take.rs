//! Taking and putting down (DR-29).

use super::arrow::Arrow;
use super::object::Object;
use super::point::Point;
use super::position::Position;
use super::robot::Robot;
use super::rules::Rules;
use super::seat::Seat;

/// Applies TAKE: a droid takes the object on the neighbouring square, or puts down the object taken
/// last.
pub(crate) fn act(rules: &Rules, position: &mut Position, robot: Robot, arrow: Arrow) {
    let Robot::Droid(seat) = robot else {
        return;
    };
    let at = position.droid(seat).at.plus(arrow);
    match position.objects.get(&at).copied() {
        Some(Object::Mine) if rules.scenario.is_banking => bank(position, seat, at),
        Some(object) => take(rules, position, seat, at, object),
        None => put_down(rules, position, seat, at),
    }
}

/// Scores a mine: one point, not cargo (DR-35).
fn bank(position: &mut Position, seat: Seat, at: Point) {
    position.objects.remove(&at);
    *position.scores.entry(seat).or_default() += 1;
}

/// Takes an object into the cargo; without room the stone is lost.
fn take(rules: &Rules, position: &mut Position, seat: Seat, at: Point, object: Object) {
    if position.droid(seat).cargo.len() < rules.cargo_capacity() {
        position.objects.remove(&at);
        position.droid_mut(seat).cargo.push(object);
    }
}

/// Puts down the last object on free land, or with `put_on_water` also on the river.
fn put_down(rules: &Rules, position: &mut Position, seat: Seat, at: Point) {
    let is_on_water = rules.is("put_on_water", "true") && rules.map.is_river(at);
    let is_ground = rules.map.is_land(at) || is_on_water;
    if !is_ground || position.robot_at(at).is_some() {
        return;
    }
    if let Some(object) = position.droid_mut(seat).cargo.pop() {
        position.objects.insert(at, object);
    }
}
