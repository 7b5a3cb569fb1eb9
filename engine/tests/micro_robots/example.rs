//! Tests of the printed example (MR-30).

use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, Side, Space};

use crate::play::{EXAMPLE, Play, ROUTE};

fn space(text: &str) -> Space {
    text.parse().unwrap()
}

/// Returns the spaces that one move reaches in the row or in the column, in sorted order.
fn moves(board: &Board, from: &str, in_row: bool) -> String {
    let from = space(from);
    let reached: Vec<_> = Space::all()
        .filter(|to| board.is_move(from, *to))
        .filter(|to| (board.cell(from).row() == board.cell(*to).row()) == in_row)
        .map(|space| space.to_string())
        .collect();
    reached.join(" ")
}

/// Returns `true` if every statement of the example holds on a board.
fn example_holds(board: &Board) -> bool {
    let route: Vec<_> = ROUTE.split('-').map(space).collect();
    moves(board, "1P", false) == "1B 1Y"
        && moves(board, "1P", true) == "6P"
        && moves(board, "6P", true) == "1P 6B 6W"
        && moves(board, "6P", false) == "4P"
        && route.windows(2).all(|pair| board.is_move(pair[0], pair[1]))
}

#[test]
fn mr_30_example_holds_on_the_board_of_the_rules_document() {
    assert!(example_holds(&EXAMPLE.parse().unwrap()));
    let play = Play::at(&[], "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:");
    let play = play.seat(0, "say 5").show(0, ROUTE);
    assert_eq!(play.text(), "2W ; - ; - ; 1,0 ; 1 ; 1 ; roll");
}

#[test]
fn mr_30_example_holds_on_eight_black_arrangements_and_no_copper_one() {
    let boards = |side: Side| (0..ARRANGEMENTS).map(move |number| side.board(number));
    let black: Vec<_> = boards(Side::Black).filter(example_holds).collect();
    assert_eq!(black.len(), 8);
    assert!(black.iter().any(|board| board.to_string() == EXAMPLE));
    assert_eq!(boards(Side::Copper).filter(example_holds).count(), 0);
}
