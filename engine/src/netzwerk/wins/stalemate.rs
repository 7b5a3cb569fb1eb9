//! Battery moves that win by leaving the opponent no robot to move (NW-21).

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::places::{CapacityGate, MAX_BATTERIES, have_places, places_of};
use crate::netzwerk::action::Action;
use crate::netzwerk::lattice::{Field, Fields};
use crate::netzwerk::position::{MAX_ROBOTS, Position};
use crate::netzwerk::robot_phase::PhaseLimits;
use crate::netzwerk::robots::directions;
use crate::netzwerk::rules::Rules;

/// An enemy robot that must not be able to move, and the maximum number of batteries next to it.
#[derive(Debug, Clone, Copy)]
struct EnergyCap {
    fields: Fields,
    max: usize,
}

/// The battery positions in which no enemy robot can move.
#[derive(Debug)]
struct StalemateGoal<'a> {
    rules: &'a Rules,
    robots: ArrayVec<EnergyCap, MAX_ROBOTS>,
    /// Fields on which the side to move controls a battery.
    controlled: Fields,
}

/// Maximum number of battery phases visited per turn, which takes about a second; the slowest of 44,000 sampled
/// positions took 31 ms.
const MAX_BATTERY_PHASES: usize = 1 << 18;

/// Number of attempts to visit a battery phase between two calls of a stop signal.
const ATTEMPTS_PER_CHECK: usize = 32;

/// How many battery phases the searches of one turn may still visit.
pub(super) struct BatteryPhaseLimit<'a> {
    remaining: usize,
    should_stop: &'a dyn Fn() -> bool,
    attempts: usize,
    /// Whether the stop signal has ended the searches.
    pub(super) is_stopped: bool,
}

impl<'a> BatteryPhaseLimit<'a> {
    /// Creates the limit of a turn, at most as many battery phases as states; all of its searches end once the
    /// limits say to stop.
    pub(super) fn new(limits: PhaseLimits<'a>) -> Self {
        Self {
            remaining: MAX_BATTERY_PHASES.min(limits.states),
            should_stop: limits.should_stop,
            attempts: 0,
            is_stopped: false,
        }
    }

    /// Counts an attempt to visit a battery phase; returns `true` if none may be visited after this number.
    fn is_reached(&mut self, visited: usize) -> bool {
        self.attempts += 1;
        if self.attempts.is_multiple_of(ATTEMPTS_PER_CHECK) {
            self.is_stopped |= (self.should_stop)();
        }
        self.is_stopped || visited >= self.remaining
    }
}

/// Returns battery moves after which the opponent cannot move a robot, or an empty list if it
/// cannot already. Returns `None` if no moves achieve that.
///
/// The search is complete unless it reaches the limit, which its visits reduce.
pub(super) fn find_stalemating_moves(
    rules: &Rules,
    position: &Position,
    limit: &mut BatteryPhaseLimit<'_>,
) -> Option<Vec<Action>> {
    let goal = StalemateGoal::new(rules, position);
    let mut search = Search {
        moves: Vec::new(),
        visited: HashMap::new(),
        has_skipped_moves: false,
        limit,
    };
    let found = goal.search(position, &mut search);
    let Search {
        moves,
        visited,
        limit,
        ..
    } = search;
    limit.remaining = limit.remaining.saturating_sub(visited.len());
    found.then_some(moves)
}

