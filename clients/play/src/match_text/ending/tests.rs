//! Results and departures as sentences.

use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameId, GameType, Options};

use super::*;

/// Returns the lines for an outcome, as `own` sees it.
fn lines(
    game: GameId,
    own: Option<usize>,
    outcome: (&str, &[u32], &[i32]),
    terminations: &[Termination],
) -> Vec<String> {
    let (rule, places, points) = outcome;
    let options = Options::resolve(game.spec().options, [("", ""); 0]).unwrap();
    let game = game.game(places.len(), options).unwrap();
    let names: Vec<_> = (0..places.len()).map(|seat| format!("bot{seat}")).collect();
    let labels = SeatLabels::new(&game, &names, own);
    let end = proto::MatchOver {
        outcome: Some(proto::Outcome {
            places: places.to_vec(),
            points: points.to_vec(),
            rule: rule.into(),
            is_adjudicated: rule == "adjudicated",
        }),
        terminations: terminations.iter().map(|why| *why as i32).collect(),
        ..Default::default()
    };
    ending_lines(&game, &labels, &end)
}

#[test]
fn results_are_sentences_for_players_and_spectators() {
    let won = ("NW-21", &[1, 2][..], &[][..]);
    let cause = "Black cannot move (NW-21).";
    assert_eq!(
        lines(Netzwerk::ID, Some(0), won, &[]),
        [format!("You win: {cause}")]
    );
    assert_eq!(
        lines(Netzwerk::ID, Some(1), won, &[]),
        [format!("You lose: {cause}")]
    );
    let watched = format!("White (bot0) wins: {cause}");
    assert_eq!(lines(Netzwerk::ID, None, won, &[]), [watched]);
    let drawn = lines(Netzwerk::ID, Some(0), ("NW-26", &[1, 1], &[]), &[]);
    assert!(
        drawn[0].starts_with("A draw: there were 40 turns without"),
        "{drawn:?}"
    );
    let adjudicated = lines(Netzwerk::ID, Some(0), ("adjudicated", &[1, 2], &[]), &[]);
    let expected = "You win: adjudicated, since the scores of both players agree.";
    assert_eq!(adjudicated, [expected]);
}

#[test]
fn several_seats_share_places_and_points() {
    let outcome = ("MR-27", &[1, 3, 1, 4][..], &[9, 4, 9, 3][..]);
    let first = lines(MicroRobots::ID, Some(0), outcome, &[]);
    let expected = "You win together with seat 2 (bot2): all 25 chips are handed out (MR-27).";
    assert_eq!(first[0], expected);
    let points = "Points: you 9, seat 1 (bot1) 4, seat 2 (bot2) 9, seat 3 (bot3) 3.";
    assert_eq!(first[1], points);
    let second = lines(MicroRobots::ID, Some(1), outcome, &[]);
    let expected = "You come in at place 3 of 4, seat 0 (bot0) and seat 2 (bot2) won: all 25";
    assert!(second[0].starts_with(expected), "{second:?}");
    let solo = |points| lines(Droids::ID, Some(0), ("DR-37", &[1], points), &[]);
    assert_eq!(solo(&[1]), ["You win: the mad robot is enclosed (DR-37)."]);
    let lost = "You lose: the mad robot was not enclosed in time (DR-37).";
    assert_eq!(solo(&[0]), [lost]);
}

#[test]
fn departures_and_aborted_matches_are_explained() {
    let left = [Termination::Resigned, Termination::Unspecified];
    let resigned = lines(Netzwerk::ID, Some(0), ("NW-30", &[2, 1], &[]), &left);
    assert_eq!(
        resigned,
        ["You lose: White has left (NW-30).", "You resigned."]
    );
    let watched = lines(Netzwerk::ID, None, ("NW-30", &[2, 1], &[]), &left);
    assert_eq!(watched[1], "White (bot0) resigned.");
    let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
    let game = Netzwerk::ID.game(2, options).unwrap();
    let labels = SeatLabels::new(&game, &[], None);
    let aborted = ending_lines(&game, &labels, &proto::MatchOver::default());
    assert!(aborted[0].contains("aborted"));
}
