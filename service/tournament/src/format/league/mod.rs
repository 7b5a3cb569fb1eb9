//! Leagues: open-ended tournaments whose entrants come and go.
//!
//! A league is a sequence of rounds. Each is paired from the results so far and from who can play; what was paired
//! is stored, so that neither a restart nor another version of the pairing rule changes it.

mod calendar;
mod pairing;
mod uncertainty;

use serde::{Deserialize, Serialize};

pub use calendar::{LeagueCalendar, LeagueStep, day_start_micros};
pub use pairing::RoundPairing;

use super::error::FormatError;

/// Maximum number of entrants of a league, with all former ones: their ratings are computed together before each
/// round.
pub(super) const MAX_ENTRANTS: usize = 1000;

/// The limits of a league. `None` stands for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeagueLimits {
    /// Number of seasons after which the league ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seasons: Option<u32>,
    /// Number of matches of a season, whose last block is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season_matches: Option<u32>,
    /// Number of days (UTC) of a season, from the day of its first round on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season_days: Option<u32>,
    /// Maximum number of matches that are paired on a day (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches_per_day: Option<u32>,
    /// Whether every bot with an uploaded program for its game enters it by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_open: bool,
}

impl LeagueLimits {
    /// Returns all errors of the limits with this number of entrants and matches of a block.
    pub(super) fn errors(&self, entrants: usize, block: u64) -> Vec<FormatError> {
        let mut errors = Vec::new();
        if entrants > MAX_ENTRANTS {
            errors.push(FormatError::TooManyEntrants {
                format: "league",
                entrants,
                max: MAX_ENTRANTS,
                remedy: "start another league without the former ones",
            });
        }
        let matches = [
            ("season_matches", self.season_matches),
            ("matches_per_day", self.matches_per_day),
        ];
        for (field, matches) in matches {
            let too_few = matches.filter(|matches| u64::from(*matches) < block);
            errors.extend(too_few.map(|matches| FormatError::LessThanABlock {
                field,
                matches,
                block,
            }));
        }
        if self.seasons.is_some() && self.season_matches.is_none() && self.season_days.is_none() {
            errors.push(FormatError::EndlessSeasons);
        }
        errors
    }

    /// Returns the counts that must be positive, by field.
    pub(super) fn counts(&self) -> Vec<(&'static str, u32)> {
        let counts = [
            ("seasons", self.seasons),
            ("season_matches", self.season_matches),
            ("season_days", self.season_days),
            ("matches_per_day", self.matches_per_day),
        ];
        let set = counts.into_iter();
        set.filter_map(|(field, count)| Some((field, count?)))
            .collect()
    }

    /// Returns the number of matches of all seasons, or `None` if it is not limited.
    pub fn max_matches(&self) -> Option<u128> {
        Some(u128::from(self.seasons?) * u128::from(self.season_matches?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_at_least_one_block_and_seasons_end() {
        let limits = LeagueLimits {
            seasons: Some(2),
            season_matches: Some(6),
            season_days: None,
            matches_per_day: Some(6),
            is_open: false,
        };
        assert_eq!(limits.errors(3, 6), []);
        assert_eq!(limits.max_matches(), Some(12));
        let fields: Vec<String> = limits.errors(3, 7).iter().map(FormatError::field).collect();
        assert_eq!(fields, ["format.season_matches", "format.matches_per_day"]);
        let endless = LeagueLimits {
            season_matches: None,
            ..limits
        };
        assert_eq!(endless.errors(3, 6), [FormatError::EndlessSeasons]);
        assert_eq!(endless.max_matches(), None);
        let by_days = LeagueLimits {
            season_days: Some(7),
            ..endless
        };
        assert_eq!(by_days.errors(3, 6), []);
        let crowd = LeagueLimits::default().errors(1001, 2);
        assert_eq!(crowd[0].field(), "entrant[1000]");
    }
}
