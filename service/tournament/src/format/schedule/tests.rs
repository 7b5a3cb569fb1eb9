//! Schedules of all formats.

use super::*;
use crate::statistics::{Hypotheses, Scale};

fn schedule(format: Format, entrants: usize, seats: usize) -> Result<Schedule, FormatError> {
    let seed = RootSeed::from_text("7");
    Schedule::new(format, entrants, seats, Rotation::Cyclic, seed)
}

fn pairings(schedule: &Schedule) -> Vec<Pairing> {
    let batch = schedule.first_batch();
    (0..)
        .map_while(|index| schedule.pairing(&batch, 0, index))
        .collect()
}

const HYPOTHESES: Hypotheses = Hypotheses {
    elo0: 0.0,
    elo1: 5.0,
    scale: Scale::Logistic,
    alpha: 0.05,
    beta: 0.05,
};

const SPRT: Format = Format::Sprt {
    hypotheses: HYPOTHESES,
    max_pairs: 7,
};

const GAUNTLET: Format = Format::Gauntlet {
    challengers: 2,
    cycles: 3,
};

const SWISS: Format = Format::Swiss {
    rounds: 3,
    pairs: 2,
    bye: ByePoints::Round,
};

const KNOCKOUT: Format = Format::Knockout {
    pairs: 3,
    tiebreak_pairs: 2,
};

#[test]
fn round_robin_is_one_batch_of_blocks_with_rotated_seats() {
    let schedule = schedule(Format::RoundRobin { cycles: 2 }, 4, 2).unwrap();
    let batch = schedule.first_batch();
    assert_eq!(schedule.match_count(&batch), 24);
    let pairings = pairings(&schedule);
    assert_eq!(pairings.len(), 24);
    for (block, matches) in pairings.chunks(2).enumerate() {
        let [one, other] = matches else {
            panic!("a block is two matches")
        };
        assert_eq!([one.block, other.block], [block as u64; 2]);
        assert_eq!(one.round, other.round);
        assert_eq!(one.seats[0], other.seats[1]);
        assert_eq!(one.seats[1], other.seats[0]);
        // Every matchup has its first block before any has its second.
        assert_eq!(one.seats, batch.matchups[block % 6].entrants);
    }
    assert!((0..24).eq(pairings.iter().map(|pairing| pairing.index)));
    let played = PlayedBatch {
        batch,
        half_points: Vec::new(),
    };
    assert_eq!(schedule.next_batch(&[played], &BTreeSet::new()), None);
}

#[test]
fn later_batches_continue_the_indexes() {
    let schedule = schedule(KNOCKOUT, 4, 2).unwrap();
    let matchup = |entrants| Matchup { round: 2, entrants };
    let batch = Batch {
        matchups: vec![matchup(vec![0, 1]), matchup(vec![2, 3])],
        cycles: 3,
        byes: Vec::new(),
    };
    // Two matches per block; the batch begins with block 5.
    let pairing = |index| schedule.pairing(&batch, 10, index).unwrap();
    assert_eq!(pairing(10).seats, [0, 1]);
    assert_eq!((pairing(10).block, pairing(10).round), (5, 2));
    assert_eq!((pairing(13).seats, pairing(13).block), (vec![3, 2], 6));
    assert_eq!((pairing(14).seats, pairing(14).block), (vec![0, 1], 7));
    assert_eq!((pairing(21).seats, pairing(21).block), (vec![3, 2], 10));
    assert_eq!(schedule.pairing(&batch, 10, 22), None);
    assert_eq!(schedule.match_count(&batch), 12);
}

#[test]
fn maximum_numbers_of_matches_are_computed() {
    let max = |format, entrants, seats| {
        let schedule = schedule(format, entrants, seats).unwrap();
        u64::try_from(schedule.max_matches()).unwrap()
    };
    // Of 6 entrants there are 15 pairs and 20 triples.
    let robin = Format::RoundRobin { cycles: 2 };
    assert_eq!(max(robin, 6, 2), 15 * 2 * 2);
    assert_eq!(max(robin, 6, 3), 20 * 2 * 3);
    // 2 challengers and 4 others: 4 opponents, or 6 pairs of them.
    assert_eq!(max(GAUNTLET, 6, 2), 2 * 4 * 3 * 2);
    assert_eq!(max(GAUNTLET, 6, 3), 2 * 6 * 3 * 3);
    // 3 matchups in each of 3 rounds, one entrant has a bye.
    assert_eq!(max(SWISS, 7, 2), 3 * 3 * 2 * 2);
    // One matchup per eliminated entrant.
    assert_eq!(max(KNOCKOUT, 6, 2), 5 * (3 + 2) * 2);
    let expected = |format| schedule(format, 6, 2).unwrap().expected_matches();
    assert_eq!(
        [expected(KNOCKOUT), expected(SWISS)],
        [5 * 3 * 2, 3 * 3 * 2 * 2]
    );
    assert_eq!(max(SPRT, 2, 2), 7 * 2);
    for (format, entrants) in [(robin, 6), (GAUNTLET, 6), (SPRT, 2)] {
        let schedule = schedule(format, entrants, 2).unwrap();
        let count = pairings(&schedule).len() as u128;
        assert_eq!(count, schedule.max_matches());
    }
}

