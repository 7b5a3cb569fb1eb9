//! The solver of Micro Robots against the rules page's checksums and a plain search.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

use std::collections::{BTreeMap, BTreeSet};

use botwerk_agents::micro_robots::solver::{
    Certificate, CertificateError, Distances, Instance, LegError, Solver, certify, check,
};
use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, Route, SPACES, Side, Space};

const PRINTED: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                       6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// A small generator of reproducible numbers.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A printed board after some swaps of two spaces; many make it any permutation (MR-5).
    fn board(&mut self, swaps: usize) -> Board {
        let mut spaces = *Side::Black.board(self.below(6144) as u32).spaces();
        for _ in 0..swaps {
            let (a, b) = (self.below(SPACES), self.below(SPACES));
            spaces.swap(a, b);
        }
        Board::new(spaces).unwrap()
    }

    fn space(&mut self) -> Space {
        Space::from_index(self.below(SPACES)).unwrap()
    }

    fn instance(&mut self, expert: bool) -> Instance {
        loop {
            let intermediate = if expert { Some(self.space()) } else { None };
            if let Ok(instance) = Instance::new(self.space(), self.space(), intermediate) {
                return instance;
            }
        }
    }
}

/// A board that falls apart: within each column all spaces show one number, and no row repeats
/// a number or a colour.
fn parted() -> Board {
    let space = |cell: usize| (cell % 6) * 6 + (cell / 6 + cell % 6) % 6;
    Board::new(std::array::from_fn(|cell| {
        Space::from_index(space(cell)).unwrap()
    }))
    .unwrap()
}

fn space(text: &str) -> Space {
    text.parse().unwrap()
}

/// A space and whether the intermediate target is behind the robot.
type State = (Space, bool);

/// How many routes there are of each number of moves up to `most`, without any shortcut.
fn routes_by_length(board: &Board, instance: Instance, most: usize) -> Vec<u64> {
    let mut routes = BTreeMap::from([((instance.start, instance.intermediate.is_none()), 1u64)]);
    let mut numbers = Vec::new();
    for _ in 0..=most {
        numbers.push(routes.get(&(instance.target, true)).copied().unwrap_or(0));
        let mut next: BTreeMap<State, u64> = BTreeMap::new();
        for ((from, done), count) in routes {
            for to in Space::all().filter(|to| board.is_move(from, *to)) {
                let done = done || instance.intermediate == Some(to);
                *next.entry((to, done)).or_default() += count;
            }
        }
        routes = next;
    }
    numbers
}

fn is_legal(board: &Board, route: &Route) -> bool {
    let mut moves = route.spaces().windows(2);
    moves.all(|two| board.is_move(two[0], two[1]))
}

/// Whether the route is right for the instance (MR-14, MR-29).
fn is_right(board: &Board, instance: Instance, route: &Route) -> bool {
    let (last, before) = route.spaces().split_last().unwrap();
    is_legal(board, route)
        && route.start() == Some(instance.start)
        && *last == instance.target
        && instance
            .intermediate
            .is_none_or(|via| before[1..].contains(&via))
}

/// All routes of `moves` moves from the start that end on the target (no intermediate target).
fn all_routes(board: &Board, instance: Instance, moves: usize) -> Vec<Route> {
    let mut routes = vec![Route::new(instance.start)];
    for _ in 0..moves {
        let mut longer = Vec::new();
        for route in routes {
            let end = route.end().unwrap();
            for to in Space::all().filter(|to| board.is_move(end, *to)) {
                let mut route = route.clone();
                route.push(to);
                longer.push(route);
            }
        }
        routes = longer;
    }
    routes.retain(|route| route.end() == Some(instance.target));
    routes
}

/// Boards of every kind: printed, slightly shuffled, free, and one that falls apart.
fn boards(lcg: &mut Lcg) -> Vec<Board> {
    let mut boards: Vec<Board> = [0, 0, 3, 10, 200, 200, 200, 200]
        .map(|swaps| lcg.board(swaps))
        .into();
    boards.push(parted());
    boards
}

#[test]
fn mr_4_sum_of_distances() {
    let sides = [
        (Side::Black, 27_424_672, 14),
        (Side::Copper, 25_077_312, 12),
    ];
    for (side, expected_sum, expected_longest) in sides {
        let (mut sum, mut longest) = (0, 0);
        for arrangement in 0..ARRANGEMENTS {
            let distances = Distances::of(&side.board(arrangement));
            assert!(distances.is_connected(), "{side:?} {arrangement}");
            sum += distances.sum();
            longest = longest.max(distances.longest());
        }
        assert_eq!((sum, longest), (expected_sum, expected_longest), "{side:?}");
    }
}

