//! The static evaluation of a position at the start of a turn.
//!
//! The evaluation is linear: it counts the features of both sides and adds their weights. The value
//! of a side's robots with the batteries is cached, since a turn leaves the other side's robots in
//! place unless it captures.

use botwerk_engine::netzwerk::{Fields, MAX_SIDE, Position, Rules, Side, Squares, energy_at_least};

use super::evaluation::Evaluator;
use super::weights::{Feature, MAX_ENERGY, Weights};

/// Energy of a capturing step (NW-9).
const CAPTURE_ENERGY: usize = 2;

/// Evaluates positions of one match.
#[derive(Debug, Clone)]
pub(crate) struct LinearEvaluator<'a> {
    weights: &'a Weights,
    rules: &'a Rules,
    /// The last placement of each side, its value, and the number of robots it misses.
    cached: [(Squares, Fields, i32, usize); 2],
}

impl<'a> LinearEvaluator<'a> {
    pub(crate) fn new(weights: &'a Weights, rules: &'a Rules) -> Self {
        Self {
            weights,
            rules,
            cached: [(Squares::EMPTY, Fields::EMPTY, 0, 0); 2],
        }
    }

    fn placement(&mut self, position: &Position, side: Side, seat: usize) -> i32 {
        let (robots, batteries) = (position.robots(side), position.batteries());
        let cached = &mut self.cached[side.index()];
        if (cached.0, cached.1) != (robots, batteries) {
            let mut value = 0;
            let missing = each_placement(self.rules, robots, batteries, side, |feature, count| {
                value += self.weights.get(feature) * count;
            });
            *cached = (robots, batteries, value, missing);
        }
        let (_, _, value, missing) = *cached;
        value + self.weights.get(Feature::Missing { seat, missing })
    }
}

impl Evaluator for LinearEvaluator<'_> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let side = position.side();
        let mut value =
            self.placement(position, side, 0) - self.placement(position, side.other(), 1);
        each_relation(self.rules, position, |feature, count| {
            value += self.weights.get(feature) * count;
        });
        value
    }
}

/// Calls `each` with the features of one side's robots and the batteries. Returns the number of
/// further robots that would have to be within a turn of home, whose weight depends on the side to
/// move.
fn each_placement(
    rules: &Rules,
    robots: Squares,
    batteries: Fields,
    side: Side,
    mut each: impl FnMut(Feature, i32),
) -> usize {
    let energy = energy_at_least(batteries);
    let ranks = rules.board.ranks();
    let needed = robots.len().div_ceil(2) as i32;
    let (mut leaders_left, mut near_home) = (needed, 0);
    for away in 0..ranks.min(MAX_SIDE) {
        let row = robots.intersection(rank(side, ranks, away));
        if row.is_empty() {
            continue;
        }
        // Energies from four down to zero: each plane without the one above it.
        let mut above = Squares::EMPTY;
        for with in (0..=MAX_ENERGY).rev() {
            let plane = with
                .checked_sub(1)
                .map_or(row, |index| energy[index].intersection(row));
            let count = plane.difference(above).len() as i32;
            above = plane;
            if count == 0 {
                continue;
            }
            each(Feature::Robot { away, with }, count);
            if leaders_left > 0 {
                each(Feature::Leader { away, with }, count.min(leaders_left));
            }
            leaders_left -= count.min(leaders_left);
            near_home += if with >= away { count } else { 0 };
        }
    }
    let count = robots.len();
    each(Feature::Material { robots: count }, 1);
    let energized = fields_near(robots).intersection(batteries).len();
    each(Feature::Fed, energized as i32);
    (needed - near_home).max(0) as usize
}

/// Calls `each` with the features that relate both sides to each other.
fn each_relation(rules: &Rules, position: &Position, mut each: impl FnMut(Feature, i32)) {
    let batteries = position.batteries();
    let energy = energy_at_least(batteries);
    let side = position.side();
    let controlled = [side, side.other()].map(|side| rules.controlled(position, side));
    for (seat, side, sign) in [(0, side, 1), (1, side.other(), -1)] {
        let robots = position.robots(side);
        let armed = position
            .robots(side.other())
            .intersection(energy[CAPTURE_ENERGY - 1]);
        let attacked = robots.intersection(steps(armed, side.other())).len() as i32;
        each(Feature::Attacked { seat }, sign * attacked);
        let exclusive = controlled[seat].difference(controlled[1 - seat]);
        let exclusive = exclusive.intersection(batteries).len() as i32;
        each(Feature::Controlled, sign * exclusive);
        let ready = robots.intersection(energy[0]);
        let ahead = forward(ready, side).difference(position.occupied());
        let free = ahead.intersection(rules.board.squares()).len() as i32;
        each(Feature::Free, sign * free);
    }
    each(Feature::Tempo, 1);
}

/// Returns the squares of a rank, counted from a side's home.
fn rank(side: Side, ranks: usize, distance: usize) -> Squares {
    let rank = match side {
        Side::White => ranks - 1 - distance,
        Side::Black => distance,
    };
    Squares::from_bits(0xff << (8 * rank))
}

/// Returns the energy fields next to robots.
pub(in crate::netzwerk::minimax) fn fields_near(robots: Squares) -> Fields {
    let bits = robots.bits();
    Fields::from_bits(bits | bits << 1 | bits << 8 | bits << 9)
}

fn forward(robots: Squares, side: Side) -> Squares {
    Squares::from_bits(match side {
        Side::White => robots.bits() << 8,
        Side::Black => robots.bits() >> 8,
    })
}

/// Returns the squares one step away; some of them may be outside of the board.
fn steps(robots: Squares, side: Side) -> Squares {
    let bits = robots.bits();
    forward(robots, side).union(Squares::from_bits(bits << 1 | bits >> 1))
}
