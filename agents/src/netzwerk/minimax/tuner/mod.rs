//! Tuning of the weights by self-play.
//!
//! The agent plays matches against itself; every quiet position, that is one without a win in one
//! turn, is labelled with the result of its match. The weights are fitted so that a logistic curve
//! of the evaluation predicts these results best. Finally the tuned weights play matches against
//! the initial ones.

mod fit;
mod self_play;
mod tuning;

pub use tuning::{TuningConfig, TuningResult, TuningRound};

use botwerk_engine::netzwerk::Netzwerk;

use super::weights::{Origin, Weights};
use self_play::Sample;

/// Tunes `weights` by self-play of `game`, whose options determine the openings (NW-32). Calls
/// `report` after every round and sets the origin of the result to `by`. The result does not depend
/// on the number of threads.
pub fn tune(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &TuningConfig,
    by: &str,
    mut report: impl FnMut(&TuningRound),
) -> TuningResult {
    let initial = weights;
    let mut weights = initial.clone();
    let mut samples: Vec<Sample> = Vec::new();
    for number in 1..=tuning.rounds {
        samples.extend(self_play::round(game, &weights, tuning, number));
        let (fitted, loss) = fit::fit(&weights, &samples);
        let origin = Origin {
            by: by.to_owned(),
            matches: u64::from(number) * u64::from(tuning.matches),
            positions: samples.len() as u64,
        };
        report(&TuningRound {
            number,
            matches: origin.matches,
            positions: origin.positions,
            loss,
        });
        weights = fitted.with_origin(origin);
    }
    let validation = self_play::validate(game, [&weights, initial], tuning);
    TuningResult {
        weights,
        validation,
    }
}