#[test]
fn planned_matches_are_those_of_one_entrant() {
    let planned = |format, entrant| schedule(format, 6, 2).unwrap().planned_matches(entrant);
    assert_eq!(
        planned(Format::RoundRobin { cycles: 2 }, 5),
        Some(5 * 2 * 2)
    );
    // A challenger meets 4 others; each of these meets 2 challengers.
    assert_eq!(planned(GAUNTLET, 1), Some(4 * 3 * 2));
    assert_eq!(planned(GAUNTLET, 2), Some(2 * 3 * 2));
    assert_eq!(planned(SWISS, 0), None);
    assert_eq!(planned(KNOCKOUT, 0), None);
    let sprt = schedule(SPRT, 2, 2).unwrap();
    assert_eq!(sprt.planned_matches(1), Some(14));
    assert!(schedule(SWISS, 6, 2).unwrap().is_swiss() && !sprt.is_swiss());
}

#[test]
fn swiss_ends_after_its_rounds_and_survival_is_counted_in_knockouts_only() {
    let swiss = schedule(SWISS, 6, 2).unwrap();
    let mut played = Vec::new();
    while let Some(batch) = swiss.next_batch(&played, &BTreeSet::new()) {
        assert_eq!(batch.cycles, 2);
        let half_points = vec![vec![4, 4]; batch.matchups.len()];
        played.push(PlayedBatch { batch, half_points });
    }
    assert_eq!(played.len(), 3);
    assert_eq!(swiss.rounds_survived(&played), None);
    let knockout = schedule(KNOCKOUT, 2, 2).unwrap();
    let batch = knockout.first_batch();
    let final_round = PlayedBatch {
        batch,
        half_points: vec![vec![0, 12]],
    };
    assert_eq!(knockout.rounds_survived(&[final_round]), Some(vec![0, 1]));
}

#[test]
fn binomial_coefficients_are_those_of_pascal() {
    let row: Vec<u128> = (0..=5).map(|k| binomial(5, k)).collect();
    assert_eq!(row, [1, 5, 10, 10, 5, 1]);
    assert_eq!(binomial(1000, 4), 41_417_124_750);
}

#[test]
fn number_of_matches_is_limited() {
    // 100 000 000 matches are 50 000 000 pairs.
    let sprt = |max_pairs| Format::Sprt {
        hypotheses: HYPOTHESES,
        max_pairs,
    };
    assert!(schedule(sprt(50_000_000), 2, 2).is_ok());
    let error = FormatError::TooManyMatches {
        matches: 100_000_002,
        max: 100_000_000,
    };
    assert_eq!(schedule(sprt(50_000_001), 2, 2), Err(error));
}

#[test]
fn number_of_matchups_is_limited() {
    let robin = Format::RoundRobin { cycles: 1 };
    let gauntlet = Format::Gauntlet {
        challengers: 1000,
        cycles: 1,
    };
    assert!(schedule(robin, 1414, 2).is_ok());
    assert!(schedule(gauntlet, 2000, 2).is_ok());
    let error = |matchups| FormatError::TooManyMatchups {
        matchups,
        max: 1_000_000,
    };
    assert_eq!(schedule(robin, 1415, 2), Err(error(1_000_405)));
    assert_eq!(schedule(gauntlet, 2001, 2), Err(error(1_001_000)));
}

#[test]
fn impossible_formats_are_rejected_with_a_message() {
    let message =
        |format, entrants, seats| schedule(format, entrants, seats).unwrap_err().to_string();
    let robin = Format::RoundRobin { cycles: 1 };
    assert_eq!(
        message(robin, 2, 3),
        "2 entrants: round-robin needs at least 3"
    );
    let zero = message(Format::RoundRobin { cycles: 0 }, 2, 2);
    assert_eq!(zero, "cycles: expected at least 1, found 0");
    assert!(message(SWISS, 9, 3).starts_with("3 seats: swiss needs matches of 2 seats"));
    let rounds =
        "rounds: expected at most 1, so that 2 entrants can be paired without rematches; found 3";
    assert_eq!(message(SWISS, 2, 2), rounds);
    let many = Format::RoundRobin { cycles: u32::MAX };
    assert!(message(many, 1000, 4).contains("at most 100000000"));
}

#[test]
fn matches_of_an_extension_follow_those_of_the_smaller_tournament() {
    let before = schedule(Format::RoundRobin { cycles: 1 }, 3, 2).unwrap();
    let first = pairings(&before);
    let earlier = |entrants, cycles| Extent { entrants, cycles };
    let after = schedule(Format::RoundRobin { cycles: 2 }, 4, 2).unwrap();
    let after = after.with_earlier_extents(vec![earlier(3, 1)]);
    let mut played = Vec::new();
    let mut all: Vec<Pairing> = Vec::new();
    while let Some(batch) = after.next_batch(&played, &BTreeSet::new()) {
        let start = all.len() as u64;
        all.extend((start..).map_while(|index| after.pairing(&batch, start, index)));
        let half_points = Vec::new();
        played.push(PlayedBatch { batch, half_points });
    }
    assert_eq!(all[..first.len()], first);
    assert_eq!(all.len() as u64, after.expected_matches());
    // Every two of four entrants have met in two pairs.
    let mut blocks = std::collections::BTreeMap::new();
    for pairing in &all {
        let entrants: BTreeSet<usize> = pairing.seats.iter().copied().collect();
        *blocks.entry(entrants).or_insert(0) += 1;
    }
    assert_eq!(blocks.len(), 6);
    assert!(blocks.values().all(|matches| *matches == 4));
    assert!((0..24).eq(all.iter().map(|pairing| pairing.index)));
    assert_eq!(after.planned_matches(3), Some(12));
    assert_eq!(after.planned_matches(0), Some(12));
}
