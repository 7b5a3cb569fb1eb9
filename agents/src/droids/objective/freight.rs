//! Freight: the distance from the container to its pad, and from the droid to the container (DR-38).

use botwerk_engine::droids::{Object, Side, Square, Table};

use super::{orders_to_reach, steps};

/// Cost of an order still needed.
const ORDER_COST: f64 = 0.25;

/// Additional orders if another droid carries the container.
const STOLEN_ORDERS: f64 = 5.0;

pub(super) fn standing(table: &Table, side: Side, from_pad: &[u8; Square::COUNT]) -> f64 {
    let own_droid = table.droid(side);
    let (Some(droid), Some(container)) = (own_droid.square, table.container(side)) else {
        return 0.0;
    };
    let orders_home = |square: Square| orders_to_reach(f64::from(from_pad[square.index()]));
    let work = if own_droid.cargo.contains(&Object::Container(side)) {
        orders_home(droid) + 1.0
    } else {
        let fetch = orders_to_reach(steps(droid, container));
        let is_on_board = table.containers[side.index()].is_some();
        fetch + 2.0 + orders_home(container) + if is_on_board { 0.0 } else { STOLEN_ORDERS }
    };
    -ORDER_COST * work
}
