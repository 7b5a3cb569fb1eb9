//! Who meets whom.
//!
//! A tournament is a series of stages. The blocks of a stage are played in any order; the next
//! stage is a function of the configuration and, in Swiss and knockout, of what the stages before
//! it came to. So a tournament that was killed meets the same way when it goes on.

mod batch;
mod error;
mod gauntlet;
mod knockout;
mod round_robin;
mod schedule;
mod seating;
mod swiss;

use serde::{Deserialize, Serialize};

pub use batch::{BYE_HALF_POINTS, Batch, Matchup, PlayedBatch};
pub use error::FormatError;
pub use schedule::Schedule;
pub use seating::{Pairing, Rotation};

use crate::statistics::{Hypotheses, Sprt};

/// How a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin {
        /// Blocks that the same entrants play.
        cycles: u32,
    },
    /// The first entrants meet all others, but not each other.
    Gauntlet {
        /// How many are the first ones.
        challengers: u32,
        /// Blocks that the same entrants play.
        cycles: u32,
    },
    /// Those who stand nearly alike meet, nobody twice.
    Swiss {
        /// Rounds.
        rounds: u32,
        /// Pairs that two entrants play in a round.
        pairs: u32,
    },
    /// Who loses is out. Entrants are seeded in their order.
    Knockout {
        /// Pairs that two entrants play.
        pairs: u32,
        /// Pairs more, one at a time, while they are tied; then the better seed goes on.
        tie_pairs: u32,
    },
    /// Two entrants, until one is shown to be the better one.
    Sprt {
        /// What is tested.
        hypotheses: Hypotheses,
        /// Pairs at most.
        most_pairs: u32,
    },
}

/// The most matches of a tournament.
pub const MOST_MATCHES: u64 = 100_000_000;

impl Format {
    /// The name in configurations.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundRobin { .. } => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Swiss { .. } => "swiss",
            Self::Knockout { .. } => "knockout",
            Self::Sprt { .. } => "sprt",
        }
    }

    /// Whether so many entrants can play it at tables of so many seats.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, entrants: usize, seats: usize) -> Result<(), FormatError> {
        let format = self.name();
        let is_for_two = !matches!(self, Self::RoundRobin { .. } | Self::Gauntlet { .. });
        if is_for_two && seats != 2 {
            return Err(FormatError::Seats { format, seats });
        }
        if entrants < seats {
            return Err(FormatError::TooFewEntrants {
                format,
                entrants,
                min: seats,
            });
        }
        let at_least_one = |what, number| match number {
            0 => Err(FormatError::ZeroCount { what }),
            _ => Ok(()),
        };
        match *self {
            Self::RoundRobin { cycles } => at_least_one("cycles", cycles),
            Self::Gauntlet {
                challengers,
                cycles,
            } => {
                at_least_one("cycles", cycles)?;
                at_least_one("challengers", challengers)?;
                gauntlet::check(challengers, entrants, seats)
            }
            Self::Swiss { rounds, pairs } => {
                at_least_one("rounds", rounds)?;
                at_least_one("pairs", pairs)?;
                swiss::check(rounds, entrants)
            }
            Self::Knockout { pairs, .. } => at_least_one("pairs", pairs),
            Self::Sprt {
                hypotheses,
                most_pairs,
            } => {
                at_least_one("most_pairs", most_pairs)?;
                Sprt::new(hypotheses)?;
                match entrants {
                    2 => Ok(()),
                    _ => Err(FormatError::NotTwoEntrants { entrants }),
                }
            }
        }
    }
}
