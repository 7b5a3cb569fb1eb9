//! Answers of an exhausted budget.

use botwerk_agents::ricochet::solver::{Budget, Exhausted, Instance, InstanceLine, Outcome, solve};

fn hard_instance() -> Instance {
    let text = include_str!("instances.jsonl")
        .lines()
        .find(|line| line.contains("f24_"))
        .unwrap();
    text.parse::<InstanceLine>().unwrap().instance().unwrap()
}

/// Solves the hardest instance under a budget that does not suffice.
fn bounded(budget: Budget<'_>) -> (u32, Exhausted, u64) {
    let answer = solve(&hard_instance(), budget, &mut |_| {});
    match answer.outcome {
        Outcome::Bounded {
            at_least,
            exhausted,
        } => (at_least, exhausted, answer.nodes),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn exhausted_nodes_leave_a_proven_bound() {
    let (few, exhausted, nodes) = bounded(Budget {
        nodes: 20_000,
        ..Budget::DEFAULT
    });
    assert_eq!(exhausted, Exhausted::Nodes);
    assert!((20_000..40_000).contains(&nodes), "{nodes}");
    let (more, ..) = bounded(Budget {
        nodes: 200_000,
        ..Budget::DEFAULT
    });
    assert!(few < more && more < 24, "{few} and {more}");
}

#[test]
fn memory_is_never_exceeded() {
    let (at_least, exhausted, nodes) = bounded(Budget {
        bytes: 2 << 20,
        ..Budget::DEFAULT
    });
    assert_eq!(exhausted, Exhausted::Memory);
    assert!(at_least > 10 && nodes > 50_000, "{at_least} with {nodes}");
}

#[test]
fn stopped_search_says_so() {
    let should_stop = &|| true;
    let (_, exhausted, _) = bounded(Budget {
        should_stop,
        ..Budget::DEFAULT
    });
    assert_eq!(exhausted, Exhausted::Stopped);
}
