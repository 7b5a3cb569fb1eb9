//! The mad robot: how many of its sides are open, and how near the droid is with what it carries
//! (DR-37).

use botwerk_engine::droids::{Object, Rules, Side, Table};

use super::garden::{open_sides, orders};

/// What an open side costs beside the work.
const OPEN: f64 = 0.5;

/// What an order of work costs.
const ORDER: f64 = 0.12;

/// What an obstacle in the cargo is worth: those put down are far when the robot has moved on.
const LOAD: f64 = 0.05;

pub(super) fn standing(rules: &Rules, table: &Table, side: Side) -> f64 {
    let (Some(mad), own) = (table.mad, table.droid(side)) else {
        return 0.0;
    };
    let Some(droid) = own.square else { return 0.0 };
    let open = open_sides(rules, table, mad);
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle).count();
    let work = orders(table.solid, droid, &open, load);
    LOAD * load as f64 - OPEN * open.len() as f64 - ORDER * work
}
