//! Mine clearing: mines banked, and how near the next ones lie (DR-35).

use botwerk_engine::droids::{Side, Table};

use super::steps;

/// What a mine is worth.
const MINE: f64 = 0.5;

/// What it is worth to stand beside a mine; it halves with every further two steps.
const NEAR: f64 = 0.25;

pub(super) fn standing(table: &Table, side: Side) -> f64 {
    let banked = f64::from(table.scores[side.index()]);
    let Some(own) = table.droid(side).square else {
        return MINE * banked;
    };
    let near = |square| NEAR * 0.5_f64.powf((steps(own, square) - 1.0).max(0.0) / 2.0);
    let near: f64 = table.mines.map(near).sum();
    MINE * banked + near
}
