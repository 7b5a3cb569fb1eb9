//! Wins, draws and losses.

use std::collections::BTreeMap;

/// What a match is worth to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// A whole point.
    Win,
    /// A point that so many share.
    Draw(usize),
    /// Nothing.
    Loss,
}

impl Score {
    /// By the places of the player and one opponent, 1 is best.
    pub fn of_places(own: u8, other: u8) -> Self {
        match own.cmp(&other) {
            std::cmp::Ordering::Less => Self::Win,
            std::cmp::Ordering::Equal => Self::Draw(2),
            std::cmp::Ordering::Greater => Self::Loss,
        }
    }

    /// Of a seat by the places of all: the point goes to whoever is first, so that every match has
    /// one to give, however many play.
    pub fn at_table(places: &[u8], seat: usize) -> Self {
        if places[seat] != 1 {
            return Self::Loss;
        }
        let first = places.iter().map(|place| usize::from(*place == 1));
        match first.sum() {
            1 => Self::Win,
            first => Self::Draw(first),
        }
    }

    /// Of a player alone, who is always first: what it was to do brings points.
    pub fn alone(points: &[i32]) -> Self {
        if points.first().is_some_and(|points| *points > 0) {
            Self::Win
        } else {
            Self::Loss
        }
    }

    /// 1, a part of 1, or 0.
    pub fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw(first) => 1.0 / first as f64,
            Self::Loss => 0.0,
        }
    }
}

/// Matches of a player by what they were worth.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    wins: u64,
    /// By how many shared the point: a sum of parts would depend on the order in which matches
    /// end, by rounding.
    draws: BTreeMap<usize, u64>,
    losses: u64,
}

impl Tally {
    /// Adds a match.
    pub fn add(&mut self, score: Score) {
        *match score {
            Score::Win => &mut self.wins,
            Score::Draw(first) => self.draws.entry(first).or_default(),
            Score::Loss => &mut self.losses,
        } += 1;
    }

    /// Matches won.
    pub const fn wins(&self) -> u64 {
        self.wins
    }

    /// Matches drawn: the player was first, but not alone.
    pub fn draws(&self) -> u64 {
        self.draws.values().sum()
    }

    /// Matches lost.
    pub const fn losses(&self) -> u64 {
        self.losses
    }

    /// Number of matches.
    pub fn matches(&self) -> u64 {
        self.wins + self.draws() + self.losses
    }

    /// The share of all points, a draw being a part of one; `None` without matches.
    pub fn share(&self) -> Option<f64> {
        let matches = self.matches();
        let draws = self.draws.iter();
        let drawn: f64 = draws
            .map(|(first, draws)| *draws as f64 / *first as f64)
            .sum();
        (matches > 0).then(|| (self.wins as f64 + drawn) / matches as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(scores: impl IntoIterator<Item = Score>) -> Tally {
        let mut tally = Tally::default();
        scores.into_iter().for_each(|score| tally.add(score));
        tally
    }

    #[test]
    fn a_draw_of_two_is_half_a_win() {
        assert_eq!(Tally::default().share(), None);
        let places = [(1, 2), (1, 1), (2, 1), (1, 1)];
        let tally = tally(places.map(|(own, other)| Score::of_places(own, other)));
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (1, 2, 1));
        assert_eq!((tally.matches(), tally.share()), (4, Some(0.5)));
        let points = Score::of_places(1, 2).points() + Score::Draw(2).points();
        assert!((points - 1.5).abs() < 1e-9);
    }

    #[test]
    fn those_who_are_first_share_one_point() {
        let tables: [&[u8]; 5] = [
            &[1, 2],
            &[2, 1, 2, 2],
            &[3, 1, 1],
            &[1, 4, 1, 1],
            &[1, 1, 1, 1],
        ];
        for places in tables {
            let scores = (0..places.len()).map(|seat| Score::at_table(places, seat));
            let points: f64 = scores.map(Score::points).sum();
            assert!((points - 1.0).abs() < 1e-9, "{places:?}");
        }
        let of_seats = [0, 1, 2, 3].map(|seat| Score::at_table(tables[3], seat));
        let third = Score::Draw(3);
        assert_eq!(of_seats, [third, Score::Loss, third, third]);
        // Of two seats it is what their places say.
        for (own, other) in [(1, 2), (1, 1), (2, 1)] {
            let score = Score::at_table(&[own, other], 0);
            assert_eq!(score, Score::of_places(own, other));
        }
    }

    #[test]
    fn alone_only_points_are_a_win() {
        assert_eq!(Score::alone(&[1]), Score::Win);
        assert_eq!(Score::alone(&[0]), Score::Loss);
        assert_eq!(Score::alone(&[]), Score::Loss);
    }

    #[test]
    fn parts_of_points_make_the_same_share_in_any_order() {
        let scores = |match_: usize| match match_ % 5 {
            0 => Score::Win,
            1 => Score::Loss,
            first => Score::Draw(first),
        };
        let forwards = tally((0..1000).map(scores));
        let backwards = tally((0..1000).rev().map(scores));
        assert_eq!(forwards, backwards);
        assert_eq!(forwards.share(), backwards.share());
        assert_eq!(forwards.draws(), 600);
        let expected = (1.0 + 1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 4.0) / 5.0;
        assert!((forwards.share().unwrap() - expected).abs() < 1e-12);
    }
}
