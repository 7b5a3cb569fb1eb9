//! The results of a league, as the likelihood of ratings depends on them.

use std::collections::BTreeMap;

use super::chances::{chance, chances};
use crate::entrant_pair::entrant_pair;
use crate::statistics::pentanomial::Pentanomial;
use crate::statistics::plackett_luce::{Choices, Places};

/// Number of even matches with a dispersion of 1 that are added to the observed ones, so that a few
/// results do not decide how wide intervals are.
const DISPERSION_MATCHES: f64 = 20.0;

/// Number of virtual draws of an entrant that is no anchor against the opponents that it has met.
const VIRTUAL_DRAWS: f64 = 1.0;

/// Minimum of the dispersion.
const MIN_DISPERSION: f64 = 0.1;

/// The results of a league with the virtual draws: how often each entrant was the best of each set of entrants.
pub(super) struct Results<'a> {
    /// The pairs of entrants that have met, in order.
    pub(super) pair_choices: Vec<PairChoices>,
    /// The choices from the entrants of matches with more seats.
    pub(super) choices: Choices,
    /// The number of choices of each entrant.
    pub(super) best: Vec<f64>,
    pairs: &'a BTreeMap<(usize, usize), Pentanomial>,
    /// The choices of the blocks of matches with more seats, and their numbers.
    blocks: Vec<(Choices, u64)>,
}

/// The choices between two entrants. A league may have half a million such pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairChoices {
    entrants: [u32; 2],
    /// Number of matches in which both had a seat.
    meetings: f64,
    /// Number of choices between the two: matches of two seats, and virtual draws.
    pub(super) number: f64,
}

impl PairChoices {
    fn new((one, other): (usize, usize), meetings: f64, number: f64) -> Self {
        Self {
            entrants: [one as u32, other as u32],
            meetings,
            number,
        }
    }

    /// Returns both entrants, the smaller number first.
    pub(super) fn entrants(&self) -> [usize; 2] {
        self.entrants.map(|entrant| entrant as usize)
    }
}

impl<'a> Results<'a> {
    pub(super) fn new(
        anchors: &[Option<i32>],
        pairs: &'a BTreeMap<(usize, usize), Pentanomial>,
        multi_seat_blocks: &BTreeMap<Vec<Places>, u64>,
    ) -> Self {
        let mut results = Self {
            pair_choices: Vec::with_capacity(pairs.len()),
            choices: Choices::default(),
            best: vec![0.0; anchors.len()],
            pairs,
            blocks: Vec::new(),
        };
        for ((one, other), pairs) in pairs {
            let matches = 2.0 * pairs.total() as f64;
            let points = pairs.points();
            results.best[*one] += points;
            results.best[*other] += matches - points;
            let choices = PairChoices::new((*one, *other), matches, matches);
            results.pair_choices.push(choices);
        }
        for (block, number) in multi_seat_blocks {
            results.add_block(block, *number);
        }
        for (entrant, number) in results.choices.best() {
            results.best[*entrant] += number;
        }
        results.merge_pairs();
        results.add_virtual_draws(anchors);
        results
    }

    /// Adds equal blocks of matches with more than two seats.
    fn add_block(&mut self, block: &[Places], number: u64) {
        let mut choices = Choices::default();
        for places in block {
            choices.add(places);
            for (index, (one, _)) in places.iter().enumerate() {
                for (other, _) in &places[..index] {
                    let met = PairChoices::new(entrant_pair(*one, *other), number as f64, 0.0);
                    self.pair_choices.push(met);
                }
            }
        }
        self.choices.add_all(&choices, number as f64);
        self.blocks.push((choices, number));
    }

    /// Sorts the pairs, and adds up the choices of equal ones.
    fn merge_pairs(&mut self) {
        self.pair_choices.sort_by_key(|pair| pair.entrants);
        self.pair_choices.dedup_by(|pair, sum| {
            let is_equal = pair.entrants == sum.entrants;
            if is_equal {
                sum.meetings += pair.meetings;
                sum.number += pair.number;
            }
            is_equal
        });
    }

