//! Tests of the board: spaces, sections, arrangements and given boards (MR-1 to MR-5).

use std::collections::HashSet;

use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, Cell, Colour, RULESET, Side, Space};
use botwerk_engine::{GameRules, RootSeed};

use crate::play::{EXAMPLE, game};
use crate::route::{cell, reached};

const SIDES: [Side; 2] = [Side::Black, Side::Copper];

type Section = [[String; 3]; 3];

/// Parses the sections of a side from the ruleset's text.
fn sections(side: Side) -> Vec<Section> {
    let ruleset: serde_json::Value = serde_json::from_str(RULESET).unwrap();
    let texts = ruleset["sides"][side.name()].as_array().unwrap();
    let section = |text: &serde_json::Value| -> Section {
        let spaces: Vec<_> = text.as_str().unwrap().split([' ', '/']).collect();
        let mut spaces = spaces.into_iter().filter(|text| !text.is_empty());
        std::array::from_fn(|_| std::array::from_fn(|_| spaces.next().unwrap().to_owned()))
    };
    texts.iter().map(section).collect()
}

/// Rotates a section clockwise by a quarter turn.
fn rotated(section: &Section) -> Section {
    std::array::from_fn(|row| std::array::from_fn(|column| section[2 - column][row].clone()))
}

/// Returns the section on a quarter of a board and its number of quarter turns.
fn section_at(board: &Board, quarter: usize, sections: &[Section]) -> Option<(usize, u32)> {
    let (top, left) = (quarter / 2 * 3, quarter % 2 * 3);
    let actual: Section = std::array::from_fn(|row| {
        std::array::from_fn(|column| board.space(cell(top + row, left + column)).to_string())
    });
    sections.iter().enumerate().find_map(|(number, section)| {
        let mut section = section.clone();
        (0..4).find_map(|turns| {
            let is_match = section == actual;
            section = rotated(&section);
            is_match.then_some((number, turns))
        })
    })
}

fn sample_board(side: &str, seed: &str) -> Board {
    let game = game(2, &[("side", side)]).unwrap();
    game.initial_state(RootSeed::from_text(seed)).table().board
}

#[test]
fn mr_1_space_is_one_of_six_numbers_in_one_of_six_colours() {
    let spaces: Vec<_> = Space::all().collect();
    assert_eq!(spaces.len(), 36);
    for (number, colour) in (1..=6).flat_map(|n| Colour::ALL.map(|colour| (n, colour))) {
        let space = Space::new(number, colour).unwrap();
        assert!(spaces.contains(&space));
        assert_eq!((space.number(), space.colour()), (number, colour));
        let text = format!("{number}{}", colour.letter());
        assert_eq!(space.to_string(), text);
        assert_eq!(text.parse(), Ok(space));
    }
    assert_eq!(Space::new(0, Colour::Blue), None);
    assert_eq!(Space::new(7, Colour::Blue), None);
}

#[test]
fn mr_1_board_shows_each_combination_exactly_once() {
    let board: Board = EXAMPLE.parse().unwrap();
    let shown: HashSet<_> = Cell::all().map(|cell| board.space(cell)).collect();
    assert_eq!(shown.len(), 36);
    for space in Space::all() {
        assert_eq!(board.space(board.cell(space)), space);
    }
}

#[test]
fn mr_2_board_consists_of_the_four_sections_of_one_side() {
    for side in SIDES {
        let sections = sections(side);
        assert_eq!(sections.len(), 4);
        for seed in 0..40 {
            let board = sample_board(side.name(), &seed.to_string());
            let number_at =
                |quarter| section_at(&board, quarter, &sections).map(|(number, _)| number);
            let found: HashSet<_> = (0..4).filter_map(number_at).collect();
            assert_eq!(found.len(), 4, "{board}");
        }
    }
    let default = game(2, &[]).unwrap();
    assert_eq!(default.options().text("side"), "black");
}

