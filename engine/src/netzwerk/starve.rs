//! Winning by leaving the opponent no robot to move (NW-21).

use std::collections::HashSet;

use super::action::Action;
use super::lattice::Fields;
use super::position::{MAX_ROBOTS, Position};
use super::robots::directions;
use super::rules::Rules;

use arrayvec::ArrayVec;

/// A robot that must not move: it may have at most so many batteries beside it.
#[derive(Debug, Clone, Copy)]
struct Hunger {
    fields: Fields,
    most: u32,
}

/// What the batteries must come to.
#[derive(Debug)]
struct Aim<'a> {
    rules: &'a Rules,
    robots: ArrayVec<Hunger, MAX_ROBOTS>,
    /// Fields on which a battery would be controlled.
    controlled: Fields,
    /// Fields on which no battery may lie in the end.
    forbidden: Fields,
}

/// Battery moves, from the start of this battery phase, after which the opponent cannot move a
/// robot; empty if he cannot as it is. `None` if there are none: the search is complete.
pub(super) fn starve(rules: &Rules, position: &Position) -> Option<Vec<Action>> {
    let aim = Aim::of(rules, position);
    let mut moves = Vec::new();
    let mut met = HashSet::new();
    let found = aim.search(position.batteries, position.moved, &mut moves, &mut met);
    found.then_some(moves)
}

impl<'a> Aim<'a> {
    fn of(rules: &'a Rules, position: &Position) -> Self {
        let enemy = position.side.other();
        let ground = rules.ground(position.robots, enemy);
        let robots = position.robots(enemy).filter_map(|from| {
            let ways = directions(enemy)
                .into_iter()
                .filter_map(|step| ground.towards(from, step));
            let cheapest = ways.map(|way| way.energy).min()?;
            Some(Hunger {
                fields: from.fields(),
                most: u32::from(cheapest) - 1,
            })
        });
        let robots: ArrayVec<Hunger, MAX_ROBOTS> = robots.take(MAX_ROBOTS).collect();
        let strict = robots.iter().filter(|robot| robot.most == 0);
        let forbidden = strict.fold(Fields::EMPTY, |fields, robot| fields.union(robot.fields));
        Self {
            rules,
            robots,
            controlled: rules.controlled(position, position.side),
            forbidden,
        }
    }

    fn is_reached(&self, batteries: Fields) -> bool {
        self.robots
            .iter()
            .all(|robot| robot.fields.intersection(batteries).len() <= robot.most)
    }

    /// Whether the aim may still be reached; `false` is never wrong.
    fn is_in_reach(&self, batteries: Fields, moved: Fields) -> bool {
        let stuck = batteries.intersection(moved.union(self.all_but(self.controlled)));
        let fed = |robot: &Hunger| robot.fields.intersection(stuck).len() > robot.most;
        if self.robots.iter().any(fed) {
            return false;
        }
        let mut leaving = batteries.intersection(self.forbidden);
        leaving.all(|from| self.can_leave(batteries, from))
    }

    fn all_but(&self, fields: Fields) -> Fields {
        self.rules.board.fields().difference(fields)
    }

    /// Whether a battery may get out of the forbidden fields. Nothing may be moved onto those, so
    /// it leaves along a line only if every forbidden field before the first other one is taken
    /// now.
    fn can_leave(&self, batteries: Fields, from: super::lattice::Field) -> bool {
        self.rules.battery_lines(from).into_iter().any(|line| {
            let mut line = line.collect::<ArrayVec<_, 6>>().into_iter();
            line.find(|field| !self.forbidden.contains(*field) || !batteries.contains(*field))
                .is_some_and(|first| !self.forbidden.contains(first))
        })
    }

    /// Tries all moves, those of batteries that must leave first.
    fn search(
        &self,
        batteries: Fields,
        moved: Fields,
        moves: &mut Vec<Action>,
        met: &mut HashSet<(Fields, Fields)>,
    ) -> bool {
        if self.is_reached(batteries) {
            return true;
        }
        if !self.is_in_reach(batteries, moved) || !met.insert((batteries, moved)) {
            return false;
        }
        let movable = batteries.difference(moved).intersection(self.controlled);
        let fed = |robot: &&Hunger| robot.fields.intersection(batteries).len() > robot.most;
        let feeding = self.robots.iter().filter(fed);
        let feeding = feeding.fold(Fields::EMPTY, |fields, robot| fields.union(robot.fields));
        let (first, then) = (movable.intersection(feeding), movable.difference(feeding));
        for from in first.chain(then) {
            for to in self.rules.battery_targets(batteries, from) {
                moves.push(Action::Battery { from, to });
                let next = batteries.without(from).with(to);
                if self.search(next, moved.with(to), moves, met) {
                    return true;
                }
                moves.pop();
            }
        }
        false
    }
}