    /// Spreads the virtual draws of every entrant that is no anchor over its opponents.
    fn add_virtual_draws(&mut self, anchors: &[Option<i32>]) {
        let mut meetings = vec![0.0; anchors.len()];
        for pair in &self.pair_choices {
            for entrant in pair.entrants() {
                meetings[entrant] += pair.meetings;
            }
        }
        for pair in &mut self.pair_choices {
            let free = pair.entrants().into_iter();
            let free = free.filter(|entrant| anchors[*entrant].is_none());
            let shares: f64 = free.map(|entrant| pair.meetings / meetings[entrant]).sum();
            if shares > 0.0 {
                let draws = VIRTUAL_DRAWS * shares;
                pair.number += draws;
                for entrant in pair.entrants() {
                    self.best[entrant] += draws / 2.0;
                }
            }
        }
    }

    /// Returns the variance of the results of each entrant's blocks, relative to that of independent matches without
    /// draws. Entrants differ in it: two that choose at random mirror each other in the matches of a block.
    pub(super) fn dispersions(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![Residuals::default(); weights.len()];
        for ((one, other), pairs) in self.pairs {
            let score = chance(weights[*one] - weights[*other]);
            for (half_points, number) in pairs.pairs().into_iter().enumerate() {
                let residual = half_points as f64 / 2.0 - 2.0 * score;
                let number = number as f64;
                let block = Residuals {
                    squares: number * residual * residual,
                    variance: number * 2.0 * score * (1.0 - score),
                    blocks: number,
                };
                sums[*one].add(block);
                sums[*other].add(block);
            }
        }
        for (choices, number) in &self.blocks {
            for (entrant, block) in residuals(choices, weights) {
                sums[entrant].add(Residuals {
                    squares: *number as f64 * block.squares,
                    variance: *number as f64 * block.variance,
                    blocks: *number as f64,
                });
            }
        }
        sums.iter().map(Residuals::dispersion).collect()
    }
}

/// How far the results of an entrant's blocks are from the expected ones.
#[derive(Debug, Clone, Copy, Default)]
struct Residuals {
    /// The sum of the squared differences.
    squares: f64,
    /// Its expected value if matches are independent.
    variance: f64,
    /// The number of blocks.
    blocks: f64,
}

impl Residuals {
    fn add(&mut self, other: Self) {
        self.squares += other.squares;
        self.variance += other.variance;
        self.blocks += other.blocks;
    }

    fn dispersion(&self) -> f64 {
        // The rating of the entrant is fitted to the same results.
        let unfitted = (1.0 - 1.0 / self.blocks.max(1.0)).max(0.0);
        let even = DISPERSION_MATCHES / 4.0;
        ((even + self.squares) / (even + self.variance * unfitted)).max(MIN_DISPERSION)
    }
}

/// Returns the difference between the results of a block and the expected ones, by entrant.
fn residuals(choices: &Choices, weights: &[f64]) -> BTreeMap<usize, Residuals> {
    let mut differences: BTreeMap<usize, f64> = choices.best().clone();
    let mut variances: BTreeMap<usize, f64> = BTreeMap::new();
    for (set, number) in choices.sets() {
        for (entrant, chance) in chances(set, weights) {
            *differences.entry(entrant).or_default() -= number * chance;
            *variances.entry(entrant).or_default() += number * chance * (1.0 - chance);
        }
    }
    let residuals = variances.into_iter().map(|(entrant, variance)| {
        let difference = differences.get(&entrant).copied().unwrap_or(0.0);
        let squares = difference * difference;
        let residuals = Residuals {
            squares,
            variance,
            blocks: 1.0,
        };
        (entrant, residuals)
    });
    residuals.collect()
}
