//! Statistics against tournaments whose truth is known.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use botwerk_engine::{ChanceKey, RootSeed, StableRng};
use botwerk_tournament::statistics::{
    Hypotheses, Pentanomial, Places, Scale, Sprt, SprtVerdict, elo, normalised_elo,
    plackett_luce_elo,
};
use botwerk_tournament::{MatchResult, TournamentTally};

fn generator(what: &'static str, number: u32) -> StableRng {
    RootSeed::from_text("simulation").rng_for_chance(ChanceKey {
        kind: what,
        seat: None,
        round: number,
        index: 0,
    })
}

/// A number between 0 and as many things as there are shares.
fn pick(shares: &[f64], draw: &mut StableRng) -> usize {
    let mut left = draw.next_f64() * shares.iter().sum::<f64>();
    let below = |share: &f64| {
        left -= share;
        left < 0.0
    };
    shares.iter().position(below).unwrap_or(shares.len() - 1)
}

/// The share of tournaments of which the interval must hold the truth: 95 %, and four standard
/// deviations of so many tournaments.
fn covers(held: u32, tournaments: u32) {
    let share = f64::from(held) / f64::from(tournaments);
    let slack = 4.0 * (0.95 * 0.05 / f64::from(tournaments)).sqrt();
    assert!(
        (share - 0.95).abs() < slack,
        "{held} of {tournaments} hold the truth"
    );
}

const TOURNAMENTS: u32 = 2000;

#[test]
fn elo_intervals_hold_the_truth_in_95_of_100_tournaments() {
    // Pairs of two matches that depend on each other: most openings favour one seat.
    const SHARES: [f64; 5] = [0.05, 0.15, 0.45, 0.25, 0.1];
    const SCORE: f64 = 0.55;
    let truth = -400.0 * (1.0 / SCORE - 1.0_f64).log10();
    let deviation = SHARES
        .iter()
        .zip([0.0, 0.25, 0.5, 0.75, 1.0])
        .map(|(share, score)| share * (score - SCORE) * (score - SCORE))
        .sum::<f64>()
        .sqrt();
    let strength = (SCORE - 0.5) / deviation / 2.0_f64.sqrt();
    let normalised = strength * 800.0 / std::f64::consts::LN_10;
    let (mut held, mut held_normalised) = (0, 0);
    for number in 0..TOURNAMENTS {
        let mut draw = generator("elo", number);
        let mut pairs = Pentanomial::default();
        for _ in 0..200 {
            pairs.add(pick(&SHARES, &mut draw));
        }
        let found = elo(&pairs).unwrap();
        held += u32::from(found.low <= truth && truth <= found.high);
        let found = normalised_elo(&pairs).unwrap();
        held_normalised += u32::from(found.low <= normalised && normalised <= found.high);
    }
    covers(held, TOURNAMENTS);
    covers(held_normalised, TOURNAMENTS);
}

#[test]
fn strength_intervals_of_larger_tables_hold_the_truth() {
    const TRUTH: [f64; 3] = [60.0, 0.0, -60.0];
    const TOURNAMENTS: u32 = 300;
    let mut held = 0;
    for number in 0..TOURNAMENTS {
        let mut draw = generator("tables", number);
        let mut blocks: BTreeMap<Vec<Places>, u64> = BTreeMap::new();
        for _ in 0..60 {
            let block = (0..3).map(|_| drawn_match(&TRUTH, &mut draw)).collect();
            *blocks.entry(block).or_default() += 1;
        }
        let seed = RootSeed::from_text(&number.to_string());
        let found = plackett_luce_elo(TRUTH.len(), &blocks, seed);
        for (found, truth) in found.iter().zip(TRUTH) {
            held += u32::from(found.low <= truth && truth <= found.high);
        }
    }
    covers(held, TOURNAMENTS * TRUTH.len() as u32);
}

#[test]
fn drawn_matches_give_the_strengths_that_they_were_drawn_with() {
    const TRUTH: [f64; 4] = [150.0, 50.0, -60.0, -140.0];
    let mut draw = generator("matches", 0);
    let mut blocks: BTreeMap<Vec<Places>, u64> = BTreeMap::new();
    for _ in 0..20_000 {
        let block = vec![drawn_match(&TRUTH, &mut draw)];
        *blocks.entry(block).or_default() += 1;
    }
    let found = plackett_luce_elo(TRUTH.len(), &blocks, RootSeed::from_text("7"));
    for (found, expected) in found.iter().zip(TRUTH) {
        let found = found.value;
        assert!((found - expected).abs() < 8.0, "{found} {expected}");
    }
}

fn drawn_match(strengths: &[f64], draw: &mut StableRng) -> Places {
    let mut left: Vec<usize> = (0..strengths.len()).collect();
    let mut places = Places::new();
    while !left.is_empty() {
        let worths: Vec<f64> = left
            .iter()
            .map(|entrant| 10_f64.powf(strengths[*entrant] / 400.0))
            .collect();
        let best = pick(&worths, draw);
        places.push((left.remove(best), places.len() as u8 + 1));
    }
    places
}

/// Matches that are played at a time.
const WORKERS: u64 = 8;

/// A test of two entrants who score so much a match on average, of whom the first takes 30 times as
/// long to lose as to win. Results come in as they end.
fn tested(sprt: &Sprt, score: f64, number: u32) -> SprtVerdict {
    let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
    // By the time at which they end: the match's number and whether the first entrant wins.
    let mut playing = BinaryHeap::new();
    let mut draw = generator("sprt", number);
    let mut begin = |index: u64, now: u64| {
        let wins = draw.next_f64() < score;
        let takes = if wins { 1 } else { 30 };
        Reverse((now + takes, index, wins))
    };
    for index in 0..WORKERS {
        playing.push(begin(index, 0));
    }
    let mut next = WORKERS;
    while let Some(Reverse((now, index, wins))) = playing.pop() {
        let first = usize::from(index % 2 == 1);
        let mut result = MatchResult {
            seats: vec![0, 1],
            places: if wins { vec![1, 2] } else { vec![2, 1] },
            rated: true,
            void: false,
            conduct: Vec::new(),
        };
        if first == 1 {
            result.seats.swap(0, 1);
            result.places.swap(0, 1);
        }
        tally.add(index, result, Some(sprt));
        if let Some((_, verdict)) = tally.sprt_decision {
            return verdict;
        }
        playing.push(begin(next, now));
        next += 1;
    }
    SprtVerdict::Undecided
}

#[test]
fn a_test_errs_as_seldom_as_it_says_though_losses_take_30_times_longer() {
    const TESTS: u32 = 1000;
    let sprt = Sprt::new(Hypotheses {
        elo0: 0.0,
        elo1: 60.0,
        scale: Scale::Logistic,
        alpha: 0.05,
        beta: 0.05,
    })
    .unwrap();
    let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let errors = |elo: f64, wrong: SprtVerdict| {
        let verdicts = (0..TESTS).map(|number| tested(&sprt, score(elo), number));
        verdicts.filter(|verdict| *verdict == wrong).count()
    };
    // Four standard deviations above 5 %.
    let most = 50 + (4.0 * (1000.0 * 0.05 * 0.95_f64).sqrt()) as usize;
    let (false_alarms, misses) = (errors(0.0, SprtVerdict::H1), errors(60.0, SprtVerdict::H0));
    assert!(
        false_alarms <= most && misses <= most,
        "{false_alarms} {misses}"
    );
    assert!(
        false_alarms > 10 && misses > 10,
        "{false_alarms} {misses}: the test is too slow"
    );
}
