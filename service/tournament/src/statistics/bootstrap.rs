//! Intervals of strengths, by drawing the tournament again from its own blocks.

use botwerk_engine::{ChanceKey, RootSeed};

use super::elo::Estimate;
use super::plackett_luce::{Choices, Places};

/// Drawn tournaments.
const RESAMPLES: usize = 1000;

/// Strengths by Plackett and Luce with 95 % intervals, see [`super::plackett_luce`].
///
/// A block, the matches on one start with changed seats, is the trial: blocks are drawn with
/// replacement, as many as there were, and the interval holds 95 % of the strengths of such
/// tournaments (B. Efron, Bootstrap Methods: Another Look at the Jackknife, 1979). A function of
/// its arguments: the seed decides what is drawn.
pub fn strengths(entrants: usize, blocks: &[Vec<Places>], seed: RootSeed) -> Vec<Estimate> {
    let blocks: Vec<Choices> = blocks.iter().map(|block| choices(block)).collect();
    let mut ties = Choices::default();
    ties.add_virtual_ties(entrants);
    let fit = |times: &[u32], first: &[f64]| {
        let mut all = ties.clone();
        for (block, times) in blocks.iter().zip(times).filter(|(_, times)| **times > 0) {
            all.add_all(block, f64::from(*times));
        }
        all.strengths(first)
    };
    let values = fit(&vec![1; blocks.len()], &vec![0.0; entrants]);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); entrants];
    for resample in 0..RESAMPLES {
        let mut draw = seed.draw(ChanceKey {
            what: "bootstrap",
            seat: None,
            round: resample as u32,
            count: 0,
        });
        let mut times = vec![0; blocks.len()];
        for _ in 0..blocks.len() {
            times[draw.below(blocks.len() as u64) as usize] += 1;
        }
        for (drawn, strength) in drawn.iter_mut().zip(fit(&times, &values)) {
            drawn.push(strength);
        }
    }
    let estimates = values.into_iter().zip(drawn).map(|(value, mut drawn)| {
        drawn.sort_unstable_by(f64::total_cmp);
        let tail = RESAMPLES / 40;
        Estimate {
            value,
            low: drawn[tail - 1].min(value),
            high: drawn[RESAMPLES - tail].max(value),
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

    fn blocks() -> Vec<Vec<Places>> {
        let wins = vec![vec![(0, 1), (1, 2), (2, 3)], vec![(0, 1), (2, 2), (1, 3)]];
        let losses = vec![vec![(1, 1), (0, 2), (2, 3)], vec![(2, 1), (1, 1), (0, 3)]];
        let mixed = vec![vec![(2, 1), (0, 2), (1, 2)], vec![(1, 1), (2, 1), (0, 1)]];
        [vec![wins; 14], vec![losses; 6], vec![mixed; 11]].concat()
    }

    #[test]
    fn intervals_hold_the_strengths_and_shrink_with_more_blocks() {
        let few = strengths(3, &blocks(), seed("7"));
        let many = strengths(
            3,
            &[blocks(), blocks(), blocks(), blocks()].concat(),
            seed("7"),
        );
        for (few, many) in few.iter().zip(&many) {
            assert!(few.low <= few.value && few.value <= few.high);
            let ratio = (many.high - many.low) / (few.high - few.low);
            assert!((0.35..0.65).contains(&ratio), "{ratio}");
        }
        assert!(many[0].low > many[2].high, "{many:?}");
    }

    #[test]
    fn the_seed_decides_what_is_drawn() {
        let found = |text| strengths(3, &blocks(), seed(text));
        assert_eq!(found("7"), found("7"));
        assert_ne!(found("7"), found("8"));
    }
}
