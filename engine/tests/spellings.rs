//! The vectors of the lenient reader of turns.
#![allow(
    clippy::unwrap_used,
    reason = "a vector without a field fails the test"
)]

use botwerk_engine::{GameId, GameType, Options, ParseError, Seat, Viewer, read_turn, with_game};
use serde::Deserialize;

/// A text at a position, and the canonical turn that it is read as, or `None` if it is rejected.
#[derive(Debug, Deserialize)]
struct Spelling {
    game: String,
    seats: usize,
    seat: usize,
    position: String,
    text: String,
    turn: Option<String>,
}

fn read<G: GameType>(spelling: &Spelling) -> Result<String, ParseError> {
    let options = Options::resolve::<&str, &str>(G::spec().options, []).unwrap();
    let game = G::new(spelling.seats, options).unwrap();
    let state = game.parse_position(&spelling.position).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat::new(spelling.seat).unwrap()));
    Ok(read_turn(&game, &view, &spelling.text, false)?.0)
}

#[test]
fn spellings_are_read_as_their_vectors_say() {
    let vectors = include_str!("../../tests/vectors/spellings.jsonl");
    let mut differences = Vec::new();
    for line in vectors.lines() {
        let spelling: Spelling = serde_json::from_str(line).unwrap();
        let id: GameId = spelling.game.parse().unwrap();
        let turn = with_game!(id, G => read::<G>(&spelling));
        if turn.as_ref().ok() != spelling.turn.as_ref() {
            differences.push(format!("{:?} is read as {turn:?}", spelling.text));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
