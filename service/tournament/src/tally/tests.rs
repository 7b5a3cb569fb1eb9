//! Results that are added in any order.

use botwerk_engine::record::Fingerprint;

use super::*;
use crate::match_result::SeatStats;
use crate::statistics::{Hypotheses, Scale};

/// Returns a match of two entrants that change seats: entrant 0 has the first seat in even ones.
fn result(index: u64, does_first_win: bool) -> MatchResult {
    let mut result = MatchResult {
        seats: vec![0, 1],
        places: if does_first_win {
            vec![1, 2]
        } else {
            vec![2, 1]
        },
        is_rated: true,
        is_voided: false,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: vec![
            SeatStats {
                turn_times: [200, 300, 500].into_iter().collect(),
                ..SeatStats::default()
            };
            2
        ],
    };
    if index % 2 == 1 {
        result.seats.reverse();
        result.places.reverse();
    }
    result
}

fn tally(results: &[(u64, bool)]) -> TournamentTally {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    for (index, does_first_win) in results {
        tally.add(*index, &result(*index, *does_first_win), None);
    }
    tally
}

#[test]
fn only_blocks_before_the_first_gap_are_counted() {
    let mut tally = tally(&[(4, true), (5, true), (0, true), (3, false), (1, true)]);
    assert_eq!(tally.counted_blocks, 1);
    assert_eq!((tally.uncounted_matches(), tally.result_count()), (3, 5));
    assert_eq!(tally.pairs[&(0, 1)].pairs(), [0, 0, 0, 0, 1]);
    // All results count for points.
    assert_eq!(tally.entrants[0].matches, 5);
    assert_eq!(tally.entrants[0].half_points, 8);
    tally.add(2, &result(2, true), None);
    assert_eq!(tally.counted_blocks, 3);
    assert_eq!((tally.uncounted_matches(), tally.result_count()), (0, 6));
    assert_eq!(tally.pairs[&(0, 1)].pairs(), [0, 0, 1, 0, 2]);
}

#[test]
fn tally_does_not_depend_on_the_order_of_results() {
    let results = [
        (0, true),
        (1, false),
        (2, true),
        (3, true),
        (4, false),
        (5, true),
    ];
    let mut reversed = results;
    reversed.reverse();
    let mixed = [3, 0, 5, 1, 4, 2].map(|index: usize| results[index]);
    assert_eq!(tally(&results), tally(&reversed));
    assert_eq!(tally(&results), tally(&mixed));
}

#[test]
fn half_points_compare_a_seat_with_every_opponent() {
    let result = MatchResult {
        seats: vec![3, 1, 0, 2],
        places: vec![2, 1, 2, 4],
        ..result(0, true)
    };
    // One win and one draw, three wins, one win and one draw, nothing.
    let half_points = [0, 1, 2, 3].map(|seat| result.half_points(seat));
    assert_eq!(half_points, [3, 6, 3, 0]);
    let mut tally = TournamentTally::new(4, 4, BTreeSet::new());
    tally.add(0, &result, None);
    let stats = &tally.entrants[3];
    assert_eq!(stats.wins_draws_losses, [1, 1, 1]);
    assert_eq!((stats.matches, stats.opponents), (1, 3));
    assert_eq!(stats.by_seat, [[3, 3]]);
    assert_eq!(tally.entrants[2].by_seat, [[0, 0], [0, 0], [0, 0], [0, 3]]);
}

#[test]
fn larger_blocks_are_counted_by_their_places() {
    let mut tally = TournamentTally::new(3, 3, BTreeSet::new());
    for index in 0..6 {
        let seats = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][index as usize % 3];
        let result = MatchResult {
            seats: seats.to_vec(),
            places: vec![3, 1, 2],
            ..result(0, true)
        };
        tally.add(index, &result, None);
    }
    let block = vec![
        vec![(0, 3), (1, 1), (2, 2)],
        vec![(0, 2), (1, 3), (2, 1)],
        vec![(0, 1), (1, 2), (2, 3)],
    ];
    assert_eq!(tally.multi_seat_blocks, BTreeMap::from([(block, 2)]));
    assert!(tally.pairs.is_empty());
}

