//! Confidence intervals by resampling the blocks of a tournament.

use std::collections::BTreeMap;

use botwerk_engine::{ChanceKey, RootSeed};

use super::elo::Estimate;
use super::plackett_luce::{Choices, Parts, Places};

/// Number of resampled tournaments, unless they would exceed [`MAX_SAMPLED_BLOCKS`].
const MAX_RESAMPLES: u64 = 1000;

/// Minimum number of resampled tournaments.
const MIN_RESAMPLES: u64 = 200;

/// Maximum number of blocks in all resampled tournaments, which bounds the time to a few seconds. It
/// may be exceeded for [`MIN_RESAMPLES`].
const MAX_SAMPLED_BLOCKS: u64 = 20_000_000;

/// Returns the strengths by Plackett and Luce with 95 % confidence intervals, in Elo with mean 0, for
/// blocks with the number of their repetitions. A virtual draw of every two entrants is added.
///
/// A block, the matches of one start with rotated seats, is the independent trial: tournaments with
/// the same number of blocks are sampled with replacement, and the interval contains 95 % of their
/// strengths (B. Efron, Bootstrap Methods: Another Look at the Jackknife, 1979). The result is a
/// function of the arguments; the seed decides the samples.
pub fn plackett_luce_elo(
    entrants: usize,
    blocks: &BTreeMap<Vec<Places>, u64>,
    seed: RootSeed,
) -> Vec<Estimate> {
    // The last part is the virtual draws, which every tournament has once.
    let mut parts: Vec<Choices> = blocks.keys().map(|block| choices_of(block)).collect();
    let mut draws = Choices::default();
    draws.add_virtual_draws(entrants);
    parts.push(draws);
    let parts = Parts::new(entrants, &parts);
    let mut repetitions: Vec<u64> = blocks.values().copied().collect();
    let total: u64 = repetitions.iter().sum();
    // Cumulative repetitions: sampled numbers below the first one are the first block, and so on.
    let ends: Vec<u64> = repetitions
        .iter()
        .scan(0, |end, repetitions| {
            *end += repetitions;
            Some(*end)
        })
        .collect();
    repetitions.push(1);
    let values = parts.strengths(&repetitions, &vec![0.0; entrants]);
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); entrants];
    for resample in 0..resample_count(total) {
        let mut rng = seed.rng_for_chance(ChanceKey {
            kind: "bootstrap",
            seat: None,
            round: resample as u32,
            index: 0,
        });
        repetitions[..blocks.len()].fill(0);
        for _ in 0..total {
            let number = rng.below(total);
            repetitions[ends.partition_point(|end| *end <= number)] += 1;
        }
        let strengths = parts.strengths(&repetitions, &values);
        for (samples, strength) in samples.iter_mut().zip(strengths) {
            samples.push(strength);
        }
    }
    let estimates = values.into_iter().zip(samples);
    estimates
        .map(|(value, samples)| estimate(value, samples))
        .collect()
}

/// Returns the number of resampled tournaments for a number of blocks.
fn resample_count(blocks: u64) -> u64 {
    (MAX_SAMPLED_BLOCKS / blocks.max(1)).clamp(MIN_RESAMPLES, MAX_RESAMPLES)
}

/// Returns the estimate whose interval leaves out 2.5 % of the samples at either end.
fn estimate(value: f64, mut samples: Vec<f64>) -> Estimate {
    samples.sort_unstable_by(f64::total_cmp);
    let tail = samples.len() / 40;
    Estimate {
        value,
        low: samples[tail - 1].min(value),
        high: samples[samples.len() - tail].max(value),
    }
}

fn choices_of(block: &[Places]) -> Choices {
    let mut choices = Choices::default();
    for places in block {
        choices.add(places);
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(text: &str) -> RootSeed {
        RootSeed::from_text(text)
    }

    fn blocks(factor: u64) -> BTreeMap<Vec<Places>, u64> {
        let wins = vec![vec![(0, 1), (1, 2), (2, 3)], vec![(0, 1), (2, 2), (1, 3)]];
        let losses = vec![vec![(1, 1), (0, 2), (2, 3)], vec![(2, 1), (1, 1), (0, 3)]];
        let mixed = vec![vec![(2, 1), (0, 2), (1, 2)], vec![(1, 1), (2, 1), (0, 1)]];
        BTreeMap::from([
            (wins, 14 * factor),
            (losses, 6 * factor),
            (mixed, 11 * factor),
        ])
    }

    #[test]
    fn intervals_contain_the_value_and_shrink_with_more_blocks() {
        let few = plackett_luce_elo(3, &blocks(1), seed("7"));
        let many = plackett_luce_elo(3, &blocks(4), seed("7"));
        for (few, many) in few.iter().zip(&many) {
            assert!(few.low <= few.value && few.value <= few.high);
            let ratio = (many.high - many.low) / (few.high - few.low);
            assert!((0.35..0.65).contains(&ratio), "{ratio}");
        }
        assert!(many[0].low > many[2].high, "{many:?}");
    }

    #[test]
    fn interval_of_identical_blocks_is_a_point() {
        let block = vec![vec![(0, 1), (1, 2)], vec![(0, 1), (1, 2)]];
        let elo = plackett_luce_elo(2, &BTreeMap::from([(block, 5)]), seed("7"));
        // 10 wins and half of the virtual draw.
        let expected = 200.0 * libm::log10(10.5 / 0.5);
        for (estimate, expected) in elo.iter().zip([expected, -expected]) {
            let bounds = [estimate.low, estimate.value, estimate.high];
            let is_near = |bound: &f64| (bound - expected).abs() < 1e-4;
            assert!(bounds.iter().all(is_near), "{estimate:?}");
        }
    }

    #[test]
    fn intervals_leave_out_25_of_1000_samples_at_either_end() {
        // The 25th smallest and the 25th largest of 0 to 999.
        let samples: Vec<f64> = (0..1000).rev().map(f64::from).collect();
        let expected = Estimate {
            value: 500.0,
            low: 24.0,
            high: 975.0,
        };
        assert_eq!(estimate(500.0, samples.clone()), expected);
        // The value is never outside of the interval.
        assert!((estimate(3.0, samples.clone()).low - 3.0).abs() < 1e-12);
        assert!((estimate(990.0, samples).high - 990.0).abs() < 1e-12);
    }

    #[test]
    fn resamples_are_limited_by_the_number_of_blocks() {
        assert_eq!([0, 1, 20_000].map(resample_count), [1000; 3]);
        assert_eq!(resample_count(40_000), 500);
        assert_eq!([100_000, 10_000_000].map(resample_count), [200; 2]);
    }

    #[test]
    fn seed_decides_the_samples() {
        let elo = |text| plackett_luce_elo(3, &blocks(1), seed(text));
        assert_eq!(elo("7"), elo("7"));
        assert_ne!(elo("7"), elo("8"));
    }
}
