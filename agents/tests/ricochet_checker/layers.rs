//! All positions by their cost.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Instance;
use super::codes::{Position, code};

/// All positions that are reached at a cost below the minimum, and the minimum.
pub(crate) struct Layers {
    pub(crate) layers: Vec<Vec<(u128, Vec<usize>)>>,
    /// The minimum cost; `None` if there is no solution of at most the given cost.
    pub(crate) minimum: Option<u32>,
}

/// Visits all positions by their cost, until one move fulfils the target or the cost exceeds `max_cost`.
pub(crate) fn visit(instance: &Instance, max_cost: u32) -> Layers {
    let start = Position {
        cells: instance.robots.clone(),
        turnings: vec![0; instance.robots.len()],
        last: None,
    };
    let mut waiting: BTreeMap<u32, BTreeMap<u128, Position>> = BTreeMap::new();
    waiting
        .entry(0)
        .or_default()
        .insert(code(instance, &start), start);
    let mut visited = BTreeSet::new();
    let mut layers = Vec::new();
    let mut minimum = None;
    for cost in 0..=max_cost {
        if minimum == Some(cost) {
            break;
        }
        let mut layer = Vec::new();
        for (code_now, position) in waiting.remove(&cost).unwrap_or_default() {
            if !visited.insert(code_now) {
                continue;
            }
            for (after, step, is_solution) in successors(instance, &position) {
                if is_solution {
                    minimum = Some(minimum.unwrap_or(u32::MAX).min(cost + step));
                } else {
                    let key = code(instance, &after);
                    waiting.entry(cost + step).or_default().insert(key, after);
                }
            }
            layer.push((code_now, position.cells));
        }
        layers.push(layer);
    }
    Layers {
        layers,
        minimum: minimum.filter(|minimum| *minimum <= max_cost),
    }
}

/// Returns the position after every legal move, the cost, and whether the move fulfils the target.
fn successors(instance: &Instance, position: &Position) -> Vec<(Position, u32, bool)> {
    let mut found = Vec::new();
    for robot in 0..position.cells.len() {
        let may_fulfil = instance.target_robot.is_none_or(|own| own == robot);
        for direction in 0..4 {
            if position.last == Some((robot, (direction + 2) % 4)) {
                continue;
            }
            for slide in instance.slides(&position.cells, robot, direction) {
                let mut after = position.clone();
                after.cells[robot] = slide.end;
                let turning = &mut after.turnings[robot];
                if instance.ricochet_rule && may_fulfil {
                    let axis = if direction % 2 == 1 { 1 } else { 2 };
                    let is_straight = !slide.is_turned && (*turning == 0 || *turning == axis);
                    *turning = if is_straight { axis } else { 3 };
                    after.last = Some((robot, slide.arrival));
                }
                if instance.ricochet_rule {
                    after.last = Some((robot, slide.arrival));
                }
                let is_on_target = may_fulfil && slide.end == instance.target;
                if is_on_target && instance.ricochet_rule && after.turnings[robot] != 3 {
                    continue;
                }
                found.push((after, slide.cost, is_on_target));
            }
        }
    }
    found
}
