//! Beam search over programs, one order at a time.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::droids::objective::ScenarioEvaluation;
use crate::droids::program::{Program, UnopposedPlay, possible_stones};
use crate::node_meter::NodeMeter;

/// A program and its value without opponents.
#[derive(Debug, Clone)]
pub(in crate::droids) struct Plan {
    pub(in crate::droids) value: f64,
    pub(in crate::droids) program: Program,
}

/// Number of nodes for each program that a beam keeps: enough for the first orders of each, since the rest is planned
/// again before every stone.
const NODES_PER_PROGRAM: u64 = 40;

/// Returns the width of a beam with this number of nodes, at most `width`.
pub(super) fn affordable_width(width: usize, nodes: u64) -> usize {
    let affordable = usize::try_from(nodes / NODES_PER_PROGRAM).unwrap_or(usize::MAX);
    width.min(affordable.max(1))
}

/// Returns the best programs, at most `max_plans`, the best one first. The empty program counts as
/// one of them.
pub(in crate::droids) fn best_plans(
    start: &UnopposedPlay<'_>,
    evaluation: &ScenarioEvaluation<'_>,
    width: usize,
    max_plans: usize,
    meter: &mut NodeMeter<'_>,
) -> Vec<Plan> {
    let mut plans = vec![plan(start, evaluation)];
    let mut frontier = vec![(plans[0].value, start.clone())];
    while !frontier.is_empty() && !meter.is_exhausted() {
        let extended = extend_all(&frontier, evaluation, width, meter);
        frontier = keep_best(extended, width);
        plans.extend(frontier.iter().map(|(value, alone)| Plan {
            value: *value,
            program: alone.program.clone(),
        }));
        // A program that has won is not extended.
        frontier.retain(|(_, alone)| !alone.has_won() && !alone.program.is_full());
    }
    plans.sort_by(|a, b| b.value.total_cmp(&a.value));
    plans.truncate(max_plans);
    plans
}

fn plan(alone: &UnopposedPlay<'_>, evaluation: &ScenarioEvaluation<'_>) -> Plan {
    Plan {
        value: alone.value(evaluation),
        program: alone.program.clone(),
    }
}

/// Number of extensions above which only the best are kept, per width of the beam and in addition to it.
const KEPT_PER_WIDTH: usize = 3;
const KEPT_EXTENSIONS: usize = 1_024;

/// Returns the extensions of the programs by one order, with the best `width` among them.
fn extend_all<'a>(
    frontier: &[(f64, UnopposedPlay<'a>)],
    evaluation: &ScenarioEvaluation<'_>,
    width: usize,
    meter: &mut NodeMeter<'_>,
) -> Vec<(f64, UnopposedPlay<'a>)> {
    let mut extended = Vec::new();
    let mut options = Vec::new();
    for (_, alone) in frontier {
        options.clear();
        alone.send_options(&mut options);
        for option in &options {
            for stone in possible_stones(*option) {
                for target in alone.targets(option.kind) {
                    if !meter.take_one() {
                        return extended;
                    }
                    let mut longer = alone.clone();
                    longer.send(*option, stone, target);
                    extended.push((longer.value(evaluation), longer));
                }
            }
        }
        if meter.is_exhausted() {
            break;
        }
        if extended.len() > KEPT_PER_WIDTH * width + KEPT_EXTENSIONS {
            extended = keep_best(extended, width);
        }
    }
    extended
}

/// Keeps the best programs, one for each resulting position.
fn keep_best(
    programs: Vec<(f64, UnopposedPlay<'_>)>,
    width: usize,
) -> Vec<(f64, UnopposedPlay<'_>)> {
    // Programs are large: only the values are sorted, and no more positions are compared than are kept.
    let mut order: Vec<(f64, usize)> = programs.iter().map(|(value, _)| *value).zip(0..).collect();
    order.sort_unstable_by(|(a, first), (b, second)| b.total_cmp(a).then(first.cmp(second)));
    let mut programs: Vec<_> = programs.into_iter().map(Some).collect();
    let mut seen = BTreeSet::new();
    let best = order.into_iter().filter_map(|(_, index)| {
        let position = programs[index]
            .as_ref()
            .map(|(_, alone)| position_hash(alone));
        let is_new = position.is_some_and(|position| seen.insert(position));
        programs[index].take().filter(|_| is_new)
    });
    best.take(width).collect()
}

/// Returns a hash of the position that a program leads to.
fn position_hash(alone: &UnopposedPlay<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let table = &alone.table;
    for droid in &table.droids {
        droid.square.hash(&mut hasher);
        droid.cargo.hash(&mut hasher);
    }
    table.repairers.hash(&mut hasher);
    table.obstacles.hash(&mut hasher);
    table.mines.hash(&mut hasher);
    table.mad_robot.hash(&mut hasher);
    alone.hand.hash(&mut hasher);
    alone.hits.hash(&mut hasher);
    hasher.finish()
}
