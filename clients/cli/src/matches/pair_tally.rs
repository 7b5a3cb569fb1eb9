//! The pairs of matches between two players, counted as tournaments count them.

use std::collections::BTreeSet;

use botwerk_tournament::statistics::{Pentanomial, Sprt, SprtVerdict};
use botwerk_tournament::{MatchResult, TournamentTally};

use super::finished_match::FinishedMatch;

/// Number of players, and of the matches of a pair.
pub(super) const PAIR: usize = 2;

/// The pairs of matches from one start with seats exchanged, in the order of their starts. A pair that repeats an earlier
/// one is not counted again.
pub(super) struct PairTally(TournamentTally);

impl Default for PairTally {
    fn default() -> Self {
        Self(TournamentTally::new(PAIR, PAIR as u64, BTreeSet::new()))
    }
}

impl PairTally {
    /// Counts the pairs of matches, which may be incomplete, until the sequential test is decided, if there is one.
    pub(super) fn of_matches(matches: &[FinishedMatch], sprt: Option<&Sprt>) -> Self {
        let mut tally = Self::default();
        for played in matches {
            tally.add(played, sprt);
        }
        tally
    }

    /// Adds a match. Matches may come in any order, and count once all before them have come.
    pub(super) fn add(&mut self, played: &FinishedMatch, sprt: Option<&Sprt>) {
        let result = MatchResult {
            seats: played.seats.clone(),
            places: played.places.clone(),
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            fingerprint: Some(played.fingerprint),
            seat_stats: Vec::new(),
        };
        self.0.add(played.r#match, &result, sprt);
    }

    /// Returns the pairs by the points of the first player.
    pub(super) fn pairs(&self) -> Pentanomial {
        self.0.pairs.get(&(0, 1)).copied().unwrap_or_default()
    }

    /// Returns the verdict of the sequential test, or `None` before it is decided.
    pub(super) const fn verdict(&self) -> Option<SprtVerdict> {
        self.0.sprt_verdict
    }

    /// Returns the number of matches that are counted, up to the verdict if there is one.
    pub(super) const fn counted_matches(&self) -> u64 {
        self.0.counted_blocks * PAIR as u64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use botwerk_tournament::statistics::{Hypotheses, Scale};

    use super::*;

    /// A match that the first player wins or loses; those with the same play and seats repeat each other.
    fn played(number: u64, play: u64, has_won: bool) -> FinishedMatch {
        let seats = match number % 2 {
            0 => vec![0, 1],
            _ => vec![1, 0],
        };
        let places = seats
            .iter()
            .map(|player| if (*player == 0) == has_won { 1 } else { 2 });
        let places = places.collect();
        let fingerprint = format!("{play:016x}").parse().unwrap();
        FinishedMatch::for_test(number, number / 2, seats, places, fingerprint)
    }

    #[test]
    fn verdict_is_that_of_a_tournament_in_any_order_of_matches() {
        let sprt = Sprt::new(Hypotheses {
            elo0: 0.0,
            elo1: 100.0,
            scale: Scale::Normalised,
            alpha: 0.05,
            beta: 0.05,
        })
        .unwrap();
        // The first player wins two pairs of three; every fourth pair repeats the one before.
        let pair = |number: u64| number / 2 - u64::from(number / 2 % 4 == 3);
        let matches = |number| played(number, 2 * pair(number) + number % 2, pair(number) % 3 > 0);
        let mut expected = Pentanomial::default();
        let mut distinct = BTreeSet::new();
        let decided = (0..1000).find(|block| {
            if distinct.insert(pair(2 * block)) {
                expected.add(if pair(2 * block) % 3 > 0 { 4 } else { 0 });
            }
            sprt.verdict(&expected) != SprtVerdict::Undecided
        });
        let counted = 2 * (decided.unwrap() + 1);
        assert!(counted > 10, "{counted}");
        for swap in [1, 2, 8] {
            let mut tally = PairTally::default();
            // Matches in progress at the same time end in reverse.
            for start in (0..2000).step_by(swap) {
                for number in (start..start + swap as u64).rev() {
                    tally.add(&matches(number), Some(&sprt));
                }
            }
            assert_eq!(tally.verdict(), Some(SprtVerdict::H1));
            assert_eq!(tally.pairs(), expected);
            assert_eq!(tally.counted_matches(), counted);
        }
    }
}
