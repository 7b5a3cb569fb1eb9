//! Tests of boards (RR-1).

use std::collections::BTreeSet;

use botwerk_engine::ricochet::{
    Arrangement, Board, BoardSize, CENTRE, Direction, Layout, SlideRules, slide,
};
use botwerk_engine::{GameDrawing, GameNotation, GameRules, GameViews, RootSeed, Viewer};

use crate::play::{Play, board, game, sized_board, walls};

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
        for cell in BoardSize::PRINTED.cells() {
            for side in Direction::ALL {
                let is_edge =
                    BoardSize::PRINTED.neighbour(cell, side).is_none() || CENTRE.contains(&cell);
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

#[test]
fn rr_1_walls_inside_the_centre_block_change_nothing() {
    let cells: Vec<_> = BoardSize::PRINTED.cells().collect();
    let closed = walls(&[]);
    let expected = Board::new(&closed, []).unwrap();
    for sides in 0..16 {
        let mut walls = closed;
        for cell in CENTRE {
            walls[cell.index()] = sides;
        }
        assert_eq!(Board::new(&walls, []), Ok(expected.clone()), "{sides}");
    }
    assert!(CENTRE.iter().all(|cell| expected.walls(*cell) == 15));
    let mut open = closed;
    open[118] = 0;
    let error = Board::new(&open, []).unwrap_err().to_string();
    assert_eq!(
        error,
        "walls: g8 has no wall on side E, behind which the closed centre block lies; add it (RR-1)"
    );
    assert_eq!(cells[118].to_string(), "g8");
}

#[test]
fn rr_1_board_of_another_size_ends_at_its_frame() {
    let board = sized_board("12x8", &["d4N", "d4E", "d4S", "d4W"], "f2/r", "r:l8,*:i2");
    let given = [("transparent", "true"), ("board", board.as_str())];
    let start = game(2, &given)
        .unwrap()
        .initial_state(RootSeed::from_text("7"));
    assert_eq!(start.table().layout.to_string(), board);
    let rest = "r:a1,g:b8,b:c8,y:k7,t:a4 r:l8 *:i2 0,0 1";
    let play = Play::on(
        &board,
        &[("transparent", "true")],
        &format!("{rest} race:/"),
    );
    let step = |text: &str| {
        let table = play.state.table();
        let slide = slide(
            table.layout.board(),
            &table.robots,
            text.parse().unwrap(),
            SlideRules::default(),
        );
        slide
            .map(|slide| format!("{} {}", slide.end, slide.cost))
            .map_err(|error| error.to_string())
    };
    assert_eq!(step("rE").unwrap(), "l1 1");
    assert_eq!(step("yS").unwrap(), "k8 1");
    assert_eq!(step("tE").unwrap(), "c4 1", "the walled cell");
    assert!(step("tE+").unwrap_err().contains("0 choices"));
    assert!(step("tW").unwrap_err().contains("cannot leave"));
    let shown = Play::on(
        &board,
        &[("transparent", "true")],
        &format!("{rest} show:0:2:/"),
    );
    assert!(shown.seat(0, "show rE rS").rest().contains(" 1,0 "));
}

#[test]
fn rr_1_position_of_another_size_is_read_back_and_hashed_with_it() {
    let rest = "r:a1,g:b8,b:c8,y:k7 r:h8 *:i2 0,0 1 race:/";
    let mut hashes = BTreeSet::new();
    for size in ["12x8", "16x8", "11x16", "16x16"] {
        let text = format!("{} {rest}", sized_board(size, &[], "-", "r:h8,*:i2"));
        let Play { game, state } = Play::on(&sized_board(size, &[], "-", "r:h8,*:i2"), &[], rest);
        assert_eq!(game.format_position(&state), text);
        assert!(hashes.insert(game.hash(&state)), "{size}");
        let picture = game
            .picture(&game.view(&state, Viewer::Spectator))
            .to_string();
        let size: BoardSize = size.parse().unwrap();
        let (width, height) = (size.width() * 36 + 52, size.height() * 36 + 52);
        assert!(picture.contains(&format!("width=\"{width}\"")), "{picture}");
        assert!(height > 0);
    }
}

#[test]
fn rr_1_cells_outside_or_walled_hold_nothing() {
    let error = |text: &str| text.parse::<Layout>().unwrap_err().expected;
    let board = |diagonals: &str, targets: &str| {
        sized_board("12x8", &["d4N", "d4E", "d4S", "d4W"], diagonals, targets)
    };
    assert_eq!(
        error(&board("-", "r:m1")),
        "targets: m1 is outside of the board (RR-1)"
    );
    assert_eq!(
        error(&board("-", "r:d4")),
        "targets: d4 has walls on all sides (RR-1)"
    );
    assert_eq!(
        error(&board("a9/r", "r:a1")),
        "diagonals: a9 is outside of the board (RR-1)"
    );
    for size in ["33x10", "10x33", "2x3", "3x2", "032x32", "256x3"] {
        let error = error(&format!("size:{size}:"));
        assert_eq!(error, "a size from `3x3` to `32x32`", "{size}");
    }
    assert_eq!(error("size:3x3:91"), "9 hexadecimal digits of walls");
    assert!(error("size:3x3:800802c46:-:r:a1").contains("a1 has no wall on side N"));
    let game = game(2, &[]).unwrap();
    for (cell, expected) in [("m1", "robots[r]"), ("d4", "robots[r]")] {
        let rest = format!("r:{cell},g:b8,b:c8,y:k7 r:h8 - 0,0 1 race:/");
        let error = game
            .parse_position(&format!("{} {rest}", board("-", "r:h8")))
            .unwrap_err();
        assert!(
            error.expected.contains("not walled on all sides"),
            "{expected}: {error}"
        );
    }
}
