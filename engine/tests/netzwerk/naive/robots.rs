//! The robot phase.

use std::collections::BTreeMap;

use super::action::Action;
use super::energy::is_payable;
use super::point::Point;
use super::position::{Position, Trip};
use super::rules::Rules;

/// The steps, jumps and captures of the side to move, and `/` where it may stop.
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

/// The position after a robot has gone to a square, whoever stood there (NW-9, NW-26).
pub(crate) fn gone(
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
    let (start, before) = trip_of(trips, from);
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
        if trip_of(trips, *from).1.captured {
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

/// Whether a robot can go on to a square, with what all have spent in this turn (NW-13).
fn can_pay(position: &Position, trips: &BTreeMap<Point, Trip>, from: Point, to: Point) -> bool {
    let mut spent: BTreeMap<Point, usize> = trips
        .iter()
        .map(|(start, trip)| (*start, trip.spent))
        .collect();
    let (start, _) = trip_of(trips, from);
    *spent.entry(start).or_insert(0) += cost(position, from, to);
    is_payable(&spent, &position.batteries)
}

/// What going from one square to another costs (NW-9).
fn cost(position: &Position, from: Point, to: Point) -> usize {
    let squares = ((to.file - from.file).abs() + (to.rank - from.rank).abs()) as usize / 2;
    let jumps = usize::from(squares == 2);
    let captures = usize::from(position.robots(position.side.other()).contains(&to));
    squares + jumps + captures
}

/// Where the robot that now stands on a square started, and its trip from there.
fn trip_of(trips: &BTreeMap<Point, Trip>, now: Point) -> (Point, Trip) {
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
