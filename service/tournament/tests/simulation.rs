//! Statistics of simulated tournaments whose true strengths are known.

// A failure outside of a test function fails the test as well.
#![allow(clippy::unwrap_used)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use botwerk_engine::{ChanceKey, RootSeed, StableRng};
use botwerk_tournament::statistics::{
    Hypotheses, Pentanomial, Places, Scale, Sprt, SprtVerdict, elo, normalised_elo,
    plackett_luce_elo,
};
use botwerk_tournament::{MatchResult, TournamentTally};

fn rng(kind: &'static str, number: u32) -> StableRng {
    RootSeed::from_text("simulation").rng_for_chance(ChanceKey {
        kind,
        seat: None,
        round: number,
        index: 0,
    })
}

/// Samples an index with probabilities proportional to the shares.
fn sample_index(shares: &[f64], rng: &mut StableRng) -> usize {
    let mut remaining = rng.next_f64() * shares.iter().sum::<f64>();
    let is_below = |share: &f64| {
        remaining -= share;
        remaining < 0.0
    };
    shares.iter().position(is_below).unwrap_or(shares.len() - 1)
}

/// Asserts that 95 % of the intervals contain the true strength, within four standard deviations.
fn assert_coverage(covered: u32, tournaments: u32) {
    let share = f64::from(covered) / f64::from(tournaments);
    let tolerance = 4.0 * (0.95 * 0.05 / f64::from(tournaments)).sqrt();
    assert!(
        (share - 0.95).abs() < tolerance,
        "{covered} of {tournaments} intervals contain the truth"
    );
}

const TOURNAMENTS: u32 = 2000;

#[test]
fn elo_intervals_contain_the_truth_in_95_of_100_tournaments() {
    // Pairs of two matches that depend on each other: most openings favour one seat.
    const SHARES: [f64; 5] = [0.05, 0.15, 0.45, 0.25, 0.1];
    const SCORE: f64 = 0.55;
    let truth = -400.0 * libm::log10(1.0 / SCORE - 1.0);
    let deviation = SHARES
        .iter()
        .zip([0.0, 0.25, 0.5, 0.75, 1.0])
        .map(|(share, score)| share * (score - SCORE) * (score - SCORE))
        .sum::<f64>()
        .sqrt();
    let strength = (SCORE - 0.5) / deviation / 2.0_f64.sqrt();
    let normalised = strength * 800.0 / std::f64::consts::LN_10;
    let (mut covered, mut covered_normalised) = (0, 0);
    for number in 0..TOURNAMENTS {
        let mut rng = rng("elo", number);
        let mut pairs = Pentanomial::default();
        for _ in 0..200 {
            pairs.add(sample_index(&SHARES, &mut rng));
        }
        let found = elo(&pairs).unwrap();
        covered += u32::from(found.low <= truth && truth <= found.high);
        let found = normalised_elo(&pairs).unwrap();
        covered_normalised += u32::from(found.low <= normalised && normalised <= found.high);
    }
    assert_coverage(covered, TOURNAMENTS);
    assert_coverage(covered_normalised, TOURNAMENTS);
}

#[test]
fn multi_seat_intervals_contain_the_truth_in_95_of_100_tournaments() {
    const TRUTH: [f64; 3] = [60.0, 0.0, -60.0];
    const TOURNAMENTS: u32 = 300;
    let mut covered = 0;
    for number in 0..TOURNAMENTS {
        let mut rng = rng("tables", number);
        let mut blocks: BTreeMap<Vec<Places>, u64> = BTreeMap::new();
        for _ in 0..60 {
            let block = (0..3).map(|_| sample_match(&TRUTH, &mut rng)).collect();
            *blocks.entry(block).or_default() += 1;
        }
        let seed = RootSeed::from_text(&number.to_string());
        let found = plackett_luce_elo(TRUTH.len(), &blocks, seed);
        for (found, truth) in found.iter().zip(TRUTH) {
            covered += u32::from(found.low <= truth && truth <= found.high);
        }
    }
    assert_coverage(covered, TOURNAMENTS * TRUTH.len() as u32);
}

