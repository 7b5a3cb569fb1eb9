//! Golden transcripts of matches in `playthroughs/`, which pin texts, hashes, action numbers and
//! chance outcomes.
//!
//! Set `UPDATE_PLAYTHROUGHS=1` in the environment to rewrite the files.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use botwerk_engine::droids::Droids;
use botwerk_engine::{Actor, GameNotation, GameRules, GameViews, RootSeed, Seat, Turn, Viewer};

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

/// Asserts that a transcript equals its file, or rewrites the file.
fn assert_unchanged(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let path = folder.join(format!("{}_{name}.txt", Droids::spec().id.name()));
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some_and(|value| value == "1") {
        fs::write(&path, text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let mut lines = text.lines().zip(stored.lines()).enumerate();
    if let Some((number, (actual, expected))) =
        lines.find(|(_, (actual, expected))| actual != expected)
    {
        let location = format!("{}: line {}", path.display(), number + 1);
        panic!("{location}: expected `{expected}`, found `{actual}`");
    }
    assert!(
        text == stored,
        "{}: lines are missing or added",
        path.display()
    );
}

#[test]
fn match_for_two_with_mines_is_unchanged() {
    assert_unchanged("mines", &transcript(2, &[("scenario", "3")], "7"));
}

#[test]
fn solo_match_is_unchanged() {
    assert_unchanged("solo", &transcript(1, &[("level", "5")], "7"));
}

#[test]
fn match_for_four_with_committed_draws_is_unchanged() {
    let option_values = [("scenario", "6"), ("draw_mode", "commit")];
    assert_unchanged("four", &transcript(4, &option_values, "four"));
}
