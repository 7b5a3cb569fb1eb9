//! Goals of collecting: mines and freight.

use botwerk_engine::droids::{Object, PublicState, Side, Square};

/// Value of a mine.
const MINE: f64 = 0.5;

/// Value of standing next to a mine; it halves with every two steps of distance.
const NEAR: f64 = 0.25;

/// Returns the value of a side that clears mines: those it has banked and the distance of the next
/// ones (DR-35).
pub(super) fn mines_value(table: &PublicState, side: Side) -> f64 {
    let banked = f64::from(table.scores[side.index()]);
    let Some(own) = table.droid(side).square else {
        return MINE * banked;
    };
    let near = |square| NEAR * 0.5_f64.powf((steps(own, square) - 1.0).max(0.0) / 2.0);
    let near: f64 = table.mines.map(near).sum();
    MINE * banked + near
}

/// Cost of an order of work that is left, for freight.
const FREIGHT_ORDER: f64 = 0.25;

/// Orders that it takes if another droid carries the container.
const STOLEN: f64 = 5.0;

/// Returns the value of a side that has a container to deliver: the distance of the container from
/// its pad and of the droid from the container (DR-38).
pub(super) fn freight_value(
    table: &PublicState,
    side: Side,
    from_pad: &[u8; Square::COUNT],
) -> f64 {
    let own = table.droid(side);
    let (Some(droid), Some(container)) = (own.square, table.container(side)) else {
        return 0.0;
    };
    let home = |square: Square| orders_to_reach(f64::from(from_pad[square.index()]));
    let work = if own.cargo.contains(&Object::Container(side)) {
        home(droid) + 1.0
    } else {
        let fetch = orders_to_reach(steps(droid, container));
        let lies = table.containers[side.index()].is_some();
        fetch + 2.0 + home(container) + if lies { 0.0 } else { STOLEN }
    };
    -FREIGHT_ORDER * work
}

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
