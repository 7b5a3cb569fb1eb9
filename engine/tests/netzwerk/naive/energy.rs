//! Who pays with which battery (NW-7, NW-8, NW-13).

use std::collections::{BTreeMap, BTreeSet};

use super::point::Point;

/// Whether every robot can be given as many batteries beside its start square as it spends, no
/// battery to two of them. The batteries are handed out one by one.
pub(crate) fn is_payable(spent: &BTreeMap<Point, usize>, batteries: &BTreeSet<Point>) -> bool {
    let mut owners = BTreeMap::new();
    spent.iter().all(|(start, count)| {
        (0..*count).all(|_| gets_one(*start, batteries, &mut owners, &mut BTreeSet::new()))
    })
}

/// Gives a robot one more battery, if need be one whose owner finds another instead. `asked` are
/// the batteries already tried for this one.
fn gets_one(
    start: Point,
    batteries: &BTreeSet<Point>,
    owners: &mut BTreeMap<Point, Point>,
    asked: &mut BTreeSet<Point>,
) -> bool {
    for battery in start.corners() {
        if !batteries.contains(&battery) || !asked.insert(battery) {
            continue;
        }
        let is_free = match owners.get(&battery).copied() {
            None => true,
            Some(owner) => gets_one(owner, batteries, owners, asked),
        };
        if is_free {
            owners.insert(battery, start);
            return true;
        }
    }
    false
}
