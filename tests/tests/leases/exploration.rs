//! Explores all states of configurations, and checks their properties.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use stateright::{Checker, HasDiscoveries, Model};

use crate::model::{LeaseModel, SystemState};
use crate::properties;
use crate::rules::{Rule, Rules};

/// Asserts that the invariants hold in every state, and that each of the examples occurs.
pub(crate) fn assert_correct(name: &str, model: LeaseModel, examples: &[&'static str]) {
    let started = Instant::now();
    let checker = model.checker().spawn_bfs().join();
    println!(
        "{name}: {} states, {} transitions, depth {}, {:.1?}",
        checker.unique_state_count(),
        checker.state_count(),
        checker.max_depth(),
        started.elapsed()
    );
    for invariant in properties::INVARIANTS {
        checker.assert_no_discovery(invariant);
    }
    for example in examples {
        checker.assert_any_discovery(example);
    }
}

/// Asserts that the properties hold in every state although the rules are broken.
pub(crate) fn assert_kept(model: LeaseModel, broken: &'static [Rule], properties: &[&'static str]) {
    let rules = Rules::without(broken);
    let checker = LeaseModel { rules, ..model }.checker().spawn_bfs().join();
    println!(
        "without {broken:?}: {} states, not violated",
        checker.unique_state_count()
    );
    for property in properties {
        checker.assert_no_discovery(property);
    }
}

/// Asserts that the property has a counterexample if the rules are broken.
pub(crate) fn assert_violated(model: LeaseModel, broken: &'static [Rule], property: &'static str) {
    let rules = Rules::without(broken);
    let started = Instant::now();
    let checker = LeaseModel { rules, ..model }
        .checker()
        .finish_when(HasDiscoveries::AnyOf(BTreeSet::from([property])))
        .spawn_bfs()
        .join();
    let path = checker.assert_any_discovery(property);
    println!(
        "without {broken:?}: {} states, violated after {} steps, {:.1?}",
        checker.unique_state_count(),
        path.into_actions().len(),
        started.elapsed()
    );
}

/// Asserts that every sequence of steps ends: no state can be reached from itself. In a model without
/// cycles, everything completes on every path if it is complete in every last state.
pub(crate) fn assert_acyclic(name: &str, model: &LeaseModel) {
    // Whether all successors of a state are explored; until then, the state is on the current path.
    let mut states: HashMap<SystemState, bool> = HashMap::new();
    let mut path: Vec<(SystemState, Vec<SystemState>)> = Vec::new();
    let mut pending = model.init_states();
    loop {
        let Some(state) = pending.pop() else {
            let Some((explored, siblings)) = path.pop() else {
                break;
            };
            states.insert(explored, true);
            pending = siblings;
            continue;
        };
        match states.get(&state) {
            Some(true) => {}
            Some(false) => panic!("{name}: this state can be reached from itself:\n{state:?}"),
            None => {
                states.insert(state.clone(), false);
                let mut successors = model.next_states(&state);
                successors.retain(|next| model.within_boundary(next));
                path.push((state, std::mem::replace(&mut pending, successors)));
            }
        }
    }
    println!("{name}: {} states without a cycle", states.len());
}
