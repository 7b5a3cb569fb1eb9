//! Players choose whole legal turns, the same ones for the same seed, and stop when told to.

use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_agents::Budget;
use botwerk_engine::netzwerk::{Position, Side};

use crate::asking::{OPTIONS, asked, carried_out, drawn_position, game, part, player, seeded};

const PLAYERS: [&str; 4] = [
    "greedy",
    "mcts:nodes=30",
    "mcts:nodes=1",
    "mcts:nodes=20,rollout_turns=200,exploration=100",
];

#[test]
fn a_choice_is_the_rest_of_the_turn() {
    let mut parts = [0; 3];
    for given in OPTIONS {
        let game = game(given);
        let mut players = PLAYERS.map(player);
        for number in 0..60 {
            let mut generator = seeded("rests of turns", number);
            let Some(position) = drawn_position(game.rules(), 6, &mut generator) else {
                continue;
            };
            parts[part(&position)] += 1;
            for player in &mut players {
                let choice = asked(&mut **player, &game, &position, "7", &Budget::UNLIMITED);
                let mut played = position;
                let end = carried_out(game.rules(), &mut played, &choice.actions);
                assert!(
                    end.is_some() || played.side() != position.side(),
                    "{position:?}: {choice:?}"
                );
                assert!(choice.effort > 0 && choice.value.is_some());
                assert!(choice.principal_variation.starts_with(&choice.actions));
            }
        }
    }
    assert!(parts.iter().all(|count| *count > 20), "{parts:?}");
}

#[test]
fn what_is_expected_is_legal() {
    for given in OPTIONS {
        let game = game(given);
        let mut player = player("mcts:nodes=300,rollout_turns=0");
        for number in 0..20 {
            let mut generator = seeded("expected", number);
            let Some(mut position) = drawn_position(game.rules(), 6, &mut generator) else {
                continue;
            };
            let choice = asked(&mut *player, &game, &position, "7", &Budget::UNLIMITED);
            carried_out(game.rules(), &mut position, &choice.principal_variation);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    let game = game(&[]);
    for name in PLAYERS {
        let mut differ = 0;
        for number in 0..10 {
            let mut generator = seeded("seeds", number);
            let Some(position) = drawn_position(game.rules(), 6, &mut generator) else {
                continue;
            };
            let choices = ["7", "7", "8"].map(|seed| {
                asked(
                    &mut *player(name),
                    &game,
                    &position,
                    seed,
                    &Budget::UNLIMITED,
                )
            });
            assert_eq!(choices[0], choices[1], "{name} {position:?}");
            differ += u32::from(choices[0] != choices[2]);
        }
        // One roll-out mostly ends in the same win, whatever the seed.
        let draws_much = !["greedy", "mcts:nodes=1"].contains(&name);
        assert!(differ > 0 || !draws_much, "{name}");
    }
}

#[test]
fn a_search_ends_soon_after_it_is_told_to() {
    let game = game(&[]);
    for (name, most_a_question) in [("greedy", 20_000), ("mcts", 1)] {
        for questions in [0, 1, 5] {
            for number in 0..10 {
                let mut generator = seeded("stopping", number);
                let Some(mut position) = drawn_position(game.rules(), 6, &mut generator) else {
                    continue;
                };
                let asked_for = AtomicU64::new(0);
                let should_stop = || asked_for.fetch_add(1, Ordering::Relaxed) >= questions;
                let budget = Budget {
                    is_timed: true,
                    should_stop: &should_stop,
                    ..Budget::UNLIMITED
                };
                let choice = asked(&mut *player(name), &game, &position, "7", &budget);
                assert!(
                    choice.effort <= most_a_question * (questions + 1),
                    "{name} {questions} {}",
                    choice.effort
                );
                let side = position.side();
                let end = carried_out(game.rules(), &mut position, &choice.actions);
                assert!(end.is_some() || position.side() != side);
                assert!(asked_for.into_inner() <= questions + 1, "{name} asks again");
            }
        }
    }
}

#[test]
fn limits_on_nodes_are_kept() {
    let game = game(&[]);
    let position = Position::start(&game.rules().board, Side::White);
    let budget = Budget {
        nodes: Some(50),
        ..Budget::UNLIMITED
    };
    for (name, expected) in [("mcts", 50), ("mcts:nodes=20", 20), ("mcts:nodes=60", 50)] {
        let choice = asked(&mut *player(name), &game, &position, "7", &budget);
        assert_eq!(choice.effort, expected, "{name}");
    }
}
