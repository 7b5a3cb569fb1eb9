//! The ability of a side to stay in the match, which takes a stone in every round (DR-19).

use botwerk_engine::droids::{PublicState, Rules, Side, Square, Transmitter};

/// Weights of the features that decide whether a side can send a stone in later rounds.
#[derive(Debug, Clone, Copy)]
pub(in crate::droids) struct SurvivalWeights {
    /// Cost of a strip.
    strip: f64,
    /// Additional cost of each strip beyond the fourth.
    last_strips: f64,
    /// Cost of a droid in a column whose transmitter is covered.
    covered_column: f64,
    /// Cost of a droid in water, where only blue stones move it.
    water: f64,
    /// Cost of each edge of the field at which the droid is, without repair robots.
    edge: f64,
    /// Cost of having no robot in the column of a transmitter without a strip.
    stranded: f64,
}

impl SurvivalWeights {
    /// Weights for comparing tables without search.
    pub(super) const UNSEARCHED: Self = Self {
        strip: 0.12,
        last_strips: 0.08,
        covered_column: 0.2,
        water: 0.1,
        edge: 0.0,
        stranded: 0.0,
    };

    /// Weights for the leaves of a search, selected by matches at equal nodes.
    pub(in crate::droids) const SEARCHED: Self = Self {
        strip: 0.2,
        last_strips: 0.1,
        covered_column: 0.5,
        water: 0.0,
        edge: 0.2,
        stranded: 3.0,
    };

    /// Returns the value of a side's transmitters and of its droid's square.
    pub(super) fn value(&self, rules: &Rules, table: &PublicState, side: Side) -> f64 {
        let strips = table.bank(side).strips();
        let count = strips.len() as f64;
        let mut value = -self.strip * count - self.last_strips * (count - 4.0).max(0.0);
        if let Some(square) = table.droid(side).square {
            if strips.contains(side.column(square)) && strips.len() < Transmitter::COUNT {
                value -= self.covered_column;
            }
            if rules.river.contains(square) {
                value -= self.water;
            }
            if rules.repairers.is_empty() && !rules.is_solo() {
                value -= self.edge * count_edges(square);
            }
        }
        if is_stranded(table, side) {
            value -= self.stranded;
        }
        value
    }
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
