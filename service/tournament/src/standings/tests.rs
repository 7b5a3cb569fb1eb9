//! Places, points and strengths.

use std::collections::BTreeSet;

use super::*;
use crate::match_result::MatchResult;

fn seed() -> RootSeed {
    RootSeed::from_text("7")
}

fn no_byes() -> UnplayedRounds {
    UnplayedRounds {
        bye_half_points: 2,
        ..UnplayedRounds::default()
    }
}

fn result(seats: &[usize], places: &[u8]) -> MatchResult {
    MatchResult {
        seats: seats.to_vec(),
        places: places.to_vec(),
        is_rated: true,
        is_voided: false,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: Vec::new(),
    }
}

/// Returns the tally of two-seat matches, given by seats and places.
fn tally(entrants: usize, results: &[([usize; 2], [u8; 2])]) -> TournamentTally {
    let mut tally = TournamentTally::new(entrants, 2, BTreeSet::new());
    for (index, (seats, places)) in results.iter().enumerate() {
        tally.add(index as u64, &result(seats, places), None);
    }
    tally
}

#[test]
fn places_follow_the_ranking_and_equal_entrants_share_one() {
    // 0 wins a pair against 1; 1 and 2 win one match each.
    let tally = tally(
        3,
        &[
            ([0, 1], [1, 2]),
            ([1, 0], [2, 1]),
            ([1, 2], [1, 2]),
            ([2, 1], [1, 2]),
        ],
    );
    let by_points = standings(&tally, &no_byes(), &RankingCriterion::Points, seed());
    let places: Vec<_> = by_points
        .iter()
        .map(|s| (s.place, s.entrant, s.points))
        .collect();
    // The opponents of 1 have more points than the only one of 2.
    assert_eq!(places, [(1, 0, 2.0), (2, 1, 1.0), (3, 2, 1.0)]);
    let buchholz = by_points.iter().map(|s| s.tie_breaks.unwrap().buchholz);
    assert_eq!(buchholz.collect::<Vec<_>>(), [1.0, 3.0, 1.0]);
    let by_rate = standings(&tally, &no_byes(), &RankingCriterion::ScoreRate, seed());
    let places: Vec<_> = by_rate
        .iter()
        .map(|s| (s.place, s.entrant, s.score_rate))
        .collect();
    let expected = [(1, 0, Some(1.0)), (2, 2, Some(0.5)), (3, 1, Some(0.25))];
    assert_eq!(places, expected);
    assert_eq!(by_rate[0].pairs.pairs(), [0, 0, 0, 0, 1]);
    assert_eq!(by_rate[1].pairs.pairs(), [0, 0, 1, 0, 0]);
    assert_eq!(by_rate[2].pairs.pairs(), [1, 0, 1, 0, 0]);
    assert!(by_rate[0].elo.unwrap().value > by_rate[1].elo.unwrap().value);
    assert!(by_rate[0].los.unwrap() > 0.5);
}

#[test]
fn place_after_equal_entrants_counts_all_of_them() {
    // 0 and 1 draw two matches; 2 loses two against 3.
    let tally = tally(
        4,
        &[
            ([0, 1], [1, 1]),
            ([1, 0], [1, 1]),
            ([2, 3], [2, 1]),
            ([3, 2], [1, 2]),
        ],
    );
    let standings = standings(&tally, &no_byes(), &RankingCriterion::Points, seed());
    let places: Vec<_> = standings.iter().map(|s| (s.place, s.entrant)).collect();
    assert_eq!(places, [(1, 3), (2, 0), (2, 1), (4, 2)]);
}

#[test]
fn bye_is_a_point_without_an_opponent() {
    let tally = tally(3, &[([0, 1], [1, 2]), ([1, 0], [1, 2])]);
    let byes = UnplayedRounds {
        byes: vec![2, 0],
        ..no_byes()
    };
    let standings = standings(&tally, &byes, &RankingCriterion::Points, seed());
    let rows: Vec<_> = standings
        .iter()
        .map(|s| (s.entrant, s.points, s.byes, s.score_rate))
        .collect();
    let half = Some(0.5);
    assert_eq!(
        rows,
        [(0, 2.0, 1, half), (1, 1.0, 0, half), (2, 1.0, 1, None)]
    );
}

#[test]
fn entrants_without_a_match_are_last_by_score_rate() {
    let tally = tally(3, &[([1, 2], [1, 2]), ([2, 1], [2, 1])]);
    let standings = standings(&tally, &no_byes(), &RankingCriterion::ScoreRate, seed());
    let places: Vec<_> = standings.iter().map(|s| (s.place, s.entrant)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 0)]);
    assert_eq!(standings[2].elo, None);
}

#[test]
fn knockout_ranks_by_rounds_survived_and_then_by_points() {
    let tally = tally(3, &[([0, 1], [1, 2])]);
    let ranking = RankingCriterion::RoundsSurvived(vec![0, 0, 1]);
    let standings = standings(&tally, &no_byes(), &ranking, seed());
    let places: Vec<_> = standings.iter().map(|s| (s.place, s.entrant)).collect();
    assert_eq!(places, [(1, 2), (2, 0), (3, 1)]);
}

#[test]
fn elo_of_more_seats_comes_from_places() {
    let mut tally = TournamentTally::new(3, 3, BTreeSet::new());
    for index in 0..9 {
        let seats = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][index % 3];
        let places = seats.map(|entrant| entrant as u8 + 1);
        tally.add(index as u64, &result(&seats, &places), None);
    }
    let standings = standings(&tally, &no_byes(), &RankingCriterion::ScoreRate, seed());
    let order: Vec<_> = standings.iter().map(|s| s.entrant).collect();
    assert_eq!(order, [0, 1, 2]);
    assert_eq!(standings[0].score_rate, Some(1.0));
    let elo: Vec<f64> = standings.iter().map(|s| s.elo.unwrap().value).collect();
    assert!(elo[0] > elo[1] && elo[1] > elo[2], "{elo:?}");
    assert_eq!(
        (standings[0].normalised_elo, standings[0].los),
        (None, None)
    );
}

