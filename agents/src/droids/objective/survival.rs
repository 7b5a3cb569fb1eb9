//! Survival, which every scenario requires: a stone sent in every round, hence usable transmitters
//! (DR-19).

use botwerk_engine::droids::{Rules, Side, Table, Transmitter};

/// Cost of a strip.
const STRIP_COST: f64 = 0.12;
/// Additional cost of each strip after the fourth.
const LATE_STRIP_COST: f64 = 0.08;

/// Cost of being in a column whose transmitter is covered.
const COVERED_COLUMN_COST: f64 = 0.2;

/// Cost of being in water, where only blue stones move the droid.
const WATER_COST: f64 = 0.1;

pub(super) fn standing(rules: &Rules, table: &Table, side: Side) -> f64 {
    let strips = table.bank(side).strips();
    let count = strips.len() as f64;
    let mut standing = -STRIP_COST * count - LATE_STRIP_COST * (count - 4.0).max(0.0);
    if let Some(square) = table.droid(side).square {
        if strips.contains(side.column(square)) && strips.len() < Transmitter::COUNT {
            standing -= COVERED_COLUMN_COST;
        }
        if rules.river.contains(square) {
            standing -= WATER_COST;
        }
    }
    standing
}
