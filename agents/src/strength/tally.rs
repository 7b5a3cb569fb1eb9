//! Wins, draws and losses.

use serde::Serialize;

/// What a match is worth to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// A whole point.
    Win,
    /// Half a point.
    Draw,
    /// Nothing.
    Loss,
}

impl Score {
    /// By the places of the player and the opponent, 1 is best.
    pub fn of_places(own: u8, other: u8) -> Self {
        match own.cmp(&other) {
            std::cmp::Ordering::Less => Self::Win,
            std::cmp::Ordering::Equal => Self::Draw,
            std::cmp::Ordering::Greater => Self::Loss,
        }
    }

    /// 1, a half, or 0.
    pub const fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }
}

/// Matches of a player by what they were worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
}

impl Tally {
    /// Adds a match.
    pub fn add(&mut self, score: Score) {
        *match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        } += 1;
    }

    /// Number of matches.
    pub const fn matches(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of all points, a draw being half of one; `None` without matches.
    pub fn share(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.matches() > 0).then(|| points / self.matches() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win() {
        let mut tally = Tally::default();
        assert_eq!(tally.share(), None);
        for (own, other) in [(1, 2), (1, 1), (2, 1), (1, 1)] {
            tally.add(Score::of_places(own, other));
        }
        let expected = Tally {
            wins: 1,
            draws: 2,
            losses: 1,
        };
        assert_eq!((tally, tally.share()), (expected, Some(0.5)));
        assert_eq!(Score::of_places(1, 2).points() + Score::Draw.points(), 1.5);
    }
}
