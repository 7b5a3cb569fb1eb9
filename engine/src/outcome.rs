//! How a match ended.

/// The result of a finished match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The place of each seat, 1 is best; equal seats share a place and the next one is skipped
    /// (`[1, 2, 2, 4]`).
    pub places: Vec<u8>,
    /// Points of each seat where the game counts any (chips, mines), else empty.
    pub points: Vec<i32>,
    /// The id of the rule that ended the match, such as `MR-26`.
    pub rule: &'static str,
}

impl Outcome {
    /// The outcome in which a seat with a higher rank comes first; equal ranks share a place.
    pub fn ranked<R: Ord>(ranks: &[R], points: Vec<i32>, rule: &'static str) -> Self {
        let better = |rank: &R| ranks.iter().filter(|other| *other > rank).count();
        let places = ranks.iter().map(|rank| 1 + better(rank) as u8).collect();
        Self {
            places,
            points,
            rule,
        }
    }

    /// The seats that share the first place.
    pub fn winners(&self) -> impl Iterator<Item = usize> {
        self.places
            .iter()
            .enumerate()
            .filter(|(_, place)| **place == 1)
            .map(|(seat, _)| seat)
    }
}
