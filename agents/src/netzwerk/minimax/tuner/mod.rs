//! Tuning the weights by self-play.
//!
//! The player plays games against itself; every position that is quiet, that is without a win in
//! one turn, remembers how its game ended. The weights are then those under which the evaluation,
//! as a logistic curve, foretells these results best. At the end they play against those that the
//! tuner began with.

mod fit;
mod self_play;
mod tuning;

pub use tuning::{Round, Tuned, Tuning};

use botwerk_engine::netzwerk::Netzwerk;

use super::weights::{Origin, Weights};
use self_play::Sample;

/// Tunes weights by games of `game`, whose options say how openings are drawn (NW-32), beginning
/// with `weights`; `report` hears of every round. The result says that it was made `by` whatever the
/// caller names. The same for any number of threads.
pub fn tune(
    game: &Netzwerk,
    weights: &Weights,
    tuning: &Tuning,
    by: &str,
    mut report: impl FnMut(&Round),
) -> Tuned {
    let former = weights;
    let mut weights = former.clone();
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
        weights = fitted.made(origin);
    }
    let duel = self_play::duel(game, [&weights, former], tuning);
    Tuned { weights, duel }
}
