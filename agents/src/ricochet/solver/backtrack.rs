//! The moves of a solution, from the positions that a search has visited.

use botwerk_engine::ricochet::{Attempt, Direction, Move, slides};
use rustc_hash::FxHashMap;

use super::instance::Instance;
use super::search::{Goal, Search};
use super::space::Space;
use super::visited::Key;

/// Returns the moves that lead from the start to the goal of a search.
///
/// Returns `None` only if the search is wrong about its positions.
pub(super) fn solution<S: Space>(
    instance: &Instance,
    search: &Search<S>,
    goal: Goal<S::Key>,
) -> Option<Vec<Move>> {
    let mut keys = vec![goal.key, goal.parent];
    let (mut key, mut cost) = (goal.parent, goal.parent_cost);
    while cost > 0 {
        (key, cost) = parent(search, key, cost)?;
        keys.push(key);
    }
    keys.pop();
    let mut attempt = Attempt::new(*instance.robots());
    let mut moves = Vec::with_capacity(keys.len());
    while let Some(key) = keys.pop() {
        moves.push(move_to(instance, &search.space, &mut attempt, key)?);
    }
    attempt.is_solution(&instance.task()).then_some(moves)
}

/// Returns a position from which one move leads to `key`, and its cost.
fn parent<S: Space>(search: &Search<S>, key: S::Key, cost: u16) -> Option<(S::Key, u16)> {
    let mut found = Vec::new();
    search.space.predecessors(key, &mut found);
    let candidates: FxHashMap<S::Key, u16> = found.iter().copied().collect();
    // Most positions of a layer are told apart from the candidates by 12 bits.
    let mut filter = [0_u64; 64];
    let bit = |key: S::Key| (key.mixed() >> 52) as usize;
    for (key, _) in &found {
        filter[bit(*key) / 64] |= 1 << (bit(*key) % 64);
    }
    let mut costs: Vec<u16> = found.iter().map(|it| it.1).collect();
    costs.sort_unstable();
    costs.dedup();
    for step in costs {
        let Some(before) = cost.checked_sub(step) else {
            continue;
        };
        let layer = search.layers.get(usize::from(before))?;
        let is_parent = |key: &&S::Key| {
            filter[bit(**key) / 64] >> (bit(**key) % 64) & 1 == 1
                && candidates.get(*key) == Some(&step)
        };
        if let Some(parent) = layer.keys.iter().find(is_parent) {
            return Some((*parent, before));
        }
    }
    None
}

/// Applies the move that leads to the position with this code.
fn move_to<S: Space>(
    instance: &Instance,
    space: &S,
    attempt: &mut Attempt,
    key: S::Key,
) -> Option<Move> {
    let task = instance.task();
    let mut found = Vec::new();
    for (robot, _) in attempt.robots().iter() {
        for direction in Direction::ALL {
            slides(
                task.board,
                attempt.robots(),
                robot,
                direction,
                task.slide_rules,
                &mut found,
            );
        }
    }
    // Of several moves to the same position, the cheapest is meant.
    found.sort_by_key(|(_, slide)| slide.cost);
    found.into_iter().find_map(|(step, _)| {
        let mut after = *attempt;
        after.apply(&task, step).ok()?;
        (space.key(&after) == key).then(|| {
            *attempt = after;
            step
        })
    })
}
