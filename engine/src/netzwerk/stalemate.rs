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
struct EnergyCap {
    fields: Fields,
    most: u32,
}

/// What the batteries must come to.
#[derive(Debug)]
struct StalemateGoal<'a> {
    rules: &'a Rules,
    robots: ArrayVec<EnergyCap, MAX_ROBOTS>,
    /// Fields on which a battery would be controlled.
    controlled: Fields,
}

/// Battery phases that are looked at for a turn, at most: about a second. Players must answer in
/// time whatever the position; of 44,000 drawn ones the slowest took 31 ms.
pub(super) const MOST_PHASES: usize = 1 << 18;

/// Battery moves, from the start of this battery phase, after which the opponent cannot move a
/// robot; empty if he cannot as it is. `None` if there are none: the search is complete, unless it
/// would look at more than `most` battery phases, which it takes those from that it does.
pub(super) fn find_stalemating_moves(
    rules: &Rules,
    position: &Position,
    most: &mut usize,
) -> Option<Vec<Action>> {
    let aim = StalemateGoal::of(rules, position);
    let mut search = Search {
        most: *most,
        ..Search::default()
    };
    let found = aim.search(position, &mut search);
    *most = most.saturating_sub(search.met.len());
    found.then_some(search.moves)
}

impl<'a> StalemateGoal<'a> {
    fn of(rules: &'a Rules, position: &Position) -> Self {
        let enemy = position.side.other();
        let ground = rules.ground(position.robots, enemy);
        let robots = position.robots(enemy).filter_map(|from| {
            let ways = directions(enemy)
                .into_iter()
                .filter_map(|step| ground.towards(from, step));
            let cheapest = ways.map(|way| way.energy).min()?;
            Some(EnergyCap {
                fields: from.fields(),
                most: u32::from(cheapest) - 1,
            })
        });
        let robots: ArrayVec<EnergyCap, MAX_ROBOTS> = robots.take(MAX_ROBOTS).collect();
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
            gates: ArrayVec::new(),
            free: ArrayVec::new(),
        };
        // Batteries that no line lets go are stuck as well, and those that can only go beside one
        // robot take room there: both may close other lines.
        loop {
            let Some(forbidden) = self.forbidden(lines.stuck) else {
                return false;
            };
            lines.forbidden = forbidden;
            lines.gates = self.gates(&lines);
            let free = batteries.difference(lines.stuck);
            let free = free.map(|from| lines.free_battery(self.rules, from));
            let free: ArrayVec<_, MAX_BATTERIES> = free.take(MAX_BATTERIES).collect();
            if free == lines.free {
                break;
            }
            // Whoever is stuck counts as that from now on, and no longer among the free.
            let (stuck, free): (ArrayVec<_, _>, _) = free
                .into_iter()
                .partition(|battery| battery.landings.is_empty());
            let stuck = stuck.iter().map(|battery| battery.from);
            lines.stuck = stuck.fold(lines.stuck, Fields::with);
            lines.free = free;
        }
        // In the end no two batteries lie on one field, those that may stay included: where one
        // is to land on another, that one must leave as well.
        let places = lines.free.iter();
        let places = places.map(|battery| places_of(battery.ends(), &lines.gates));
        have_places(&places.collect())
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
    fn gates(&self, lines: &Lines) -> ArrayVec<CapacityGate, MAX_ROBOTS> {
        let mut gates = ArrayVec::new();
        let mut counted = lines.forbidden;
        for robot in &self.robots {
            let fields = robot.fields.difference(counted);
            let stay = robot.fields.intersection(lines.stuck).len();
            let room = robot.most - stay.min(robot.most);
            counted = counted.union(fields);
            gates.push(CapacityGate { fields, room });
        }
        gates
    }

    fn all_but(&self, fields: Fields) -> Fields {
        self.rules.board.fields().difference(fields)
    }

    /// Tries everything. Few moves of batteries that feed nobody are enough where any are, and
    /// there are very many: first none, then one more each time.
    fn search(&self, position: &Position, search: &mut Search) -> bool {
        for others in 0.. {
            search.left_out = false;
            if self.find(position.batteries, position.moved, others, search) {
                return true;
            }
            if !search.left_out {
                break;
            }
        }
        false
    }

    /// Tries all moves of batteries that feed, and so many of others as `search` has left.
    fn find(&self, batteries: Fields, moved: Fields, others: u32, search: &mut Search) -> bool {
        if self.is_reached(batteries) {
            return true;
        }
        let gives_up = search.met.len() >= search.most;
        if gives_up || !self.is_in_reach(batteries, moved) {
            return false;
        }
        if !search.is_new(batteries, moved, others) {
            return false;
        }
        let movable = batteries.difference(moved).intersection(self.controlled);
        let fed = |robot: &&EnergyCap| robot.fields.intersection(batteries).len() > robot.most;
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
    gates: ArrayVec<CapacityGate, MAX_ROBOTS>,
    /// All other batteries, as far as is known.
    free: ArrayVec<Free, MAX_BATTERIES>,
}

/// A battery that may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Free {
    from: Field,
    /// Its own field, if it may stay there.
    own: Fields,
    /// Where it may come to lie, now or after others have moved.
    landings: Fields,
}

impl Free {
    /// Where it may lie in the end.
    fn ends(&self) -> Fields {
        self.own.union(self.landings)
    }
}

