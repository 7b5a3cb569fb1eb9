//! Adjudication: the end of a match because the scores that both players declare agree on it.
//!
//! It is a function of the recorded scores, so every replay comes to the same end.

use serde::{Deserialize, Serialize};

use crate::game::Outcome;
use crate::seat::Seat;

/// The rule of an outcome by adjudication, in place of the id of a game's rule.
pub const ADJUDICATED: &str = "adjudicated";

/// Number of seats of a match that can be adjudicated.
const SEATS: usize = 2;

/// Maximum score of a rule.
const MAX_SCORE: u32 = 1_000_000;

/// Maximum number of turns of a rule.
const MAX_TURNS: u32 = 10_000;

/// When a match is adjudicated.
///
/// Every player may declare the score of its search with a submission: what it expects, in the unit of
/// [`GameSpec::score_unit`](crate::GameSpec::score_unit), larger being better for itself. A turn has the
/// score of its last submission, and none if that declares none. Turns with a score that does not meet a rule,
/// or without a score, restart its count.
///
/// ```
/// use botwerk_engine::{Adjudication, ResignRule};
///
/// let resign = ResignRule { score: 600, turns: 3 };
/// let rules = Adjudication { resign: Some(resign), draw: None };
/// assert_eq!(rules.errors(2), []);
/// assert_eq!(rules.errors(3).len(), 1);
/// assert_eq!(Adjudication::default().errors(2).len(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// When a match is lost.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resign: Option<ResignRule>,
    /// When a match is drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw: Option<DrawRule>,
}

/// A player loses once it and its opponent have agreed for a number of turns that it will.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The loser declares at most minus this score, the opponent at least this score.
    pub score: u32,
    /// Number of latest turns of each player that all have such scores.
    pub turns: u32,
}

/// A match is drawn once both players have agreed for a number of turns that it is even.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Both players declare scores from minus this score to this score.
    pub score: u32,
    /// Number of latest turns of each player that all have such scores.
    pub turns: u32,
    /// The first turn of each player that counts, from 1.
    pub min_turn: u32,
}

/// An error of an [`Adjudication`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct AdjudicationError {
    /// The field, such as `adjudication.resign.score`.
    pub field: &'static str,
    /// What is wrong with it, as human-readable text.
    pub message: String,
}

impl Adjudication {
    /// Returns all errors of the rules in a match with this number of seats.
    pub fn errors(&self, seats: usize) -> Vec<AdjudicationError> {
        let mut errors = Vec::new();
        let mut report = |field, message| errors.push(AdjudicationError { field, message });
        if seats != SEATS {
            let message =
                format!("expected a match of {SEATS} seats, found {seats} seats; omit it");
            report("adjudication", message);
        }
        if self.resign.is_none() && self.draw.is_none() {
            let message = "expected a rule, [adjudication.resign] or [adjudication.draw]";
            report("adjudication", message.into());
        }
        let numbers = [
            (
                "adjudication.resign.score",
                self.resign.map(|it| it.score),
                1,
                MAX_SCORE,
            ),
            (
                "adjudication.resign.turns",
                self.resign.map(|it| it.turns),
                1,
                MAX_TURNS,
            ),
            (
                "adjudication.draw.score",
                self.draw.map(|it| it.score),
                0,
                MAX_SCORE,
            ),
            (
                "adjudication.draw.turns",
                self.draw.map(|it| it.turns),
                1,
                MAX_TURNS,
            ),
            (
                "adjudication.draw.min_turn",
                self.draw.map(|it| it.min_turn),
                1,
                MAX_TURNS,
            ),
        ];
        for (field, number, min, max) in numbers {
            if let Some(found) = number.filter(|it| !(min..=max).contains(it)) {
                report(field, format!("expected {min} to {max}, found {found}"));
            }
        }
        if let (Some(resign), Some(draw)) = (self.resign, self.draw)
            && draw.score >= resign.score
        {
            let message = format!(
                "must be below the {} of adjudication.resign.score",
                resign.score
            );
            report("adjudication.draw.score", message);
        }
        errors
    }
}

/// Numbers of latest turns of a seat that all meet a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Streaks {
    won: u32,
    lost: u32,
    drawn: u32,
}

/// Counts the turns of a match that agree on its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    streaks: [Streaks; SEATS],
    outcome: Option<Outcome>,
}

