//! What a position is worth at the start of a turn, without looking ahead.

use botwerk_engine::netzwerk::{Fields, MAX_SIDE, Position, Rules, Side, Squares, energy_at_least};

use super::weights::{MAX_ENERGY, Weights};

/// The energy of a capturing step (NW-9).
const CAPTURE: usize = 2;

/// What is counted of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Features {
    /// Robots by ranks away from home and batteries beside them.
    pub(super) robots: [[u8; MAX_ENERGY + 1]; MAX_SIDE],
    /// The same of as many of the most advanced robots as a win needs (NW-19).
    pub(super) leaders: [[u8; MAX_ENERGY + 1]; MAX_SIDE],
    /// Robots on the board.
    pub(super) material: u8,
    /// Own robots beside which an enemy stands that can capture them in one step.
    pub(super) attacked: u8,
    /// Batteries beside any own robot.
    pub(super) fed: u8,
    /// Batteries that this side controls and the other does not.
    pub(super) controlled: u8,
    /// How many robots more must come within one turn of home, as far as each alone can.
    pub(super) missing: u8,
    /// Robots that can step forward onto a free square.
    pub(super) free: u8,
}

/// The features of a side.
pub(super) fn features(rules: &Rules, position: &Position, side: Side) -> Features {
    let robots = position.robots(side);
    let enemies = position.robots(side.other());
    let energy = energy_at_least(position.batteries());
    let ranks = rules.board.ranks();
    let needed = robots.len().div_ceil(2) as u8;
    let (mut by_place, mut leaders) = (
        [[0; MAX_ENERGY + 1]; MAX_SIDE],
        [[0; MAX_ENERGY + 1]; MAX_SIDE],
    );
    let (mut left, mut within) = (needed, 0);
    for (away, (all, leading)) in by_place
        .iter_mut()
        .zip(&mut leaders)
        .take(ranks)
        .enumerate()
    {
        let row = robots.intersection(rank(side, ranks, away));
        if row.is_empty() {
            continue;
        }
        // Energies from four down to none: each plane without the one above it.
        let mut above = Squares::EMPTY;
        for with in (0..=MAX_ENERGY).rev() {
            let plane = with
                .checked_sub(1)
                .map_or(row, |i| energy[i].intersection(row));
            let count = plane.difference(above).len() as u8;
            above = plane;
            all[with] = count;
            leading[with] = count.min(left);
            left -= leading[with];
            within += if with >= away { count } else { 0 };
        }
    }
    let fields = fields_beside(robots);
    let fed = fields.intersection(position.batteries());
    let armed = enemies.intersection(energy[CAPTURE - 1]);
    let controlled = rules.controlled(position, side);
    let others = rules.controlled(position, side.other());
    let own = controlled
        .difference(others)
        .intersection(position.batteries());
    let ready = robots.intersection(energy[0]);
    let ahead = forward(ready, side).difference(position.occupied());
    Features {
        robots: by_place,
        leaders,
        material: robots.len() as u8,
        attacked: robots.intersection(steps(armed, side.other())).len() as u8,
        fed: fed.len() as u8,
        controlled: own.len() as u8,
        missing: needed.saturating_sub(within),
        free: ahead.intersection(rules.board.squares()).len() as u8,
    }
}

/// What the position is worth for the side to move, in hundredths of a robot or so.
pub(super) fn evaluate(weights: &Weights, rules: &Rules, position: &Position) -> i32 {
    let side = position.side();
    let [own, other] = [side, side.other()].map(|side| features(rules, position, side));
    weights.of_side(&own, true) - weights.of_side(&other, false)
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
