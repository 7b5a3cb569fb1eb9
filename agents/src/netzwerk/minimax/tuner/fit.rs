//! Logistic regression of results on features.

use super::self_play::Sample;
use crate::netzwerk::minimax::weights::{FEATURES, Weights};

/// The units of value that make winning e times as likely as losing.
const SCALE: f64 = 150.0;

/// Steps of the descent, and the length of a step.
const STEPS: u32 = 400;
const STEP: f64 = 2.0;

/// How strongly a weight is held to its former value: as much as so many positions would.
const HELD: f64 = 20.0;

/// The decay rates of Adam's moments and its guard against division by nothing (Kingma and Ba,
/// Adam: a method for stochastic optimization, ICLR 2015).
const DECAY: [f64; 2] = [0.9, 0.999];
const GUARD: f64 = 1e-8;

/// The weights that foretell the samples' results best, near the former ones; and the mean loss
/// before and after.
pub(super) fn fit(former: &Weights, samples: &[Sample]) -> (Weights, [f64; 2]) {
    let start: [f64; FEATURES] = std::array::from_fn(|i| f64::from(former.values()[i]));
    let mut weights = start;
    let (mut first, mut second) = ([0.0; FEATURES], [0.0; FEATURES]);
    let before = loss(&weights, samples);
    for step in 1..=STEPS {
        let gradient = gradient(&weights, &start, samples);
        let corrections = DECAY.map(|decay| 1.0 - decay.powi(step as i32));
        for i in 0..FEATURES {
            first[i] = DECAY[0] * first[i] + (1.0 - DECAY[0]) * gradient[i];
            second[i] = DECAY[1] * second[i] + (1.0 - DECAY[1]) * gradient[i] * gradient[i];
            let (mean, square) = (first[i] / corrections[0], second[i] / corrections[1]);
            weights[i] -= STEP * mean / (square.sqrt() + GUARD);
        }
    }
    let after = loss(&weights, samples);
    let rounded = std::array::from_fn(|i| weights[i].round() as i32);
    (former.with_values(&rounded), [before, after])
}

fn value(weights: &[f64; FEATURES], sample: &Sample) -> f64 {
    let terms = sample.features.iter();
    terms
        .map(|(number, count)| weights[usize::from(*number)] * f64::from(*count))
        .sum()
}

/// The foretold share of wins.
fn expected(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value / SCALE))
}

fn loss(weights: &[f64; FEATURES], samples: &[Sample]) -> f64 {
    let each = samples.iter().map(|sample| {
        let expected = expected(value(weights, sample)).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(sample.result);
        -(result * libm::log(expected) + (1.0 - result) * libm::log(1.0 - expected))
    });
    each.sum::<f64>() / samples.len().max(1) as f64
}

/// The slope of the sum of losses, a thousandth of a position's weight in units of the scale.
fn gradient(
    weights: &[f64; FEATURES],
    start: &[f64; FEATURES],
    samples: &[Sample],
) -> [f64; FEATURES] {
    let mut gradient: [f64; FEATURES] =
        std::array::from_fn(|i| HELD * (weights[i] - start[i]) / SCALE / SCALE);
    for sample in samples {
        let error = expected(value(weights, sample)) - f64::from(sample.result);
        for (number, count) in &sample.features {
            gradient[usize::from(*number)] += error * f64::from(*count) / SCALE;
        }
    }
    gradient
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two features the first wins, the second says nothing.
    #[test]
    fn what_wins_gets_weight() {
        let sample = |features: &[(u16, i16)], result| Sample {
            features: features.to_vec(),
            result,
        };
        let mut samples = Vec::new();
        for turn in 0..400i16 {
            let second = (3, turn % 2 * 2 - 1);
            samples.push(sample(&[(2, 1), second], 1.0));
            samples.push(sample(&[(2, -1), second], 0.0));
            samples.push(sample(&[second], 0.5));
        }
        let none = Weights::tuned().with_values(&[0; FEATURES]);
        let (fitted, [before, after]) = fit(&none, &samples);
        assert!(fitted.values()[2] > 200, "{:?}", fitted.values());
        assert!(fitted.values()[3].abs() < 5, "{:?}", fitted.values());
        assert!((before - std::f64::consts::LN_2).abs() < 1e-6 && after < before);
    }
}