#[test]
fn unrated_match_excludes_its_block_from_ratings_only() {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    let forfeit = MatchResult {
        is_rated: false,
        ..result(0, true)
    };
    tally.add(0, &forfeit, None);
    tally.add(1, &result(1, true), None);
    assert_eq!(tally.counted_blocks, 1);
    assert!(tally.pairs.is_empty());
    assert_eq!(tally.entrants[0].half_points, 4);
}

#[test]
fn voided_and_annulled_matches_complete_their_block_without_points() {
    let mut annulled = TournamentTally::new(2, 2, BTreeSet::from([1]));
    let mut voided = TournamentTally::new(2, 2, BTreeSet::new());
    for index in 0..2 {
        annulled.add(index, &result(index, true), None);
        let voided_result = MatchResult {
            is_voided: true,
            is_adjudicated: false,
            fingerprint: None,
            ..result(index, true)
        };
        voided.add(index, &voided_result, None);
    }
    for tally in [annulled, voided] {
        assert_eq!((tally.counted_blocks, tally.uncounted_matches()), (1, 0));
        assert!(tally.pairs.is_empty());
        assert_eq!(
            tally.entrants,
            [EntrantStats::default(), EntrantStats::default()]
        );
    }
}

#[test]
fn stored_tally_is_restored() {
    let mut tally = tally(&[(0, true), (1, false), (4, true)]);
    let places: Places = vec![(0, 2), (1, 1), (2, 3)];
    tally.multi_seat_blocks.insert(vec![places], 3);
    let text = serde_json::to_string(&tally).unwrap();
    assert_eq!(
        serde_json::from_str::<TournamentTally>(&text).unwrap(),
        tally
    );
}

#[test]
fn test_is_decided_at_a_block_regardless_of_later_results() {
    let sprt = Sprt::new(Hypotheses {
        elo0: 0.0,
        elo1: 100.0,
        scale: Scale::Logistic,
        alpha: 0.05,
        beta: 0.05,
    })
    .unwrap();
    let mut in_order = TournamentTally::new(2, 2, BTreeSet::new());
    let mut reversed = TournamentTally::new(2, 2, BTreeSet::new());
    let all: Vec<u64> = (0..200).collect();
    for index in &all {
        in_order.add(*index, &result(*index, true), Some(&sprt));
    }
    for index in all.iter().rev() {
        reversed.add(*index, &result(*index, true), Some(&sprt));
    }
    assert_eq!(in_order.sprt_verdict, Some(SprtVerdict::H1));
    let block = in_order.counted_blocks;
    assert_eq!(in_order.pairs[&(0, 1)].total(), block);
    // The test is decided at the first pair that decides it.
    let pairs = |total| Pentanomial::new([0, 0, 0, 0, total]);
    assert_eq!(sprt.verdict(&pairs(block)), SprtVerdict::H1);
    assert_eq!(sprt.verdict(&pairs(block - 1)), SprtVerdict::Undecided);
    assert_eq!(reversed.sprt_verdict, in_order.sprt_verdict);
    assert_eq!(reversed.pairs, in_order.pairs);
    // Later results count for nothing, also for points.
    assert_eq!(in_order.entrants[0].matches, 2 * block);
    let counts = in_order.result_counts();
    assert_eq!(
        (counts.rated, counts.after_verdict),
        (2 * block, 200 - 2 * block)
    );
    assert_eq!(reversed.result_counts(), counts);
    // Those that were counted before the verdict are counted out by adding all again.
    assert!(reversed.is_beyond_verdict && !in_order.is_beyond_verdict);
}

/// Returns a fingerprint for each number.
fn fingerprint(number: u64) -> Fingerprint {
    format!("{number:016x}").parse().unwrap()
}

