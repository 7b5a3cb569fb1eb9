//! The goal of every scenario: to stay in the match, which takes a transmitter in every round
//! (DR-19).

use botwerk_engine::droids::{PublicState, Rules, Side, Transmitter};

/// Cost of a strip.
const STRIP: f64 = 0.12;

/// Additional cost of each strip beyond the fourth.
const LAST_STRIPS: f64 = 0.08;

/// Cost of standing in a column whose transmitter is covered.
const COVERED_COLUMN: f64 = 0.2;

/// Cost of standing in water, where only blue stones move the droid.
const WATER: f64 = 0.1;

/// Returns the value of the transmitters of a side and of the square of its droid.
pub(super) fn standing(rules: &Rules, table: &PublicState, side: Side) -> f64 {
    let strips = table.bank(side).strips();
    let count = strips.len() as f64;
    let mut standing = -STRIP * count - LAST_STRIPS * (count - 4.0).max(0.0);
    if let Some(square) = table.droid(side).square {
        if strips.contains(side.column(square)) && strips.len() < Transmitter::COUNT {
            standing -= COVERED_COLUMN;
        }
        if rules.river.contains(square) {
            standing -= WATER;
        }
    }
    standing
}
