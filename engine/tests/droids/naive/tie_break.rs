//! The sides that play against each other, and the tie-break list (DR-32).

use std::collections::BTreeSet;

use super::goal;
use super::object::Object;
use super::point::Point;
use super::position::Position;
use super::rules::Rules;
use super::scenario::TieBreak;
use super::seat::Seat;

/// Returns the active sides: each active seat, or with teams every whole team with an active member
/// (DR-33).
pub(crate) fn sides(rules: &Rules, position: &Position) -> Vec<BTreeSet<Seat>> {
    let active = position.active();
    match &rules.teams {
        None => active
            .into_iter()
            .map(|seat| BTreeSet::from([seat]))
            .collect(),
        Some(teams) => {
            let mut teams = teams.to_vec();
            teams.retain(|team| !team.is_disjoint(&active));
            teams
        }
    }
}

/// Returns the winners by the tie-break list; sides that are still equal at its end share.
pub(crate) fn winners(rules: &Rules, position: &Position) -> BTreeSet<Seat> {
    let mut sides = sides(rules, position);
    for tie_break in &rules.scenario.tie_breaks {
        let penalty = |side: &BTreeSet<Seat>| -> i64 {
            let seats = side.iter();
            seats
                .map(|seat| penalty(rules, position, *tie_break, *seat))
                .sum()
        };
        let min = sides.iter().map(penalty).min();
        sides.retain(|side| Some(penalty(side)) == min);
    }
    sides.into_iter().flatten().collect()
}

/// Returns a seat's value for a tie-break; the lowest value is best.
fn penalty(rules: &Rules, position: &Position, tie_break: TieBreak, seat: Seat) -> i64 {
    match tie_break {
        TieBreak::FewestStrips => number(position.covered(seat).len()),
        TieBreak::Score => -number(position.scores.get(&seat).copied().unwrap_or(0)),
        TieBreak::ClosedSides => -number(goal::closed_sides(rules, position, seat)),
        TieBreak::ContainerDistance => number(container_distance(rules, position, seat)),
        TieBreak::Shared => 0,
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap()
}

/// Returns the number of orthogonal steps from a seat's container or its carrier to the seat's pad,
/// around walls only.
fn container_distance(rules: &Rules, position: &Position, seat: Seat) -> usize {
    let pad = rules.map.pads[&seat];
    let mut reached: BTreeSet<Point> = container_place(position, seat).into_iter().collect();
    for distance in 0..100 {
        if reached.contains(&pad) {
            return distance;
        }
        for at in reached.clone() {
            let neighbours = at.neighbours().into_iter();
            reached.extend(neighbours.filter(|at| at.is_inside() && !rules.map.is_wall(*at)));
        }
    }
    100
}

/// Returns the square of a seat's container or of its carrier, which may be inert.
fn container_place(position: &Position, seat: Seat) -> Option<Point> {
    let container = Object::Container(seat);
    let mut objects = position.objects.iter();
    let mut droids = position.droids.values();
    let objects = objects.find(|(_, object)| **object == container);
    let carrier = droids.find(|droid| droid.cargo.contains(&container));
    objects.map(|(at, _)| *at).or(carrier.map(|droid| droid.at))
}
