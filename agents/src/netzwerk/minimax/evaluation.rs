//! What a position is worth at the start of a turn, without looking ahead.
//!
//! The evaluation is linear: it counts features of both sides and adds up their weights. What
//! depends on a side's robots and the batteries alone is kept from one position to the next: turns
//! of one side leave the other's robots where they are, unless they capture.

use botwerk_engine::netzwerk::{Fields, MAX_SIDE, Position, Rules, Side, Squares, energy_at_least};

use super::weights::{Feature, MAX_ENERGY, Weights};

/// The energy of a capturing step (NW-9).
const CAPTURE: usize = 2;

/// Evaluates positions of one match.
#[derive(Debug, Clone)]
pub(super) struct Evaluation<'a> {
    weights: &'a Weights,
    rules: &'a Rules,
    /// The last placement of each side, what it is worth, and how many robots it misses.
    kept: [(Squares, Fields, i32, usize); 2],
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(weights: &'a Weights, rules: &'a Rules) -> Self {
        Self {
            weights,
            rules,
            kept: [(Squares::EMPTY, Fields::EMPTY, 0, 0); 2],
        }
    }

    /// What the position is worth for the side to move, in hundredths of a robot or so.
    pub(super) fn of(&mut self, position: &Position) -> i32 {
        let side = position.side();
        let mut value =
            self.placement(position, side, 0) - self.placement(position, side.other(), 1);
        each_relation(self.rules, position, |feature, count| {
            value += self.weights.of(feature) * count;
        });
        value
    }

    fn placement(&mut self, position: &Position, side: Side, seat: usize) -> i32 {
        let (robots, batteries) = (position.robots(side), position.batteries());
        let kept = &mut self.kept[side.index()];
        if (kept.0, kept.1) != (robots, batteries) {
            let mut worth = 0;
            let missing = each_placement(self.rules, robots, batteries, side, |feature, count| {
                worth += self.weights.of(feature) * count;
            });
            *kept = (robots, batteries, worth, missing);
        }
        let (_, _, worth, missing) = *kept;
        worth + self.weights.of(Feature::Missing { seat, missing })
    }
}

/// Calls `each` with every feature of a position and how often it has it more for the side to move
/// than for the other.
pub(super) fn each_feature(rules: &Rules, position: &Position, mut each: impl FnMut(Feature, i32)) {
    let side = position.side();
    for (seat, side, sign) in [(0, side, 1), (1, side.other(), -1)] {
        let (robots, batteries) = (position.robots(side), position.batteries());
        let missing = each_placement(rules, robots, batteries, side, |feature, count| {
            each(feature, sign * count);
        });
        each(Feature::Missing { seat, missing }, sign);
    }
    each_relation(rules, position, each);
}

/// Features of one side's robots and the batteries. Gives how many robots more would have to be
/// within a turn of home: it depends on who moves what that is worth.
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
    let (mut left, mut within) = (needed, 0);
    for away in 0..ranks.min(MAX_SIDE) {
        let row = robots.intersection(rank(side, ranks, away));
        if row.is_empty() {
            continue;
        }
        // Energies from four down to none: each plane without the one above it.
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
            if left > 0 {
                each(Feature::Leader { away, with }, count.min(left));
            }
            left -= count.min(left);
            within += if with >= away { count } else { 0 };
        }
    }
    let robots_left = robots.len() as usize;
    each(
        Feature::Material {
            robots: robots_left,
        },
        1,
    );
    let fed = fields_beside(robots).intersection(batteries).len();
    each(Feature::Fed, fed as i32);
    (needed - within).max(0) as usize
}

/// Features of how both sides stand to each other.
fn each_relation(rules: &Rules, position: &Position, mut each: impl FnMut(Feature, i32)) {
    let batteries = position.batteries();
    let energy = energy_at_least(batteries);
    let side = position.side();
    let controlled = [side, side.other()].map(|side| rules.controlled(position, side));
    for (seat, side, sign) in [(0, side, 1), (1, side.other(), -1)] {
        let robots = position.robots(side);
        let armed = position
            .robots(side.other())
            .intersection(energy[CAPTURE - 1]);
        let attacked = robots.intersection(steps(armed, side.other())).len() as i32;
        each(Feature::Attacked { seat }, sign * attacked);
        let alone = controlled[seat].difference(controlled[1 - seat]);
        let alone = alone.intersection(batteries).len() as i32;
        each(Feature::Controlled, sign * alone);
        let ready = robots.intersection(energy[0]);
        let ahead = forward(ready, side).difference(position.occupied());
        let free = ahead.intersection(rules.board.squares()).len() as i32;
        each(Feature::Free, sign * free);
    }
    each(Feature::Tempo, 1);
}

/// The squares of a rank, counted from a side's home.
fn rank(side: Side, ranks: usize, away: usize) -> Squares {
    let rank = match side {
        Side::White => ranks - 1 - away,
        Side::Black => away,
    };
    Squares::from_bits(0xff << (8 * rank))
}

/// The energy fields beside robots.
pub(super) fn fields_beside(robots: Squares) -> Fields {
    let bits = robots.bits();
    Fields::from_bits(bits | bits << 1 | bits << 8 | bits << 9)
}

fn forward(robots: Squares, side: Side) -> Squares {
    Squares::from_bits(match side {
        Side::White => robots.bits() << 8,
        Side::Black => robots.bits() >> 8,
    })
}

/// The squares one step away, some of them outside of the board.
fn steps(robots: Squares, side: Side) -> Squares {
    let bits = robots.bits();
    forward(robots, side).union(Squares::from_bits(bits << 1 | bits >> 1))
}