impl Adjudicator {
    /// Creates an adjudicator at the start of a match of two seats.
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            streaks: [Streaks::default(); SEATS],
            outcome: None,
        }
    }

    /// Returns the rules.
    pub(crate) fn rules(&self) -> Adjudication {
        self.rules
    }

    /// Returns the outcome once the match is adjudicated.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Records a completed turn of a seat with the score that it declares.
    pub(crate) fn record_turn(&mut self, seat: Seat, turn: u32, score: Option<i32>) {
        let Some(streaks) = self.streaks.get_mut(seat.index()) else {
            return;
        };
        let score = score.map(i64::from);
        let extend = |streak: u32, meets: bool| if meets { streak.saturating_add(1) } else { 0 };
        if let Some(rule) = self.rules.resign {
            let limit = i64::from(rule.score);
            streaks.won = extend(streaks.won, score.is_some_and(|score| score >= limit));
            streaks.lost = extend(streaks.lost, score.is_some_and(|score| score <= -limit));
        }
        if let Some(rule) = self.rules.draw {
            let limit = i64::from(rule.score);
            let is_even = score.is_some_and(|score| score.abs() <= limit);
            streaks.drawn = extend(streaks.drawn, is_even && turn >= rule.min_turn);
        }
        if self.outcome.is_none() {
            self.outcome = self.due_outcome();
        }
    }

    /// Returns the outcome on which the latest turns of both seats agree.
    fn due_outcome(&self) -> Option<Outcome> {
        let [first, second] = self.streaks;
        let ranks = if let Some(rule) = self.rules.resign
            && first.won.min(second.lost) >= rule.turns
        {
            [1, 0]
        } else if let Some(rule) = self.rules.resign
            && second.won.min(first.lost) >= rule.turns
        {
            [0, 1]
        } else if let Some(rule) = self.rules.draw
            && first.drawn.min(second.drawn) >= rule.turns
        {
            [0, 0]
        } else {
            return None;
        };
        Some(Outcome::ranked(&ranks, Vec::new(), ADJUDICATED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        resign: Some(ResignRule {
            score: 500,
            turns: 2,
        }),
        draw: Some(DrawRule {
            score: 10,
            turns: 2,
            min_turn: 3,
        }),
    };

    /// Returns the number of turns after which a match with these scores, in turn of both seats, is
    /// adjudicated, and the places.
    fn adjudicate(scores: &[Option<i32>]) -> Option<(usize, Vec<u8>)> {
        let mut adjudicator = Adjudicator::new(RULES);
        let seats: Vec<Seat> = Seat::all(2).collect();
        for (index, score) in scores.iter().enumerate() {
            adjudicator.record_turn(seats[index % 2], index as u32 / 2 + 1, *score);
            if let Some(outcome) = adjudicator.outcome() {
                assert_eq!(outcome.rule, ADJUDICATED);
                return Some((index + 1, outcome.places.clone()));
            }
        }
        None
    }

    #[test]
    fn loser_and_winner_agree_for_the_given_number_of_turns() {
        let (up, down) = (Some(500), Some(-500));
        assert_eq!(adjudicate(&[up, down, up, down]), Some((4, vec![1, 2])));
        assert_eq!(adjudicate(&[down, up, down, up]), Some((4, vec![2, 1])));
        assert_eq!(adjudicate(&[up, down, up]), None);
        assert_eq!(
            adjudicate(&[Some(9), down, up, down, up]),
            Some((5, vec![1, 2]))
        );
    }

    #[test]
    fn one_player_alone_ends_nothing() {
        let (up, down) = (Some(30_000), Some(-30_000));
        for other in [None, Some(499), Some(0), up] {
            assert_eq!(adjudicate(&[up, other].repeat(9)), None, "{other:?}");
        }
        for other in [None, Some(-499), Some(0), down] {
            assert_eq!(adjudicate(&[down, other].repeat(9)), None, "{other:?}");
        }
    }

    #[test]
    fn a_turn_that_does_not_agree_or_has_no_score_starts_the_count_anew() {
        let (up, down) = (Some(700), Some(-700));
        for gap in [None, Some(499), Some(-700)] {
            let scores = [up, down, gap, down, up, down, up, down];
            assert_eq!(adjudicate(&scores), Some((7, vec![1, 2])), "{gap:?}");
        }
    }

    #[test]
    fn draw_counts_from_its_first_turn() {
        let even = [Some(10), Some(-10)];
        assert_eq!(adjudicate(&even.repeat(4)), Some((8, vec![1, 1])));
        assert_eq!(adjudicate(&[Some(11), Some(0)].repeat(9)), None);
    }

    #[test]
    fn extreme_scores_do_not_overflow() {
        let scores = [Some(i32::MIN), Some(i32::MAX)].repeat(2);
        assert_eq!(adjudicate(&scores), Some((4, vec![2, 1])));
    }

    #[test]
    fn rules_that_contradict_each_other_are_errors() {
        let fields = |rules: Adjudication| -> Vec<_> {
            rules.errors(2).iter().map(|error| error.field).collect()
        };
        assert_eq!(fields(RULES), [""; 0]);
        let draw = DrawRule {
            score: 500,
            turns: 0,
            min_turn: 0,
        };
        let rules = Adjudication {
            draw: Some(draw),
            ..RULES
        };
        let expected = [
            "adjudication.draw.turns",
            "adjudication.draw.min_turn",
            "adjudication.draw.score",
        ];
        assert_eq!(fields(rules), expected);
        assert_eq!(fields(Adjudication::default()), ["adjudication"]);
    }
}
