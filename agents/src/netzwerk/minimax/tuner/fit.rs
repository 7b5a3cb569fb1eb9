//! Logistic regression of results on features.

use super::self_play::Sample;
use crate::netzwerk::minimax::weights::{FEATURES, Weights};

/// Value at which winning is e times as likely as losing.
const SCALE: f64 = 150.0;

/// Number of steps of the descent.
const STEPS: u32 = 400;
/// Length of a step.
const STEP_SIZE: f64 = 2.0;

/// Regularization of a weight towards its initial value, as a number of positions.
const REGULARIZATION: f64 = 20.0;

/// Decay rates of Adam's moments (Kingma and Ba, Adam: a method for stochastic optimization,
/// ICLR 2015).
const DECAY: [f64; 2] = [0.9, 0.999];
/// Adam's guard against division by zero.
const EPSILON: f64 = 1e-8;

/// Fits weights near the initial ones to the results of the samples; returns them and the mean loss
/// before and after.
pub(super) fn fit(initial: &Weights, samples: &[Sample]) -> (Weights, [f64; 2]) {
    let start: [f64; FEATURES] = std::array::from_fn(|i| f64::from(initial.values()[i]));
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
            weights[i] -= STEP_SIZE * mean / (square.sqrt() + EPSILON);
        }
    }
    let after = loss(&weights, samples);
    let rounded = std::array::from_fn(|i| weights[i].round() as i32);
    (initial.with_values(&rounded), [before, after])
}

fn value(weights: &[f64; FEATURES], sample: &Sample) -> f64 {
    let terms = sample.features.iter();
    terms
        .map(|(number, count)| weights[usize::from(*number)] * f64::from(*count))
        .sum()
}

/// Returns the predicted win probability for a value.
fn predict(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value / SCALE))
}

fn loss(weights: &[f64; FEATURES], samples: &[Sample]) -> f64 {
    let losses = samples.iter().map(|sample| {
        let expected = predict(value(weights, sample)).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(sample.result);
        -(result * libm::log(expected) + (1.0 - result) * libm::log(1.0 - expected))
    });
    losses.sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the gradient of the summed and regularized loss.
fn gradient(
    weights: &[f64; FEATURES],
    start: &[f64; FEATURES],
    samples: &[Sample],
) -> [f64; FEATURES] {
    let mut gradient: [f64; FEATURES] =
        std::array::from_fn(|i| REGULARIZATION * (weights[i] - start[i]) / SCALE / SCALE);
    for sample in samples {
        let error = predict(value(weights, sample)) - f64::from(sample.result);
        for (number, count) in &sample.features {
            gradient[usize::from(*number)] += error * f64::from(*count) / SCALE;
        }
    }
    gradient
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of two features wins, the second is uninformative.
    #[test]
    fn winning_feature_gains_weight() {
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
        let initial = Weights::tuned().with_values(&[0; FEATURES]);
        let (fitted, [before, after]) = fit(&initial, &samples);
        assert!(fitted.values()[2] > 200, "{:?}", fitted.values());
        assert!(fitted.values()[3].abs() < 5, "{:?}", fitted.values());
        assert!((before - std::f64::consts::LN_2).abs() < 1e-6 && after < before);
    }
}
