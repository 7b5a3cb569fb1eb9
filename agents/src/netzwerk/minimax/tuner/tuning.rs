//! What the tuner takes and returns.

use botwerk_engine::RootSeed;

use crate::netzwerk::minimax::weights::Weights;

/// What is played and how it is fitted.
#[derive(Debug, Clone)]
pub struct TuningConfig {
    /// How often games are played and weights fitted to all games so far.
    pub rounds: u32,
    /// Games in each round.
    pub games: u32,
    /// Nodes of each decision.
    pub nodes: u64,
    /// Openings that the result plays with both sides against the weights that it began with.
    pub duels: u32,
    /// Threads that play games.
    pub threads: usize,
    /// What all randomness comes from.
    pub seed: RootSeed,
}

/// What a round has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct TuningRound {
    /// The round, from 1.
    pub number: u32,
    /// Games so far.
    pub games: u64,
    /// Positions so far.
    pub positions: u64,
    /// The mean loss in nats a position before and after fitting: ln 2 if nothing is foretold.
    pub loss: [f64; 2],
}

/// Weights that were tuned, and whether they are stronger.
#[derive(Debug, Clone)]
pub struct TuningResult {
    /// The weights.
    pub weights: Weights,
    /// Their wins, draws and losses against those that the tuner began with.
    pub duel: [u64; 3],
}
