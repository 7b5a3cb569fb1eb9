//! Outcomes of matches.

/// The outcome of a match: places, points and the rule that ended it.
///
/// ```
/// use botwerk_engine::Outcome;
///
/// let outcome = Outcome::ranked(&[3, 5, 5, 1], vec![], "MR-26");
/// assert_eq!(outcome.places, [3, 1, 1, 4]);
/// assert_eq!(outcome.winners().collect::<Vec<_>>(), [1, 2]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The place of each seat; 1 is best. Equal seats share a place, and the following places are
    /// skipped (`[1, 2, 2, 4]`).
    pub places: Vec<u8>,
    /// Points of each seat (chips, mines). Empty if the game has no points.
    pub points: Vec<i32>,
    /// The id of the rule that ended the match, such as `MR-26`.
    pub rule: &'static str,
}

impl Outcome {
    /// Creates the outcome in which seats with higher ranks have better places and equal ranks share a
    /// place.
    pub fn ranked<R: Ord>(ranks: &[R], points: Vec<i32>, rule: &'static str) -> Self {
        let better = |rank: &R| ranks.iter().filter(|other| *other > rank).count();
        let places = ranks.iter().map(|rank| 1 + better(rank) as u8).collect();
        Self {
            places,
            points,
            rule,
        }
    }

    /// Returns the indices of the seats in first place.
    pub fn winners(&self) -> impl Iterator<Item = usize> {
        self.places
            .iter()
            .enumerate()
            .filter(|(_, place)| **place == 1)
            .map(|(seat, _)| seat)
    }
}
