//! The moves of a solution, from the positions on its way.

use botwerk_engine::ricochet::{Attempt, Move, all_slides};

use super::goal::Goal;
use super::instance::Instance;
use super::search::Search;
use super::space::Space;

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
    keys.reverse();
    moves_through(instance, &search.space, &keys)
}

/// Returns the moves that lead from the start through the positions of these codes to the target.
///
/// Returns `None` only if the codes are not those of a solution.
pub(super) fn moves_through<S: Space>(
    instance: &Instance,
    space: &S,
    keys: &[S::Key],
) -> Option<Vec<Move>> {
    let mut attempt = Attempt::new(*instance.robots());
    let moves: Option<Vec<Move>> = keys
        .iter()
        .map(|key| move_to(instance, space, &mut attempt, *key))
        .collect();
    moves.filter(|_| attempt.is_solution(&instance.task()))
}

/// Returns a position from which one move leads to `key`, and its cost.
fn parent<S: Space>(search: &Search<S>, key: S::Key, cost: u16) -> Option<(S::Key, u16)> {
    let bound = search.space.bound(key)?;
    (1..=cost.min(search.space.max_cost())).find_map(|step| {
        let layer = search.layers.get(usize::from(cost - step))?;
        let leads_here = |before: &S::Key| {
            let mut is_found = false;
            search
                .space
                .expand(*before, step + bound, |after, paid, _| {
                    is_found |= after == key && paid == step;
                });
            is_found
        };
        let mut near = layer
            .keys
            .iter()
            .filter(|before| search.space.is_near(**before, key));
        let parent = near.find(|before| leads_here(before))?;
        Some((*parent, cost - step))
    })
}

/// Applies the move that leads to the position with this code.
fn move_to<S: Space>(
    instance: &Instance,
    space: &S,
    attempt: &mut Attempt,
    key: S::Key,
) -> Option<Move> {
    let task = instance.task();
    let mut found = all_slides(task.board, attempt.robots(), task.slide_rules);
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
