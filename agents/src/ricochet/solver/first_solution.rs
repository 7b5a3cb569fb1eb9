//! A solution that is found quickly, of any cost.

use std::collections::BTreeMap;

use botwerk_engine::ricochet::{Attempt, Direction, Move, slides};
use rustc_hash::FxHashSet;

use super::budget::{Budget, Exhausted};
use super::instance::Instance;
use super::space::Space;

/// A position that waits for its turn, with the moves that lead there.
struct Waiting {
    attempt: Attempt,
    /// The index of the position before it, and the move from there.
    from: Option<(usize, Move)>,
}

/// Searches the positions with the smallest bound first, and of these the cheapest. Returns the first solution
/// of at most `max_cost` with the number of visited positions, or `None` if none is found.
///
/// # Errors
/// Returns the limit of the budget that is reached.
pub(super) fn first_solution<S: Space>(
    instance: &Instance,
    space: &S,
    max_cost: u32,
    budget: &Budget<'_>,
) -> Result<Option<(Vec<Move>, u64)>, Exhausted> {
    let task = instance.task();
    let mut waiting = vec![Waiting {
        attempt: Attempt::new(*instance.robots()),
        from: None,
    }];
    let mut visited = FxHashSet::default();
    // The bound and the cost decide, then the order in which positions were found.
    let mut queue = BTreeMap::from([((0, 0, 0), 0)]);
    let mut found = Vec::new();
    while let Some((_, index)) = queue.pop_first() {
        let bytes = waiting.len() * (size_of::<Waiting>() + 64);
        budget.check(visited.len(), bytes)?;
        let attempt = waiting[index].attempt;
        if !visited.insert(space.key(&attempt)) {
            continue;
        }
        found.clear();
        for (robot, _) in attempt.robots().iter() {
            for direction in Direction::ALL {
                let (robots, rules) = (attempt.robots(), task.slide_rules);
                slides(task.board, robots, robot, direction, rules, &mut found);
            }
        }
        for (step, _) in &found {
            let mut after = attempt;
            if after.apply(&task, *step).is_err() || after.cost() > max_cost {
                continue;
            }
            let entry = waiting.len();
            waiting.push(Waiting {
                attempt: after,
                from: Some((index, *step)),
            });
            if after.is_solution(&task) {
                return Ok(Some((moves_to(&waiting, entry), visited.len() as u64)));
            }
            if let Some(bound) = space.bound(space.key(&after)) {
                queue.insert((u32::from(bound), after.cost(), entry), entry);
            }
        }
    }
    Ok(None)
}

/// Returns the moves that lead to a position.
fn moves_to(waiting: &[Waiting], mut index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((before, step)) = waiting[index].from {
        moves.push(step);
        index = before;
    }
    moves.reverse();
    moves
}