#[test]
fn repeated_pairs_count_once_for_ratings_and_verdicts() {
    let sprt = Sprt::new(Hypotheses {
        elo0: 0.0,
        elo1: 100.0,
        scale: Scale::Logistic,
        alpha: 0.05,
        beta: 0.05,
    });
    let sprt = sprt.unwrap();
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    let mut counted = Vec::new();
    for index in 0..60 {
        // Both matches of a pair are played again and again.
        let repeated = MatchResult {
            fingerprint: Some(fingerprint(index % 2)),
            ..result(index, true)
        };
        counted.extend(tally.add(index, &repeated, Some(&sprt)));
    }
    assert_eq!(tally.pairs[&(0, 1)].pairs(), [0, 0, 0, 0, 1]);
    assert_eq!(tally.sprt_verdict, None);
    assert_eq!(counted[0], BlockCounting::Rated);
    assert!(counted[1..].iter().all(|it| *it == BlockCounting::Repeated));
    let counts = tally.result_counts();
    assert_eq!((counts.rated, counts.repeated, counts.total()), (2, 58, 60));
    assert_eq!(tally.entrants[0].half_points, 120);
}

#[test]
fn pair_with_one_other_match_is_no_repeat() {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    for index in 0..4 {
        let played = MatchResult {
            fingerprint: Some(fingerprint(if index == 3 { 9 } else { index % 2 })),
            ..result(index, true)
        };
        tally.add(index, &played, None);
    }
    assert_eq!(tally.pairs[&(0, 1)].total(), 2);
}

#[test]
fn each_result_counts_for_one_thing() {
    let mut tally = TournamentTally::new(3, 2, BTreeSet::from([2]));
    let with = |index, change: &dyn Fn(&mut MatchResult)| {
        let mut changed = result(index, true);
        changed.fingerprint = Some(fingerprint(index));
        change(&mut changed);
        changed
    };
    let forfeit = |it: &mut MatchResult| it.is_rated = false;
    let annul = |it: &mut MatchResult| it.seats[0] = 2;
    let void = |it: &mut MatchResult| it.is_voided = true;
    let results = [
        (0, with(0, &|_| {})),
        (1, with(1, &|_| {})),
        (2, with(2, &forfeit)),
        (3, with(3, &|_| {})),
        (4, with(4, &annul)),
        (5, with(5, &void)),
        (6, with(6, &|_| {})),
        (9, with(9, &void)),
    ];
    for (index, result) in &results {
        tally.add(*index, result, None);
    }
    let counts = ResultCounts {
        rated: 2,
        repeated: 0,
        unrated: 2,
        open: 1,
        after_verdict: 0,
        annulled: 1,
        voided: 2,
    };
    assert_eq!(tally.result_counts(), counts);
    assert_eq!(counts.total(), results.len() as u64);
}

#[test]
fn matches_that_a_seat_left_early_are_not_regular() {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    let terminations = [
        None,
        Some(Termination::Resigned),
        Some(Termination::Flagged),
    ];
    for (index, termination) in (0..).zip(terminations) {
        let mut left = result(index, true);
        left.seat_stats[usize::from(index % 2 == 0)].termination = termination;
        tally.add(index, &left, None);
    }
    let stats = &tally.entrants[0];
    assert_eq!((stats.matches, stats.half_points), (3, 6));
    assert_eq!(stats.regular, [2, 4, 2]);
}

#[test]
fn seat_stats_are_added_up() {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    let mut flagged = result(0, true);
    flagged.seat_stats[1].termination = Some(Termination::Flagged);
    flagged.seat_stats[1].illegal_submissions = 2;
    tally.add(0, &flagged, None);
    tally.add(1, &result(1, false), None);
    let mut flagged = result(2, true);
    flagged.seat_stats[1].termination = Some(Termination::Flagged);
    flagged.seat_stats[1].illegal_submissions = 3;
    tally.add(2, &flagged, None);
    let stats = &tally.entrants[1];
    assert_eq!(
        stats.termination,
        BTreeMap::from([(Termination::Flagged, 2)])
    );
    assert_eq!(stats.illegal_submissions, 5);
    let times = &stats.turn_times;
    assert_eq!(
        (times.turns(), times.nanos(), times.max_nanos()),
        (9, 3000, 500)
    );
    assert_eq!((stats.matches, stats.opponents), (3, 3));
    assert_eq!(stats.wins_draws_losses, [1, 0, 2]);
    assert_eq!(stats.by_seat, [[2, 1], [0, 2]]);
}

/// A tally of a long test whose first match lasts, so that no block is counted.
fn held_tally(matches: u64) -> TournamentTally {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    for index in 1..matches {
        let played = MatchResult {
            fingerprint: Some(fingerprint(index)),
            ..result(index, index % 3 == 0)
        };
        tally.add(index, &played, None);
    }
    tally
}

