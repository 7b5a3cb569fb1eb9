//! The start position (DR-6, DR-7).

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::object::Object;
use super::point::Point;
use super::position::{Phase, Position};
use super::robot::Droid;
use super::rules::Rules;
use super::seat::Seat;

pub(crate) fn position(rules: &Rules) -> Position {
    let scenario = &rules.scenario;
    let (seat, first) = if scenario.is_solo() {
        // DR-37: no start roll; the solo die is rolled before the draw.
        (Some(Seat::South), Entry::Shift)
    } else {
        (None, Entry::Start(rules.seats.clone(), 1))
    };
    Position {
        scenario: scenario.id,
        seats: rules.seats.clone(),
        round: 1,
        starter: seat,
        phase: Phase::Draw,
        seat,
        droids: droids(rules),
        repairers: repairers(rules),
        mad: scenario.mad.as_ref().map(|(start, _)| *start),
        objects: objects(rules),
        strips: BTreeSet::new(),
        scores: scores(rules),
        out: BTreeSet::new(),
        done: BTreeSet::new(),
        sent: BTreeMap::new(),
        hands: BTreeMap::new(),
        stones: BTreeMap::new(),
        pending: vec![first],
        shift: None,
    }
}

fn droids(rules: &Rules) -> BTreeMap<Seat, Droid> {
    let mut droids = BTreeMap::new();
    for seat in &rules.seats {
        let at = rules.map.starts[seat];
        let cargo = if rules.scenario.is_solo() {
            vec![Object::Obstacle; rules.level]
        } else {
            Vec::new()
        };
        droids.insert(*seat, Droid { at, cargo });
    }
    droids
}

fn repairers(rules: &Rules) -> Vec<Point> {
    let mut repairers = rules.map.repairers.clone();
    repairers.truncate(rules.scenario.repairers);
    repairers.sort();
    repairers
}

fn objects(rules: &Rules) -> BTreeMap<Point, Object> {
    let mut objects = BTreeMap::new();
    for at in &rules.scenario.obstacles {
        objects.insert(*at, Object::Obstacle);
    }
    for at in &rules.scenario.mines {
        objects.insert(*at, Object::Mine);
    }
    if rules.scenario.has_containers {
        // DR-38: each on the spot of the opposite seat.
        for seat in &rules.seats {
            let spot = rules.map.container_spots[&seat.opposite()];
            objects.insert(spot, Object::Container(*seat));
        }
    }
    objects
}

fn scores(rules: &Rules) -> BTreeMap<Seat, usize> {
    if rules.scenario.has_scores {
        rules.seats.iter().map(|seat| (*seat, 0)).collect()
    } else {
        BTreeMap::new()
    }
}
