//! Golden transcripts of matches in `snapshots/`, which pin texts, hashes, action numbers and
//! chance outcomes.
//!
//! Set `INSTA_UPDATE=always` in the environment to rewrite the files.

use std::fmt::Write;

use botwerk_engine::{Actor, GameNotation, GameRules, GameViews, RootSeed, Seat, Turn, Viewer};
use insta::assert_snapshot;

use crate::pair::game;

/// Maximum number of events of a transcript.
const MAX_EVENTS: usize = 120;

/// Returns the transcript of the first events of a match of random actions.
fn transcript(seats: usize, option_values: &[(&str, &str)], seed: &str) -> String {
    let game = game(seats, option_values);
    let mut text = format!("droids for {seats}, seed {seed}\n");
    for (name, value) in option_values {
        let _ = writeln!(text, "option {name} = {value}");
    }
    let seed = RootSeed::from_text(seed);
    let mut rng = seed.rng_for_agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    for _ in 0..MAX_EVENTS {
        let first_view = game.view(&state, Viewer::Seat(Seat::FIRST));
        let (hash, view) = (game.hash(&state), game.view_hash(&first_view));
        let position = game.format_position(&state);
        let _ = writeln!(text, "\n{position}\n  hash {hash:016x}, seen {view:016x}");
        let (actor, action) = match game.turn(&state) {
            Turn::Over(outcome) => {
                let (rule, places) = (outcome.rule, outcome.places);
                let _ = writeln!(text, "  over by {rule}, places {places:?}");
                return text;
            }
            Turn::Chance(key) => {
                let _ = writeln!(text, "  {key}");
                (
                    Actor::Chance,
                    game.sample_outcome(&state, &mut seed.rng_for_chance(key)),
                )
            }
            Turn::Decision(mut decision) => {
                let actor = Actor::Seat(decision.seats.next().unwrap());
                let mut actions = Vec::new();
                game.legal_actions(&state, actor, &mut actions);
                let numbers = actions.iter().map(|action| action.number());
                let (first, last) = (numbers.clone().min().unwrap(), numbers.max().unwrap());
                let count = actions.len();
                let _ = writeln!(text, "  {count} actions, {first} to {last}");
                let index = rng.below(count as u64) as usize;
                (actor, actions[index])
            }
        };
        let (name, number) = (game.format_action(action), action.number());
        let _ = writeln!(text, "> {actor}: {name} = {number}");
        game.apply(&mut state, actor, action).unwrap();
    }
    text
}

#[test]
fn match_for_two_with_mines_is_unchanged() {
    assert_snapshot!("mines", transcript(2, &[("scenario", "3")], "7"));
}

#[test]
fn solo_match_is_unchanged() {
    assert_snapshot!("solo", transcript(1, &[("level", "5")], "7"));
}

#[test]
fn match_for_four_with_committed_draws_is_unchanged() {
    let option_values = [("scenario", "6"), ("draw_mode", "commit")];
    assert_snapshot!("four", transcript(4, &option_values, "four"));
}
