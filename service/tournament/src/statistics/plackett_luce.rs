//! Strengths from places in matches with any number of seats.

use std::collections::{BTreeMap, BTreeSet};

/// The entrants of a match with their places. 1 is best; equal places are draws.
pub type Places = Vec<(usize, u8)>;

/// How often each entrant was the best of each set of entrants. The places of a match are a sequence
/// of such choices: the best of all, the best of the others, and so on.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Choices {
    /// The number of choices from each set of entrants.
    sets: BTreeMap<Vec<usize>, f64>,
    /// The number of choices of each entrant.
    best: BTreeMap<usize, f64>,
}

impl Choices {
    /// Adds a match. Every order of entrants with equal places has the same weight.
    pub(super) fn add(&mut self, places: &[(usize, u8)]) {
        let mut places = places.to_vec();
        places.sort_unstable();
        self.add_remaining(&places, 1.0);
    }

    fn add_remaining(&mut self, places: &[(usize, u8)], weight: f64) {
        let Some(first) = places.iter().map(|(_, place)| *place).min() else {
            return;
        };
        if places.len() == 1 {
            return;
        }
        let set = places.iter().map(|(entrant, _)| *entrant).collect();
        *self.sets.entry(set).or_default() += weight;
        let is_first = |(_, place): &(usize, u8)| *place == first;
        let best_count = places.iter().filter(|seat| is_first(seat)).count();
        let weight = weight / best_count as f64;
        for (index, (entrant, _)) in places.iter().enumerate().filter(|(_, seat)| is_first(seat)) {
            *self.best.entry(*entrant).or_default() += weight;
            let mut remaining = places.to_vec();
            remaining.remove(index);
            self.add_remaining(&remaining, weight);
        }
    }

    /// Adds other choices, repeated the given number of times.
    pub(super) fn add_all(&mut self, other: &Self, repetitions: f64) {
        for (set, number) in &other.sets {
            *self.sets.entry(set.clone()).or_default() += number * repetitions;
        }
        for (entrant, number) in &other.best {
            *self.best.entry(*entrant).or_default() += number * repetitions;
        }
    }

    /// Returns the number of choices from each set of entrants.
    pub(super) fn sets(&self) -> &BTreeMap<Vec<usize>, f64> {
        &self.sets
    }

    /// Returns the number of choices of each entrant.
    pub(super) fn best(&self) -> &BTreeMap<usize, f64> {
        &self.best
    }

    /// Adds a draw of every two entrants. This makes the strengths finite for entrants that have
    /// won or lost all matches, and unique for groups that have never met.
    pub(super) fn add_virtual_draws(&mut self, entrants: usize) {
        for one in 0..entrants {
            for other in one + 1..entrants {
                self.add(&[(one, 1), (other, 1)]);
            }
        }
    }
}

/// The choices of several parts of a tournament, indexed so that they can be summed with varying
/// weights.
#[derive(Debug)]
pub(super) struct Parts {
    entrants: usize,
    /// The sets of entrants in all parts.
    sets: Vec<Vec<usize>>,
    /// The number of choices from sets in each part.
    chosen: Vec<Vec<(usize, f64)>>,
    /// The number of choices of entrants in each part.
    best: Vec<Vec<(usize, f64)>>,
}

impl Parts {
    pub(super) fn new(entrants: usize, parts: &[Choices]) -> Self {
        let sets: BTreeSet<&Vec<usize>> = parts.iter().flat_map(|part| part.sets.keys()).collect();
        let indexes: BTreeMap<&Vec<usize>, usize> = sets
            .iter()
            .enumerate()
            .map(|(index, set)| (*set, index))
            .collect();
        let chosen = parts.iter().map(|part| {
            let sets = part.sets.iter();
            sets.map(|(set, weight)| (indexes[set], *weight)).collect()
        });
        let best = parts.iter().map(|part| {
            let best = part.best.iter();
            best.map(|(entrant, weight)| (*entrant, *weight)).collect()
        });
        Self {
            entrants,
            chosen: chosen.collect(),
            best: best.collect(),
            sets: sets.into_iter().cloned().collect(),
        }
    }

