//! All solutions of minimum cost.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::ricochet::{Attempt, MAX_ROBOTS, Move, Robot, all_slides};
use rustc_hash::FxHashSet;

use super::budget::{Budget, Exhausted};
use super::instance::Instance;
use super::search::Search;
use super::space::Space;

/// All solutions of minimum cost of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optima {
    /// The minimum cost (RR-17).
    pub cost: u32,
    /// Number of solutions: of different lists of moves.
    pub count: u128,
    /// The first solutions, in the order of their moves.
    pub solutions: Vec<Vec<Move>>,
    /// The cells of all robots after the solutions, without repetitions.
    pub ends: BTreeSet<String>,
    /// A solution in which the robot changes as seldom as possible.
    pub simplest: Vec<Move>,
    /// The number of changes from one robot to another in it.
    pub changes: u32,
}

/// The positions on the way to a solution of minimum cost, by their cost so far.
type OnPath<K> = Vec<FxHashSet<K>>;

/// Positions with their true robots, by the cost so far. The code of the search does not distinguish
/// interchangeable robots, but solutions do.
type Layers = Vec<BTreeMap<Attempt, Ways>>;

/// How a position is reached.
#[derive(Debug, Clone, Default)]
struct Ways {
    /// The moves that lead here, with the positions before them.
    from: Vec<(Attempt, Move)>,
    /// Number of ways from the start.
    count: u128,
    /// For each robot that moved last, the least number of changes; `None` if it did not move last.
    changes: [Option<u32>; MAX_ROBOTS],
}

/// Finds all solutions of `cost` after a search that has visited every position within that limit. Lists at
/// most `max_listed` of them.
///
/// # Errors
/// Returns the limit of the budget that is reached.
pub(super) fn optima<S: Space>(
    instance: &Instance,
    search: &Search<S>,
    cost: u32,
    max_listed: usize,
    budget: &Budget<'_>,
) -> Result<Optima, Exhausted> {
    let on_path = positions_on_path(search, cost as u16, budget)?;
    let (layers, ends) = follow(instance, search, &on_path, budget)?;
    let count = ends
        .values()
        .map(|ways| ways.count)
        .fold(0, u128::saturating_add);
    let (simplest, changes) = simplest(&layers, &ends);
    let mut solutions = Vec::new();
    for (end, _) in sorted(&ends) {
        list(
            &layers,
            &ends[&end].from,
            &mut Vec::new(),
            max_listed,
            &mut solutions,
        );
    }
    solutions.sort_unstable();
    Ok(Optima {
        cost,
        count,
        solutions,
        ends: ends.keys().map(|end| end.robots().to_string()).collect(),
        simplest,
        changes,
    })
}

/// Returns the positions that lead to a solution of this cost, found from the last ones on.
fn positions_on_path<S: Space>(
    search: &Search<S>,
    cost: u16,
    budget: &Budget<'_>,
) -> Result<OnPath<S::Key>, Exhausted> {
    let mut on_path: OnPath<S::Key> = vec![FxHashSet::default(); usize::from(cost)];
    let mut bytes = 0;
    for before in (0..cost).rev() {
        let layer = search.layer(usize::from(before)).flatten();
        for (index, key) in layer.enumerate() {
            if index % 1024 == 0 {
                budget.check(search.nodes() as usize, bytes)?;
            }
            let mut leads_on = false;
            search.space.successors(*key, |after, step, is_goal| {
                let total = before + step;
                leads_on |= if is_goal {
                    total == cost
                } else {
                    total < cost && on_path[usize::from(total)].contains(&after)
                };
            });
            if leads_on {
                on_path[usize::from(before)].insert(*key);
                bytes += 2 * size_of::<S::Key>();
            }
        }
    }
    Ok(on_path)
}

/// Follows all solutions from the start. Returns the positions by their cost, and those at the end.
fn follow<S: Space>(
    instance: &Instance,
    search: &Search<S>,
    on_path: &OnPath<S::Key>,
    budget: &Budget<'_>,
) -> Result<(Layers, BTreeMap<Attempt, Ways>), Exhausted> {
    let task = instance.task();
    let mut layers: Layers = vec![BTreeMap::new(); on_path.len()];
    let mut ends = BTreeMap::new();
    let start = Ways {
        count: 1,
        ..Ways::default()
    };
    layers[0].insert(Attempt::new(*instance.robots()), start);
    let mut size = 0;
    for cost in 0..layers.len() {
        let layer = std::mem::take(&mut layers[cost]);
        for (attempt, ways) in &layer {
            budget.check(search.nodes() as usize, size)?;
            for (step, _) in all_slides(task.board, attempt.robots(), task.slide_rules) {
                let mut after = *attempt;
                let Ok(slide) = after.apply(&task, step) else {
                    continue;
                };
                let total = cost + usize::from(slide.cost);
                let entry = if after.is_solution(&task) {
                    if total != layers.len() {
                        continue;
                    }
                    ends.entry(after)
                } else {
                    let is_on_path = on_path
                        .get(total)
                        .is_some_and(|layer| layer.contains(&search.space.key(&after)));
                    if !is_on_path {
                        continue;
                    }
                    layers[total].entry(without_past(instance, after))
                };
                add(entry.or_default(), *attempt, step, ways);
                size += 2 * size_of::<(Attempt, Ways)>();
            }
        }
        layers[cost] = layer;
    }
    Ok((layers, ends))
}

