//! Winning by leaving the opponent no robot to move (NW-21).

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::action::Action;
use super::lattice::{Field, Fields};
use super::position::{MAX_ROBOTS, Position};
use super::robots::directions;
use super::rules::Rules;

/// The most batteries of a board (NW-31).
const MAX_BATTERIES: usize = 2 * (MAX_ROBOTS + 1);

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
}

/// Battery moves, from the start of this battery phase, after which the opponent cannot move a
/// robot; empty if he cannot as it is. `None` if there are none: the search is complete.
pub(super) fn starve(rules: &Rules, position: &Position) -> Option<Vec<Action>> {
    let aim = Aim::of(rules, position);
    // Few moves of batteries that feed nobody are enough where any are, and there are very many.
    let mut search = Search::default();
    for others in 0.. {
        search.left_out = false;
        if aim.find(position.batteries, position.moved, others, &mut search) {
            return Some(search.moves);
        }
        if !search.left_out {
            break;
        }
    }
    None
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
        Self {
            rules,
            robots,
            controlled: rules.controlled(position, position.side),
        }
    }

    fn is_reached(&self, batteries: Fields) -> bool {
        self.robots
            .iter()
            .all(|robot| robot.fields.intersection(batteries).len() <= robot.most)
    }

    /// Whether the aim may still be reached; `false` is never wrong.
    fn is_in_reach(&self, batteries: Fields, moved: Fields) -> bool {
        let mut lines = Lines {
            batteries,
            stuck: batteries.intersection(moved.union(self.all_but(self.controlled))),
            forbidden: Fields::EMPTY,
        };
        // Batteries that no line lets go are stuck as well, which may close other lines.
        loop {
            let Some(forbidden) = self.forbidden(lines.stuck) else {
                return false;
            };
            lines.forbidden = forbidden;
            let free = batteries.difference(lines.stuck);
            let stuck = free.filter(|from| lines.landings(self.rules, *from).is_empty());
            let stuck = stuck.fold(lines.stuck, Fields::with);
            if stuck == lines.stuck {
                break;
            }
            lines.stuck = stuck;
        }
        // In the end no two batteries lie on one field, those that may stay included: where one
        // is to land on another, that one must leave as well.
        let free = batteries.difference(lines.stuck);
        let gates = self.gates(&lines);
        let places = free.map(|from| {
            let own = Fields::one(from).difference(lines.forbidden);
            places(own.union(lines.landings(self.rules, from)), &gates)
        });
        have_places(&places.take(MAX_BATTERIES).collect())
    }

    /// Fields onto which no battery may be moved, and which those that can move must leave, if
    /// these ones stay; `None` if too many stay beside a robot.
    fn forbidden(&self, stuck: Fields) -> Option<Fields> {
        let mut forbidden = Fields::EMPTY;
        for robot in &self.robots {
            let stays = robot.fields.intersection(stuck).len();
            if stays > robot.most {
                return None;
            }
            if stays == robot.most {
                forbidden = forbidden.union(robot.fields);
            }
        }
        Some(forbidden)
    }

    /// The robots that may keep some batteries beside them, and how many beside those that stay. A
    /// field beside several counts for one of them only.
    fn gates(&self, lines: &Lines) -> ArrayVec<Gate, MAX_ROBOTS> {
        let mut gates = ArrayVec::new();
        let mut counted = lines.forbidden;
        for robot in &self.robots {
            let fields = robot.fields.difference(counted);
            let stay = robot.fields.intersection(lines.stuck).len();
            let room = robot.most - stay.min(robot.most);
            counted = counted.union(fields);
            gates.push(Gate { fields, room });
        }
        gates
    }

    fn all_but(&self, fields: Fields) -> Fields {
        self.rules.board.fields().difference(fields)
    }

    /// Tries all moves of batteries that feed, and so many of others as `search` has left.
    fn find(&self, batteries: Fields, moved: Fields, others: u32, search: &mut Search) -> bool {
        if self.is_reached(batteries) {
            return true;
        }
        if !self.is_in_reach(batteries, moved) || !search.is_new(batteries, moved, others) {
            return false;
        }
        let movable = batteries.difference(moved).intersection(self.controlled);
        let fed = |robot: &&Hunger| robot.fields.intersection(batteries).len() > robot.most;
        let feeding = self.robots.iter().filter(fed);
        let feeding = feeding.fold(Fields::EMPTY, |fields, robot| fields.union(robot.fields));
        let (first, then) = (movable.intersection(feeding), movable.difference(feeding));
        let then = if others > 0 { then } else { Fields::EMPTY };
        search.left_out |= others == 0 && movable != first;
        for (movable, others) in [(first, others), (then, others.saturating_sub(1))] {
            for from in movable {
                for to in self.rules.battery_targets(batteries, from) {
                    search.moves.push(Action::Battery { from, to });
                    let next = batteries.without(from).with(to);
                    if self.find(next, moved.with(to), others, search) {
                        return true;
                    }
                    search.moves.pop();
                }
            }
        }
        false
    }
}

