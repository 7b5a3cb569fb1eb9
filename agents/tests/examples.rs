//! Tests that the examples run and print correct results.

// Shared functions fail a test by a panic.
#![allow(clippy::unwrap_used)]

#[path = "../examples/analyse_position.rs"]
mod analyse_position;
#[path = "../examples/play_match.rs"]
mod play_match;
#[path = "../examples/solve_route.rs"]
mod solve_route;

#[test]
fn match_is_played_and_verified() {
    let text = play_match::play_match(["minimax:nodes=500,table=1", "random"], "7").unwrap();
    let turns = text.lines().filter(|line| line.starts_with("seat "));
    assert!(turns.count() >= 3, "{text}");
    assert!(
        text.contains("\nminimax:nodes=500,table=1 wins\n"),
        "{text}"
    );
    assert!(!text.contains("verified 0 choices"), "{text}");
    assert!(play_match::play_match(["minimax", "unknown"], "7").is_err());
    play_match::main().unwrap();
}

#[test]
fn route_is_shortest() {
    let text = solve_route::describe_route("1P", "2W").unwrap();
    assert!(
        text.starts_with("1P-") && text.contains("-2W: 5 moves"),
        "{text}"
    );
    assert!(solve_route::describe_route("1P", "1P").is_err());
    assert!(solve_route::describe_route("7P", "1P").is_err());
    solve_route::main().unwrap();
}

#[test]
fn position_is_analysed_deeper_and_deeper() {
    let mut depths = Vec::new();
    let position = analyse_position::POSITION;
    let analysis = analyse_position::analyse(position, "minimax:table=1", 2_000, &mut |analysis| {
        depths.push(analysis.depth);
    });
    let analysis = analysis.unwrap();
    assert!(!depths.is_empty() && depths.is_sorted(), "{depths:?}");
    assert!(analysis.depth >= 2 && analysis.value.is_some());
    let seats: Vec<_> = analysis
        .principal_variation
        .iter()
        .map(|turn| turn.seat.index())
        .collect();
    assert_eq!(seats[..2], [0, 1]);
    assert!(analyse_position::analyse("w", "minimax", 1, &mut |_| {}).is_err());
    analyse_position::main().unwrap();
}
