//! Benches of what a league computes before each round, and of what its standings need.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::{ChanceKey, RootSeed, StableRng};
use botwerk_tournament::format::RoundPairing;
use botwerk_tournament::statistics::{AnchoredRatings, Pentanomial, expected_score};

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::stopwatch::Stopwatch;

/// Number of entrants, the maximum of a tournament.
const ENTRANTS: usize = 1000;

/// Number of blocks of every two entrants.
const BLOCKS: u64 = 10;

pub(super) const BENCHES: &[Bench] = &[Bench {
    name: "league",
    about: "Ratings and one round of a league with 1,000 entrants, every two of which have met",
    figures: &[
        Figure {
            name: "league-ratings",
            unit: "ms",
            target: Some(500.0),
            better: BetterWhen::Lower,
        },
        Figure {
            name: "league-round",
            unit: "ms",
            target: Some(1000.0),
            better: BetterWhen::Lower,
        },
    ],
    measure: Measure::Timed(|stopwatch| Ok(league(stopwatch))),
}];

/// The times of the ratings, and of a round of the maximum size.
fn league(stopwatch: &Stopwatch) -> Vec<f64> {
    let anchors: Vec<Option<i32>> = (0..ENTRANTS)
        .map(|entrant| [Some(-400), Some(400)].get(entrant).copied().flatten())
        .collect();
    let pairs = results();
    let ratings = || AnchoredRatings::new(&anchors, &pairs, &BTreeMap::new());
    let ratings_time = stopwatch.nanos_per_item(1, || {
        black_box(ratings());
    });
    let pairing = RoundPairing {
        round: 1,
        available: (0..ENTRANTS).collect::<BTreeSet<usize>>(),
        is_anchor: anchors.iter().map(Option::is_some).collect(),
        meetings: Arc::new(pairs.keys().map(|pair| (*pair, BLOCKS)).collect()),
        seats: 2,
        matches_per_block: 2,
        max_blocks: u64::MAX,
        seed: RootSeed::from_text("bench"),
    };
    let ratings = ratings();
    let round_time = stopwatch.nanos_per_item(1, || {
        black_box(pairing.pair(&ratings));
    });
    let millis = |nanos| Duration::from_nanos(nanos as u64).as_secs_f64() * 1e3;
    vec![millis(ratings_time), millis(round_time)]
}

/// Samples the results of entrants that are up to 1,000 Elo apart.
fn results() -> BTreeMap<(usize, usize), Pentanomial> {
    let mut rng: StableRng = RootSeed::from_text("bench").rng_for_chance(ChanceKey {
        kind: "results",
        seat: None,
        round: 1,
        index: 0,
    });
    let strengths: Vec<f64> = (0..ENTRANTS).map(|_| rng.below(1000) as f64).collect();
    let mut pairs: BTreeMap<(usize, usize), Pentanomial> = BTreeMap::new();
    for one in 0..ENTRANTS {
        for other in one + 1..ENTRANTS {
            let score = expected_score(strengths[one] - strengths[other]);
            let mut half_points = || 2 * usize::from((rng.below(1_000_000) as f64) < score * 1e6);
            let results = pairs.entry((one, other)).or_default();
            for _ in 0..BLOCKS {
                results.add(half_points() + half_points());
            }
        }
    }
    pairs
}
