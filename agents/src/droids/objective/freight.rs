//! Freight: how far the own container is from its pad, and the droid from the container (DR-38).

use botwerk_engine::droids::{Object, Side, Square, Table};

use super::{orders_to_reach, steps};

/// What an order of work that is left costs.
const ORDER: f64 = 0.25;

/// Orders that it costs if another droid carries the container.
const STOLEN: f64 = 5.0;

pub(super) fn standing(table: &Table, side: Side, from_pad: &[u8; Square::COUNT]) -> f64 {
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
    -ORDER * work
}