impl<'a> StalemateGoal<'a> {
    fn new(rules: &'a Rules, position: &Position) -> Self {
        let enemy = position.side.other();
        let targets = rules.move_targets(position.robots, enemy);
        let robots = position.robots(enemy).filter_map(|from| {
            let moves = directions(enemy)
                .into_iter()
                .filter_map(|step| targets.move_in_direction(from, step));
            let min_energy = moves.map(|robot_move| robot_move.energy).min()?;
            Some(EnergyCap {
                fields: from.fields(),
                max: usize::from(min_energy) - 1,
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
            .all(|robot| robot.fields.intersection(batteries).len() <= robot.max)
    }

    /// Returns `true` if the goal may still be reachable; `false` is always correct.
    fn is_in_reach(&self, batteries: Fields, moved: Fields) -> bool {
        let mut lines = Lines {
            batteries,
            stuck: batteries.intersection(moved.union(self.all_but(self.controlled))),
            forbidden: Fields::EMPTY,
            gates: ArrayVec::new(),
            free: ArrayVec::new(),
        };
        // Batteries that cannot move along any line are stuck too, and batteries that can only move
        // next to one robot take up its room: both may block other lines.
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
            // A free battery without a landing field is stuck from now on.
            let (stuck, free): (ArrayVec<_, _>, _) = free
                .into_iter()
                .partition(|battery| battery.landings.is_empty());
            let stuck = stuck.iter().map(|battery| battery.from);
            lines.stuck = stuck.fold(lines.stuck, Fields::with);
            lines.free = free;
        }
        // No two batteries end on the same field, including those that stay: a battery that another
        // one replaces must move too.
        let places = lines.free.iter();
        let places = places.map(|battery| places_of(battery.ends(), &lines.gates));
        have_places(&places.collect())
    }

    /// Returns the fields onto which no battery may move, and which every movable battery must
    /// leave, given the stuck batteries; `None` if too many are stuck next to one robot.
    fn forbidden(&self, stuck: Fields) -> Option<Fields> {
        let mut forbidden = Fields::EMPTY;
        for robot in &self.robots {
            let count = robot.fields.intersection(stuck).len();
            if count > robot.max {
                return None;
            }
            if count == robot.max {
                forbidden = forbidden.union(robot.fields);
            }
        }
        Some(forbidden)
    }

    /// Returns the fields of each robot and how many batteries may be added to the stuck ones there.
    /// A field next to several robots counts for one of them only.
    fn gates(&self, lines: &Lines) -> ArrayVec<CapacityGate, MAX_ROBOTS> {
        let mut gates = ArrayVec::new();
        let mut counted = lines.forbidden;
        for robot in &self.robots {
            let fields = robot.fields.difference(counted);
            let stuck = robot.fields.intersection(lines.stuck).len();
            let room = robot.max - stuck.min(robot.max);
            counted = counted.union(fields);
            gates.push(CapacityGate { fields, room });
        }
        gates
    }

    fn all_but(&self, fields: Fields) -> Fields {
        self.rules.board.fields().difference(fields)
    }

    /// Tries all battery moves. Moves of batteries that power no capped robot are numerous but
    /// rarely needed, so the search allows none of them at first, then one more each time.
    fn search(&self, position: &Position, search: &mut Search<'_, '_>) -> bool {
        for others in 0.. {
            search.has_skipped_moves = false;
            if self.find(position.batteries, position.moved, others, search) {
                return true;
            }
            if !search.has_skipped_moves {
                break;
            }
        }
        false
    }

    /// Tries all moves of batteries that power a robot above its cap, and up to `others` moves of
    /// other batteries.
    fn find(
        &self,
        batteries: Fields,
        moved: Fields,
        others: u32,
        search: &mut Search<'_, '_>,
    ) -> bool {
        if self.is_reached(batteries) {
            return true;
        }
        if search.limit.is_reached(search.visited.len()) || !self.is_in_reach(batteries, moved) {
            return false;
        }
        if !search.is_new(batteries, moved, others) {
            return false;
        }
        let movable = batteries.difference(moved).intersection(self.controlled);
        let is_powered =
            |robot: &&EnergyCap| robot.fields.intersection(batteries).len() > robot.max;
        let powered = self.robots.iter().filter(is_powered);
        let powering = powered.fold(Fields::EMPTY, |fields, robot| fields.union(robot.fields));
        let (first, second) = (movable.intersection(powering), movable.difference(powering));
        let second = if others > 0 { second } else { Fields::EMPTY };
        search.has_skipped_moves |= others == 0 && movable != first;
        for (movable, others) in [(first, others), (second, others.saturating_sub(1))] {
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

/// The lines along which batteries can leave the forbidden fields.
struct Lines {
    batteries: Fields,
    /// Batteries that cannot move.
    stuck: Fields,
    /// Fields onto which no battery may be moved.
    forbidden: Fields,
    gates: ArrayVec<CapacityGate, MAX_ROBOTS>,
    /// All other batteries.
    free: ArrayVec<FreeBattery, MAX_BATTERIES>,
}

/// A battery that may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FreeBattery {
    from: Field,
    /// Its own field, if it may stay there.
    own: Fields,
    /// The fields on which it may land, now or after other batteries have moved.
    landings: Fields,
}

impl FreeBattery {
    /// Returns the fields on which it may end the turn.
    fn ends(&self) -> Fields {
        self.own.union(self.landings)
    }
}

impl Lines {
    fn free_battery(&self, rules: &Rules, from: Field) -> FreeBattery {
        let mut landings = Fields::EMPTY;
        for line in rules.battery_lines(from) {
            landings = landings.union(self.open_part(from, line));
        }
        FreeBattery {
            from,
            own: Fields::one(from).difference(self.forbidden),
            landings: landings.difference(self.forbidden).difference(self.stuck),
        }
    }

    /// Returns the part of a battery's line that it may reach.
    ///
    /// An empty forbidden field stays empty and ends the line. So does an empty field next to a
    /// robot if filling it, so that the battery can pass, would exceed the robot's cap.
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
            if passed.len() + others.count() > gate.room {
                break;
            }
        }
        part
    }
}

/// The progress of one search.
struct Search<'a, 's> {
    moves: Vec<Action>,
    /// Visited battery phases, and the number of moves of other batteries that was allowed there.
    visited: HashMap<(Fields, Fields), u32>,
    /// Whether a move was skipped because it exceeded the allowed moves of other batteries.
    has_skipped_moves: bool,
    limit: &'a mut BatteryPhaseLimit<'s>,
}

impl Search<'_, '_> {
    /// Records a visit, and returns `true` if the battery phase has not been visited with this
    /// number of moves of other batteries or more.
    fn is_new(&mut self, batteries: Fields, moved: Fields, others: u32) -> bool {
        let before = self.visited.insert((batteries, moved), others);
        let Some(before) = before.filter(|before| *before >= others) else {
            return true;
        };
        self.visited.insert((batteries, moved), before);
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::netzwerk::board::Board;
    use crate::netzwerk::lattice::Square;
    use crate::netzwerk::rules::Control;
    use crate::netzwerk::side::Side;
    use crate::{RootSeed, Seat, StableRng};

    /// Maximum number of battery phases tried after a position.
    const MAX_TRIED: usize = 4_000;

    /// An exhaustive search: for each battery phase, whether the goal is reached there or later.
    struct Exhaustive<'a> {
        goal: &'a StalemateGoal<'a>,
        known: BTreeMap<(Fields, Fields), bool>,
    }

    impl Exhaustive<'_> {
        /// Returns whether the goal is reachable, or `None` if there are too many battery phases.
        fn is_won(&mut self, batteries: Fields, moved: Fields) -> Option<bool> {
            if let Some(known) = self.known.get(&(batteries, moved)) {
                return Some(*known);
            }
            let mut is_won = self.goal.is_reached(batteries);
            let movable = batteries.difference(moved);
            for from in movable.intersection(self.goal.controlled) {
                for to in self.goal.rules.battery_targets(batteries, from) {
                    is_won |= self.is_won(batteries.without(from).with(to), moved.with(to))?;
                }
            }
            self.known.insert((batteries, moved), is_won);
            (self.known.len() < MAX_TRIED).then_some(is_won)
        }
    }

    /// Samples a battery phase with few enemies and few movable batteries.
    fn sample_battery_phase(rules: &Rules, generator: &mut StableRng) -> Position {
        let mut squares: Vec<Square> = rules.board.squares().collect();
        let mut fields: Vec<Field> = rules.board.fields().collect();
        generator.shuffle(&mut squares);
        generator.shuffle(&mut fields);
        let mut take = |max: u64| {
            let count = 1 + generator.below(max) as usize;
            squares.drain(..count).collect()
        };
        let robots = [take(rules.board.width() as u64), take(4)];
        let batteries = fields.iter().take(rules.board.batteries()).copied();
        let batteries: Fields = batteries.collect();
        let start = Position::at_start_of_turn(robots, batteries, Side::White);
        let mut phase = rules.after_robots(&start, robots);
        let movable_count = 3 + generator.below(5) as usize;
        let mut movable: Vec<Field> = rules.movable(&phase).collect();
        generator.shuffle(&mut movable);
        for field in movable.into_iter().skip(movable_count) {
            phase.moved = phase.moved.with(field);
        }
        phase
    }

    #[test]
    fn reachable_goal_is_never_pruned() {
        let (mut won, mut pruned) = (0, 0);
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
                let position = sample_battery_phase(&rules, &mut generator);
                let goal = StalemateGoal::new(&rules, &position);
                let known = BTreeMap::new();
                let mut all = Exhaustive { goal: &goal, known };
                all.is_won(position.batteries, position.moved);
                for ((batteries, moved), is_won) in all.known {
                    let is_in_reach = goal.is_in_reach(batteries, moved);
                    let at = Position {
                        batteries,
                        moved,
                        ..position
                    };
                    assert!(is_in_reach || !is_won, "{rules:?} {at:?}");
                    won += u32::from(is_won && !goal.is_reached(batteries));
                    pruned += u32::from(!is_in_reach);
                }
            }
        }
        assert!(won > 1_000 && pruned > 1_000, "{won} {pruned}");
    }
}
