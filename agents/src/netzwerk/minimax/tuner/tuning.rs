//! The configuration and the results of the tuner.

use botwerk_engine::RootSeed;

use crate::netzwerk::minimax::weights::Weights;

/// The amount of self-play for tuning, and its seed.
#[derive(Debug, Clone)]
pub struct TuningConfig {
    /// Number of rounds; after each one, weights are fitted to all matches so far.
    pub rounds: u32,
    /// Number of matches in each round.
    pub matches: u32,
    /// Node budget of each decision.
    pub nodes: u64,
    /// Number of openings that the tuned weights play against the initial ones, with both sides.
    pub validation_openings: u32,
    /// Number of threads that play matches.
    pub threads: usize,
    /// Seed for all randomness.
    pub seed: RootSeed,
}

/// The progress of a tuning after one of its rounds.
#[derive(Debug, Clone, PartialEq)]
pub struct TuningRound {
    /// Number of the round, from 1.
    pub number: u32,
    /// Number of matches so far.
    pub matches: u64,
    /// Number of positions so far.
    pub positions: u64,
    /// Mean loss per position in nats, before and after fitting; ln 2 for predictions without
    /// information.
    pub loss: [f64; 2],
}

/// Tuned weights, and their results against the initial ones.
#[derive(Debug, Clone)]
pub struct TuningResult {
    /// The tuned weights.
    pub weights: Weights,
    /// Numbers of wins, draws and losses against the initial weights.
    pub validation: [u64; 3],
}
