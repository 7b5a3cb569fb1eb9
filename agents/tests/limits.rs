//! Every agent of every game obeys its limits: it takes no more nodes than it may, ends soon after it is told to
//! stop, and always chooses something legal.

// A missing prerequisite fails a test by a panic.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_agents::Budget;
use botwerk_engine::{GameId, with_game};

#[path = "../examples/measure_limits/positions.rs"]
mod positions;

use positions::{LimitGame, LimitPosition, positions};

/// Number of random positions of each variant.
const RANDOM: usize = 3;

/// Maximum number of nodes between two questions whether to stop.
const NODES_PER_QUESTION: u64 = 20_000;

/// Maximum number of questions after the answer was to stop: some parts of a choice ask on their own.
const QUESTIONS_AFTER_STOP: u64 = 200;

fn each_choice<G: LimitGame>(test: impl Fn(&LimitPosition<G>, &str)) {
    for position in positions::<G>(RANDOM) {
        for agent in G::AGENTS {
            test(&position, agent);
        }
    }
}

fn node_limits_hold<G: LimitGame>() {
    each_choice::<G>(|position, name| {
        for limit in [1, 10, 100, 1_500] {
            let mut agent = G::agent(&name.parse().unwrap()).unwrap();
            let budget = Budget {
                nodes: Some(limit),
                ..Budget::UNLIMITED
            };
            let (choice, is_legal) = position.choose(&mut *agent, &budget);
            let place = format!("{name} with {limit} nodes in {}", position.name);
            assert!(is_legal, "{place}: {:?}", choice.actions);
            assert!(choice.effort <= limit, "{place}: {} nodes", choice.effort);
        }
    });
}

fn stops_are_obeyed<G: LimitGame>() {
    each_choice::<G>(|position, name| {
        for answers in [0, 1, 3, 30] {
            let mut agent = G::agent(&name.parse().unwrap()).unwrap();
            let questions = AtomicU64::new(0);
            let budget = Budget {
                is_timed: true,
                should_stop: &|| questions.fetch_add(1, Ordering::Relaxed) >= answers,
                ..Budget::UNLIMITED
            };
            let (choice, is_legal) = position.choose(&mut *agent, &budget);
            let place = format!("{name} after {answers} questions in {}", position.name);
            assert!(is_legal, "{place}: {:?}", choice.actions);
            let most = (answers + 1) * NODES_PER_QUESTION;
            assert!(choice.effort <= most, "{place}: {} nodes", choice.effort);
            let after = questions.into_inner().saturating_sub(answers);
            assert!(after <= QUESTIONS_AFTER_STOP, "{place}: {after} questions");
        }
    });
}

#[test]
fn choices_take_no_more_nodes_than_their_limit_and_are_legal() {
    for id in GameId::BUILT_IN {
        with_game!(*id, G => node_limits_hold::<G>());
    }
}

#[test]
fn choices_end_soon_after_a_stop_and_are_legal() {
    for id in GameId::BUILT_IN {
        with_game!(*id, G => stops_are_obeyed::<G>());
    }
}
