//! Tests of boards (RR-1).

use std::collections::BTreeSet;

use botwerk_engine::ricochet::{Arrangement, CENTRE, Cell, Direction, Layout};
use botwerk_engine::{GameRules, RootSeed};

use crate::play::{board, game};

#[test]
fn rr_1_sides_a_and_b_give_96_boards_and_all_sides_1536() {
    for (sides, different) in [("AB", 96), ("ABCD", 1536)] {
        let count = Arrangement::count(sides);
        // Turning the board leads from one arrangement to three others.
        assert_eq!(count, 4 * different);
        let all: Option<Vec<_>> = (0..count)
            .map(|index| Arrangement::from_index(sides, index))
            .collect();
        let texts: BTreeSet<_> = all.unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), count);
        assert_eq!(Arrangement::from_index(sides, count), None);
    }
}

#[test]
fn rr_1_every_printed_board_is_closed_round_the_frame_and_the_centre() {
    for index in 0..Arrangement::count("ABCD") {
        let board = Arrangement::from_index("ABCD", index).unwrap().board();
        for cell in Cell::all() {
            for side in Direction::ALL {
                let is_edge = cell.neighbour(side).is_none() || CENTRE.contains(&cell);
                assert!(!is_edge || board.has_wall(cell, side), "{index}: {cell}");
            }
        }
    }
}

#[test]
fn rr_1_board_is_sampled_from_the_seed_or_given() {
    let sampled = |sides: &str, seed: u32| {
        let game = game(2, &[("sides", sides)]).unwrap();
        let start = game.initial_state(RootSeed::from_text(&seed.to_string()));
        start.table().layout.to_string()
    };
    let boards: BTreeSet<_> = (0..50).map(|seed| sampled("C", seed)).collect();
    assert!(boards.len() > 15, "24 orders of four sections");
    assert!(boards.iter().all(|board| !board.contains(['A', 'B', 'D'])));
    assert_eq!(sampled("ABCD", 7), sampled("ABCD", 7));
    let free = board(&["c3E"], "d4/r", "g:b2");
    for text in ["4B-3C-1A-2A", &free] {
        let game = game(2, &[("board", text)]).unwrap();
        let start = game.initial_state(RootSeed::from_text("7"));
        assert_eq!(start.table().layout, text.parse::<Layout>().unwrap());
    }
}

#[test]
fn rr_1_invalid_boards_and_sides_are_rejected() {
    let error = |name: &str, value: &str| game(2, &[(name, value)]).unwrap_err().to_string();
    for sides in ["", "BA", "AA", "E", "ab"] {
        assert!(error("sides", sides).contains("RR-1"), "{sides}");
    }
    for text in ["", "4B-3C-1A", "4B-4C-1A-2A", "5A-3C-1A-2A", "cells:00"] {
        assert!(error("board", text).contains("(RR-1)"), "{text}");
    }
    let open = board(&[], "-", "g:b2").replace("cells:9", "cells:8");
    assert!(error("board", &open).contains("the frame must be closed"));
    let centre = board(&[], "-", "g:h8");
    assert!(error("board", &centre).contains("centre block"));
    let twice = board(&[], "-", "g:b2,r:b2");
    assert!(error("board", &twice).contains("two targets"));
}