#[test]
fn mr_3_arrangements_are_distinct_and_place_sections_anywhere_in_any_rotation() {
    for side in SIDES {
        let sections = sections(side);
        let mut boards = HashSet::new();
        let mut all_placements = HashSet::new();
        for arrangement in 0..ARRANGEMENTS {
            let board = side.board(arrangement);
            let text = board.to_string();
            let placements =
                [0, 1, 2, 3].map(|quarter| section_at(&board, quarter, &sections).unwrap());
            for (quarter, (_, turns)) in placements.into_iter().enumerate() {
                assert_eq!(turns, arrangement >> (2 * quarter) & 3, "{text}");
            }
            all_placements.insert(placements);
            boards.insert(text);
        }
        assert_eq!(boards.len(), 24 * 256);
        assert_eq!(all_placements.len(), 24 * 256);
    }
}

#[test]
fn mr_3_arrangement_is_sampled_from_the_seed_unless_a_board_is_given() {
    assert_eq!(sample_board("black", "7"), sample_board("black", "7"));
    let boards: HashSet<_> = (0..100)
        .map(|seed| sample_board("copper", &seed.to_string()).to_string())
        .collect();
    assert!(boards.len() > 90, "{} boards of 100 seeds", boards.len());
    let given = game(2, &[("board", EXAMPLE), ("side", "copper")]).unwrap();
    for seed in ["1", "2"] {
        let start = given.initial_state(RootSeed::from_text(seed));
        assert_eq!(start.table().board.to_string(), EXAMPLE);
    }
}

#[test]
fn mr_4_side_contains_every_space_once() {
    for side in SIDES {
        let sections = sections(side);
        let mut spaces: Vec<_> = sections.into_iter().flatten().flatten().collect();
        spaces.sort();
        let mut all: Vec<_> = Space::all().map(|space| space.to_string()).collect();
        all.sort();
        assert_eq!(spaces, all);
    }
}

#[test]
fn mr_4_every_arrangement_connects_all_spaces() {
    for side in SIDES {
        for arrangement in 0..ARRANGEMENTS {
            let board = side.board(arrangement);
            assert_eq!(Board::new(*board.spaces()), Ok(board));
            assert_eq!(board.starts(35).count(), 36, "{board}");
        }
        let board = side.board(4321);
        assert_eq!(reached(&board, board.space(cell(0, 0))).len(), 36);
    }
}

#[test]
fn mr_4_arrangements_of_a_side_have_384_graphs() {
    for side in SIDES {
        let graphs: HashSet<Vec<u64>> = (0..ARRANGEMENTS)
            .map(|arrangement| {
                let board = side.board(arrangement);
                let moves = board.moves();
                let from = |space: Space| {
                    let cells = moves.from(board.cell(space));
                    cells.fold(0, |set, cell| set | 1 << board.space(cell).index())
                };
                Space::all().map(from).collect()
            })
            .collect();
        assert_eq!(graphs.len(), 384);
    }
}

#[test]
fn mr_5_any_permutation_is_a_valid_board() {
    let spaces: Vec<_> = Space::all().map(|space| space.to_string()).collect();
    let rows: Vec<_> = spaces.chunks(6).map(|row| row.join(" ")).collect();
    let text = rows.join(" / ");
    let given = game(3, &[("board", &text)]).unwrap();
    let start = given.initial_state(RootSeed::from_text("7"));
    assert_eq!(start.table().board.to_string(), text);
}

#[test]
fn mr_5_rejected_board_names_the_repeated_and_the_missing_combination() {
    let rejection = |board: &str| game(2, &[("board", board)]).unwrap_err().to_string();
    assert_eq!(
        rejection(&EXAMPLE.replacen("1W", "2Y", 1)),
        "option board: board: 2Y occurs twice and 1W is missing (MR-5)"
    );
    // Of several errors, the message names the first repeated space in reading order and the first
    // missing space in sorted order.
    let several = EXAMPLE.replacen("5W", "4P", 1).replacen("3P", "6P", 1);
    assert_eq!(
        rejection(&several),
        "option board: board: 6P occurs twice and 3P is missing (MR-5)"
    );
    assert_eq!(
        rejection("2Y 1W 7B"),
        "option board: board: at byte 6: expected a space such as `6P`: a number 1-6 and a letter \
         of BYGRPW, found `7B` (MR-5)"
    );
}
