//! Tests of the search against exhaustive reference searches.

mod battery_phases;
mod escapes;
mod negamax;
mod net;
mod random_positions;
mod wins;

use botwerk_engine::netzwerk::{Netzwerk, Position};
use botwerk_engine::{GameRules, GameViews, RootSeed, Viewer};

use crate::agent::{Budget, Choice, DecisionRequest};
use crate::roster::Roster;

type Action = <Netzwerk as GameRules>::Action;

/// Returns the choice of the agent of a spec.
fn choice(game: &Netzwerk, position: &Position, agent: &str) -> Choice<Action> {
    let state = botwerk_engine::netzwerk::State::new(game.rules(), *position);
    let seat = position.side().seat();
    let view = game.view(&state, Viewer::Seat(seat));
    let request = DecisionRequest {
        game,
        view: &view,
        earlier_views: &[],
        seat,
        turn: 1,
        seed: RootSeed::from_text("search"),
    };
    let mut agent = Netzwerk::agent(&agent.parse().unwrap()).unwrap();
    agent.decide(&request, &Budget::UNLIMITED, &mut |_| {})
}

/// Plays a complete turn, or its rest, by the rules; panics if it is not legal.
fn play_turn(game: &Netzwerk, position: &Position, actions: &[Action]) -> Position {
    let rules = game.rules();
    let mut after = *position;
    for action in actions {
        assert!(
            rules.end(&after, false).is_none(),
            "{position:?} {actions:?}"
        );
        rules.check(&after, *action).unwrap();
        rules.play(&mut after, *action);
    }
    let is_over = rules.end(&after, false).is_some();
    assert!(is_over || after.side() != position.side(), "{actions:?}");
    after
}

#[test]
fn choice_is_deterministic() {
    let game = random_positions::game(&[]);
    let start = *game.initial_state(RootSeed::from_text("1")).position();
    let [first, second] = [(); 2].map(|()| choice(&game, &start, "minimax:nodes=20000"));
    assert_eq!(first, second);
    play_turn(&game, &start, &first.actions);
    assert!(first.depth >= 1 && !first.principal_variation.is_empty());
}
