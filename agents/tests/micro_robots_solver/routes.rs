//! Tests of distances and routes against exhaustive searches.

use std::collections::BTreeMap;

use botwerk_agents::micro_robots::solver::{Distances, Instance, Solver, certify, check};
use botwerk_engine::micro_robots::{Board, Route, SPACES, Space};

use crate::boards::{Lcg, boards, disconnected, space};

/// A space, and whether the robot has visited the intermediate target.
type State = (Space, bool);

/// Returns the number of routes of each length up to `max_moves`, by exhaustive search.
fn routes_by_length(board: &Board, instance: Instance, max_moves: usize) -> Vec<u64> {
    let mut routes = BTreeMap::from([((instance.start, instance.intermediate.is_none()), 1u64)]);
    let mut counts = Vec::new();
    for _ in 0..=max_moves {
        counts.push(routes.get(&(instance.target, true)).copied().unwrap_or(0));
        let mut next: BTreeMap<State, u64> = BTreeMap::new();
        for ((from, has_visited), count) in routes {
            for to in Space::all().filter(|to| board.is_move(from, *to)) {
                let has_visited = has_visited || instance.intermediate == Some(to);
                *next.entry((to, has_visited)).or_default() += count;
            }
        }
        routes = next;
    }
    counts
}

pub(crate) fn is_legal(board: &Board, route: &Route) -> bool {
    let mut moves = route.spaces().windows(2);
    moves.all(|pair| board.is_move(pair[0], pair[1]))
}

/// Returns `true` if the route solves the instance (MR-14, MR-29).
pub(crate) fn is_solution(board: &Board, instance: Instance, route: &Route) -> bool {
    let (last, previous) = route.spaces().split_last().unwrap();
    is_legal(board, route)
        && route.start() == Some(instance.start)
        && *last == instance.target
        && instance
            .intermediate
            .is_none_or(|via| previous[1..].contains(&via))
}

/// Returns all routes of `moves` moves from the start to the target, ignoring an intermediate
/// target.
pub(crate) fn all_routes(board: &Board, instance: Instance, moves: usize) -> Vec<Route> {
    let mut routes = vec![Route::new(instance.start)];
    for _ in 0..moves {
        let mut extended = Vec::new();
        for route in routes {
            let end = route.end().unwrap();
            for to in Space::all().filter(|to| board.is_move(end, *to)) {
                let mut route = route.clone();
                route.push(to);
                extended.push(route);
            }
        }
        routes = extended;
    }
    routes.retain(|route| route.end() == Some(instance.target));
    routes
}

#[test]
fn mr_10_distances_match_a_plain_search() {
    let mut lcg = Lcg(1);
    for board in boards(&mut lcg) {
        let (solver, distances) = (Solver::new(&board), Distances::from_board(&board));
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
fn mr_15_mr_29_routes_match_an_exhaustive_search() {
    let mut lcg = Lcg(2);
    // Instances without and with a route.
    let mut checked = [0; 2];
    for board in boards(&mut lcg) {
        let solver = Solver::new(&board);
        for i in 0..60 {
            let instance = lcg.instance(i % 2 == 1);
            let counts = routes_by_length(&board, instance, 24);
            let shortest = counts.iter().position(|count| *count > 0);
            let solution = solver.shortest(&instance);
            let found = solution.as_ref().map(|solution| solution.route.moves());
            assert_eq!(found, shortest, "{board}: {instance:?}");
            checked[usize::from(found.is_some())] += 1;
            let count = shortest.map_or(0, |moves| counts[moves]);
            assert_eq!(
                solver.count_shortest(&instance),
                count,
                "{board}: {instance:?}"
            );
            if let Some(solution) = &solution {
                assert!(is_solution(&board, instance, &solution.route));
                let exact = solver.route_of_length(&instance, solution.route.moves());
                assert_eq!(
                    exact.as_ref(),
                    Some(&solution.route),
                    "expected the first of the shortest routes"
                );
                assert!((1..=2 * SPACES as u64).contains(&solution.nodes));
            }
            for (length, count) in counts.iter().enumerate().skip(1) {
                let exact = solver.route_of_length(&instance, length);
                assert_eq!(
                    exact.is_some(),
                    *count > 0,
                    "{board}: {instance:?}: {length}"
                );
                if let Some(route) = exact {
                    assert_eq!(route.moves(), length);
                    assert!(is_solution(&board, instance, &route));
                }
            }
        }
    }
    assert!(checked[0] > 20 && checked[1] > 300, "{checked:?}");
}

#[test]
fn first_route_in_reading_order_is_returned() {
    let mut lcg = Lcg(3);
    let mut checked = 0;
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
                let found = Solver::new(&board).route_of_length(&instance, moves + extra);
                assert_eq!(found, first, "{board}: {instance:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn mr_13_exact_length_is_limited_to_1_to_99() {
    let mut lcg = Lcg(4);
    let (board, instance) = (lcg.board(0), lcg.instance(true));
    let solver = Solver::new(&board);
    assert_eq!(solver.route_of_length(&instance, 0), None);
    assert_eq!(solver.route_of_length(&instance, 100), None);
    let longest = [98, 99]
        .into_iter()
        .find_map(|length| solver.route_of_length(&instance, length))
        .unwrap();
    assert!(is_solution(&board, instance, &longest));
    assert_eq!(longest.to_string().parse(), Ok(longest));
}

#[test]
fn mr_5_unreachable_target_has_no_route() {
    let board = disconnected();
    let solver = Solver::new(&board);
    let instance = |start, target, via: Option<&str>| {
        Instance::new(space(start), space(target), via.map(space)).unwrap()
    };
    let unreachable = instance("1B", "2Y", None);
    assert_eq!(solver.distance(unreachable.start, unreachable.target), None);
    for instance in [
        unreachable,
        instance("1B", "1Y", Some("2Y")),
        instance("1B", "2B", Some("1Y")),
    ] {
        assert_eq!(solver.shortest(&instance), None);
        assert_eq!(solver.count_shortest(&instance), 0);
        assert_eq!(solver.route_of_length(&instance, 7), None);
        assert_eq!(
            check(&board, &instance, &certify(&board, &instance)),
            Ok(())
        );
    }
    assert_eq!(Distances::from_board(&board).sum(), 36 * 5);
}
