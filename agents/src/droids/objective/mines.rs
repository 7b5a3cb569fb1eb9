//! Mine clearing: mines banked, and the distance to the remaining ones (DR-35).

use botwerk_engine::droids::{Side, Table};

use super::steps;

/// Value of a banked mine.
const MINE_VALUE: f64 = 0.5;

/// Value of being next to a mine; it halves with every two further steps.
const ADJACENT_VALUE: f64 = 0.25;

pub(super) fn standing(table: &Table, side: Side) -> f64 {
    let banked = f64::from(table.scores[side.index()]);
    let Some(droid) = table.droid(side).square else {
        return MINE_VALUE * banked;
    };
    let near = |square| ADJACENT_VALUE * 0.5_f64.powf((steps(droid, square) - 1.0).max(0.0) / 2.0);
    let near: f64 = table.mines.map(near).sum();
    MINE_VALUE * banked + near
}
