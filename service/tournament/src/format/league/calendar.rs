//! The seasons and days of a league.

use serde::{Deserialize, Serialize};

use super::LeagueLimits;

/// Microseconds of a day.
const DAY_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// The season and the day of a league, with the matches that were paired in them. It is stored with every round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeagueCalendar {
    /// The number of the season in progress, from 1.
    pub season: u32,
    /// The day of the season's first round, in days since 1970-01-01 UTC; `None` before it.
    pub first_day: Option<i64>,
    /// Number of matches that were paired in the season.
    pub season_matches: u64,
    /// The day of the latest round, in days since 1970-01-01 UTC.
    pub day: i64,
    /// Number of matches that were paired on that day.
    pub day_matches: u64,
}

/// What a league without a match in progress does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeagueStep {
    /// Pairs a round of at most this number of blocks.
    Pair(u64),
    /// Freezes the table of the season, which is over.
    EndSeason,
    /// Waits until this time, in microseconds since 1970-01-01 UTC: the matches of the day are used up.
    Wait(i64),
    /// Ends: all seasons are over.
    End,
}

impl Default for LeagueCalendar {
    /// Returns the calendar before the first round.
    fn default() -> Self {
        Self {
            season: 1,
            first_day: None,
            season_matches: 0,
            day: 0,
            day_matches: 0,
        }
    }
}

impl LeagueCalendar {
    /// Returns what the league does next at this time, in microseconds since 1970, given the number of matches of a
    /// block.
    pub fn next_step(&self, limits: &LeagueLimits, block: u64, now_micros: i64) -> LeagueStep {
        if limits.seasons.is_some_and(|seasons| self.season > seasons) {
            return LeagueStep::End;
        }
        let left_in_season = limits
            .season_matches
            .map(|limit| u64::from(limit).saturating_sub(self.season_matches) / block);
        let end = self.season_end_micros(limits);
        if left_in_season == Some(0) || end.is_some_and(|end| now_micros >= end) {
            return LeagueStep::EndSeason;
        }
        let day = self.day_at(now_micros);
        let today = if day == self.day { self.day_matches } else { 0 };
        let left_today = limits
            .matches_per_day
            .map(|limit| u64::from(limit).saturating_sub(today) / block);
        if left_today == Some(0) {
            let tomorrow = (day + 1) * DAY_MICROS;
            return LeagueStep::Wait(end.map_or(tomorrow, |end| end.min(tomorrow)));
        }
        let left = left_in_season.into_iter().chain(left_today).min();
        LeagueStep::Pair(left.unwrap_or(u64::MAX))
    }

    /// Returns when the season in progress ends by its number of days, in microseconds since 1970; `None` before
    /// its first round, and if its days are not limited.
    pub fn season_end_micros(&self, limits: &LeagueLimits) -> Option<i64> {
        let last = self.first_day? + i64::from(limits.season_days?);
        Some(last.saturating_mul(DAY_MICROS))
    }

    /// Records that a round with this number of matches was paired.
    pub fn add_round(&mut self, matches: u64, now_micros: i64) {
        let day = self.day_at(now_micros);
        if day != self.day {
            (self.day, self.day_matches) = (day, 0);
        }
        self.first_day.get_or_insert(day);
        self.season_matches += matches;
        self.day_matches += matches;
    }

    /// Starts the next season. The matches of the day remain counted.
    pub fn start_next_season(&mut self) {
        self.season += 1;
        self.first_day = None;
        self.season_matches = 0;
    }

    /// Returns the day of a time. A clock that was set back does not return to a day that was left.
    fn day_at(&self, now_micros: i64) -> i64 {
        now_micros.div_euclid(DAY_MICROS).max(self.day)
    }
}

