//! What every scenario asks for: to send a stone in every round, so to have transmitters (DR-19).

use botwerk_engine::droids::{Rules, Side, Table, Transmitter};

/// What a strip costs where all else is equal; the last ones cost more.
const STRIP: f64 = 0.12;
const LAST_STRIPS: f64 = 0.08;

/// What it costs to stand in a column whose transmitter is covered.
const COVERED_COLUMN: f64 = 0.2;

/// What it costs to stand in water, where only blue stones move the droid.
const WATER: f64 = 0.1;

pub(super) fn standing(rules: &Rules, table: &Table, side: Side) -> f64 {
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