impl Lines {
    fn free_battery(&self, rules: &Rules, from: Field) -> Free {
        let mut landings = Fields::EMPTY;
        for line in rules.battery_lines(from) {
            landings = landings.union(self.open_part(from, line));
        }
        Free {
            from,
            own: Fields::one(from).difference(self.forbidden),
            landings: landings.difference(self.forbidden).difference(self.stuck),
        }
    }

    /// A battery's line as far as it may go. A forbidden field that is empty stays so and ends the
    /// line; so does one beside a robot that nobody can fill for it to pass without too many
    /// batteries beside that robot.
    fn open_part(&self, from: Field, line: impl Iterator<Item = Field>) -> Fields {
        let mut part = Fields::EMPTY;
        for field in line {
            let is_empty = !self.batteries.contains(field);
            if is_empty && self.forbidden.contains(field) {
                break;
            }
            part = part.with(field);
            let gate = self.gates.iter().find(|gate| gate.fields.contains(field));
            let Some(gate) = gate.filter(|_| is_empty) else {
                continue;
            };
            let passed = part.intersection(gate.fields).difference(self.batteries);
            let others = self.free.iter().filter(|other| {
                other.from != from
                    && other.ends().difference(gate.fields).is_empty()
                    && other.landings.intersection(passed).is_empty()
            });
            if passed.len() + others.count() as u32 > gate.room {
                break;
            }
        }
        part
    }
}

/// Fields beside a robot and how many batteries more may lie there.
#[derive(Debug, Clone, Copy)]
struct CapacityGate {
    fields: Fields,
    room: u32,
}

/// Places that batteries may take, one each, as bits: fields, and above them those of every gate,
/// whichever of its fields they stand for.
type Places = u128;

/// The most batteries beside a robot.
const BESIDE: usize = 4;

/// The places that stand for some fields.
fn places_of(fields: Fields, gates: &[CapacityGate]) -> Places {
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
    /// How many battery phases it looks at before it gives up.
    most: usize,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::board::Board;
    use super::super::lattice::Square;
    use super::super::rules::Control;
    use super::super::side::Side;
    use super::*;
    use crate::{RootSeed, Seat, StableRng};

    /// The most battery phases after a position that are tried.
    const MOST_TRIED: usize = 4_000;

    /// Tries every battery phase from here on and tells of each whether the aim is reached there
    /// or later.
    struct Exhaustive<'a> {
        aim: &'a StalemateGoal<'a>,
        known: BTreeMap<(Fields, Fields), bool>,
    }

    impl Exhaustive<'_> {
        /// `None` if there are too many.
        fn is_won(&mut self, batteries: Fields, moved: Fields) -> Option<bool> {
            if let Some(known) = self.known.get(&(batteries, moved)) {
                return Some(*known);
            }
            let mut is_won = self.aim.is_reached(batteries);
            let movable = batteries.difference(moved);
            for from in movable.intersection(self.aim.controlled) {
                for to in self.aim.rules.battery_targets(batteries, from) {
                    is_won |= self.is_won(batteries.without(from).with(to), moved.with(to))?;
                }
            }
            self.known.insert((batteries, moved), is_won);
            (self.known.len() < MOST_TRIED).then_some(is_won)
        }
    }

    /// A battery phase with few enemies, in which few batteries are left to move.
    fn drawn(rules: &Rules, generator: &mut StableRng) -> Position {
        let mut squares: Vec<Square> = rules.board.squares().collect();
        let mut fields: Vec<Field> = rules.board.fields().collect();
        generator.shuffle(&mut squares);
        generator.shuffle(&mut fields);
        let mut take = |most: u64| {
            let count = 1 + generator.below(most) as usize;
            squares.drain(..count).collect()
        };
        let robots = [take(rules.board.width() as u64), take(4)];
        let batteries = fields.iter().take(rules.board.batteries()).copied();
        let batteries: Fields = batteries.collect();
        let start = Position::at_start_of_turn(robots, batteries, Side::White);
        let mut phase = rules.after_robots(&start, robots);
        let left = 3 + generator.below(5) as usize;
        let mut movable: Vec<Field> = rules.movable(&phase).collect();
        generator.shuffle(&mut movable);
        for field in movable.into_iter().skip(left) {
            phase.moved = phase.moved.with(field);
        }
        phase
    }

    #[test]
    fn what_can_still_be_reached_is_never_given_up() {
        let (mut won, mut given_up) = (0, 0);
        for (files, ranks, control) in [
            (6, 6, Control::AtLeast),
            (4, 4, Control::AtLeast),
            (5, 4, Control::Present),
            (3, 5, Control::Majority),
        ] {
            let rules = Rules {
                board: Board::new(files, ranks).unwrap(),
                control,
                forced_capture: false,
                repetition: 0,
                quiet_turns: 0,
                turn_cap: 0,
            };
            for number in 0..2_000 {
                let mut generator =
                    RootSeed::from_text("starve").rng_for_agent(Seat::FIRST, number);
                let position = drawn(&rules, &mut generator);
                let aim = StalemateGoal::of(&rules, &position);
                let known = BTreeMap::new();
                let mut all = Exhaustive { aim: &aim, known };
                all.is_won(position.batteries, position.moved);
                for ((batteries, moved), is_won) in all.known {
                    let is_in_reach = aim.is_in_reach(batteries, moved);
                    let at = Position {
                        batteries,
                        moved,
                        ..position
                    };
                    assert!(is_in_reach || !is_won, "{rules:?} {at:?}");
                    won += u32::from(is_won && !aim.is_reached(batteries));
                    given_up += u32::from(!is_in_reach);
                }
            }
        }
        assert!(won > 1_000 && given_up > 1_000, "{won} {given_up}");
    }
}
