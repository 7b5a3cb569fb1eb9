//! Goals of closing every side of a square: the garden and the mad robot.

use arrayvec::ArrayVec;
use botwerk_engine::droids::{Arrow, Object, PublicState, Rules, Side, Square, Squares};

use super::goods::{orders_to_reach, steps};

/// Cost of an order of work that is left, for a garden.
const GARDEN_ORDER: f64 = 0.45;

/// Orders that an unwanted visitor costs.
const VISITOR: f64 = 2.0;

/// Orders that a side costs for which there is no obstacle.
const NO_OBSTACLE: f64 = 20.0;

/// Cost of an open side of the mad robot, in addition to the work.
const OPEN: f64 = 0.5;

/// Cost of an order of work that is left, for the mad robot.
const MAD_ROBOT_ORDER: f64 = 0.12;

/// Value of an obstacle in the cargo: one that was put down is far away once the robot moves.
const LOAD: f64 = 0.05;

/// The neighbours of a square.
type Sides = ArrayVec<Square, 4>;

/// Returns the value of a side that closes its garden: the open sides, and the distance of the
/// obstacles that are to close them (DR-36).
pub(super) fn garden_value(rules: &Rules, table: &PublicState, side: Side) -> f64 {
    let garden = rules.gardens[side.index()];
    let open = open_sides(rules, table, garden);
    let own = table.droid(side);
    let Some(droid) = own.square else { return 0.0 };
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle);
    // An obstacle that closes a side of the garden stays there.
    let mut free = table.obstacles;
    for arrow in Arrow::STRAIGHT {
        if let Some(beside) = garden.step(arrow) {
            free.remove(beside);
        }
    }
    let mut work = orders(free, droid, &open, load.count());
    let visitor = droid != garden && table.robot_on(garden).is_some();
    if visitor {
        work += VISITOR;
    }
    -GARDEN_ORDER * work
}

/// Returns the value of a side that encloses the mad robot: the open sides of the robot, and the
/// distance of the droid with its cargo (DR-37).
pub(super) fn mad_robot_value(rules: &Rules, table: &PublicState, side: Side) -> f64 {
    let (Some(mad), own) = (table.mad_robot, table.droid(side)) else {
        return 0.0;
    };
    let Some(droid) = own.square else { return 0.0 };
    let open = open_sides(rules, table, mad);
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle).count();
    let work = orders(table.obstacles, droid, &open, load);
    LOAD * load as f64 - OPEN * open.len() as f64 - MAD_ROBOT_ORDER * work
}

/// Returns the neighbours of a square that are open.
fn open_sides(rules: &Rules, table: &PublicState, square: Square) -> Sides {
    let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
    let blocks = rules.blocks(table);
    neighbours.filter(|next| !blocks.contains(*next)).collect()
}

/// Estimates the number of orders that a droid needs to put an obstacle on each of these squares, the nearest
/// first, with those that it carries and those that are free.
fn orders(free: Squares, droid: Square, open: &[Square], load: usize) -> f64 {
    let reach = |from: Square, to: Square| orders_to_reach(steps(from, to));
    let (mut at, mut load, mut free) = (droid, load, free);
    let mut left: Sides = open.iter().copied().collect();
    let mut work = 0.0;
    while !left.is_empty() {
        let away = |nth: usize| steps(at, left[nth]);
        let nearest = (0..left.len()).min_by(|a, b| away(*a).total_cmp(&away(*b)));
        let Some(target) = nearest.map(|nth| left.swap_remove(nth)) else {
            break;
        };
        if load == 0 {
            let way = |square: Square| steps(at, square) + steps(square, target);
            let Some(from) = free.min_by(|a, b| way(*a).total_cmp(&way(*b))) else {
                work += NO_OBSTACLE;
                continue;
            };
            free.remove(from);
            work += reach(at, from) + 1.0;
            at = from;
            load = 1;
        }
        work += reach(at, target) + 1.0;
        // On the square itself nothing can be put down.
        if at == target {
            work += 1.0;
        }
        at = target;
        load -= 1;
    }
    work
}
