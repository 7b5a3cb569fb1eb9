//! Tuning of the weights by self-play.
//!
//! The agent plays matches against itself; every quiet position, that is one without a win in one
//! turn, is labelled with the result of its match. The weights are fitted so that a logistic curve
//! of the evaluation predicts these results best. Finally the tuned weights play matches against
//! the initial ones.

mod fit;
mod self_play;
mod tuning;

pub use tuning::{Round, Tuned, Tuning};

use botwerk_engine::netzwerk::Netzwerk;

use super::weights::{Origin, Weights};
use self_play::Sample;

/// Parameters of self-play and fitting.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// Number of rounds, each of which plays matches and fits weights to all matches so far.
    pub rounds: u32,
    /// Number of matches in each round.
    pub games: u32,
    /// Node limit of each decision.
    pub nodes: u64,
    /// Number of openings that the tuned weights play, with both sides, against the initial ones.
    pub duels: u32,
    /// Number of threads that play matches.
    pub threads: usize,
    /// Seed for all randomness.
    pub seed: RootSeed,
}

/// The result of one round.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// Number of the round, from 1.
    pub number: u32,
    /// Number of matches so far.
    pub games: u64,
    /// Number of positions so far.
    pub positions: u64,
    /// Mean loss in nats per position before and after fitting; ln 2 for uninformative weights.
    pub loss: [f64; 2],
}

/// Tuned weights and their strength.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The tuned weights.
    pub weights: Weights,
    /// Their wins, draws and losses against the initial weights.
    pub duel: [u64; 3],
}

/// Tunes `weights` by self-play of `game`, whose options determine the openings (NW-32). Calls
/// `report` after every round and sets the origin of the result to `by`. The result does not depend
/// on the number of threads.
pub fn tune(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &Tuning,
    by: &str,
    mut report: impl FnMut(&Round),
) -> Tuned {
    let initial = weights;
    let mut weights = initial.clone();
    let mut samples: Vec<Sample> = Vec::new();
    for number in 1..=tuning.rounds {
        samples.extend(self_play::round(game, &weights, tuning, number));
        let (fitted, loss) = fit::fit(&weights, &samples);
        let origin = Origin {
            by: by.to_owned(),
            games: u64::from(number) * u64::from(tuning.games),
            positions: samples.len() as u64,
        };
        report(&Round {
            number,
            games: origin.games,
            positions: origin.positions,
            loss,
        });
        weights = fitted.with_origin(origin);
    }
    let duel = self_play::duel(game, [&weights, initial], tuning);
    Tuned { weights, duel }
}
