//! Tests of playing strength: `greedy` and `mcts` beat `random`.

use botwerk_agents::arena;
use botwerk_engine::RootSeed;

use crate::asking::{agent, game};

/// Returns the number of wins of an agent against another one, on both sides of random openings.
fn wins(name: &str, other: &str, openings: u32) -> u32 {
    let game = game(&[("opening_turns", "2"), ("quiet_turns", "20")]);
    let mut wins = 0;
    for number in 0..openings {
        let seed = RootSeed::from_text(&format!("opening {number}"));
        for seat in 0..2 {
            let mut agents = [other, other].map(agent);
            agents[seat] = agent(name);
            let played = arena::play(&game, seed, &mut agents, &mut Vec::new());
            assert!(played.faults.iter().all(Option::is_none), "{name}");
            let places = &played.outcome.places;
            wins += u32::from(places[seat] < places[1 - seat]);
        }
    }
    wins
}

#[test]
fn greedy_beats_random() {
    let wins = wins("greedy", "random", 10);
    assert!(wins >= 18, "{wins} of 20");
}

#[test]
fn mcts_with_few_nodes_beats_random() {
    let wins = wins("mcts:nodes=50", "random", 8);
    assert!(wins >= 14, "{wins} of 16");
}
