//! The ratings of leagues over time.

use std::time::Duration;

use botwerk_tournament::TournamentTally;
use botwerk_tournament::statistics::{AnchoredRatings, Estimate};

use super::Tournaments;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::store::{RatingSnapshotRow, now_micros};

/// Minimum time between two snapshots of a league.
const INTERVAL: Duration = Duration::from_secs(30 * 60);

/// Size of a rating with its margin.
const ENTRANT_BYTES: usize = 8;

/// When the last snapshot of a league was stored.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SnapshotTimer {
    last_micros: Option<i64>,
}

impl SnapshotTimer {
    /// Returns a snapshot of the ratings that is to be stored, or `None` if the last one is recent. A restart may store one
    /// earlier.
    pub(super) fn snapshot(
        &self,
        ratings: &AnchoredRatings,
        tally: &TournamentTally,
    ) -> Option<RatingSnapshotRow> {
        let taken_micros = now_micros();
        let interval = INTERVAL.as_micros() as i64;
        // A clock that was set back makes no gap.
        let is_recent = |last| (0..interval).contains(&(taken_micros - last));
        if self.last_micros.is_some_and(is_recent) {
            return None;
        }
        let has_results = tally.entrants.iter().any(|stats| stats.matches > 0);
        has_results.then(|| RatingSnapshotRow {
            taken_micros,
            ratings: RatingSnapshot::encode(ratings, tally),
        })
    }

    /// Records that a snapshot was stored.
    pub(super) fn record(&mut self, stored: &RatingSnapshotRow) {
        self.last_micros = Some(stored.taken_micros);
    }
}

/// The ratings of all entrants of a league at a time: for each entrant its rating and the margin of its 95 % confidence
/// interval, as little-endian 32-bit floating-point numbers in Elo. Both are NaN before the first match of the entrant.
#[derive(Debug)]
pub(crate) struct RatingSnapshot<'a>(&'a [u8]);

impl RatingSnapshot<'_> {
    fn encode(ratings: &AnchoredRatings, tally: &TournamentTally) -> Vec<u8> {
        let entrants = tally.entrants.iter().enumerate();
        let numbers = entrants.flat_map(|(entrant, stats)| {
            if stats.matches == 0 {
                return [f32::NAN; 2];
            }
            let Estimate { value, high, .. } = ratings.estimate(entrant);
            [value as f32, (high - value) as f32]
        });
        numbers.flat_map(f32::to_le_bytes).collect()
    }

    /// Returns the rating of an entrant, or `None` before its first match.
    fn rating(&self, entrant: usize) -> Option<Estimate> {
        let start = entrant.checked_mul(ENTRANT_BYTES)?;
        let bytes: &[u8; ENTRANT_BYTES] = self.0.get(start..)?.first_chunk()?;
        let number = |at: usize| {
            let bytes = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
            f64::from(f32::from_le_bytes(bytes))
        };
        let (value, margin) = (number(0), number(4));
        let is_rated = value.is_finite() && margin.is_finite();
        is_rated.then(|| Estimate::with_margin(value, margin))
    }
}

/// A rating at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RatingPoint {
    /// Microseconds since 1970.
    pub(crate) at_micros: i64,
    pub(crate) elo: Estimate,
}

impl Tournaments {
    /// Returns the ratings of an entrant of a league over time, the oldest first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn rating_history(
        &self,
        id: &TournamentId,
        entrant: usize,
    ) -> Result<Vec<RatingPoint>, Error> {
        let rows = self.context.store.rating_snapshots(id).await?;
        let point = move |row: &RatingSnapshotRow| {
            Some(RatingPoint {
                at_micros: row.taken_micros,
                elo: RatingSnapshot(&row.ratings).rating(entrant)?,
            })
        };
        Ok(rows.iter().filter_map(point).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshot_has_a_rating_for_each_entrant_with_results() {
        let numbers = [1500.5_f32, 25.25, f32::NAN, f32::NAN];
        let bytes: Vec<u8> = numbers.into_iter().flat_map(f32::to_le_bytes).collect();
        let snapshot = RatingSnapshot(&bytes);
        let rated = Estimate {
            value: 1500.5,
            low: 1475.25,
            high: 1525.75,
        };
        assert_eq!(snapshot.rating(0), Some(rated));
        assert_eq!(snapshot.rating(1), None);
        // An entrant that has joined later.
        assert_eq!(snapshot.rating(2), None);
    }
}
