//! Yardsticks beat who draws its actions, and the search beats the yardsticks.

use botwerk_agents::arena;
use botwerk_engine::RootSeed;

use crate::asking::{game, player};

/// The share that the first of these players gets, sitting on each seat equally often.
fn share(given: &[(&str, &str)], players: &[&str], blocks: usize) -> f64 {
    let game = game(players.len(), given);
    let mut share = 0.0;
    for number in 0..blocks * players.len() {
        let first = number % players.len();
        let mut seats: Vec<_> = players[1..].to_vec();
        seats.insert(first, players[0]);
        let mut seats: Vec<_> = seats.into_iter().map(player).collect();
        let seed = RootSeed::from_text(&format!("match {}", number / players.len()));
        let played = arena::play(&game, seed, &mut seats, &mut Vec::new());
        assert!(played.faults.iter().all(Option::is_none));
        let winners: Vec<_> = played.outcome.winners().collect();
        if winners.contains(&first) {
            share += 1.0 / winners.len() as f64;
        }
    }
    share / (blocks * players.len()) as f64
}

#[test]
fn greedy_beats_random() {
    let share = share(&[("scenario", "1")], &["greedy", "random"], 10);
    assert!(share >= 0.9, "{share}");
}

#[test]
fn program_search_with_few_nodes_beats_greedy() {
    let players = ["program-search:nodes=1500", "greedy"];
    let share = share(&[("scenario", "1")], &players, 6);
    assert!(share >= 0.7, "{share}");
}

#[test]
fn program_search_beats_three_greedy_players_on_every_seat() {
    let players = ["program-search:nodes=1000", "greedy", "greedy", "greedy"];
    let share = share(&[("scenario", "3")], &players, 2);
    assert!(share >= 0.5, "{share}");
}

#[test]
fn program_search_encloses_the_mad_robot() {
    let game = game(1, &[]);
    let mut won = 0;
    for number in 0..10 {
        let mut players = [player("program-search:nodes=3000")];
        let seed = RootSeed::from_text(&format!("solo {number}"));
        let played = arena::play(&game, seed, &mut players, &mut Vec::new());
        won += played.outcome.points[0];
    }
    assert!(won >= 8, "{won} of 10");
}
