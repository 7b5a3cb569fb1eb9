//! Formats and schedules: which entrants meet, in which matches.
//!
//! A tournament is a sequence of batches. The blocks of a batch may be played in any order. The next
//! batch is a function of the configuration and, in Swiss and knockout, of the results of the
//! previous batches, so a tournament resumed after a restart has the same pairings. The rounds of a league depend
//! on who can play as well; they are stored.

mod batch;
mod error;
mod extent;
mod gauntlet;
mod knockout;
mod league;
mod matching;
mod pairing_table;
mod round_robin;
mod schedule;
mod seating;
mod swiss;
mod swiss_rounds;

use serde::{Deserialize, Serialize};

pub use batch::{Batch, Matchup, PlayedBatch};
pub use error::FormatError;
pub use extent::Extent;
pub(crate) use knockout::first_round_places;
pub use league::{LeagueCalendar, LeagueLimits, LeagueStep, RoundPairing, day_start_micros};
pub use pairing_table::PairingTable;
pub use schedule::Schedule;
pub use seating::{Pairing, Rotation};

use crate::statistics::Hypotheses;

/// Maximum number of matches of a tournament.
pub const MAX_MATCHES: u64 = 100_000_000;

/// Maximum number of matchups of a batch, which are held in memory: about 80 bytes each for every tournament
/// in progress. A round robin of 1,414 entrants has nearly as many.
pub const MAX_MATCHUPS: u64 = 1_000_000;

/// The format of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Format {
    /// Every entrant meets every other one.
    RoundRobin {
        /// Number of blocks per matchup.
        cycles: u32,
    },
    /// The first entrants meet all others, but not each other.
    Gauntlet {
        /// Number of first entrants.
        challengers: u32,
        /// Number of blocks per matchup.
        cycles: u32,
    },
    /// Entrants with similar points meet, without rematches.
    Swiss {
        /// Number of rounds.
        rounds: u32,
        /// Number of pairs per matchup and round.
        pairs: u32,
        /// What a bye is worth.
        #[serde(default = "ByePoints::of_earlier_versions")]
        bye: ByePoints,
    },
    /// The loser of a matchup is eliminated. Entrants are seeded in their order.
    Knockout {
        /// Number of pairs per matchup.
        pairs: u32,
        /// Maximum number of additional pairs, played one at a time, while a matchup is drawn. The
        /// better seed advances if it is still drawn then.
        tiebreak_pairs: u32,
    },
    /// Two entrants play until a sequential test is decided.
    Sprt {
        /// The hypotheses of the test.
        hypotheses: Hypotheses,
        /// Maximum number of pairs.
        max_pairs: u32,
    },
    /// The least certain entrants meet those that tell most about them, until the league is ended.
    League(LeagueLimits),
}

/// What a bye of a Swiss tournament is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByePoints {
    /// As much as a round whose matches are all won (FIDE Handbook C.04.1).
    #[default]
    Round,
    /// One point, in tournaments that an earlier version created.
    One,
}

impl ByePoints {
    /// Returns what a bye is worth in a stored tournament that does not say so.
    const fn of_earlier_versions() -> Self {
        Self::One
    }
}

