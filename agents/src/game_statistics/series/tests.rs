use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameType, Options};

use super::*;

fn series(seats: usize, players: &[&str]) -> Result<MatchSeries<MicroRobots>, SeriesError> {
    let options = [("round_cap", "2")];
    let options = Options::resolve(MicroRobots::spec().options, options).unwrap();
    let players: Vec<_> = players.iter().map(|text| text.parse().unwrap()).collect();
    MatchSeries::new(MicroRobots::new(seats, options).unwrap(), &players, "a")
}

#[test]
fn every_player_has_every_seat_from_each_seed() {
    let series = series(3, &["solver", "random"]).unwrap();
    assert_eq!(series.matches_per_seed(), 3);
    let seats: Vec<_> = (0..3).map(|index| series.players_of_match(index)).collect();
    assert_eq!(seats, [[0, 1, 0], [1, 0, 0], [0, 0, 1]]);
    let seeds: Vec<_> = (2..5).map(|index| series.seed_of_match(index)).collect();
    assert_eq!(seeds, ["a", "a/2", "a/2"]);
}

#[test]
fn one_player_has_all_seats_and_a_seed_for_each_match() {
    let series = series(4, &["random"]).unwrap();
    assert_eq!(series.players_of_match(3), [0; 4]);
    assert_eq!(series.seed_of_match(1), "a/2");
    assert_eq!(series.play(1).events, series.play(1).events);
}

#[test]
fn unsuitable_players_are_rejected() {
    let error = |players: &[&str]| series(2, players).unwrap_err().to_string();
    assert!(error(&[]).contains("expected 1 to 2"));
    assert!(error(&["random", "random", "random"]).ends_with("found 3"));
    assert!(error(&["minimax"]).contains("unknown agent"));
    let timed = error(&["solver:time=5s"]);
    assert!(
        timed.contains("time") && timed.contains("solver"),
        "{timed}"
    );
}
