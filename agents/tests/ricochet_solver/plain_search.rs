//! A plain search by cost, without a bound, sorting or tables: only the rules of the engine.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_agents::ricochet::solver::Instance;
use botwerk_engine::ricochet::{
    Attempt, Direction, MAX_ROBOTS, Move, Robot, Robots, Turning, all_slides,
};

/// What the future of an attempt depends on.
type Position = (Robots, [Turning; MAX_ROBOTS], Option<(Robot, Direction)>);

/// What a plain search finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainAnswer {
    /// The minimum cost.
    pub(crate) cost: u32,
    /// The number of solutions of this cost.
    pub(crate) solutions: u64,
    /// Where all robots stand at the end of each of them.
    pub(crate) ends: BTreeSet<String>,
    /// The least number of changes from one robot to another in one of them.
    pub(crate) changes: u32,
}

/// A position at its minimum cost.
struct Reached {
    attempt: Attempt,
    /// Number of ways of this cost.
    ways: u64,
    /// For each robot that can have moved last, the least number of changes.
    changes: BTreeMap<Option<Robot>, u32>,
}

/// Returns all that is known of the optimal solutions, or `None` if there is no solution of at most
/// `max_cost`.
pub(crate) fn search(instance: &Instance, max_cost: u32) -> Option<PlainAnswer> {
    let task = instance.task();
    let mut visited: BTreeMap<Position, u32> = BTreeMap::new();
    let mut layers: Vec<BTreeMap<Position, Reached>> = Vec::new();
    layers.resize_with(max_cost as usize + 1, BTreeMap::new);
    let start = Attempt::new(*instance.robots());
    let first = Reached {
        attempt: start,
        ways: 1,
        changes: BTreeMap::from([(None, 0)]),
    };
    layers[0].insert(position(instance, &start), first);
    let mut answer: Option<PlainAnswer> = None;
    for cost in 0..=max_cost {
        for (position_now, reached) in std::mem::take(&mut layers[cost as usize]) {
            if *visited.entry(position_now).or_insert(cost) < cost {
                continue;
            }
            let is_end = answer.as_ref().is_some_and(|answer| answer.cost <= cost);
            if is_end {
                continue;
            }
            for step in moves(instance, &reached.attempt) {
                let mut after = reached.attempt;
                if after.apply(&task, step).is_err() || after.cost() > max_cost {
                    continue;
                }
                let changes = reached.changes.iter().map(|(last, changes)| {
                    changes + u32::from(last.is_some_and(|last| last != step.robot))
                });
                let changes = changes.min().unwrap();
                if after.is_solution(&task) {
                    add_solution(&mut answer, &after, reached.ways, changes);
                    continue;
                }
                let layer = &mut layers[after.cost() as usize];
                let entry = layer.entry(position(instance, &after));
                let entry = entry.or_insert_with(|| Reached {
                    attempt: after,
                    ways: 0,
                    changes: BTreeMap::new(),
                });
                entry.ways += reached.ways;
                let least = entry.changes.entry(Some(step.robot)).or_insert(changes);
                *least = changes.min(*least);
            }
        }
    }
    answer
}

fn position(instance: &Instance, attempt: &Attempt) -> Position {
    if !instance.ricochet_rule() {
        return (*attempt.robots(), Default::default(), None);
    }
    let turnings = Robot::ALL.map(|robot| {
        if instance.target().allows(robot) {
            attempt.turning(robot)
        } else {
            Turning::Unmoved
        }
    });
    (*attempt.robots(), turnings, attempt.last())
}

/// Returns every legal slide of every robot.
pub(crate) fn moves(instance: &Instance, attempt: &Attempt) -> Vec<Move> {
    let task = instance.task();
    let found = all_slides(task.board, attempt.robots(), task.slide_rules);
    found.into_iter().map(|(step, _)| step).collect()
}

fn add_solution(answer: &mut Option<PlainAnswer>, after: &Attempt, ways: u64, changes: u32) {
    let cost = after.cost();
    if answer.as_ref().is_none_or(|answer| answer.cost > cost) {
        *answer = Some(PlainAnswer {
            cost,
            solutions: 0,
            ends: BTreeSet::new(),
            changes,
        });
    }
    let best = answer.as_mut().unwrap();
    if best.cost == cost {
        best.solutions += ways;
        best.ends.insert(after.robots().to_string());
        best.changes = best.changes.min(changes);
    }
}
