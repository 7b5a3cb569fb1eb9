//! Tests of the net as evaluator.

use botwerk_engine::netzwerk::{Fields, Position, Squares};

use super::random_positions::{game, positions};
use crate::netzwerk::minimax::Net;
use crate::netzwerk::minimax::evaluator::Knowledge;

/// Returns the position with the sides exchanged: White plays Black's part on the board upside down.
fn exchanged(position: &Position) -> Position {
    let flip = |bits: u64, ranks: u32| bits.swap_bytes() >> (64 - 8 * ranks);
    let [white, black] = position.robots_of_both();
    let robots = [black, white].map(|robots| Squares::from_bits(flip(robots.bits(), 6)));
    let batteries = Fields::from_bits(flip(position.batteries().bits(), 7));
    Position::at_start_of_turn(robots, batteries, position.side().other())
}

#[test]
fn sums_that_are_kept_are_those_of_a_new_evaluator() {
    let game = game(&[]);
    let knowledge = Knowledge::Net(Net::standard().clone());
    let mut kept = knowledge.evaluator(game.rules());
    let mut values = Vec::new();
    for position in positions(&game, "kept sums", 14).take(200) {
        let value = kept.evaluate(&position);
        assert_eq!(value, Net::standard().value(&position), "{position:?}");
        values.push(value);
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 100, "{}", values.len());
}

#[test]
fn both_sides_are_judged_alike() {
    let game = game(&[]);
    for position in positions(&game, "sides", 14).take(100) {
        let [value, other] =
            [position, exchanged(&position)].map(|position| Net::standard().value(&position));
        assert_eq!(value, other, "{position:?}");
        assert_eq!(exchanged(&exchanged(&position)), position);
    }
}

#[test]
fn changed_file_is_rejected() {
    let mut bytes = include_bytes!("../evaluator/netzwerk.net").to_vec();
    assert!(bytes.len() < 200_000);
    bytes[5000] ^= 1;
    let error = Net::from_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(error, "the checksum of the net is wrong");
}
