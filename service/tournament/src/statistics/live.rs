//! Ratings for display while a tournament is running.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Ratings by Weng and Lin (A Bayesian approximation method for online ranking, 2011) in the order
/// in which matches ended. As that order is arbitrary, they are for display only.
#[derive(Debug, Clone)]
pub struct LiveRatings {
    ratings: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl LiveRatings {
    /// Creates the ratings before the first match.
    pub fn new(entrants: usize) -> Self {
        Self {
            ratings: vec![WengLinRating::new(); entrants],
            config: WengLinConfig::new(),
        }
    }

    /// Adds entrants, up to this number of all.
    pub fn extend(&mut self, entrants: usize) {
        self.ratings.resize(entrants, WengLinRating::new());
    }

    /// Adds a match, given the entrant and the place of each seat.
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

    /// Returns the rating of an entrant, which starts at 25, and its standard deviation.
    pub fn rating_and_deviation(&self, entrant: usize) -> [f64; 2] {
        let rating = self.ratings[entrant];
        [rating.rating, rating.uncertainty]
    }
}

impl Serialize for LiveRatings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ratings = self.ratings.iter();
        serializer.collect_seq(ratings.map(|rating| (rating.rating, rating.uncertainty)))
    }
}

impl<'de> Deserialize<'de> for LiveRatings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ratings = Vec::<(f64, f64)>::deserialize(deserializer)?.into_iter();
        let rating = |(rating, uncertainty)| WengLinRating {
            rating,
            uncertainty,
        };
        Ok(Self {
            ratings: ratings.map(rating).collect(),
            config: WengLinConfig::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winner_rises_and_all_players_become_more_certain() {
        let mut live = LiveRatings::new(4);
        for _ in 0..20 {
            live.add(&[2, 0, 1], &[1, 2, 2]);
        }
        let [low, high, idle] = [0, 2, 3].map(|entrant| live.rating_and_deviation(entrant));
        assert!(high[0] > 25.0 && low[0] < 25.0);
        assert!(high[1] < idle[1] && low[1] < idle[1]);
        assert!((idle[0] - 25.0).abs() < 1e-9);
        let other_low = live.rating_and_deviation(1);
        assert!((low[0] - other_low[0]).abs() < 0.5);
    }
}
