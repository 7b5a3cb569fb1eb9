//! Strengths of entrants who meet at tables of any size.

use std::collections::{BTreeMap, BTreeSet};

/// The places of a match: who came out where, 1 for the best; equal places are ties.
pub type Places = Vec<(usize, u8)>;

/// Who was the best of those who were left, how often. A table of places is a series of such
/// choices: the first of all, the first of the others, and so on.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Choices {
    /// By the entrants there were to choose from: how often.
    among: BTreeMap<Vec<usize>, f64>,
    /// How often each entrant was the best.
    best: BTreeMap<usize, f64>,
}

impl Choices {
    /// Adds a match. Where places are equal every order is taken as equally frequent.
    pub(super) fn add(&mut self, places: &[(usize, u8)]) {
        let mut left = places.to_vec();
        left.sort_unstable();
        self.add_rest(&left, 1.0);
    }

    fn add_rest(&mut self, left: &[(usize, u8)], weight: f64) {
        let Some(first) = left.iter().map(|(_, place)| *place).min() else {
            return;
        };
        if left.len() == 1 {
            return;
        }
        let among = left.iter().map(|(entrant, _)| *entrant).collect();
        *self.among.entry(among).or_default() += weight;
        let is_first = |(_, place): &(usize, u8)| *place == first;
        let ties = left.iter().filter(|seat| is_first(seat)).count();
        let share = weight / ties as f64;
        for (index, (entrant, _)) in left.iter().enumerate().filter(|(_, seat)| is_first(seat)) {
            *self.best.entry(*entrant).or_default() += share;
            let mut rest = left.to_vec();
            rest.remove(index);
            self.add_rest(&rest, share);
        }
    }

    /// Adds a tie of every two entrants, so that there is a likeliest strength for those who have
    /// always won or lost, and for groups that have never met.
    pub(super) fn add_virtual_ties(&mut self, entrants: usize) {
        for one in 0..entrants {
            for other in one + 1..entrants {
                self.add(&[(one, 1), (other, 1)]);
            }
        }
    }
}

/// Choices of several parts of a tournament, to be added up again and again.
#[derive(Debug)]
pub(super) struct Parts {
    entrants: usize,
    /// Whom there was to choose from, in all parts.
    among: Vec<Vec<usize>>,
    /// By part: which of these how often.
    chosen: Vec<Vec<(usize, f64)>>,
    /// By part: who was the best how often.
    best: Vec<Vec<(usize, f64)>>,
}

impl Parts {
    pub(super) fn new(entrants: usize, parts: &[Choices]) -> Self {
        let among: BTreeSet<&Vec<usize>> =
            parts.iter().flat_map(|part| part.among.keys()).collect();
        let numbers: BTreeMap<&Vec<usize>, usize> = among
            .iter()
            .enumerate()
            .map(|(number, among)| (*among, number))
            .collect();
        let chosen = parts.iter().map(|part| {
            let among = part.among.iter();
            among
                .map(|(among, weight)| (numbers[among], *weight))
                .collect()
        });
        let best = parts.iter().map(|part| {
            let best = part.best.iter();
            best.map(|(entrant, weight)| (*entrant, *weight)).collect()
        });
        Self {
            entrants,
            chosen: chosen.collect(),
            best: best.collect(),
            among: among.into_iter().cloned().collect(),
        }
    }

    /// The likeliest strengths, in Elo with the mean 0, when every part is taken so many times,
    /// beginning with those that are given.
    ///
    /// The model: of those who are left, each is the best with a probability proportional to his
    /// worth (R. L. Plackett, The Analysis of Permutations, 1975; R. D. Luce, Individual Choice
    /// Behavior, 1959). The worths by minorisation and maximisation (D. R. Hunter, MM algorithms
    /// for generalized Bradley-Terry models, 2004).
    pub(super) fn strengths(&self, times: &[u64], first: &[f64]) -> Vec<f64> {
        let mut chosen = vec![0.0; self.among.len()];
        let mut best = vec![0.0; self.entrants];
        for (part, times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
            for (number, weight) in &self.chosen[part] {
                chosen[*number] += weight * *times as f64;
            }
            for (entrant, weight) in &self.best[part] {
                best[*entrant] += weight * *times as f64;
            }
        }
        let mut worths: Vec<f64> = first.iter().map(|elo| libm::exp(elo / ELO)).collect();
        for _ in 0..MOST_STEPS {
            if self.improve(&mut worths, &chosen, &best) < PRECISION {
                break;
            }
        }
        worths.iter().map(|worth| ELO * libm::log(*worth)).collect()
    }

