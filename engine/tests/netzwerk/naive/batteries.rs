//! The battery phase.

use std::collections::BTreeSet;

use super::action::Action;
use super::point::Point;
use super::position::Position;
use super::rules::{Control, Rules};

/// Returns the battery moves of the side to move, and `.`.
pub(crate) fn actions(rules: &Rules, position: &Position, moved: &BTreeSet<Point>) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    for from in position.batteries.difference(moved) {
        if !is_controlled(rules, position, *from) {
            continue;
        }
        let from = *from;
        let targets = targets(rules, &position.batteries, from);
        actions.extend(targets.into_iter().map(|to| Action::Shift { from, to }));
    }
    actions
}

/// Returns `true` if the side to move may move the battery on a field (NW-14, NW-15, NW-29).
pub(crate) fn is_controlled(rules: &Rules, position: &Position, field: Point) -> bool {
    let adjacent_robots = |side| {
        let robots = position.robots(side);
        let squares = field.corners();
        squares
            .iter()
            .filter(|square| robots.contains(square))
            .count()
    };
    let own = adjacent_robots(position.side);
    let others = adjacent_robots(position.side.other());
    match rules.control {
        Control::AtLeast => own >= others,
        Control::Present => own >= others && own >= 1,
        Control::Majority => own > others,
    }
}

/// Returns the fields to which a battery can move: the first empty field along each line (NW-16).
pub(crate) fn targets(rules: &Rules, batteries: &BTreeSet<Point>, from: Point) -> Vec<Point> {
    let mut targets = Vec::new();
    for (files, ranks) in [(0, 2), (0, -2), (2, 0), (-2, 0)] {
        let mut to = from.plus(files, ranks);
        while batteries.contains(&to) {
            to = to.plus(files, ranks);
        }
        if rules.has(to) {
            targets.push(to);
        }
    }
    targets
}