    /// Returns the most likely strengths, in Elo with mean 0, if every part is repeated the given
    /// number of times. The search starts with the strengths `initial`.
    ///
    /// In the model each of the remaining entrants is the best with a probability proportional to
    /// its weight (R. L. Plackett, The Analysis of Permutations, 1975; R. D. Luce, Individual Choice
    /// Behavior, 1959). The weights are found by minorization and maximization (D. R. Hunter, MM
    /// algorithms for generalized Bradley-Terry models, 2004).
    pub(super) fn strengths(&self, repetitions: &[u64], initial: &[f64]) -> Vec<f64> {
        let mut chosen = vec![0.0; self.sets.len()];
        let mut best = vec![0.0; self.entrants];
        for (part, repetitions) in repetitions.iter().enumerate() {
            let repetitions = *repetitions as f64;
            for (set, number) in &self.chosen[part] {
                chosen[*set] += number * repetitions;
            }
            for (entrant, number) in &self.best[part] {
                best[*entrant] += number * repetitions;
            }
        }
        let mut weights: Vec<f64> = initial.iter().map(|elo| libm::exp(elo / ELO)).collect();
        for _ in 0..MAX_STEPS {
            if self.improve(&mut weights, &chosen, &best) < PRECISION {
                break;
            }
        }
        weights
            .iter()
            .map(|weight| ELO * libm::log(*weight))
            .collect()
    }

    /// Takes a step towards the most likely weights, whose product stays 1. Returns the maximum
    /// relative change of a weight.
    fn improve(&self, weights: &mut [f64], chosen: &[f64], best: &[f64]) -> f64 {
        let mut chances = vec![0.0; weights.len()];
        for (set, number) in self.sets.iter().zip(chosen) {
            let sum: f64 = set.iter().map(|entrant| weights[*entrant]).sum();
            for entrant in set {
                chances[*entrant] += number / sum;
            }
        }
        let before = weights.to_vec();
        for ((weight, best), chances) in weights.iter_mut().zip(best).zip(chances) {
            *weight = best / chances;
        }
        let logarithms: f64 = weights.iter().map(|weight| libm::log(*weight)).sum();
        let scale = libm::exp(-logarithms / weights.len() as f64);
        let mut max_change: f64 = 0.0;
        for (weight, before) in weights.iter_mut().zip(before) {
            *weight *= scale;
            max_change = max_change.max((*weight / before - 1.0).abs());
        }
        max_change
    }
}

/// Elo points of odds of *e* to one.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Maximum relative change of a weight at which the search ends.
const PRECISION: f64 = 1e-8;