#[test]
fn blocks_behind_an_open_one_take_a_few_bytes_each() {
    let [short, long] = [20_000, 40_000].map(|matches| {
        let tally = held_tally(matches);
        assert_eq!(
            (tally.counted_blocks, tally.result_count()),
            (0, matches - 1)
        );
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(
            serde_json::from_str::<TournamentTally>(&text).unwrap(),
            tally
        );
        text.len()
    });
    assert!(long - short <= 10_000 * 14, "{short} {long}");
}

#[test]
fn restored_tally_counts_what_was_behind_an_open_block() {
    let sprt = Sprt::new(Hypotheses {
        elo0: 0.0,
        elo1: 100.0,
        scale: Scale::Logistic,
        alpha: 0.05,
        beta: 0.05,
    });
    let sprt = sprt.unwrap();
    for sprt in [None, Some(&sprt)] {
        let mut whole = TournamentTally::new(2, 2, BTreeSet::new());
        let mut held = whole.clone();
        for index in 0..300 {
            let result = match index {
                // Blocks that are not rated, voided, and of draws.
                40 => MatchResult {
                    is_rated: false,
                    ..result(index, true)
                },
                50 | 51 => MatchResult {
                    is_voided: true,
                    ..result(index, true)
                },
                60..80 => MatchResult {
                    places: vec![1, 1],
                    ..result(index, true)
                },
                _ => result(index, index % 5 != 0),
            };
            whole.add(index, &result, sprt);
            if index > 0 {
                held.add(index, &result, sprt);
            }
        }
        let text = serde_json::to_string(&held).unwrap();
        let mut restored: TournamentTally = serde_json::from_str(&text).unwrap();
        assert_eq!(restored, held);
        assert!(restored.has_played(20) && !restored.has_played(25) && restored.has_played(26));
        restored.add(0, &result(0, false), sprt);
        held.add(0, &result(0, false), sprt);
        assert_eq!(restored, held);
        assert_eq!(restored.pairs, whole.pairs);
        assert_eq!(restored.result_counts(), whole.result_counts());
        assert_eq!(restored.is_beyond_verdict, sprt.is_some());
        assert_eq!(whole.sprt_verdict, sprt.map(|_| SprtVerdict::H1));
    }
}

#[test]
fn multi_seat_blocks_are_restored_before_they_are_complete() {
    let mut tally = TournamentTally::new(3, 3, BTreeSet::new());
    let seats = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
    let of = |index: usize| MatchResult {
        seats: seats[index].to_vec(),
        places: vec![3, 1, 2],
        ..result(0, true)
    };
    for index in [2, 0] {
        tally.add(index, &of(index as usize), None);
        let text = serde_json::to_string(&tally).unwrap();
        tally = serde_json::from_str(&text).unwrap();
    }
    tally.add(1, &of(1), None);
    let mut in_order = TournamentTally::new(3, 3, BTreeSet::new());
    (0..3).for_each(|index| drop(in_order.add(index, &of(index as usize), None)));
    assert_eq!(tally, in_order);
    assert_eq!(tally.multi_seat_blocks.len(), 1);
}

#[test]
fn extreme_reported_values_never_wrap_a_sum() {
    let mut tally = tally(&[]);
    let reported = serde_json::json!({
        "termination": null, "illegal_submissions": u32::MAX, "turns": u64::MAX,
        "nanos": u64::MAX, "max_nanos": u64::MAX, "classes": [[0, u64::MAX], [u16::MAX, u64::MAX]],
    });
    let stats: SeatStats = serde_json::from_value(reported).unwrap();
    for index in 0..4 {
        let extreme = MatchResult {
            seat_stats: vec![stats.clone(); 2],
            ..result(index, true)
        };
        tally.add(index, &extreme, None);
    }
    let times = &tally.entrants[0].turn_times;
    assert_eq!((times.turns(), times.nanos()), (u64::MAX, u64::MAX));
    assert_eq!(
        tally.entrants[0].illegal_submissions,
        4 * u64::from(u32::MAX)
    );
}