/// What lines look like to batteries that must leave the forbidden fields.
struct Lines {
    batteries: Fields,
    /// Batteries that stay where they are.
    stuck: Fields,
    /// Fields onto which no battery may be moved.
    forbidden: Fields,
}

impl Lines {
    /// Where a battery may come to lie, now or after others have moved. A forbidden field that is
    /// empty stays so and ends the line.
    fn landings(&self, rules: &Rules, from: Field) -> Fields {
        let mut landings = Fields::EMPTY;
        for line in rules.battery_lines(from) {
            let is_open =
                |field: &Field| self.batteries.contains(*field) || !self.forbidden.contains(*field);
            landings = landings.union(line.take_while(is_open).collect());
        }
        landings.difference(self.forbidden).difference(self.stuck)
    }
}

/// Fields beside a robot and how many batteries more may lie there.
#[derive(Debug, Clone, Copy)]
struct Gate {
    fields: Fields,
    room: u32,
}

/// Places that batteries may take, one each, as bits: fields, and above them those of every gate,
/// whichever of its fields they stand for.
type Places = u128;

/// The most batteries beside a robot.
const BESIDE: usize = 4;

/// The places that stand for some fields.
fn places(fields: Fields, gates: &[Gate]) -> Places {
    let mut open = fields;
    let mut places = 0;
    for (number, gate) in gates.iter().enumerate() {
        if !fields.intersection(gate.fields).is_empty() {
            let room: Places = (1 << gate.room) - 1;
            places |= room << (64 + BESIDE * number);
        }
        open = open.difference(gate.fields);
    }
    places | Places::from(open.bits())
}

/// Whether every battery can have one of its places for itself: those that have moved do not move
/// again (NW-17). By augmenting paths.
fn have_places(places: &ArrayVec<Places, MAX_BATTERIES>) -> bool {
    let mut taken = [0; MAX_BATTERIES];
    (0..places.len()).all(|battery| take_place(places, &mut taken, battery, &mut 0))
}

/// Gives a battery a place, if need be by giving others theirs anew.
fn take_place(places: &[Places], taken: &mut [Places], battery: usize, tried: &mut Places) -> bool {
    loop {
        let open = places[battery] & !*tried;
        let place = open & open.wrapping_neg();
        if place == 0 {
            return false;
        }
        *tried |= place;
        let holder = taken.iter().position(|taken| *taken == place);
        if holder.is_none_or(|holder| take_place(places, taken, holder, tried)) {
            taken[battery] = place;
            return true;
        }
    }
}

/// What a search has done.
#[derive(Debug, Default)]
struct Search {
    moves: Vec<Action>,
    /// Battery phases that were met, and how many moves of others they were tried with.
    met: HashMap<(Fields, Fields), u32>,
    /// Whether a move was not tried because it was one too many of others.
    left_out: bool,
}

impl Search {
    /// Whether a battery phase was not met yet with so many moves of others.
    fn is_new(&mut self, batteries: Fields, moved: Fields, others: u32) -> bool {
        let before = self.met.insert((batteries, moved), others);
        let Some(before) = before.filter(|before| *before >= others) else {
            return true;
        };
        self.met.insert((batteries, moved), before);
        false
    }
}
