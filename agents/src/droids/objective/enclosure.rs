//! Goals that close every side of a square: the garden and the mad robot.

use arrayvec::ArrayVec;
use botwerk_engine::droids::{Arrow, Object, PublicState, Rules, Side, Square, Squares};

use super::goods::{orders_to_reach, steps};

/// Cost of each remaining order, for a garden.
const GARDEN_ORDER: f64 = 0.45;

/// Number of orders added for a robot that occupies the garden.
const VISITOR_ORDERS: f64 = 2.0;

/// Number of orders added for a side without an available obstacle.
const MISSING_OBSTACLE_ORDERS: f64 = 20.0;

/// Cost of an open side of the mad robot, in addition to the remaining orders.
const OPEN_SIDE: f64 = 0.5;

/// Cost of each remaining order, for the mad robot.
const MAD_ROBOT_ORDER: f64 = 0.12;

/// Value of an obstacle in the cargo: an obstacle on the field is far away once the robot moves.
const CARRIED_OBSTACLE: f64 = 0.05;

/// The neighbours of a square.
type Sides = ArrayVec<Square, 4>;

/// Returns the value of a side that closes its garden: the orders that it needs to bring obstacles
/// to the open sides (DR-36).
pub(super) fn garden_value(rules: &Rules, table: &PublicState, side: Side) -> f64 {
    let garden = rules.gardens[side.index()];
    let open = open_sides(rules, table, garden);
    let own = table.droid(side);
    let Some(droid) = own.square else { return 0.0 };
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle);
    // An obstacle that closes a side of the garden stays there.
    let mut free = table.obstacles;
    for arrow in Arrow::STRAIGHT {
        if let Some(neighbour) = garden.step(arrow) {
            free.remove(neighbour);
        }
    }
    let mut work = count_orders(free, droid, &open, load.count());
    let is_occupied = droid != garden && table.robot_on(garden).is_some();
    if is_occupied {
        work += VISITOR_ORDERS;
    }
    -GARDEN_ORDER * work
}

/// Returns the value of a side that encloses the mad robot: the open sides of the robot, the orders
/// that are needed to close them, and the obstacles in the cargo (DR-37).
pub(super) fn mad_robot_value(rules: &Rules, table: &PublicState, side: Side) -> f64 {
    let (Some(mad), own) = (table.mad_robot, table.droid(side)) else {
        return 0.0;
    };
    let Some(droid) = own.square else { return 0.0 };
    let open = open_sides(rules, table, mad);
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle).count();
    let work = count_orders(table.obstacles, droid, &open, load);
    CARRIED_OBSTACLE * load as f64 - OPEN_SIDE * open.len() as f64 - MAD_ROBOT_ORDER * work
}

/// Returns the neighbours of a square that are open.
fn open_sides(rules: &Rules, table: &PublicState, square: Square) -> Sides {
    let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
    let blocks = rules.blocks(table);
    neighbours.filter(|next| !blocks.contains(*next)).collect()
}

/// Estimates the number of orders with which a droid puts an obstacle on each of these squares, the
/// nearest first: first the obstacles that it carries, then free ones.
fn count_orders(free: Squares, droid: Square, open: &[Square], load: usize) -> f64 {
    let reach = |from: Square, to: Square| orders_to_reach(steps(from, to));
    let (mut at, mut load, mut free) = (droid, load, free);
    let mut remaining: Sides = open.iter().copied().collect();
    let mut work = 0.0;
    while !remaining.is_empty() {
        let distance = |nth: usize| steps(at, remaining[nth]);
        let nearest = (0..remaining.len()).min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        let Some(target) = nearest.map(|nth| remaining.swap_remove(nth)) else {
            break;
        };
        if load == 0 {
            let detour = |square: Square| steps(at, square) + steps(square, target);
            let Some(from) = free.min_by(|a, b| detour(*a).total_cmp(&detour(*b))) else {
                work += MISSING_OBSTACLE_ORDERS;
                continue;
            };
            free.remove(from);
            work += reach(at, from) + 1.0;
            at = from;
            load = 1;
        }
        work += reach(at, target) + 1.0;
        // A droid cannot put an obstacle on its own square, so it first leaves it.
        if at == target {
            work += 1.0;
        }
        at = target;
        load -= 1;
    }
    work
}