#[test]
fn mr_4_different_move_graphs() {
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

/// Whether everything that MR-30 says holds on a board.
fn realises_example(board: &Board) -> bool {
    let route: Route = "1P-6P-6W-6R-2R-2W".parse().unwrap();
    let leads = |from: &str, row: &[&str], column: &[&str]| {
        let from = space(from);
        let names = |names: &[&str]| names.iter().map(|name| space(name)).collect();
        let (in_row, in_column): (BTreeSet<_>, BTreeSet<_>) = Space::all()
            .filter(|to| board.is_move(from, *to))
            .partition(|to| board.cell(*to).row() == board.cell(from).row());
        (in_row, in_column) == (names(row), names(column))
    };
    leads("1P", &["6P"], &["1B", "1Y"])
        && leads("6P", &["6B", "6W", "1P"], &["4P"])
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
fn mr_30_the_printed_route_is_legal_and_as_short_as_any() {
    let board: Board = PRINTED.parse().unwrap();
    assert!(realises_example(&board));
    let instance = Instance::new(space("1P"), space("2W"), None).unwrap();
    let printed: Route = "1P-6P-6W-6R-2R-2W".parse().unwrap();
    assert!(is_right(&board, instance, &printed));
    let solver = Solver::new(&board);
    let solution = solver.shortest(&instance).unwrap();
    assert!(is_right(&board, instance, &solution.route));
    assert_eq!((printed.moves(), solution.route.moves()), (5, 5));
    assert!((0..5).all(|moves| all_routes(&board, instance, moves).is_empty()));
    assert!(all_routes(&board, instance, 5).contains(&printed));
    assert_eq!(solver.exact(&instance, 4), None);
}

#[test]
fn mr_10_distances_agree_with_a_plain_search() {
    let mut lcg = Lcg(1);
    for board in boards(&mut lcg) {
        let (solver, distances) = (Solver::new(&board), Distances::of(&board));
        let (mut sum, mut longest, mut connected) = (0, 0, true);
        for from in Space::all() {
            let mut expected = [None; SPACES];
            let mut frontier = vec![from];
            for distance in 0.. {
                frontier.retain(|space| expected[space.index()].is_none());
                if frontier.is_empty() {
                    break;
                }
                for space in &frontier {
                    expected[space.index()] = Some(distance);
                }
                frontier = Space::all()
                    .filter(|to| frontier.iter().any(|from| board.is_move(*from, *to)))
                    .collect();
            }
            assert_eq!(solver.distances_from(from), expected, "{board}: {from}");
            for to in Space::all() {
                let distance = expected[to.index()];
                assert_eq!(solver.distance(from, to), distance, "{board}: {from} {to}");
                assert_eq!(
                    distances.distance(from, to),
                    distance,
                    "{board}: {from} {to}"
                );
                sum += u64::from(distance.unwrap_or(0));
                longest = longest.max(distance.unwrap_or(0));
                connected &= distance.is_some();
            }
        }
        let found = (
            distances.sum(),
            distances.longest(),
            distances.is_connected(),
        );
        assert_eq!(found, (sum, longest, connected), "{board}");
    }
}

#[test]
fn mr_15_mr_29_routes_agree_with_all_routes_of_the_product_graph() {
    let mut lcg = Lcg(2);
    for board in boards(&mut lcg) {
        let solver = Solver::new(&board);
        for i in 0..60 {
            let instance = lcg.instance(i % 2 == 1);
            let numbers = routes_by_length(&board, instance, 24);
            let shortest = numbers.iter().position(|number| *number > 0);
            let solution = solver.shortest(&instance);
            let found = solution.as_ref().map(|solution| solution.route.moves());
            assert_eq!(found, shortest, "{board}: {instance:?}");
            let count = shortest.map_or(0, |moves| numbers[moves]);
            assert_eq!(
                solver.count_shortest(&instance),
                count,
                "{board}: {instance:?}"
            );
            if let Some(solution) = &solution {
                assert!(is_right(&board, instance, &solution.route));
                let exact = solver.exact(&instance, solution.route.moves());
                assert_eq!(
                    exact.as_ref(),
                    Some(&solution.route),
                    "the first of the shortest"
                );
                assert!((1..=2 * SPACES as u64).contains(&solution.nodes));
            }
            for (length, number) in numbers.iter().enumerate().skip(1) {
                let exact = solver.exact(&instance, length);
                assert_eq!(
                    exact.is_some(),
                    *number > 0,
                    "{board}: {instance:?}: {length}"
                );
                if let Some(route) = exact {
                    assert_eq!(route.moves(), length);
                    assert!(is_right(&board, instance, &route));
                }
            }
        }
    }
}

#[test]
fn ties_go_to_the_first_cell_in_reading_order() {
    let mut lcg = Lcg(3);
    for board in boards(&mut lcg) {
        for _ in 0..20 {
            let instance = lcg.instance(false);
            let Some(solution) = Solver::new(&board).shortest(&instance) else {
                continue;
            };
            let moves = solution.route.moves();
            if moves > 8 {
                continue;
            }
            let cells = |route: &Route| -> Vec<_> {
                route
                    .spaces()
                    .iter()
                    .map(|space| board.cell(*space))
                    .collect()
            };
            for extra in 0..=1 {
                let routes = all_routes(&board, instance, moves + extra);
                let first = routes.into_iter().min_by_key(&cells);
                let found = Solver::new(&board).exact(&instance, moves + extra);
                assert_eq!(found, first, "{board}: {instance:?}");
            }
        }
    }
}

#[test]
fn mr_13_lengths_are_1_to_99() {
    let mut lcg = Lcg(4);
    let (board, instance) = (lcg.board(0), lcg.instance(true));
    let solver = Solver::new(&board);
    assert_eq!(solver.exact(&instance, 0), None);
    assert_eq!(solver.exact(&instance, 100), None);
    let longest = [98, 99]
        .into_iter()
        .find_map(|length| solver.exact(&instance, length))
        .unwrap();
    assert!(is_right(&board, instance, &longest));
    assert_eq!(longest.to_string().parse(), Ok(longest));
}

#[test]
fn mr_5_what_is_out_of_reach_has_no_route() {
    let board = parted();
    let solver = Solver::new(&board);
    let instance = |start, target, via: Option<&str>| {
        Instance::new(space(start), space(target), via.map(space)).unwrap()
    };
    let apart = instance("1B", "2Y", None);
    assert_eq!(solver.distance(apart.start, apart.target), None);
    for instance in [
        apart,
        instance("1B", "1Y", Some("2Y")),
        instance("1B", "2B", Some("1Y")),
    ] {
        assert_eq!(solver.shortest(&instance), None);
        assert_eq!(solver.count_shortest(&instance), 0);
        assert_eq!(solver.exact(&instance, 7), None);
        assert_eq!(
            check(&board, &instance, &certify(&board, &instance)),
            Ok(())
        );
    }
    assert_eq!(Distances::of(&board).sum(), 36 * 5);
}

/// Every certificate that differs from a right one in one place, as far as it is not right too.
fn mutations(right: &Certificate, instance: Instance) -> Vec<Certificate> {
    let mut wrong = Vec::new();
    for (at, leg) in right.legs.iter().enumerate() {
        let mut push = |mutated| {
            let mut certificate = right.clone();
            certificate.legs[at] = mutated;
            wrong.push(certificate);
        };
        for (i, layer) in leg.layers.iter().enumerate() {
            for member in 0..layer.len() {
                let mut dropped = leg.clone();
                let space = dropped.layers[i].remove(member);
                push(dropped.clone());
                for other in (0..=leg.layers.len()).filter(|other| *other != i) {
                    let mut moved = dropped.clone();
                    moved
                        .layers
                        .resize(moved.layers.len().max(other + 1), Vec::new());
                    moved.layers[other].push(space);
                    push(moved);
                }
                let mut doubled = leg.clone();
                doubled.layers[(i + 1) % leg.layers.len()].push(space);
                push(doubled);
            }
            let mut truncated = leg.clone();
            truncated.layers.truncate(i);
            push(truncated);
            let mut widened = leg.clone();
            let outside = Space::all().find(|space| !leg.layers.concat().contains(space));
            widened.layers[i].extend(outside);
            if outside.is_some() {
                push(widened);
            }
        }
        let mut open = leg.clone();
        open.layers.push(Vec::new());
        push(open.clone());
        open.layers.pop();
        open.route = match &leg.route {
            Some(_) => None,
            None => Some(Route::new(leg.layers[0][0])),
        };
        push(open);
        if let Some(route) = &leg.route {
            let spaces = route.spaces();
            for cut in [&spaces[1..], &spaces[..spaces.len() - 1]] {
                let mut shorter = Route::default();
                assert!(cut.iter().all(|space| shorter.push(*space)));
                let mut mutated = leg.clone();
                mutated.route = Some(shorter);
                push(mutated);
            }
            let mut detour = Route::new(spaces[0]);
            for space in [&spaces[1..2], spaces].concat() {
                detour.push(space);
            }
            let mut mutated = leg.clone();
            mutated.route = Some(detour);
            push(mutated);
            for at in 0..spaces.len() {
                let mut changed = Route::default();
                for (i, space) in spaces.iter().enumerate() {
                    changed.push(if i == at {
                        spaces[(i + 1) % spaces.len()]
                    } else {
                        *space
                    });
                }
                let mut mutated = leg.clone();
                mutated.route = Some(changed);
                push(mutated);
            }
        }
    }
    let mut fewer = right.clone();
    fewer.legs.pop();
    wrong.push(fewer);
    let mut more = right.clone();
    more.legs.push(right.legs[0].clone());
    wrong.push(more);
    if instance.intermediate.is_some() {
        let mut swapped = right.clone();
        swapped.legs.swap(0, 1);
        wrong.push(swapped);
    }
    wrong
}

#[test]
fn certificates_are_accepted_and_mutated_ones_refused() {
    let mut lcg = Lcg(5);
    for board in boards(&mut lcg) {
        for i in 0..12 {
            let instance = lcg.instance(i % 2 == 1);
            let right = certify(&board, &instance);
            assert_eq!(
                check(&board, &instance, &right),
                Ok(()),
                "{board}: {instance:?}"
            );
            for wrong in mutations(&right, instance) {
                assert!(
                    check(&board, &instance, &wrong).is_err(),
                    "{board}: {wrong:?}"
                );
            }
        }
    }
}

#[test]
fn certificates_prove_nothing_about_another_start_or_board() {
    let mut lcg = Lcg(6);
    for _ in 0..200 {
        let (board, instance) = (lcg.board(0), lcg.instance(false));
        let certificate = certify(&board, &instance);
        let other = Instance::new(instance.target, instance.start, None).unwrap();
        let start = LegError::FirstLayer(other.start);
        assert_eq!(
            check(&board, &other, &certificate),
            Err(CertificateError::Leg {
                leg: 0,
                error: start
            })
        );
        let shuffled = lcg.board(200);
        let still_right =
            certify(&shuffled, &instance).legs[0].layers == certificate.legs[0].layers;
        let accepted = check(&shuffled, &instance, &certificate).is_ok();
        assert!(!accepted || still_right);
    }
}

#[test]
fn exactly_the_shortest_routes_are_accepted() {
    let mut lcg = Lcg(7);
    let (mut accepted, mut refused) = (0, 0);
    for board in boards(&mut lcg) {
        for _ in 0..12 {
            let instance = lcg.instance(false);
            let solver = Solver::new(&board);
            let Some(shortest) = solver.distance(instance.start, instance.target) else {
                continue;
            };
            let shortest = shortest as usize;
            if shortest > 7 {
                continue;
            }
            let mut depths: Vec<Vec<Space>> = vec![Vec::new(); SPACES];
            for (space, distance) in Space::all().zip(solver.distances_from(instance.start)) {
                if let Some(distance) = distance {
                    depths[distance as usize].push(space);
                }
            }
            depths.retain(|layer| !layer.is_empty());
            for length in shortest..=shortest + 2 {
                let routes = all_routes(&board, instance, length);
                for (i, route) in routes.iter().enumerate() {
                    // True layers up to the end, and also as many as fit the route's length.
                    for layers in [shortest + 1, length + 1] {
                        let mut certificate = certify(&board, &instance);
                        let leg = &mut certificate.legs[0];
                        leg.layers = depths[..layers.min(depths.len())].to_vec();
                        leg.route = Some(route.clone());
                        let right = check(&board, &instance, &certificate).is_ok();
                        assert_eq!(right, length == shortest, "{board}: {route}");
                        if right { accepted += 1 } else { refused += 1 }
                    }
                    if i > 200 {
                        break;
                    }
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 1000, "{accepted} {refused}");
}
