//! The ability of a side to stay in the match, which takes a stone in every round (DR-19).

use botwerk_engine::droids::{PublicState, Rules, Side, Square, Transmitter};

use super::weights::EvaluationWeights;

/// Returns the value of a side's transmitters and of its droid's square.
pub(super) fn survival_value(
    weights: &EvaluationWeights,
    rules: &Rules,
    table: &PublicState,
    side: Side,
) -> f64 {
    let strips = table.bank(side).strips();
    let count = strips.len() as f64;
    let mut value = -weights.strip * count - weights.last_strips * (count - 4.0).max(0.0);
    if let Some(square) = table.droid(side).square {
        let column = side.column(square);
        if strips.contains(column) && strips.len() < Transmitter::COUNT {
            value -= weights.covered_column;
        }
        for covered in strips {
            let distance = covered.index().abs_diff(column.index());
            value -= weights.near_strips / (1.0 + distance as f64);
        }
        if rules.river.contains(square) {
            value -= weights.water;
        }
        if rules.repairers.is_empty() && !rules.is_solo() {
            value -= weights.edge * count_edges(square);
        }
    }
    if is_stranded(table, side) {
        value -= weights.stranded;
    }
    value
}

/// Returns the number of edges of the field at which a square is.
fn count_edges(square: Square) -> f64 {
    let last = Square::SIDE - 1;
    let is_last = |coordinate| coordinate == 0 || coordinate == last;
    f64::from(u8::from(is_last(square.x())) + u8::from(is_last(square.y())))
}

/// Returns `true` if no robot is in the column of a transmitter without a strip.
fn is_stranded(table: &PublicState, side: Side) -> bool {
    let strips = table.bank(side).strips();
    let is_covered = |square| strips.contains(side.column(square));
    table.droid(side).square.is_some_and(is_covered) && { table.repairers }.all(is_covered)
}
