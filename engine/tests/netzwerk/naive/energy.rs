//! The assignment of batteries to the robots that they pay for (NW-7, NW-8, NW-13).

use std::collections::{BTreeMap, BTreeSet};

use super::point::Point;

/// Returns `true` if every robot can be assigned as many batteries adjacent to its start square as
/// it spends, with no battery assigned twice. The batteries are assigned one by one.
pub(crate) fn is_payable(spent: &BTreeMap<Point, usize>, batteries: &BTreeSet<Point>) -> bool {
    let mut owners = BTreeMap::new();
    spent.iter().all(|(start, count)| {
        (0..*count).all(|_| assign_battery(*start, batteries, &mut owners, &mut BTreeSet::new()))
    })
}

/// Assigns a robot one more battery, if necessary one whose owner can use another instead. `tried`
/// contains the batteries already tried for this assignment.
fn assign_battery(
    start: Point,
    batteries: &BTreeSet<Point>,
    owners: &mut BTreeMap<Point, Point>,
    tried: &mut BTreeSet<Point>,
) -> bool {
    for battery in start.corners() {
        if !batteries.contains(&battery) || !tried.insert(battery) {
            continue;
        }
        let is_free = match owners.get(&battery).copied() {
            None => true,
            Some(owner) => assign_battery(owner, batteries, owners, tried),
        };
        if is_free {
            owners.insert(battery, start);
            return true;
        }
    }
    false
}
