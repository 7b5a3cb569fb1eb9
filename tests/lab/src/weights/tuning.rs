//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992): every step compares two sets of weights that
//! differ in all weights, and moves each weight towards the better one.

use botwerk_agents::droids::EvaluationWeights;
use botwerk_engine::{RootSeed, Seat, StableRng};

/// Number of weights.
const COUNT: usize = 10;

/// Difference of a weight in a comparison, as a part of its first value.
const SPREAD: f64 = 0.25;

/// Difference of small weights.
const MIN_SPREAD: f64 = 0.05;

/// Step for a comparison that one side wins in full, in spreads.
const GAIN: f64 = 4.0;

/// Weights on their way to better ones.
pub(super) struct Tuning {
    weights: [f64; COUNT],
    spreads: [f64; COUNT],
    /// Direction of each weight in the current comparison, 1 or -1.
    directions: [f64; COUNT],
    rng: StableRng,
    steps: u32,
    last_step: u32,
    /// Sum of the weights after the steps of the second half.
    sum: [f64; COUNT],
    summed: u32,
}

impl Tuning {
    /// Starts from the weights of the agent, for this number of steps.
    pub(super) fn new(seed: &str, last_step: u32) -> Self {
        let mut present = EvaluationWeights::SEARCHED;
        let weights = present.named().map(|(_, weight)| *weight);
        Self {
            weights,
            spreads: weights.map(|weight| (SPREAD * weight.abs()).max(MIN_SPREAD)),
            directions: [1.0; COUNT],
            rng: RootSeed::from_text(seed).rng_for_agent(Seat::FIRST, 1),
            steps: 0,
            last_step,
            sum: [0.0; COUNT],
            summed: 0,
        }
    }

    /// Returns two sets of weights to compare.
    pub(super) fn candidates(&mut self) -> [EvaluationWeights; 2] {
        let rng = &mut self.rng;
        self.directions = [(); COUNT].map(|()| if rng.below(2) == 0 { 1.0 } else { -1.0 });
        [1.0, -1.0].map(|sign| {
            let weight =
                |nth: usize| self.weights[nth] + sign * self.directions[nth] * self.spreads[nth];
            from_array(std::array::from_fn(weight))
        })
    }

    /// Moves the weights by the score of the first set against the second.
    pub(super) fn step(&mut self, score: f64) {
        self.steps += 1;
        let stability = f64::from(self.last_step) / 10.0;
        // Steps become smaller, so that they end where noise moves them on average.
        let gain = GAIN / (f64::from(self.steps) + stability).sqrt();
        for nth in 0..COUNT {
            let change = gain * (2.0 * score - 1.0) * self.directions[nth];
            self.weights[nth] += change * self.spreads[nth];
        }
        if 2 * self.steps > self.last_step {
            for (sum, weight) in self.sum.iter_mut().zip(self.weights) {
                *sum += weight;
            }
            self.summed += 1;
        }
    }

    /// Returns the mean weights of the second half of all steps, before it the current ones.
    pub(super) fn mean(&self) -> EvaluationWeights {
        if self.summed == 0 {
            return from_array(self.weights);
        }
        from_array(self.sum.map(|sum| sum / f64::from(self.summed)))
    }
}

fn from_array(values: [f64; COUNT]) -> EvaluationWeights {
    let mut weights = EvaluationWeights::SEARCHED;
    for ((_, weight), value) in weights.named().into_iter().zip(values) {
        *weight = value;
    }
    weights
}
