use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameType, Options};

use super::*;
use crate::game_statistics::MatchSeries;

fn profiles(options: &[(&str, &str)], matches: u64) -> Vec<MatchProfile> {
    let board = [("width", "3"), ("ranks", "4")];
    let options = board.iter().chain(options).copied();
    let options = Options::resolve(Netzwerk::spec().options, options).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    let series = MatchSeries::new(game, &["random".parse().unwrap()], "compare").unwrap();
    (0..matches)
        .map(|index| MatchProfile::play(&series, index))
        .collect()
}

#[test]
fn same_rules_differ_in_nothing() {
    let profiles = profiles(&[], 12);
    let figures = compare(&profiles, &profiles);
    assert!(figures.iter().any(|figure| figure.name == "wins of seat 1"));
    for figure in figures {
        assert!(figure.difference.value.abs() < 1e-9, "{figure:?}");
        assert!(!figure.is_significant(), "{figure:?}");
    }
}

#[test]
fn swapping_the_first_player_swaps_the_win_shares() {
    let white = profiles(&[], 60);
    let black = profiles(&[("first_player", "black")], 60);
    let figures = compare(&white, &black);
    let figure = |name: &str| figures.iter().find(|figure| figure.name == name).unwrap();
    let [first, second] = [figure("wins of seat 0"), figure("wins of seat 1")];
    assert!((first.difference.value + second.difference.value).abs() < 1e-9);
    assert!((first.first + second.first - 1.0).abs() < 1e-9);
    assert_eq!(first.kind, FigureKind::Share);
}

#[test]
fn shorter_limit_shortens_matches_significantly() {
    let figures = compare(&profiles(&[], 40), &profiles(&[("turn_cap", "4")], 30));
    let turns = figures
        .iter()
        .find(|figure| figure.name == "turns")
        .unwrap();
    assert!(turns.is_significant() && turns.second <= 4.0 && turns.first > 4.0);
    let capped = figures
        .iter()
        .find(|figure| figure.name == "ended by NW-27")
        .unwrap();
    assert!(capped.is_significant() && capped.difference.value > 0.0);
}

#[test]
fn nothing_is_compared_without_matches() {
    assert!(compare(&[], &[]).is_empty());
}