/// Returns an attempt without what only the ricochet rule looks at, unless that is on.
fn without_past(instance: &Instance, attempt: Attempt) -> Attempt {
    if instance.ricochet_rule() {
        attempt
    } else {
        Attempt::new(*attempt.robots())
    }
}

/// Adds the ways through one more position.
fn add(ways: &mut Ways, before: Attempt, step: Move, through: &Ways) {
    ways.count = ways.count.saturating_add(through.count);
    ways.from.push((before, step));
    let changes = least_changes(through, step.robot);
    let least = &mut ways.changes[step.robot.index()];
    *least = Some(least.map_or(changes, |least| least.min(changes)));
}

/// Returns the least number of changes after a move of a robot from a position.
fn least_changes(before: &Ways, robot: Robot) -> u32 {
    let changes = Robot::ALL.into_iter().filter_map(|last| {
        let changes = before.changes[last.index()]?;
        Some(changes + u32::from(last != robot))
    });
    // Only the start has no last move.
    changes.min().unwrap_or(0)
}

/// Returns the ends in the order of their robots.
fn sorted(ends: &BTreeMap<Attempt, Ways>) -> Vec<(Attempt, &Ways)> {
    let mut ends: Vec<_> = ends.iter().map(|(end, ways)| (*end, ways)).collect();
    ends.sort_by_key(|(end, ways)| {
        (
            end.robots().to_string(),
            ways.from.iter().map(|it| it.1).min(),
        )
    });
    ends
}

/// Returns the ways to a position of a layer.
fn ways_to<'a>(layers: &'a Layers, attempt: &Attempt) -> Option<(usize, &'a Ways)> {
    let mut layers = layers.iter().enumerate();
    layers.find_map(|(cost, layer)| Some((cost, layer.get(attempt)?)))
}

/// Appends the solutions whose last moves are `after` in reverse and are preceded by one of `from`.
fn list(
    layers: &Layers,
    from: &[(Attempt, Move)],
    after: &mut Vec<Move>,
    max_listed: usize,
    solutions: &mut Vec<Vec<Move>>,
) {
    let mut from = from.to_vec();
    from.sort_unstable_by_key(|(_, step)| *step);
    for (before, step) in from {
        if solutions.len() >= max_listed {
            return;
        }
        after.push(step);
        match ways_to(layers, &before) {
            Some((0, _)) => solutions.push(after.iter().rev().copied().collect()),
            Some((_, ways)) => list(layers, &ways.from, after, max_listed, solutions),
            None => {}
        }
        after.pop();
    }
}

/// Returns a solution with the least number of changes, and that number.
fn simplest(layers: &Layers, ends: &BTreeMap<Attempt, Ways>) -> (Vec<Move>, u32) {
    let all = sorted(ends);
    let least = |ways: &Ways| ways.changes.iter().flatten().copied().min();
    let Some((_, end)) = all.into_iter().min_by_key(|(_, ways)| least(ways)) else {
        return (Vec::new(), 0);
    };
    let changes = least(end).unwrap_or(0);
    let mut moves = Vec::new();
    let (mut ways, mut wanted, mut mover) = (end, changes, None);
    loop {
        // The last move of the rest, by a robot with which the number of changes comes out.
        let mut from: Vec<_> = ways.from.iter().collect();
        from.sort_unstable_by_key(|(_, step)| *step);
        let previous = from.into_iter().find_map(|(before, step)| {
            let change = u32::from(mover.is_some_and(|mover| mover != step.robot));
            let (cost, before) = ways_to(layers, before)?;
            let rest = wanted.checked_sub(change)?;
            (least_changes(before, step.robot) == rest).then_some((cost, before, *step, rest))
        });
        let Some((cost, before, step, rest)) = previous else {
            break;
        };
        moves.push(step);
        if cost == 0 {
            break;
        }
        (ways, wanted, mover) = (before, rest, Some(step.robot));
    }
    moves.reverse();
    (moves, changes)
}
