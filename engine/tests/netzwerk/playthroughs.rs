//! Golden transcripts of matches in `snapshots/`, which pin texts, hashes, action numbers and
//! legal actions.
//!
//! Set `INSTA_UPDATE=always` in the environment to rewrite the files.

use std::fmt::Write;

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, GameNotation, GameRules, GameType, GameViews, History, Options, RootSeed, Turn, Viewer,
};
use insta::assert_snapshot;

use crate::play::game;
use crate::random_play::seeded;

/// Returns the transcript of a match of random actions.
fn transcript(game: &Netzwerk, given: &[(&str, &str)], seed: &str) -> String {
    let mut text = format!("netzwerk, seed {seed}\n");
    for (name, value) in given {
        let _ = writeln!(text, "option {name} = {value}");
    }
    let mut history = History::new(game, game.initial_state(RootSeed::from_text(seed)));
    let mut generator = seeded(seed, 0);
    loop {
        let state = history.state();
        let view = game.view(state, Viewer::Spectator);
        let (hash, view) = (game.hash(state), game.view_hash(&view));
        let position = game.format_position(state);
        let _ = writeln!(text, "\n{position}\n  hash {hash:016x}, seen {view:016x}");
        let decision = match game.turn(state) {
            Turn::Decision(decision) => decision,
            Turn::Over(outcome) => {
                let (rule, places) = (outcome.rule, outcome.places);
                let _ = writeln!(text, "  over by {rule}, places {places:?}");
                return text;
            }
            Turn::Chance(key) => panic!("unexpected chance node {key}"),
        };
        let actor = Actor::Seat(decision.seats.into_iter().next().unwrap());
        let mut actions = Vec::new();
        game.legal_actions(state, actor, &mut actions);
        let numbers: Vec<_> = actions
            .iter()
            .map(|action| format!("{}={}", game.format_action(*action), action.number()))
            .collect();
        let _ = writeln!(text, "  {}", numbers.join(" "));
        let action = actions[generator.below(actions.len() as u64) as usize];
        let _ = writeln!(text, "> {actor}: {}", game.format_action(action));
        history.apply(game, actor, action).unwrap();
    }
}

#[test]
fn match_on_the_printed_board_is_unchanged() {
    let given = [("opening_turns", "2"), ("turn_cap", "4")];
    let spec = Netzwerk::spec();
    let options = Options::resolve(spec.options, given).unwrap();
    let former = Netzwerk::with_ruleset(2, options, spec.former_rulesets[0]).unwrap();
    assert_snapshot!("drawn", transcript(&former, &given, "7"));
}

#[test]
fn match_on_a_small_board_with_every_variation_is_unchanged() {
    let given = [
        ("width", "4"),
        ("ranks", "4"),
        ("first_player", "black"),
        ("battery_control", "majority"),
        ("forced_capture", "true"),
        ("turn_cap", "12"),
    ];
    assert_snapshot!("small", transcript(&game(&given), &given, "small"));
}