impl Format {
    /// Returns the name in configurations.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundRobin { .. } => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Swiss { .. } => "swiss",
            Self::Knockout { .. } => "knockout",
            Self::Sprt { .. } => "sprt",
            Self::League(_) => "league",
        }
    }

    /// Returns `true` for a league.
    pub const fn is_league(&self) -> bool {
        matches!(self, Self::League(_))
    }

    /// Returns all errors of the format with this number of entrants and seats of a match, or an empty
    /// list if it can be played.
    pub fn errors(&self, entrants: usize, seats: usize) -> Vec<FormatError> {
        let format = self.name();
        let mut errors = Vec::new();
        let is_for_two = !matches!(
            self,
            Self::RoundRobin { .. } | Self::Gauntlet { .. } | Self::League(_)
        );
        if is_for_two && seats != 2 {
            errors.push(FormatError::Seats { format, seats });
        } else if entrants < seats {
            errors.push(FormatError::TooFewEntrants {
                format,
                entrants,
                min: seats,
            });
        }
        for (field, number) in self.counts() {
            if number == 0 {
                errors.push(FormatError::ZeroCount { field });
            }
        }
        let has_enough_entrants = errors.is_empty();
        match *self {
            Self::Gauntlet { challengers, .. } if has_enough_entrants => {
                errors.extend(gauntlet::validate(challengers, entrants, seats).err());
            }
            Self::Swiss { rounds, .. } if has_enough_entrants => {
                errors.extend(swiss_rounds::validate(rounds, entrants).err());
            }
            Self::Sprt { hypotheses, .. } => {
                let invalid = hypotheses.errors().into_iter();
                errors.extend(invalid.map(FormatError::Sprt));
                if entrants > 2 {
                    errors.push(FormatError::NotTwoEntrants { entrants });
                }
            }
            Self::RoundRobin { .. }
            | Self::Gauntlet { .. }
            | Self::Swiss { .. }
            | Self::Knockout { .. }
            | Self::League(_) => {}
        }
        errors
    }

    /// Returns the counts that must be positive, by field.
    fn counts(&self) -> Vec<(&'static str, u32)> {
        match *self {
            Self::RoundRobin { cycles } => vec![("cycles", cycles)],
            Self::Gauntlet {
                challengers,
                cycles,
            } => vec![("cycles", cycles), ("challengers", challengers)],
            Self::Swiss { rounds, pairs, .. } => vec![("rounds", rounds), ("pairs", pairs)],
            Self::Knockout { pairs, .. } => vec![("pairs", pairs)],
            Self::Sprt { max_pairs, .. } => vec![("max_pairs", max_pairs)],
            Self::League(limits) => limits.counts(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Scale, SprtError};

    fn sprt(elo1: f64, max_pairs: u32) -> Format {
        let hypotheses = Hypotheses {
            elo0: 0.0,
            elo1,
            scale: Scale::Logistic,
            alpha: 0.05,
            beta: 0.05,
        };
        Format::Sprt {
            hypotheses,
            max_pairs,
        }
    }

    fn gauntlet(challengers: u32, cycles: u32) -> Format {
        Format::Gauntlet {
            challengers,
            cycles,
        }
    }

    fn swiss(rounds: u32, pairs: u32) -> Format {
        let bye = ByePoints::Round;
        Format::Swiss { rounds, pairs, bye }
    }

    fn knockout(pairs: u32) -> Format {
        Format::Knockout {
            pairs,
            tiebreak_pairs: 0,
        }
    }

    #[test]
    fn valid_formats_are_accepted() {
        let robin = Format::RoundRobin { cycles: 1 };
        let valid = [
            (robin, 2, 2),
            (robin, 3, 3),
            (gauntlet(1, 1), 3, 3),
            (swiss(2, 1), 4, 2),
            (knockout(1), 2, 2),
            (sprt(5.0, 1), 2, 2),
        ];
        for (format, entrants, seats) in valid {
            assert_eq!(format.errors(entrants, seats), [], "{format:?}");
        }
    }

    #[test]
    fn every_count_must_be_positive() {
        let zero = [
            (Format::RoundRobin { cycles: 0 }, "cycles"),
            (gauntlet(1, 0), "cycles"),
            (gauntlet(0, 1), "challengers"),
            (swiss(0, 1), "rounds"),
            (swiss(1, 0), "pairs"),
            (knockout(0), "pairs"),
            (sprt(5.0, 0), "max_pairs"),
        ];
        for (format, field) in zero {
            let error = FormatError::ZeroCount { field };
            assert_eq!(format.errors(2, 2), [error], "{format:?}");
        }
    }

    #[test]
    fn formats_of_two_seats_reject_other_matches_and_sprt_other_entrants() {
        for format in [swiss(1, 1), knockout(1), sprt(5.0, 1)] {
            let error = FormatError::Seats {
                format: format.name(),
                seats: 3,
            };
            assert!(format.errors(4, 3).contains(&error), "{format:?}");
        }
        let few = FormatError::TooFewEntrants {
            format: "knockout",
            entrants: 1,
            min: 2,
        };
        assert_eq!(knockout(1).errors(1, 2), [few]);
        let three = FormatError::NotTwoEntrants { entrants: 3 };
        assert_eq!(sprt(5.0, 1).errors(3, 2), std::slice::from_ref(&three));
        let bounds = FormatError::Sprt(SprtError::BoundsNotOrdered {
            elo0: 0.0,
            elo1: 0.0,
        });
        assert_eq!(sprt(0.0, 1).errors(3, 2), [bounds, three]);
    }
}
