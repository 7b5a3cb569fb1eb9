//! Matches as text in `playthroughs/`: they freeze texts, hashes, numbers and what is drawn.
//!
//! With `UPDATE_PLAYTHROUGHS=1` in the environment the files are written anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use botwerk_engine::droids::Droids;
use botwerk_engine::{Actor, GameNotation, GameRules, GameViews, RootSeed, Seat, Turn, Viewer};

use crate::pair::game;

/// The most events of a transcript.
const EVENTS: usize = 120;

/// The beginning of a match of drawn actions as text.
fn transcript(seats: usize, given: &[(&str, &str)], seed: &str) -> String {
    let game = game(seats, given);
    let mut text = format!("droids for {seats}, seed {seed}\n");
    for (name, value) in given {
        let _ = writeln!(text, "option {name} = {value}");
    }
    let seed = RootSeed::from_text(seed);
    let mut generator = seed.agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    for _ in 0..EVENTS {
        let seen = game.view(&state, Viewer::Seat(Seat::FIRST));
        let (hash, view) = (game.hash(&state), game.view_hash(&seen));
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
                    game.sample_outcome(&state, &mut seed.draw(key)),
                )
            }
            Turn::Decision(mut ask) => {
                let actor = Actor::Seat(ask.seats.next().unwrap());
                let mut actions = Vec::new();
                game.legal_actions(&state, actor, &mut actions);
                let numbers = actions.iter().map(|action| action.number());
                let (first, last) = (numbers.clone().min().unwrap(), numbers.max().unwrap());
                let count = actions.len();
                let _ = writeln!(text, "  {count} actions, {first} to {last}");
                let drawn = generator.below(count as u64) as usize;
                (actor, actions[drawn])
            }
        };
        let (what, number) = (game.format_action(action), action.number());
        let _ = writeln!(text, "> {actor}: {what} = {number}");
        game.apply(&mut state, actor, action).unwrap();
    }
    text
}

/// Compares a transcript with its file, or writes the file.
fn stays(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let path = folder.join(format!("{}_{name}.txt", Droids::spec().id.name()));
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some_and(|value| value == "1") {
        fs::write(&path, text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let mut lines = text.lines().zip(stored.lines()).enumerate();
    if let Some((number, (now, before))) = lines.find(|(_, (now, before))| now != before) {
        let place = format!("{}: line {}", path.display(), number + 1);
        panic!("{place}: {now}, was {before}");
    }
    assert!(
        text == stored,
        "{}: lines are missing or added",
        path.display()
    );
}

#[test]
fn a_match_for_two_with_mines() {
    stays("mines", &transcript(2, &[("scenario", "3")], "7"));
}

#[test]
fn a_solo_match() {
    stays("solo", &transcript(1, &[("level", "5")], "7"));
}

#[test]
fn a_match_for_four_with_hands_named_at_once() {
    let given = [("scenario", "6"), ("draw_mode", "commit")];
    stays("four", &transcript(4, &given, "four"));
}
