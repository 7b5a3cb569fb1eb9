//! Goals that collect objects: mines and freight.

use botwerk_engine::droids::{Object, PublicState, Side, Square};

/// Value of a mine.
const MINE: f64 = 0.5;

/// Value of a mine next to the droid; it halves with every two steps of distance.
const ADJACENT_MINE: f64 = 0.25;

/// Returns the value of a side that clears mines: the mines that it has banked and the distances of
/// the remaining ones (DR-35).
pub(super) fn mines_value(table: &PublicState, side: Side) -> f64 {
    let banked = f64::from(table.scores[side.index()]);
    let Some(own) = table.droid(side).square else {
        return MINE * banked;
    };
    let near = |square| ADJACENT_MINE * libm::pow(0.5, (steps(own, square) - 1.0).max(0.0) / 2.0);
    let near: f64 = table.mines.map(near).sum();
    MINE * banked + near
}

/// Cost of each remaining order, for freight.
const FREIGHT_ORDER: f64 = 0.25;

/// Number of orders added if another droid carries the container.
const STOLEN_ORDERS: f64 = 5.0;

/// Returns the value of a side that has a container to deliver: the distance of the container from
/// its pad and of the droid from the container (DR-38).
pub(super) fn freight_value(
    table: &PublicState,
    side: Side,
    from_pad: &[u8; Square::COUNT],
) -> f64 {
    let own = table.droid(side);
    let (Some(droid), Some(container)) = (own.square, table.container_square(side)) else {
        return 0.0;
    };
    let home = |square: Square| orders_to_reach(f64::from(from_pad[square.index()]));
    let work = if own.cargo.contains(&Object::Container(side)) {
        home(droid) + 1.0
    } else {
        let fetch = orders_to_reach(steps(droid, container));
        let is_on_field = table.containers[side.index()].is_some();
        fetch + 2.0 + home(container) + if is_on_field { 0.0 } else { STOLEN_ORDERS }
    };
    -FREIGHT_ORDER * work
}

/// Average number of steps of a droid per order.
const PACE: f64 = 1.6;

/// Estimates the number of orders that bring a droid next to a square at this number of steps.
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
    fn adjacent_square_takes_no_order() {
        for (steps, orders) in [(0.0, 0.0), (1.0, 0.0), (1.0 + PACE, 1.0)] {
            assert!((orders_to_reach(steps) - orders).abs() < 1e-9, "{steps}");
        }
    }
}
