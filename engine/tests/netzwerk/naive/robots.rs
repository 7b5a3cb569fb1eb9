//! The robot phase.

use std::collections::BTreeMap;

use super::action::Action;
use super::energy::is_payable;
use super::point::Point;
use super::position::{Position, Trip};
use super::rules::Rules;

/// Returns the steps, jumps and captures of the side to move, and `/` if the phase can be ended.
pub(crate) fn actions(
    rules: &Rules,
    position: &Position,
    trips: &BTreeMap<Point, Trip>,
) -> Vec<Action> {
    let mut actions = moves(rules, position, trips);
    let is_capture = |action: &Action| matches!(action, Action::Capture { .. });
    if rules.forced_capture && actions.iter().any(is_capture) {
        actions.retain(is_capture);
    } else if !trips.is_empty() {
        actions.push(Action::Halt);
    }
    actions
}

/// Returns the position and the trips after a robot has moved to a square, capturing an enemy on it
/// (NW-9, NW-26).
pub(crate) fn after_move(
    position: &Position,
    trips: &BTreeMap<Point, Trip>,
    from: Point,
    to: Point,
) -> (Position, BTreeMap<Point, Trip>) {
    let side = position.side;
    let mut after = position.clone();
    after.robots_mut(side).remove(&from);
    after.robots_mut(side).insert(to);
    let captured = after.robots_mut(side.other()).remove(&to);
    if trips.is_empty() {
        after.quiet += 1;
    }
    if captured || to.rank != from.rank {
        after.quiet = 0;
    }
    let (start, before) = find_trip(trips, from);
    let trip = Trip {
        now: to,
        spent: before.spent + cost(position, from, to),
        captured,
    };
    let mut trips = trips.clone();
    trips.insert(start, trip);
    (after, trips)
}

fn moves(rules: &Rules, position: &Position, trips: &BTreeMap<Point, Trip>) -> Vec<Action> {
    let own = position.robots(position.side);
    let enemies = position.robots(position.side.other());
    let mut actions = Vec::new();
    for from in own {
        if find_trip(trips, *from).1.captured {
            continue;
        }
        for (files, ranks) in [(0, position.side.forward()), (-2, 0), (2, 0)] {
            let near = from.plus(files, ranks);
            let to = if own.contains(&near) {
                near.plus(files, ranks)
            } else {
                near
            };
            if !rules.has(to) || own.contains(&to) || !can_pay(position, trips, *from, to) {
                continue;
            }
            let from = *from;
            actions.push(if enemies.contains(&to) {
                Action::Capture { from, to }
            } else {
                Action::Go { from, to }
            });
        }
    }
    actions
}

/// Returns `true` if a robot can pay for a move to a square, given the energy that all robots have
/// spent in this turn (NW-13).
fn can_pay(position: &Position, trips: &BTreeMap<Point, Trip>, from: Point, to: Point) -> bool {
    let mut spent: BTreeMap<Point, usize> = trips
        .iter()
        .map(|(start, trip)| (*start, trip.spent))
        .collect();
    let (start, _) = find_trip(trips, from);
    *spent.entry(start).or_insert(0) += cost(position, from, to);
    is_payable(&spent, &position.batteries)
}

/// Returns the energy cost of a move (NW-9).
fn cost(position: &Position, from: Point, to: Point) -> usize {
    let squares = ((to.file - from.file).abs() + (to.rank - from.rank).abs()) as usize / 2;
    let jumps = usize::from(squares == 2);
    let captures = usize::from(position.robots(position.side.other()).contains(&to));
    squares + jumps + captures
}

/// Returns the start square and the trip of the robot on a square.
fn find_trip(trips: &BTreeMap<Point, Trip>, now: Point) -> (Point, Trip) {
    let rest = Trip {
        now,
        spent: 0,
        captured: false,
    };
    trips
        .iter()
        .find(|(_, trip)| trip.now == now)
        .map_or((now, rest), |(start, trip)| (*start, *trip))
}
