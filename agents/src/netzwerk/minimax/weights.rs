//! The weights of the evaluation, as the tuner has left them.

use std::sync::OnceLock;

use botwerk_engine::netzwerk::MAX_SIDE;
use serde::{Deserialize, Serialize};

use super::evaluation::Features;

/// The most batteries beside a robot (NW-2).
pub(super) const MAX_ENERGY: usize = 4;

/// A weight for each number of ranks from home and of batteries beside.
pub(super) type ByPlace = [[i32; MAX_ENERGY + 1]; MAX_SIDE];

/// Weights in hundredths of a robot or so. Every feature counts so much for a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Where they come from.
    pub origin: Origin,
    /// Every robot, by its ranks from home and the batteries beside it.
    pub robots: ByPlace,
    /// The most advanced robots, as many as a win needs, the same way.
    pub leaders: ByPlace,
    /// So many robots on the board, from none to six (NW-23: fewer robots need fewer at home).
    pub material: [i32; MAX_SIDE + 1],
    /// A robot that can be captured by one step, of the side to move and of the other.
    pub attacked: [i32; 2],
    /// A battery beside any robot of the side.
    pub fed: i32,
    /// A battery that only this side controls.
    pub controlled: i32,
    /// How many robots are missing that could be home within a turn, none to three and more; of
    /// the side to move and of the other.
    pub missing: [[i32; 4]; 2],
    /// A robot that can step forward.
    pub free: i32,
    /// The right to move.
    pub tempo: i32,
}

/// Where weights come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// How they were made: the command line of the tuner, or `by hand`.
    pub by: String,
    /// Games of self-play.
    pub games: u64,
    /// Positions from these games.
    pub positions: u64,
}

impl Weights {
    /// The weights that the player uses.
    pub fn tuned() -> &'static Self {
        static TUNED: OnceLock<Weights> = OnceLock::new();
        TUNED.get_or_init(|| {
            serde_json::from_str(include_str!("weights.json"))
                .expect("a test reads the tuned weights")
        })
    }

    /// What one side's features are worth.
    pub(super) fn of_side(&self, features: &Features, moves: bool) -> i32 {
        let seat = usize::from(!moves);
        let places = self
            .robots
            .iter()
            .flatten()
            .zip(self.leaders.iter().flatten());
        let counts = features
            .robots
            .iter()
            .flatten()
            .zip(features.leaders.iter().flatten());
        let placed: i32 = places
            .zip(counts)
            .map(|((robot, leader), (robots, leaders))| {
                robot * i32::from(*robots) + leader * i32::from(*leaders)
            })
            .sum();
        placed
            + self.material[usize::from(features.material)]
            + self.attacked[seat] * i32::from(features.attacked)
            + self.fed * i32::from(features.fed)
            + self.controlled * i32::from(features.controlled)
            + self.missing[seat][usize::from(features.missing).min(3)]
            + self.free * i32::from(features.free)
            + if moves { self.tempo } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_weights_are_read() {
        assert!(!Weights::tuned().origin.by.is_empty());
    }
}
