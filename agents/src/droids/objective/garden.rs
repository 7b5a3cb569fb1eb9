//! The garden scenario: open sides, and the orders needed to close them with obstacles (DR-36).

use arrayvec::ArrayVec;
use botwerk_engine::droids::{Arrow, Object, Rules, Side, Square, Squares, Table};

use super::{orders_to_reach, steps};

/// Cost of an order still needed.
const ORDER_COST: f64 = 0.45;

/// Orders that a robot on the garden costs.
const VISITOR_ORDERS: f64 = 2.0;

/// Orders that an open side without an available obstacle costs.
const NO_OBSTACLE_ORDERS: f64 = 20.0;

/// Neighbouring squares of a square.
pub(super) type Neighbours = ArrayVec<Square, 4>;

pub(super) fn standing(rules: &Rules, table: &Table, side: Side) -> f64 {
    let garden = rules.gardens[side.index()];
    let open = open_sides(rules, table, garden);
    let own_droid = table.droid(side);
    let Some(droid) = own_droid.square else {
        return 0.0;
    };
    let load = own_droid.cargo.iter().filter(|o| **o == Object::Obstacle);
    // An obstacle that closes a side of the garden stays there.
    let mut free = table.solid;
    for arrow in Arrow::STRAIGHT {
        if let Some(beside) = garden.step(arrow) {
            free.remove(beside);
        }
    }
    let mut work = orders(free, droid, &open, load.count());
    let has_visitor = droid != garden && table.robot_on(garden).is_some();
    if has_visitor {
        work += VISITOR_ORDERS;
    }
    -ORDER_COST * work
}

/// Returns the open neighbours of a square.
pub(super) fn open_sides(rules: &Rules, table: &Table, square: Square) -> Neighbours {
    let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
    let blocks = rules.blocks(table);
    neighbours.filter(|next| !blocks.contains(*next)).collect()
}

/// Estimates the orders with which a droid puts an obstacle on each of these squares, nearest
/// first, using its load and the free obstacles.
pub(super) fn orders(free: Squares, droid: Square, open: &[Square], load: usize) -> f64 {
    let approach = |from: Square, to: Square| orders_to_reach(steps(from, to));
    let (mut at, mut load, mut free) = (droid, load, free);
    let mut remaining: Neighbours = open.iter().copied().collect();
    let mut work = 0.0;
    while !remaining.is_empty() {
        let distance = |index: usize| steps(at, remaining[index]);
        let nearest = (0..remaining.len()).min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        let Some(target) = nearest.map(|index| remaining.swap_remove(index)) else {
            break;
        };
        if load == 0 {
            let detour = |square: Square| steps(at, square) + steps(square, target);
            let Some(from) = free.min_by(|a, b| detour(*a).total_cmp(&detour(*b))) else {
                work += NO_OBSTACLE_ORDERS;
                continue;
            };
            free.remove(from);
            work += approach(at, from) + 1.0;
            at = from;
            load = 1;
        }
        work += approach(at, target) + 1.0;
        // Nothing can be put down on the droid's own square.
        if at == target {
            work += 1.0;
        }
        at = target;
        load -= 1;
    }
    work
}