    /// A step towards the likeliest worths, whose product stays 1; gives the largest change as a
    /// share.
    fn improve(&self, worths: &mut [f64], chosen: &[f64], best: &[f64]) -> f64 {
        let mut chances = vec![0.0; worths.len()];
        for (among, weight) in self.among.iter().zip(chosen) {
            let sum: f64 = among.iter().map(|entrant| worths[*entrant]).sum();
            for entrant in among {
                chances[*entrant] += weight / sum;
            }
        }
        let before = worths.to_vec();
        for ((worth, best), chances) in worths.iter_mut().zip(best).zip(chances) {
            if chances > 0.0 {
                *worth = best / chances;
            }
        }
        let logarithms: f64 = worths.iter().map(|worth| libm::log(*worth)).sum();
        let scale = libm::exp(-logarithms / worths.len() as f64);
        let mut largest: f64 = 0.0;
        for (worth, before) in worths.iter_mut().zip(before) {
            *worth *= scale;
            largest = largest.max((*worth / before - 1.0).abs());
        }
        largest
    }
}

/// Elo points of odds of *e* to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The search ends once no worth changes by a larger share, or after so many steps.
const PRECISION: f64 = 1e-8;
const MOST_STEPS: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    /// The likeliest strengths of `entrants` by their matches, with virtual ties.
    fn plackett_luce(entrants: usize, matches: &[Places]) -> Vec<f64> {
        let mut choices = Choices::default();
        choices.add_virtual_ties(entrants);
        for places in matches {
            choices.add(places);
        }
        Parts::new(entrants, &[choices]).strengths(&[1], &vec![0.0; entrants])
    }

    #[test]
    fn of_two_entrants_the_odds_are_those_of_their_matches() {
        let matches = [vec![vec![(0, 1), (1, 2)]; 6], vec![vec![(1, 1), (0, 2)]; 2]].concat();
        let strengths = plackett_luce(2, &matches);
        // The virtual tie is half a win for each.
        let expected = 400.0 * (6.5_f64 / 2.5).log10();
        assert!((strengths[0] - strengths[1] - expected).abs() < 1e-5);
        assert!((strengths[0] + strengths[1]).abs() < 1e-9);
    }

    #[test]
    fn ties_are_half_a_win_for_each() {
        let tied = plackett_luce(2, &vec![vec![(0, 1), (1, 1)]; 10]);
        assert!(tied[0].abs() < 1e-9);
        let mut choices = Choices::default();
        choices.add(&[(0, 1), (1, 1), (2, 1)]);
        let best: Vec<f64> = choices.best.values().copied().collect();
        for share in &best {
            assert!((share - 2.0 / 3.0).abs() < 1e-12, "{best:?}");
        }
        assert!((choices.among[&vec![0, 1, 2]] - 1.0).abs() < 1e-12);
        assert!((choices.among[&vec![0, 1]] - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn no_other_strengths_are_likelier() {
        let matches: Vec<Places> = vec![
            vec![(0, 1), (1, 2), (2, 3), (3, 4)],
            vec![(3, 1), (0, 2), (1, 2), (2, 4)],
            vec![(1, 1), (0, 1), (4, 3)],
            vec![(4, 1), (2, 2)],
            vec![(0, 1), (4, 2), (3, 3)],
        ];
        let likelihood = |strengths: &[f64]| {
            let mut choices = Choices::default();
            choices.add_virtual_ties(5);
            for places in &matches {
                choices.add(places);
            }
            let worth = |entrant: usize| (strengths[entrant] / ELO).exp();
            let best: f64 = choices
                .best
                .iter()
                .map(|(entrant, weight)| weight * worth(*entrant).ln())
                .sum();
            let among: f64 = choices
                .among
                .iter()
                .map(|(among, weight)| {
                    let sum: f64 = among.iter().map(|entrant| worth(*entrant)).sum();
                    weight * sum.ln()
                })
                .sum();
            best - among
        };
        let strengths = plackett_luce(5, &matches);
        let likeliest = likelihood(&strengths);
        for entrant in 0..5 {
            for step in [-1.0, 1.0] {
                let mut other = strengths.clone();
                other[entrant] += step;
                assert!(likelihood(&other) < likeliest, "{strengths:?}");
            }
        }
    }
}
