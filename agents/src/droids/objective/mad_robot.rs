//! The mad robot: its open sides, and the orders needed to close them (DR-37).

use botwerk_engine::droids::{Object, Rules, Side, Table};

use super::garden::{open_sides, orders};

/// Cost of an open side in addition to the orders needed.
const OPEN_SIDE_COST: f64 = 0.5;

/// Cost of an order still needed.
const ORDER_COST: f64 = 0.12;

/// Value of an obstacle in the cargo, since those already placed are far away once the robot moves.
const CARGO_VALUE: f64 = 0.05;

pub(super) fn standing(rules: &Rules, table: &Table, side: Side) -> f64 {
    let (Some(mad), own) = (table.mad, table.droid(side)) else {
        return 0.0;
    };
    let Some(droid) = own.square else { return 0.0 };
    let open = open_sides(rules, table, mad);
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle).count();
    let work = orders(table.solid, droid, &open, load);
    CARGO_VALUE * load as f64 - OPEN_SIDE_COST * open.len() as f64 - ORDER_COST * work
}
