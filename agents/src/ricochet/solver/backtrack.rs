//! The moves of a solution, from the positions on its way.

use botwerk_engine::ricochet::{Attempt, Move, all_slides};

use super::budget::{Budget, Exhausted, POSITIONS_PER_CHECK};
use super::goal::Goal;
use super::instance::Instance;
use super::search::Search;
use super::space::Space;

/// Returns the moves that lead from the start to the goal of a search.
///
/// # Errors
/// Returns [`Exhausted::Stopped`] if the search is stopped.
///
/// # Panics
/// Panics only if the search is wrong about its positions.
pub(super) fn solution<S: Space>(
    instance: &Instance,
    search: &Search<S>,
    goal: Goal<S::Key>,
    budget: &Budget<'_>,
) -> Result<Vec<Move>, Exhausted> {
    let mut keys = vec![goal.key, goal.parent];
    let (mut key, mut cost) = (goal.parent, goal.parent_cost);
    while cost > 0 {
        let parent = parent(search, key, cost, budget)?;
        (key, cost) = parent.expect("the visited positions lead to the goal");
        keys.push(key);
    }
    keys.pop();
    keys.reverse();
    let moves = moves_through(instance, &search.space, &keys);
    Ok(moves.expect("the visited positions lead to the goal"))
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
fn parent<S: Space>(
    search: &Search<S>,
    key: S::Key,
    cost: u16,
    budget: &Budget<'_>,
) -> Result<Option<(S::Key, u16)>, Exhausted> {
    let Some(bound) = search.space.bound(key) else {
        return Ok(None);
    };
    for step in 1..=cost.min(search.space.max_cost()) {
        let leads_here = |before: &S::Key| {
            let mut is_found = false;
            search
                .space
                .expand(*before, step + bound, |after, paid, _| {
                    is_found |= after == key && paid == step;
                });
            is_found
        };
        let layer = search.layer(usize::from(cost - step));
        for keys in layer.flat_map(|keys| keys.chunks(POSITIONS_PER_CHECK)) {
            budget.check_stop()?;
            let mut near = keys
                .iter()
                .filter(|before| search.space.is_near(**before, key));
            if let Some(parent) = near.find(|before| leads_here(before)) {
                return Ok(Some((*parent, cost - step)));
            }
        }
    }
    Ok(None)
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
