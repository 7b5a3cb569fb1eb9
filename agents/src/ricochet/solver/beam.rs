//! A beam search: a solution that is found quickly, of any cost.

use std::collections::BTreeMap;

use botwerk_engine::ricochet::Attempt;
use rustc_hash::FxHashSet;

use super::backtrack::moves_through;
use super::budget::{Budget, Exhausted};
use super::instance::Instance;
use super::solution::Solution;
use super::space::Space;
use super::visited::Key as _;

/// A position that was found, and the index of the position before it.
struct Found<K> {
    key: K,
    before: usize,
}

/// A position that waits for its expansion, by its bound, then in an order that mixes similar positions, and
/// its index.
type Waiting<K> = (u16, u64, K, usize);

/// How many positions a beam search visits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beam {
    /// Maximum number of positions of one cost; those of the smallest bounds are visited.
    pub(super) width: usize,
    /// Maximum cost of a solution.
    pub(super) max_cost: u16,
}

/// Returns a solution, or `None` if the visited positions lead to none. Adds their number to `visits`.
///
/// # Errors
/// Returns the limit of the budget that is reached.
pub(super) fn search<S: Space>(
    instance: &Instance,
    space: &S,
    beam: Beam,
    budget: &Budget<'_>,
    visits: &mut u64,
) -> Result<Option<Solution>, Exhausted> {
    let start = space.key(&Attempt::new(*instance.robots()));
    let mut found = vec![Found {
        key: start,
        before: 0,
    }];
    let mut visited = FxHashSet::default();
    let mut nodes = 0;
    let mut layers: BTreeMap<u16, Vec<Waiting<S::Key>>> =
        BTreeMap::from([(0, vec![(0, 0, start, 0)])]);
    while let Some((cost, mut layer)) = layers.pop_first() {
        layer.sort_unstable();
        layer.retain(|(_, _, key, _)| visited.insert(*key));
        layer.truncate(beam.width);
        for (_, _, key, before) in layer {
            let bytes = found.len() * size_of::<(Found<S::Key>, S::Key, Waiting<S::Key>)>();
            budget.check(nodes, bytes)?;
            nodes += 1;
            *visits += 1;
            let mut goal = None;
            space.successors(key, |key, step, is_goal| {
                let cost = cost.saturating_add(step);
                let Some(bound) = space.bound(key).filter(|_| cost <= beam.max_cost) else {
                    return;
                };
                if is_goal {
                    goal.get_or_insert(found.len());
                } else {
                    let waiting = (bound, key.mixed(), key, found.len());
                    layers.entry(cost).or_default().push(waiting);
                }
                found.push(Found { key, before });
            });
            if let Some(goal) = goal {
                let moves = moves_through(instance, space, &path(&found, goal));
                let cost = moves.as_ref().and_then(|moves| instance.cost_of(moves));
                let solution = moves.zip(cost);
                return Ok(solution.map(|(moves, cost)| Solution { moves, cost }));
            }
        }
    }
    Ok(None)
}

/// Returns the positions from the one after the start to the given one.
fn path<K: Copy>(found: &[Found<K>], mut index: usize) -> Vec<K> {
    let mut keys = Vec::new();
    while index > 0 {
        keys.push(found[index].key);
        index = found[index].before;
    }
    keys.reverse();
    keys
}
