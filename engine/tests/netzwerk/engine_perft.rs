//! The engine counts what the files in `perft/` say.

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{Actor, Game, Turn};

use crate::perft_files::{FILES, stored};
use crate::play::game;

/// Sequences of so many actions, each of which is carried out.
fn perft(game: &Netzwerk, state: &<Netzwerk as Game>::State, depth: usize) -> u64 {
    let Turn::Act(ask) = game.turn(state) else {
        return 0;
    };
    let mut sum = 0;
    for seat in ask.seats {
        let actor = Actor::Seat(seat);
        let mut actions = Vec::new();
        game.legal_actions(state, actor, &mut actions);
        if depth == 1 {
            sum += actions.len() as u64;
            continue;
        }
        for action in actions {
            let mut next = state.clone();
            game.apply(&mut next, actor, action).unwrap();
            sum += perft(game, &next, depth - 1);
        }
    }
    sum
}

#[test]
fn the_engine_counts_what_the_files_say() {
    for case in FILES.iter().flat_map(|file| stored(file)) {
        let game = game(&case.options());
        let state = game.parse_position(&case.position).unwrap();
        for (index, count) in case.counts.iter().enumerate() {
            let depth = index + 1;
            assert_eq!(perft(&game, &state, depth), *count, "D{depth} of {case:?}");
        }
    }
}
