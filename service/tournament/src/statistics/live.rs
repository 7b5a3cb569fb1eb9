//! Ratings to look on by, while a tournament is going on.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Ratings by Weng and Lin (A Bayesian approximation method for online ranking, 2011), in the order
/// in which matches ended. That order is chance, so they decide nothing.
#[derive(Debug, Clone)]
pub struct LiveRatings {
    ratings: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl LiveRatings {
    /// Before the first match of so many entrants.
    pub fn new(entrants: usize) -> Self {
        Self {
            ratings: vec![WengLinRating::new(); entrants],
            config: WengLinConfig::new(),
        }
    }

    /// Adds a match: who sat where, and the place of each seat.
    pub fn add(&mut self, seats: &[usize], places: &[u8]) {
        let before: Vec<[WengLinRating; 1]> = seats
            .iter()
            .map(|entrant| [self.ratings[*entrant]])
            .collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
            .iter()
            .zip(places)
            .map(|(rating, place)| (&rating[..], MultiTeamOutcome::new(usize::from(*place))))
            .collect();
        let after = weng_lin_multi_team(&teams, &self.config);
        for (entrant, team) in seats.iter().zip(after) {
            if let Some(rating) = team.first() {
                self.ratings[*entrant] = *rating;
            }
        }
    }

    /// An entrant's rating, 25 at the start, and its uncertainty.
    pub fn of(&self, entrant: usize) -> [f64; 2] {
        let rating = self.ratings[entrant];
        [rating.rating, rating.uncertainty]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_rises_and_all_become_surer() {
        let mut live = LiveRatings::new(4);
        for _ in 0..20 {
            live.add(&[2, 0, 1], &[1, 2, 2]);
        }
        let [low, high, never] = [0, 2, 3].map(|entrant| live.of(entrant));
        assert!(high[0] > 25.0 && low[0] < 25.0);
        assert!(high[1] < never[1] && low[1] < never[1]);
        assert!((never[0] - 25.0).abs() < 1e-9);
        assert!((live.of(0)[0] - live.of(1)[0]).abs() < 0.5);
    }
}