/// Returns when a day starts, in microseconds since 1970-01-01 UTC.
pub fn day_start_micros(day: i64) -> i64 {
    day * DAY_MICROS
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = DAY_MICROS / 24;

    /// Some day.
    const MONDAY: i64 = 20_000 * DAY_MICROS;

    fn limits() -> LeagueLimits {
        LeagueLimits {
            seasons: Some(2),
            season_matches: Some(20),
            season_days: Some(3),
            matches_per_day: Some(9),
            is_open: false,
        }
    }

    #[test]
    fn matches_of_a_day_are_limited_in_whole_blocks() {
        let mut calendar = LeagueCalendar::default();
        let step = |calendar: &LeagueCalendar, now| calendar.next_step(&limits(), 2, now);
        assert_eq!(step(&calendar, MONDAY + HOUR), LeagueStep::Pair(4));
        calendar.add_round(6, MONDAY + HOUR);
        assert_eq!(step(&calendar, MONDAY + 2 * HOUR), LeagueStep::Pair(1));
        calendar.add_round(2, MONDAY + 2 * HOUR);
        let tomorrow = MONDAY + DAY_MICROS;
        assert_eq!(step(&calendar, tomorrow - 1), LeagueStep::Wait(tomorrow));
        assert_eq!(step(&calendar, tomorrow), LeagueStep::Pair(4));
        // A clock that is set back gives no further matches.
        calendar.add_round(8, tomorrow);
        assert_eq!(
            step(&calendar, MONDAY),
            LeagueStep::Wait(tomorrow + DAY_MICROS)
        );
    }

    #[test]
    fn season_ends_by_its_matches_or_days_and_the_league_by_its_seasons() {
        let limits = LeagueLimits {
            matches_per_day: None,
            ..limits()
        };
        let mut calendar = LeagueCalendar::default();
        calendar.add_round(18, MONDAY + HOUR);
        assert_eq!(
            calendar.next_step(&limits, 2, MONDAY + HOUR),
            LeagueStep::Pair(1)
        );
        calendar.add_round(2, MONDAY + HOUR);
        assert_eq!(
            calendar.next_step(&limits, 2, MONDAY + HOUR),
            LeagueStep::EndSeason
        );
        calendar.start_next_season();
        // The days of a season count from its first round.
        let later = MONDAY + 10 * DAY_MICROS;
        assert_eq!(calendar.season_end_micros(&limits), None);
        assert_eq!(calendar.next_step(&limits, 2, later), LeagueStep::Pair(10));
        calendar.add_round(2, later + HOUR);
        let end = later + 3 * DAY_MICROS;
        assert_eq!(calendar.season_end_micros(&limits), Some(end));
        assert_eq!(calendar.next_step(&limits, 2, end - 1), LeagueStep::Pair(9));
        assert_eq!(calendar.next_step(&limits, 2, end), LeagueStep::EndSeason);
        calendar.start_next_season();
        assert_eq!(calendar.next_step(&limits, 2, end), LeagueStep::End);
    }

    #[test]
    fn season_of_as_many_days_as_a_number_has_never_ends() {
        let limits = LeagueLimits {
            season_days: Some(u32::MAX),
            ..LeagueLimits::default()
        };
        let mut calendar = LeagueCalendar::default();
        calendar.add_round(2, MONDAY);
        assert_eq!(calendar.season_end_micros(&limits), Some(i64::MAX));
        assert_eq!(
            calendar.next_step(&limits, 2, MONDAY),
            LeagueStep::Pair(u64::MAX)
        );
    }

    #[test]
    fn season_that_ends_today_is_not_waited_past() {
        let limits = LeagueLimits {
            season_days: Some(1),
            matches_per_day: Some(2),
            ..LeagueLimits::default()
        };
        let mut calendar = LeagueCalendar::default();
        calendar.add_round(2, MONDAY);
        let end = MONDAY + DAY_MICROS;
        assert_eq!(
            calendar.next_step(&limits, 2, MONDAY + 1),
            LeagueStep::Wait(end)
        );
        assert_eq!(calendar.next_step(&limits, 2, end), LeagueStep::EndSeason);
        calendar.start_next_season();
        assert_eq!(calendar.next_step(&limits, 2, end), LeagueStep::Pair(1));
    }
}