/// Maximum number of steps of the search.
const MAX_STEPS: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(entrants: usize, matches: &[Places]) -> Choices {
        let mut choices = Choices::default();
        choices.add_virtual_draws(entrants);
        for places in matches {
            choices.add(places);
        }
        choices
    }

    /// Returns the most likely strengths with virtual draws.
    fn plackett_luce(entrants: usize, matches: &[Places]) -> Vec<f64> {
        let choices = choices(entrants, matches);
        Parts::new(entrants, &[choices]).strengths(&[1], &vec![0.0; entrants])
    }

    fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(found.len(), expected.len());
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < tolerance, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn strengths_of_two_entrants_are_the_odds_of_their_matches() {
        let matches = [vec![vec![(0, 1), (1, 2)]; 6], vec![vec![(1, 1), (0, 2)]; 2]].concat();
        // The virtual draw is half a win for each.
        let half = 200.0 * libm::log10(6.5 / 2.5);
        assert_near(&plackett_luce(2, &matches), &[half, -half], 1e-5);
    }

    #[test]
    fn draws_are_half_a_win_for_each() {
        let drawn = plackett_luce(2, &vec![vec![(0, 1), (1, 1)]; 10]);
        assert!(drawn[0].abs() < 1e-9);
        let mut choices = Choices::default();
        choices.add(&[(0, 1), (1, 1), (2, 1)]);
        // The best of three is each with 1/3; the best of the other two again each with 1/2.
        let best: Vec<f64> = choices.best.values().copied().collect();
        assert_near(&best, &[2.0 / 3.0; 3], 1e-12);
        let sets: Vec<_> = choices.sets.keys().cloned().collect();
        assert_eq!(sets, [vec![0, 1], vec![0, 1, 2], vec![0, 2], vec![1, 2]]);
        let third = 1.0 / 3.0;
        let numbers: Vec<f64> = choices.sets.values().copied().collect();
        assert_near(&numbers, &[third, 1.0, third, third], 1e-12);
    }

    #[test]
    fn places_are_a_sequence_of_choices() {
        let mut choices = Choices::default();
        choices.add(&[(4, 2), (2, 3), (7, 1)]);
        choices.add(&[(7, 1), (4, 2)]);
        let sets = BTreeMap::from([(vec![2, 4, 7], 1.0), (vec![2, 4], 1.0), (vec![4, 7], 1.0)]);
        let best = BTreeMap::from([(7, 2.0), (4, 1.0)]);
        assert_eq!(choices, Choices { sets, best });
    }

    #[test]
    fn repeated_parts_equal_repeated_matches() {
        let one = vec![vec![(0, 1), (1, 2), (2, 3)]];
        let other = vec![vec![(2, 1), (0, 2)], vec![(1, 1), (2, 1), (0, 1)]];
        let mut draws = Choices::default();
        draws.add_virtual_draws(3);
        let parts = [&one, &other].map(|matches| {
            let mut choices = Choices::default();
            for places in matches {
                choices.add(places);
            }
            choices
        });
        let [first, second] = parts;
        let parts = Parts::new(3, &[first, second, draws]);
        let matches = [&one[..], &one, &one, &other, &other].concat();
        let expected = plackett_luce(3, &matches);
        assert_near(&parts.strengths(&[3, 2, 1], &[0.0; 3]), &expected, 1e-4);
        // The initial strengths do not matter.
        let initial = [300.0, -100.0, -200.0];
        assert_near(&parts.strengths(&[3, 2, 1], &initial), &expected, 1e-4);
        let without_second = plackett_luce(3, &one);
        assert_near(
            &parts.strengths(&[1, 0, 1], &[0.0; 3]),
            &without_second,
            1e-4,
        );
    }

    #[test]
    fn no_other_strengths_are_more_likely() {
        let matches: Vec<Places> = vec![
            vec![(0, 1), (1, 2), (2, 3), (3, 4)],
            vec![(3, 1), (0, 2), (1, 2), (2, 4)],
            vec![(1, 1), (0, 1), (4, 3)],
            vec![(4, 1), (2, 2)],
            vec![(0, 1), (4, 2), (3, 3)],
        ];
        let choices = choices(5, &matches);
        let log_likelihood = |strengths: &[f64]| {
            let weight = |entrant: usize| libm::exp(strengths[entrant] / ELO);
            let best: f64 = choices
                .best
                .iter()
                .map(|(entrant, number)| number * libm::log(weight(*entrant)))
                .sum();
            let sets: f64 = choices
                .sets
                .iter()
                .map(|(set, number)| {
                    let sum: f64 = set.iter().map(|entrant| weight(*entrant)).sum();
                    number * libm::log(sum)
                })
                .sum();
            best - sets
        };
        let strengths = plackett_luce(5, &matches);
        assert!(strengths.iter().sum::<f64>().abs() < 1e-6, "{strengths:?}");
        let max = log_likelihood(&strengths);
        for entrant in 0..5 {
            for step in [-0.1, 0.1] {
                let mut other = strengths.clone();
                other[entrant] += step;
                assert!(log_likelihood(&other) < max, "{strengths:?}");
            }
        }
    }
}
