//! Distances and routes against searches that take no shortcut.

use std::collections::BTreeMap;

use botwerk_agents::micro_robots::solver::{Distances, Instance, Solver, certify, check};
use botwerk_engine::micro_robots::{Board, Route, SPACES, Space};

use crate::boards::{Lcg, boards, parted, space};

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

pub(crate) fn is_legal(board: &Board, route: &Route) -> bool {
    let mut moves = route.spaces().windows(2);
    moves.all(|two| board.is_move(two[0], two[1]))
}

/// Whether the route is right for the instance (MR-14, MR-29).
pub(crate) fn is_right(board: &Board, instance: Instance, route: &Route) -> bool {
    let (last, before) = route.spaces().split_last().unwrap();
    is_legal(board, route)
        && route.start() == Some(instance.start)
        && *last == instance.target
        && instance
            .intermediate
            .is_none_or(|via| before[1..].contains(&via))
}

/// All routes of `moves` moves from the start that end on the target (no intermediate target).
pub(crate) fn all_routes(board: &Board, instance: Instance, moves: usize) -> Vec<Route> {
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