#[test]
fn strengths_of_sampled_matches_are_estimated() {
    const TRUTH: [f64; 4] = [150.0, 50.0, -60.0, -140.0];
    let mut rng = rng("matches", 0);
    let mut blocks: BTreeMap<Vec<Places>, u64> = BTreeMap::new();
    for _ in 0..20_000 {
        let block = vec![sample_match(&TRUTH, &mut rng)];
        *blocks.entry(block).or_default() += 1;
    }
    let found = plackett_luce_elo(TRUTH.len(), &blocks, RootSeed::from_text("7"));
    for (found, expected) in found.iter().zip(TRUTH) {
        let found = found.value;
        assert!((found - expected).abs() < 8.0, "{found} {expected}");
    }
}

fn sample_match(strengths: &[f64], rng: &mut StableRng) -> Places {
    let mut remaining: Vec<usize> = (0..strengths.len()).collect();
    let mut places = Places::new();
    while !remaining.is_empty() {
        let weights: Vec<f64> = remaining
            .iter()
            .map(|entrant| libm::pow(10.0, strengths[*entrant] / 400.0))
            .collect();
        let best = sample_index(&weights, rng);
        places.push((remaining.remove(best), places.len() as u8 + 1));
    }
    places
}

/// Number of concurrent matches.
const WORKERS: u64 = 8;

/// Runs a test of two entrants of which the first has the given expected score and takes 30 times as
/// long to lose as to win. Results are added in the order in which matches end.
fn run_test(sprt: &Sprt, score: f64, number: u32) -> SprtVerdict {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    // The end of each match, its index, and whether the first entrant wins.
    let mut playing = BinaryHeap::new();
    let mut rng = rng("sprt", number);
    let mut start = |index: u64, now: u64| {
        let wins = rng.next_f64() < score;
        let duration = if wins { 1 } else { 30 };
        Reverse((now + duration, index, wins))
    };
    for index in 0..WORKERS {
        playing.push(start(index, 0));
    }
    let mut next = WORKERS;
    while let Some(Reverse((now, index, wins))) = playing.pop() {
        let is_exchanged = index % 2 == 1;
        let mut result = MatchResult {
            seats: vec![0, 1],
            places: if wins { vec![1, 2] } else { vec![2, 1] },
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            fingerprint: None,
            seat_stats: Vec::new(),
        };
        if is_exchanged {
            result.seats.swap(0, 1);
            result.places.swap(0, 1);
        }
        tally.add(index, &result, Some(sprt));
        if let Some(verdict) = tally.sprt_verdict {
            return verdict;
        }
        playing.push(start(next, now));
        next += 1;
    }
    SprtVerdict::Undecided
}

#[test]
fn sprt_keeps_its_error_rates_although_losses_take_30_times_longer() {
    const TESTS: u32 = 1000;
    let sprt = Sprt::new(Hypotheses {
        elo0: 0.0,
        elo1: 60.0,
        scale: Scale::Logistic,
        alpha: 0.05,
        beta: 0.05,
    })
    .unwrap();
    let score = |elo: f64| 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
    let errors = |elo: f64, wrong: SprtVerdict| {
        let verdicts = (0..TESTS).map(|number| run_test(&sprt, score(elo), number));
        verdicts.filter(|verdict| *verdict == wrong).count()
    };
    // Four standard deviations above 5 %.
    let max = 50 + (4.0 * (1000.0 * 0.05 * 0.95_f64).sqrt()) as usize;
    let (false_alarms, misses) = (errors(0.0, SprtVerdict::H1), errors(60.0, SprtVerdict::H0));
    assert!(
        false_alarms <= max && misses <= max,
        "{false_alarms} {misses}"
    );
    assert!(
        false_alarms > 10 && misses > 10,
        "{false_alarms} {misses}: the test is too cautious"
    );
}
