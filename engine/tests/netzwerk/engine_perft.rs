//! Tests that the engine reproduces the counts of the files in `perft/`.

use botwerk_engine::{GameNotation, perft};

use crate::perft_files::{FILES, stored};
use crate::play::game;

#[test]
fn engine_perft_matches_the_files() {
    for case in FILES.iter().flat_map(|file| stored(file)) {
        let game = game(&case.options());
        let state = game.parse_position(&case.position).unwrap();
        for (count, depth) in case.counts.iter().zip(1..) {
            let counted = perft(&game, &state, depth, true);
            assert_eq!(counted, *count, "D{depth} of {case:?}");
        }
    }
}
