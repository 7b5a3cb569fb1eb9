//! The sides that play against each other, and the tie-break list (DR-32).

use std::collections::BTreeSet;

use super::goal;
use super::object::Object;
use super::point::Point;
use super::position::Position;
use super::rules::Rules;
use super::scenario::TieBreak;
use super::seat::Seat;

/// The sides still in: each active seat, or with teams each team with an active member, whole
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

/// The winners by the tie-break list; who is left after all of it shares.
pub(crate) fn winners(rules: &Rules, position: &Position) -> BTreeSet<Seat> {
    let mut sides = sides(rules, position);
    for tie_break in &rules.scenario.tie_breaks {
        let burden = |side: &BTreeSet<Seat>| -> i64 {
            let seats = side.iter();
            seats
                .map(|seat| burden(rules, position, *tie_break, *seat))
                .sum()
        };
        let least = sides.iter().map(burden).min();
        sides.retain(|side| Some(burden(side)) == least);
    }
    sides.into_iter().flatten().collect()
}

/// How much a seat has of what the best has least of.
fn burden(rules: &Rules, position: &Position, tie_break: TieBreak, seat: Seat) -> i64 {
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

/// The orthogonal steps from a seat's container or its carrier to the seat's pad, round walls only.
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

/// Where a seat's container lies, or who carries it stands, who may be inert.
fn container_place(position: &Position, seat: Seat) -> Option<Point> {
    let container = Object::Container(seat);
    let mut lying = position.objects.iter();
    let mut droids = position.droids.values();
    let lying = lying.find(|(_, object)| **object == container);
    let carrier = droids.find(|droid| droid.cargo.contains(&container));
    lying.map(|(at, _)| *at).or(carrier.map(|droid| droid.at))
}
