//! The execution of an order and its consequences.

use super::entry::Entry;
use super::goal;
use super::kind::Effect;
use super::mad;
use super::position::{Phase, Position};
use super::repair;
use super::robot::Robot;
use super::rules::Rules;
use super::seat::Seat;
use super::send;
use super::shot;
use super::stone::Stone;
use super::take;
use super::walk;

/// Executes a player's stone. A stone that cannot be executed is lost (DR-17).
pub(crate) fn by_player(
    rules: &Rules,
    position: &mut Position,
    stone: Stone,
    receiver: Robot,
    target: Option<Seat>,
) {
    execute(rules, position, stone, receiver, target);
    if rules.scenario.is_solo() {
        position.pending.push(Entry::Mad);
    }
    settle(rules, position);
}

/// Executes an order; its dice and lifts become pending.
pub(crate) fn execute(
    rules: &Rules,
    position: &mut Position,
    stone: Stone,
    robot: Robot,
    target: Option<Seat>,
) {
    let at = position.place(robot);
    let is_in_water = rules.map.is_river(at);
    match stone.kind.effect() {
        // DR-21: violet orders have no effect in the water, blue orders work only there.
        Effect::Walk if is_in_water => {}
        Effect::Swim if !is_in_water => {}
        Effect::Walk | Effect::Swim | Effect::Roll => {
            walk::walk(rules, position, robot, stone.arrow, stone.kind.steps());
        }
        Effect::Relay => relay(rules, position, stone, target),
        Effect::Fire => shot::fire(rules, position, at, stone.arrow),
        Effect::FireAround => shot::fire_around(rules, position, at),
        Effect::Take => take::act(rules, position, robot, stone.arrow),
        Effect::Repair => repair::act(rules, position, at.plus(stone.arrow)),
    }
}

/// Executes a relay stone: the target walks as by the violet stone; in the water, or without a
/// target, the stone is lost (DR-22).
fn relay(rules: &Rules, position: &mut Position, stone: Stone, target: Option<Seat>) {
    let Some(target) = target else {
        return;
    };
    if rules.map.is_river(position.droid(target).at) {
        return;
    }
    let droid = Robot::Droid(target);
    walk::walk(rules, position, droid, stone.arrow, stone.kind.steps());
}

/// Continues until an answer is required: goals are tested after an order with its dice and lifts
/// (DR-30), in the solo scenario both before and after the mad robot answers, and then the next
/// seat acts.
pub(crate) fn settle(rules: &Rules, position: &mut Position) {
    let is_needed = |entry: &Entry| shot::is_needed(rules, &position.strips, entry);
    position.pending.retain(is_needed);
    match position.pending.first() {
        None => {
            goal::test(rules, position);
            if position.phase == Phase::Send {
                send::advance(rules, position);
            }
        }
        Some(Entry::Mad) => {
            position.pending.clear();
            goal::test(rules, position);
            if position.phase == Phase::Send {
                mad::answer(rules, position);
                settle(rules, position);
            }
        }
        Some(
            Entry::Start(..)
            | Entry::Stone(..)
            | Entry::Die(_)
            | Entry::Shift
            | Entry::Lift(_)
            | Entry::Won(_)
            | Entry::Lost,
        ) => {}
    }
}
