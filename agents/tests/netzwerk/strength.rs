//! Tests of playing strength: `greedy` beats `random`, `minimax` beats `greedy` and plays perfectly on a
//! solved board.

use botwerk_agents::netzwerk::solver::{Limits, Task, solve};
use botwerk_agents::{Roster, arena};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameRules, RootSeed};

use crate::positions::{agent, game};

/// Returns the number of wins of an agent against another one, on both sides of random openings.
fn wins(name: &str, other: &str, openings: u32) -> u32 {
    wins_on(&[], name, other, openings)
}

/// The board of a first match on the pages.
const FIRST_BOARD: [(&str, &str); 2] = [("width", "4"), ("ranks", "4")];

fn wins_on(board: &[(&str, &str)], name: &str, other: &str, openings: u32) -> u32 {
    let openings_differ = [("opening_turns", "2"), ("quiet_turns", "20")];
    let game = game(&[board, &openings_differ].concat());
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
fn minimax_with_few_nodes_beats_greedy() {
    let wins = wins("minimax:nodes=1000", "greedy", 8);
    assert!(wins >= 14, "{wins} of 16");
}

#[test]
fn each_level_is_stronger() {
    for (level, weaker) in [(4, 1), (6, 4), (8, 6)] {
        let [level, weaker] = [level, weaker].map(|level| format!("minimax:level={level}"));
        let wins = wins(&level, &weaker, 10);
        assert!(wins >= 13, "{level} against {weaker}: {wins} of 20");
    }
}

#[test]
fn player_who_foresees_nothing_beats_level_1() {
    for board in [&[][..], &FIRST_BOARD] {
        let wins = wins_on(board, "greedy", "minimax:level=1", 10);
        assert!(wins >= 14, "{board:?}: {wins} of 20");
    }
}

#[test]
fn minimax_keeps_every_win_and_every_draw_of_a_small_board() {
    let game = game(&[("width", "2"), ("ranks", "3")]);
    let start = game.initial_state(RootSeed::from_text("7"));
    let task = Task::new(game.rules(), start.position()).unwrap();
    let limits = Limits {
        memory: 1 << 30,
        threads: 1,
    };
    let table = solve(&task, &limits, &mut |_| {}).unwrap();
    let mut minimax = Netzwerk::agent(&"minimax:nodes=100000".parse().unwrap()).unwrap();
    let assessment = table.assess(&game, &mut *minimax, 60, RootSeed::from_text("7"));
    for kept in [assessment.wins, assessment.draws] {
        assert_eq!((kept.choices, kept.kept), (30, 30), "{assessment:?}");
    }
    assert_eq!(assessment.wins.shortest, 30, "{assessment:?}");
}
