//! Tests of the checksums of the printed boards in the rules document (MR-4, MR-30).

use std::collections::BTreeSet;

use botwerk_agents::micro_robots::solver::{Distances, Instance, Solver};
use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, Route, Side, Space};

use crate::boards::space;
use crate::routes::{all_routes, is_legal, is_solution};

const PRINTED: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                       6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

#[test]
fn mr_4_sum_of_distances_matches_the_rules() {
    let sides = [
        (Side::Black, 27_424_672, 14),
        (Side::Copper, 25_077_312, 12),
    ];
    for (side, expected_sum, expected_longest) in sides {
        let (mut sum, mut longest) = (0, 0);
        for arrangement in 0..ARRANGEMENTS {
            let distances = Distances::from_board(&side.board(arrangement));
            assert!(distances.is_connected(), "{side:?} {arrangement}");
            sum += distances.sum();
            longest = longest.max(distances.longest());
        }
        assert_eq!((sum, longest), (expected_sum, expected_longest), "{side:?}");
    }
}

#[test]
fn mr_4_each_side_has_384_move_graphs() {
    for side in [Side::Black, Side::Copper] {
        let graphs: BTreeSet<Vec<u64>> = (0..ARRANGEMENTS)
            .map(|arrangement| {
                let board = side.board(arrangement);
                let moves = board.moves();
                let spaces = |from| {
                    let to = Iterator::map(moves.from(board.cell(from)), |to| board.space(to));
                    to.fold(0, |set, to| set | 1 << to.index())
                };
                Space::all().map(spaces).collect()
            })
            .collect();
        assert_eq!(graphs.len(), 384, "{side:?}");
    }
}

/// Returns `true` if a board has all properties of the example in MR-30.
fn realises_example(board: &Board) -> bool {
    let route: Route = "1P-6P-6W-6R-2R-2W".parse().unwrap();
    let has_moves = |from: &str, row: &[&str], column: &[&str]| {
        let from = space(from);
        let names = |names: &[&str]| names.iter().map(|name| space(name)).collect();
        let (in_row, in_column): (BTreeSet<_>, BTreeSet<_>) = Space::all()
            .filter(|to| board.is_move(from, *to))
            .partition(|to| board.cell(*to).row() == board.cell(from).row());
        (in_row, in_column) == (names(row), names(column))
    };
    has_moves("1P", &["6P"], &["1B", "1Y"])
        && has_moves("6P", &["6B", "6W", "1P"], &["4P"])
        && is_legal(board, &route)
}

#[test]
fn mr_4_eight_black_boards_realise_the_example() {
    for (side, expected) in [(Side::Black, 8), (Side::Copper, 0)] {
        let found = (0..ARRANGEMENTS)
            .filter(|arrangement| realises_example(&side.board(*arrangement)))
            .count();
        assert_eq!(found, expected, "{side:?}");
    }
}

#[test]
fn mr_30_printed_route_is_a_shortest_route() {
    let board: Board = PRINTED.parse().unwrap();
    assert!(realises_example(&board));
    let instance = Instance::new(space("1P"), space("2W"), None).unwrap();
    let printed: Route = "1P-6P-6W-6R-2R-2W".parse().unwrap();
    assert!(is_solution(&board, instance, &printed));
    let solver = Solver::new(&board);
    let solution = solver.shortest(&instance).unwrap();
    assert!(is_solution(&board, instance, &solution.route));
    assert_eq!((printed.moves(), solution.route.moves()), (5, 5));
    assert!((0..5).all(|moves| all_routes(&board, instance, moves).is_empty()));
    assert!(all_routes(&board, instance, 5).contains(&printed));
    assert_eq!(solver.route_of_length(&instance, 4), None);
}
