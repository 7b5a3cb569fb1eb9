//! Tests of playing strength: `greedy` beats `random`, and `program-search` beats `greedy`.

use botwerk_agents::arena;
use botwerk_engine::RootSeed;

use crate::positions::{agent, game};

/// Returns the score rate of the first of these agents, which plays equally often on each seat.
fn score_rate(given: &[(&str, &str)], agents: &[&str], blocks: usize) -> f64 {
    let game = game(agents.len(), given);
    let mut points = 0.0;
    for number in 0..blocks * agents.len() {
        let first = number % agents.len();
        let mut seats: Vec<_> = agents[1..].to_vec();
        seats.insert(first, agents[0]);
        let mut seats: Vec<_> = seats.into_iter().map(agent).collect();
        let seed = RootSeed::from_text(&format!("match {}", number / agents.len()));
        let played = arena::play(&game, seed, &mut seats, &mut Vec::new());
        assert!(played.faults.iter().all(Option::is_none));
        let winners: Vec<_> = played.outcome.winners().collect();
        if winners.contains(&first) {
            points += 1.0 / winners.len() as f64;
        }
    }
    points / (blocks * agents.len()) as f64
}

#[test]
fn greedy_beats_random() {
    let rate = score_rate(&[("scenario", "1")], &["greedy", "random"], 10);
    assert!(rate >= 0.9, "{rate}");
}

#[test]
fn program_search_with_few_nodes_beats_greedy() {
    let agents = ["program-search:nodes=1500", "greedy"];
    let rate = score_rate(&[("scenario", "1")], &agents, 16);
    assert!(rate >= 0.8, "{rate}");
}

#[test]
fn program_search_beats_three_greedy_agents_in_all_seats() {
    let agents = ["program-search:nodes=1000", "greedy", "greedy", "greedy"];
    let rate = score_rate(&[("scenario", "3")], &agents, 2);
    assert!(rate >= 0.5, "{rate}");
}

#[test]
fn program_search_encloses_the_mad_robot() {
    let game = game(1, &[]);
    let mut wins = 0;
    for number in 0..10 {
        let mut agents = [agent("program-search:nodes=3000")];
        let seed = RootSeed::from_text(&format!("solo {number}"));
        let played = arena::play(&game, seed, &mut agents, &mut Vec::new());
        wins += played.outcome.points[0];
    }
    assert!(wins >= 8, "{wins} of 10");
}

#[test]
fn higher_levels_of_program_search_win() {
    let scenario = [("scenario", "6")];
    let level = |higher, lower| {
        let agents = [higher, lower].map(|level| format!("program-search:level={level}"));
        let agents = agents.each_ref().map(String::as_str);
        score_rate(&scenario, &agents, 6)
    };
    for (higher, lower) in [(4, 1), (9, 4)] {
        let rate = level(higher, lower);
        assert!(rate >= 0.6, "{higher} against {lower}: {rate}");
    }
}
