//! Tests that agents choose complete legal turns deterministically and stop when requested.

use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_agents::Budget;

use crate::positions::{OPTIONS, StageCounts, agent, choose, game, play_actions, random_positions};

const AGENTS: [&str; 2] = ["greedy", "minimax:nodes=3000"];

#[test]
fn choice_completes_the_turn() {
    let mut checked = StageCounts::default();
    for given in OPTIONS {
        let game = game(given);
        let mut agents = AGENTS.map(agent);
        for position in random_positions(game.rules(), "rests of turns").take(50) {
            for agent in &mut agents {
                let choice = choose(&mut **agent, &game, &position, "7", &Budget::UNLIMITED);
                let mut after = position;
                let end = play_actions(game.rules(), &mut after, &choice.actions);
                assert!(
                    end.is_some() || after.side() != position.side(),
                    "{position:?}: {choice:?}"
                );
                assert!(choice.effort > 0 && choice.value.is_some());
                assert!(choice.principal_variation.starts_with(&choice.actions));
            }
            checked.add(&position);
        }
    }
    checked.assert_each_at_least(20);
}

#[test]
fn principal_variation_is_legal() {
    let mut checked = StageCounts::default();
    for given in OPTIONS {
        let game = game(given);
        let mut agent = agent("minimax:nodes=300");
        for position in random_positions(game.rules(), "expected").take(20) {
            let choice = choose(&mut *agent, &game, &position, "7", &Budget::UNLIMITED);
            let variation = &choice.principal_variation;
            assert!(!variation.is_empty(), "{position:?}");
            play_actions(game.rules(), &mut position.clone(), variation);
            checked.add(&position);
        }
    }
    checked.assert_each_at_least(8);
}

#[test]
fn same_seed_gives_the_same_choice() {
    let game = game(&[]);
    for name in AGENTS {
        let mut checked = StageCounts::default();
        for position in random_positions(game.rules(), "seeds").take(12) {
            let choices = ["7", "7"].map(|seed| {
                choose(
                    &mut *agent(name),
                    &game,
                    &position,
                    seed,
                    &Budget::UNLIMITED,
                )
            });
            assert_eq!(choices[0], choices[1], "{name} {position:?}");
            checked.add(&position);
        }
        checked.assert_each_at_least(1);
    }
}

#[test]
fn search_ends_soon_after_a_stop_is_requested() {
    let game = game(&[]);
    let (name, max_nodes_per_poll) = ("greedy", 20_000);
    for polls in [0, 1, 5] {
        let mut checked = StageCounts::default();
        for position in random_positions(game.rules(), "stopping").take(12) {
            let poll_count = AtomicU64::new(0);
            let should_stop = || poll_count.fetch_add(1, Ordering::Relaxed) >= polls;
            let budget = Budget {
                is_timed: true,
                should_stop: &should_stop,
                ..Budget::UNLIMITED
            };
            let choice = choose(&mut *agent(name), &game, &position, "7", &budget);
            assert!(
                choice.effort <= max_nodes_per_poll * (polls + 1),
                "{name} {polls} {}",
                choice.effort
            );
            let mut after = position;
            let end = play_actions(game.rules(), &mut after, &choice.actions);
            assert!(end.is_some() || after.side() != position.side());
            assert!(poll_count.into_inner() <= polls + 1, "{name} polls again");
            checked.add(&position);
        }
        checked.assert_each_at_least(1);
    }
}
