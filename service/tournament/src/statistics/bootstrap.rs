//! Intervals of strengths, by drawing the tournament again from its own blocks.

use std::collections::BTreeMap;

use botwerk_engine::{ChanceKey, RootSeed};

use super::elo::Estimate;
use super::plackett_luce::{Choices, Parts, Places};

/// Drawn tournaments; fewer of so many blocks that drawing them would take seconds.
const RESAMPLES: u64 = 1000;
const FEWEST: u64 = 200;

/// Blocks that are drawn in all, as long as there are enough tournaments.
const MOST_DRAWS: u64 = 20_000_000;

/// Strengths by Plackett and Luce with 95 % intervals, in Elo with the mean 0, from blocks and how
/// often each was played alike. A virtual tie of every two entrants is added.
///
/// A block, the matches on one start with changed seats, is the trial: blocks are drawn with
/// replacement, as many as there were, and the interval holds 95 % of the strengths of such
/// tournaments (B. Efron, Bootstrap Methods: Another Look at the Jackknife, 1979). A function of
/// its arguments: the seed decides what is drawn.
pub fn plackett_luce_elo(
    entrants: usize,
    blocks: &BTreeMap<Vec<Places>, u64>,
    seed: RootSeed,
) -> Vec<Estimate> {
    // The last part are the virtual ties, which are always there once.
    let mut parts: Vec<Choices> = blocks.keys().map(|block| choices(block)).collect();
    let mut ties = Choices::default();
    ties.add_virtual_ties(entrants);
    parts.push(ties);
    let parts = Parts::new(entrants, &parts);
    let mut times: Vec<u64> = blocks.values().copied().collect();
    let total: u64 = times.iter().sum();
    // Up to which number of a drawn block it is one of each kind.
    let ends: Vec<u64> = times
        .iter()
        .scan(0, |end, times| {
            *end += times;
            Some(*end)
        })
        .collect();
    times.push(1);
    let values = parts.strengths(&times, &vec![0.0; entrants]);
    let resamples = (MOST_DRAWS / total.max(1)).clamp(FEWEST, RESAMPLES);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); entrants];
    for resample in 0..resamples {
        let mut draw = seed.rng_for_chance(ChanceKey {
            kind: "bootstrap",
            seat: None,
            round: resample as u32,
            index: 0,
        });
        times[..blocks.len()].fill(0);
        for _ in 0..total {
            let number = draw.below(total);
            times[ends.partition_point(|end| *end <= number)] += 1;
        }
        for (drawn, strength) in drawn.iter_mut().zip(parts.strengths(&times, &values)) {
            drawn.push(strength);
        }
    }
    let estimates = values.into_iter().zip(drawn).map(|(value, mut drawn)| {
        drawn.sort_unstable_by(f64::total_cmp);
        let tail = drawn.len() / 40;
        Estimate {
            value,
            low: drawn[tail - 1].min(value),
            high: drawn[drawn.len() - tail].max(value),
        }
    });
    estimates.collect()
}

fn choices(block: &[Places]) -> Choices {
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

    fn blocks(times: u64) -> BTreeMap<Vec<Places>, u64> {
        let wins = vec![vec![(0, 1), (1, 2), (2, 3)], vec![(0, 1), (2, 2), (1, 3)]];
        let losses = vec![vec![(1, 1), (0, 2), (2, 3)], vec![(2, 1), (1, 1), (0, 3)]];
        let mixed = vec![vec![(2, 1), (0, 2), (1, 2)], vec![(1, 1), (2, 1), (0, 1)]];
        BTreeMap::from([(wins, 14 * times), (losses, 6 * times), (mixed, 11 * times)])
    }

    #[test]
    fn intervals_hold_the_strengths_and_shrink_with_more_blocks() {
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
    fn the_seed_decides_what_is_drawn() {
        let found = |text| plackett_luce_elo(3, &blocks(1), seed(text));
        assert_eq!(found("7"), found("7"));
        assert_ne!(found("7"), found("8"));
    }
}
