//! Distances on the board and the orders that they take.

use botwerk_engine::droids::Square;

/// Average number of steps that a droid makes with one order.
const PACE: f64 = 1.6;

/// Estimates the number of orders that bring a droid next to something at this number of steps.
pub(super) fn orders_to_reach(steps: f64) -> f64 {
    (steps - 1.0).max(0.0) / PACE
}

/// Returns the number of steps along rows and columns between two squares, ignoring obstacles.
pub(super) fn steps(from: Square, to: Square) -> f64 {
    (from.x().abs_diff(to.x()) + from.y().abs_diff(to.y())) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_to_reach_the_next_square_are_none() {
        for (steps, orders) in [(0.0, 0.0), (1.0, 0.0), (1.0 + PACE, 1.0)] {
            assert!((orders_to_reach(steps) - orders).abs() < 1e-9, "{steps}");
        }
    }
}
