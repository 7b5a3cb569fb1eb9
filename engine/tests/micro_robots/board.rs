//! The board: spaces, sections, arrangements and given boards (MR-1 to MR-5).

use std::collections::HashSet;

use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, Cell, Colour, RULESET, Side, Space};
use botwerk_engine::{Game, RootSeed};

use crate::play::{EXAMPLE, game};
use crate::route::{cell, reached};

const SIDES: [Side; 2] = [Side::Black, Side::Copper];

type Section = [[String; 3]; 3];

/// The sections of a side as the ruleset's text has them.
fn sections(side: Side) -> Vec<Section> {
    let ruleset: serde_json::Value = serde_json::from_str(RULESET).unwrap();
    let texts = ruleset["sides"][side.name()].as_array().unwrap();
    let section = |text: &serde_json::Value| -> Section {
        let words: Vec<_> = text.as_str().unwrap().split([' ', '/']).collect();
        let mut spaces = words.into_iter().filter(|word| !word.is_empty());
        std::array::from_fn(|_| std::array::from_fn(|_| spaces.next().unwrap().to_owned()))
    };
    texts.iter().map(section).collect()
}

/// A section turned clockwise by a quarter.
fn turned(section: &Section) -> Section {
    std::array::from_fn(|row| std::array::from_fn(|column| section[2 - column][row].clone()))
}

/// Which of the sections lies on a quarter of a board, and how often it was turned.
fn lies_on(board: &Board, quarter: usize, sections: &[Section]) -> Option<(usize, u32)> {
    let (top, left) = (quarter / 2 * 3, quarter % 2 * 3);
    let here: Section = std::array::from_fn(|row| {
        std::array::from_fn(|column| board.space(cell(top + row, left + column)).to_string())
    });
    sections.iter().enumerate().find_map(|(number, section)| {
        let mut section = section.clone();
        (0..4).find_map(|turns| {
            let found = section == here;
            section = turned(&section);
            found.then_some((number, turns))
        })
    })
}

fn drawn(side: &str, seed: &str) -> Board {
    let game = game(2, &[("side", side)]).unwrap();
    game.start(RootSeed::from_text(seed)).table().board
}

#[test]
fn mr_1_a_space_is_one_of_six_numbers_in_one_of_six_colours() {
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
fn mr_1_a_board_shows_each_combination_exactly_once() {
    let board: Board = EXAMPLE.parse().unwrap();
    let shown: HashSet<_> = Cell::all().map(|cell| board.space(cell)).collect();
    assert_eq!(shown.len(), 36);
    for space in Space::all() {
        assert_eq!(board.space(board.cell(space)), space);
    }
}

#[test]
fn mr_2_a_board_is_made_of_the_four_sections_of_one_side() {
    for side in SIDES {
        let sections = sections(side);
        assert_eq!(sections.len(), 4);
        for seed in 0..40 {
            let board = drawn(side.name(), &seed.to_string());
            let lies = |quarter| lies_on(&board, quarter, &sections).map(|(number, _)| number);
            let found: HashSet<_> = (0..4).filter_map(lies).collect();
            assert_eq!(found.len(), 4, "{board}");
        }
    }
    let default = game(2, &[]).unwrap();
    assert_eq!(default.options().text("side"), "black");
}

#[test]
fn mr_3_all_arrangements_are_different_boards_of_sections_in_any_place_and_rotation() {
    for side in SIDES {
        let sections = sections(side);
        let mut boards = HashSet::new();
        let mut lain = HashSet::new();
        for arrangement in 0..ARRANGEMENTS {
            let board = side.board(arrangement);
            let text = board.to_string();
            let lies = [0, 1, 2, 3].map(|quarter| lies_on(&board, quarter, &sections).unwrap());
            for (quarter, (_, turns)) in lies.into_iter().enumerate() {
                assert_eq!(turns, arrangement >> (2 * quarter) & 3, "{text}");
            }
            lain.insert(lies);
            boards.insert(text);
        }
        assert_eq!(boards.len(), 24 * 256);
        assert_eq!(lain.len(), 24 * 256);
    }
}

#[test]
fn mr_3_the_seed_draws_the_arrangement_or_a_board_is_given() {
    assert_eq!(drawn("black", "7"), drawn("black", "7"));
    let boards: HashSet<_> = (0..100)
        .map(|seed| drawn("copper", &seed.to_string()).to_string())
        .collect();
    assert!(boards.len() > 90, "{} boards of 100 seeds", boards.len());
    let given = game(2, &[("board", EXAMPLE), ("side", "copper")]).unwrap();
    for seed in ["1", "2"] {
        let start = given.start(RootSeed::from_text(seed));
        assert_eq!(start.table().board.to_string(), EXAMPLE);
    }
}

#[test]
fn mr_4_a_side_holds_every_space_once() {
    for side in SIDES {
        let sections = sections(side);
        let mut words: Vec<_> = sections.into_iter().flatten().flatten().collect();
        words.sort();
        let mut all: Vec<_> = Space::all().map(|space| space.to_string()).collect();
        all.sort();
        assert_eq!(words, all);
    }
}

#[test]
fn mr_4_every_arrangement_is_a_board_that_connects_all_spaces() {
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
fn mr_4_the_arrangements_of_a_side_have_384_graphs() {
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
fn mr_5_any_permutation_is_a_board() {
    let spaces: Vec<_> = Space::all().map(|space| space.to_string()).collect();
    let rows: Vec<_> = spaces.chunks(6).map(|row| row.join(" ")).collect();
    let text = rows.join(" / ");
    let given = game(3, &[("board", &text)]).unwrap();
    let start = given.start(RootSeed::from_text("7"));
    assert_eq!(start.table().board.to_string(), text);
}

#[test]
fn mr_5_a_refused_board_names_the_repeated_and_the_missing_combination() {
    let refusal = |board: &str| game(2, &[("board", board)]).unwrap_err().to_string();
    assert_eq!(
        refusal(&EXAMPLE.replacen("1W", "2Y", 1)),
        "option board: board: 2Y stands on the board twice and 1W is missing (MR-5)"
    );
    // Of several, the first repeated one in reading order and the first missing one in order.
    let several = EXAMPLE.replacen("5W", "4P", 1).replacen("3P", "6P", 1);
    assert_eq!(
        refusal(&several),
        "option board: board: 6P stands on the board twice and 3P is missing (MR-5)"
    );
    assert_eq!(
        refusal("2Y 1W 7B"),
        "option board: board: at byte 6: expected a space such as `6P`: a number 1-6 and a letter \
         of BYGRPW, found `7B` (MR-5)"
    );
}
