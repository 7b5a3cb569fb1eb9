//! The garden: open sides, and the way of the obstacles that are to close them (DR-36).

use arrayvec::ArrayVec;
use botwerk_engine::droids::{Arrow, Object, Rules, Side, Square, Squares, Table};

use super::{orders_to_reach, steps};

/// What an order of work that is left costs.
const ORDER: f64 = 0.45;

/// Orders that an unwanted visitor costs.
const VISITOR: f64 = 2.0;

/// Orders that a side costs for which there is no obstacle.
const NO_OBSTACLE: f64 = 20.0;

/// Squares beside a square.
pub(super) type Sides = ArrayVec<Square, 4>;

pub(super) fn standing(rules: &Rules, table: &Table, side: Side) -> f64 {
    let garden = rules.gardens[side.index()];
    let open = open_sides(rules, table, garden);
    let own = table.droid(side);
    let Some(droid) = own.square else { return 0.0 };
    let load = own.cargo.iter().filter(|o| **o == Object::Obstacle);
    // An obstacle that closes a side of the garden stays there.
    let mut free = table.solid;
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
    -ORDER * work
}

/// Neighbours of a square that are open.
pub(super) fn open_sides(rules: &Rules, table: &Table, square: Square) -> Sides {
    let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
    let blocks = rules.blocks(table);
    neighbours.filter(|next| !blocks.contains(*next)).collect()
}

/// About how many orders a droid needs to put an obstacle on each of these squares, the nearest
/// first, with those that it carries and those that are free.
pub(super) fn orders(free: Squares, droid: Square, open: &[Square], load: usize) -> f64 {
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