/// Returns place, entrant, points, Sonneborn-Berger score and direct encounter.
fn tie_break_rows(standings: &[Standing]) -> Vec<(usize, usize, f64, f64, Option<f64>)> {
    let row = |standing: &Standing| {
        let tie_breaks = standing.tie_breaks.unwrap();
        let berger = tie_breaks.sonneborn_berger;
        let encounter = tie_breaks.direct_encounter;
        (
            standing.place,
            standing.entrant,
            standing.points,
            berger,
            encounter,
        )
    };
    standings.iter().map(row).collect()
}

#[test]
fn sonneborn_berger_breaks_ties_of_a_round_robin() {
    let wins = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [3, 1]];
    let results: Vec<_> = wins.iter().map(|seats| (*seats, [1, 2])).collect();
    let tally = tally(4, &results);
    let standings = standings(&tally, &no_byes(), &RankingCriterion::ScoreRate, seed());
    let rows = tie_break_rows(&standings);
    // 0 and 3 have two points, and 3 has beaten 0; 1 has beaten 2, which has beaten 3.
    assert_eq!(
        rows,
        [
            (1, 3, 2.0, 3.0, None),
            (2, 0, 2.0, 2.0, None),
            (3, 2, 1.0, 2.0, None),
            (4, 1, 1.0, 1.0, None),
        ]
    );
    let draws = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]].map(|seats| (seats, [1, 1]));
    let mut results = draws.to_vec();
    results.push(([3, 1], [1, 1]));
    let even = self::tally(4, &results);
    let even = super::standings(&even, &no_byes(), &RankingCriterion::ScoreRate, seed());
    assert!(even.iter().all(|s| s.place == 1));
    let encounter = even.iter().map(|s| s.tie_breaks.unwrap().direct_encounter);
    assert!(encounter.into_iter().all(|points| points == Some(1.5)));
}

#[test]
fn direct_encounter_decides_between_entrants_that_are_equal_otherwise() {
    // 1 and 3 have one and a half points against opponents of the same strength, and 3 has beaten 1.
    let results = [
        ([0, 1], [2, 1]),
        ([0, 2], [2, 1]),
        ([0, 3], [1, 1]),
        ([1, 2], [1, 1]),
        ([1, 3], [2, 1]),
        ([2, 3], [1, 2]),
    ];
    let tally = tally(4, &results);
    let standings = standings(&tally, &no_byes(), &RankingCriterion::ScoreRate, seed());
    let rows = tie_break_rows(&standings);
    assert_eq!(
        rows,
        [
            (1, 2, 2.5, 2.75, None),
            (2, 3, 1.5, 1.75, Some(1.0)),
            (3, 1, 1.5, 1.75, Some(0.0)),
            (4, 0, 0.5, 0.75, None),
        ]
    );
}

#[test]
fn entrants_of_a_league_are_ranked_by_rating_on_the_scale_of_its_anchors() {
    // The third has more points, against a weaker anchor; the last one has not played.
    let tally = tally(
        5,
        &[
            ([1, 2], [2, 1]),
            ([2, 1], [2, 1]),
            ([0, 3], [2, 1]),
            ([3, 0], [1, 2]),
            ([0, 1], [1, 2]),
        ],
    );
    let ranking = RankingCriterion::Rating(vec![Some(-500), Some(500), None, None, None]);
    let table = standings(&tally, &no_byes(), &ranking, seed());
    let places: Vec<_> = table
        .iter()
        .map(|line| (line.place, line.entrant))
        .collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (4, 0), (5, 4)]);
    assert!((table[0].elo.unwrap().value - 500.0).abs() < 1e-9);
    assert_eq!(table[4].elo, None);
    assert!(table.iter().all(|line| line.tie_breaks.is_none()));
    // Both anchors have met no other entrant in common: their results say little about the difference.
    let measured = table[0].measured_elo.unwrap();
    assert!(
        measured.low < 500.0 && 500.0 < measured.high,
        "{measured:?}"
    );
    assert_eq!(table[1].measured_elo, None);
    // The match of the incomplete block counts for points only.
    assert_eq!(table[0].stats.matches, 3);
}

#[test]
fn anchor_whose_rating_is_wrong_is_found_by_its_results() {
    // The anchors are equal by their matches against each other and against the third entrant.
    let draw = ([0, 1], [1, 1]);
    let rounds = [draw, ([1, 0], [1, 1]), ([0, 2], [1, 1]), ([2, 0], [1, 1])];
    let rounds = [&rounds[..], &[([1, 2], [1, 1]), ([2, 1], [1, 1])]].concat();
    let tally = tally(3, &rounds.repeat(30));
    let table = |ratings: [i32; 2]| {
        let ranking = RankingCriterion::Rating(vec![Some(ratings[0]), Some(ratings[1]), None]);
        standings(&tally, &no_byes(), &ranking, seed())
    };
    let measured = |ratings: [i32; 2], anchor: usize| {
        let table = table(ratings);
        let line = table.into_iter().find(|line| line.entrant == anchor);
        line.unwrap().measured_elo.unwrap()
    };
    let right = measured([0, 1], 1);
    assert!(right.low < 1.0 && 1.0 < right.high, "{right:?}");
    let wrong = measured([0, 400], 1);
    assert!(wrong.high < 400.0 && wrong.value.abs() < 20.0, "{wrong:?}");
}
