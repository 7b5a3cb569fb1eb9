//! Programs grown order by order, the best ones first.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::meter::Meter;
use crate::droids::objective::Objective;
use crate::droids::program::{Alone, Program, stones};

/// A program and what it comes to if nobody disturbs it.
#[derive(Debug, Clone)]
pub(in crate::droids) struct Plan {
    pub(in crate::droids) value: f64,
    pub(in crate::droids) program: Program,
}

/// The best programs, at most so many, the best one first. The empty one is among them if there is
/// nothing better to fill the list.
pub(in crate::droids) fn best_plans(
    start: &Alone<'_>,
    objective: &Objective<'_>,
    width: usize,
    most: usize,
    meter: &mut Meter<'_>,
) -> Vec<Plan> {
    let mut plans = vec![plan(start, objective)];
    let mut edge = vec![(plans[0].value, start.clone())];
    while !edge.is_empty() && !meter.is_spent() {
        let next = grown(&edge, objective, meter);
        edge = widest(next, width);
        plans.extend(edge.iter().map(|(value, alone)| Plan {
            value: *value,
            program: alone.program.clone(),
        }));
        // What has won already need not go on.
        edge.retain(|(_, alone)| !alone.has_won() && !alone.program.is_full());
    }
    plans.sort_by(|a, b| b.value.total_cmp(&a.value));
    plans.truncate(most);
    plans
}

fn plan(alone: &Alone<'_>, objective: &Objective<'_>) -> Plan {
    Plan {
        value: alone.value(objective),
        program: alone.program.clone(),
    }
}

/// All programs that are one order longer.
fn grown<'a>(
    edge: &[(f64, Alone<'a>)],
    objective: &Objective<'_>,
    meter: &mut Meter<'_>,
) -> Vec<(f64, Alone<'a>)> {
    let mut next = Vec::new();
    let mut chances = Vec::new();
    for (_, alone) in edge {
        chances.clear();
        alone.chances(&mut chances);
        for chance in &chances {
            for stone in stones(*chance) {
                for target in alone.targets(chance.kind) {
                    let mut longer = alone.clone();
                    longer.send(*chance, stone, target);
                    meter.nodes += 1;
                    next.push((longer.value(objective), longer));
                }
            }
        }
        if meter.is_spent() {
            break;
        }
    }
    next
}

/// The best of them, one for each position that they lead to.
fn widest(mut programs: Vec<(f64, Alone<'_>)>, width: usize) -> Vec<(f64, Alone<'_>)> {
    programs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut met = BTreeSet::new();
    programs.retain(|(_, alone)| met.insert(key(alone)));
    programs.truncate(width);
    programs
}

/// What tells positions of programs apart.
fn key(alone: &Alone<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let table = &alone.table;
    for droid in &table.droids {
        droid.square.hash(&mut hasher);
        droid.cargo.hash(&mut hasher);
    }
    table.repairers.hash(&mut hasher);
    table.solid.hash(&mut hasher);
    table.mines.hash(&mut hasher);
    table.mad.hash(&mut hasher);
    alone.hand.hash(&mut hasher);
    alone.hits.hash(&mut hasher);
    hasher.finish()
}
