//! Counts of wins, draws and losses.

use std::collections::BTreeMap;

/// The score of one match for an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// One point.
    Win,
    /// A point shared by this number of seats.
    Draw(usize),
    /// No point.
    Loss,
}

impl Score {
    /// Returns the score for the places of a seat and one opponent; 1 is best.
    pub fn from_two_places(place: u8, opponent: u8) -> Self {
        match place.cmp(&opponent) {
            std::cmp::Ordering::Less => Self::Win,
            std::cmp::Ordering::Equal => Self::Draw(2),
            std::cmp::Ordering::Greater => Self::Loss,
        }
    }

    /// Returns the score of a seat for the places of all seats. The first places share the point,
    /// so every match distributes exactly one.
    ///
    /// ```
    /// use botwerk_agents::strength::Score;
    ///
    /// let places = [1, 4, 1, 3];
    /// assert_eq!(Score::from_places(&places, 0), Score::Draw(2));
    /// assert_eq!(Score::from_places(&places, 1), Score::Loss);
    /// assert_eq!(Score::from_places(&places, 0).points(), 0.5);
    /// ```
    pub fn from_places(places: &[u8], seat: usize) -> Self {
        if places[seat] != 1 {
            return Self::Loss;
        }
        let is_first = places.iter().map(|place| usize::from(*place == 1));
        match is_first.sum() {
            1 => Self::Win,
            winners => Self::Draw(winners),
        }
    }

    /// Returns the score of a seat for the places and points of all seats, of which the points may be missing. A single seat,
    /// whose place is always 1, wins if it has points.
    pub fn from_outcome(places: &[u8], points: &[i32], seat: usize) -> Self {
        match (places, points) {
            ([_], [points, ..]) if *points > 0 => Self::Win,
            ([_], _) => Self::Loss,
            (places, _) => Self::from_places(places, seat),
        }
    }

    /// Returns the score as a number: 1, a fraction of 1, or 0.
    pub fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw(winners) => 1.0 / winners as f64,
            Self::Loss => 0.0,
        }
    }
}

/// Matches of an agent, counted by score.
///
/// ```
/// use botwerk_agents::strength::{Score, WinDrawLoss};
///
/// let mut tally = WinDrawLoss::default();
/// assert_eq!(tally.score_rate(), None);
/// for [own, other] in [[1, 2], [1, 1], [1, 2], [2, 1]] {
///     tally.add(Score::from_two_places(own, other));
/// }
/// assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 1, 1));
/// assert_eq!(tally.score_rate(), Some(2.5 / 4.0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WinDrawLoss {
    wins: u64,
    /// By the number of seats that shared the point. A running sum of fractions would depend, by
    /// rounding, on the order of the matches.
    draws: BTreeMap<usize, u64>,
    losses: u64,
}

impl WinDrawLoss {
    /// Adds a match.
    pub fn add(&mut self, score: Score) {
        *match score {
            Score::Win => &mut self.wins,
            Score::Draw(winners) => self.draws.entry(winners).or_default(),
            Score::Loss => &mut self.losses,
        } += 1;
    }

    /// Returns the number of wins.
    pub const fn wins(&self) -> u64 {
        self.wins
    }

    /// Returns the number of draws: matches in which the agent shared the first place.
    pub fn draws(&self) -> u64 {
        self.draws.values().sum()
    }

    /// Returns the number of losses.
    pub const fn losses(&self) -> u64 {
        self.losses
    }

    /// Returns the number of matches.
    pub fn matches(&self) -> u64 {
        self.wins + self.draws() + self.losses
    }

    /// Returns the points divided by their maximum, or `None` without matches.
    pub fn score_rate(&self) -> Option<f64> {
        let matches = self.matches();
        let draws = self.draws.iter();
        let draw_points: f64 = draws
            .map(|(winners, draws)| *draws as f64 / *winners as f64)
            .sum();
        (matches > 0).then(|| (self.wins as f64 + draw_points) / matches as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(scores: impl IntoIterator<Item = Score>) -> WinDrawLoss {
        let mut tally = WinDrawLoss::default();
        scores.into_iter().for_each(|score| tally.add(score));
        tally
    }

    #[test]
    fn draw_of_two_scores_half_a_win() {
        assert_eq!(WinDrawLoss::default().score_rate(), None);
        let places = [(1, 2), (1, 1), (2, 1), (1, 1)];
        let tally = tally(places.map(|(place, other)| Score::from_two_places(place, other)));
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (1, 2, 1));
        assert_eq!((tally.matches(), tally.score_rate()), (4, Some(0.5)));
        let points = Score::from_two_places(1, 2).points() + Score::Draw(2).points();
        assert!((points - 1.5).abs() < 1e-9);
    }

    #[test]
    fn first_places_share_one_point() {
        let matches: [&[u8]; 5] = [
            &[1, 2],
            &[2, 1, 2, 2],
            &[3, 1, 1],
            &[1, 4, 1, 1],
            &[1, 1, 1, 1],
        ];
        for places in matches {
            let scores = (0..places.len()).map(|seat| Score::from_places(places, seat));
            let points: f64 = scores.map(Score::points).sum();
            assert!((points - 1.0).abs() < 1e-9, "{places:?}");
        }
        let scores = [0, 1, 2, 3].map(|seat| Score::from_places(matches[3], seat));
        let third = Score::Draw(3);
        assert_eq!(scores, [third, Score::Loss, third, third]);
        // With two seats, both functions agree.
        for (place, other) in [(1, 2), (1, 1), (2, 1)] {
            let score = Score::from_places(&[place, other], 0);
            assert_eq!(score, Score::from_two_places(place, other));
        }
    }

    #[test]
    fn single_seat_wins_only_with_points() {
        assert_eq!(Score::from_outcome(&[1], &[1], 0), Score::Win);
        assert_eq!(Score::from_outcome(&[1], &[0], 0), Score::Loss);
        assert_eq!(Score::from_outcome(&[1], &[], 0), Score::Loss);
        assert_eq!(Score::from_outcome(&[1, 2], &[0, 9], 0), Score::Win);
    }

    #[test]
    fn score_rate_does_not_depend_on_the_order_of_matches() {
        let scores = |match_: usize| match match_ % 5 {
            0 => Score::Win,
            1 => Score::Loss,
            winners => Score::Draw(winners),
        };
        let forwards = tally((0..1000).map(scores));
        let backwards = tally((0..1000).rev().map(scores));
        assert_eq!(forwards, backwards);
        assert_eq!(forwards.score_rate(), backwards.score_rate());
        assert_eq!(forwards.draws(), 600);
        let expected = (1.0 + 1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 4.0) / 5.0;
        assert!((forwards.score_rate().unwrap() - expected).abs() < 1e-12);
    }
}
