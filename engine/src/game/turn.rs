//! Actors, viewers, what a position waits for, and the outcome of a match.

use std::fmt;

use crate::chance::ChanceKey;
use crate::seat::{Seat, Seats};

/// The originator of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// Chance, sampled from the seed of the match.
    Chance,
    /// A seat.
    Seat(Seat),
    /// The referee, for what no seat chooses: time limits, departures.
    Referee,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chance => f.write_str("chance"),
            Self::Seat(seat) => write!(f, "seat {seat}"),
            Self::Referee => f.write_str("the referee"),
        }
    }
}

/// A seat or the spectators: the recipient of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player on a seat.
    Seat(Seat),
    /// A viewer without a seat.
    Spectator,
}

/// What a position waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// One or more seats must act.
    Decision(Decision),
    /// Chance acts; the key names the outcome to sample.
    Chance(ChanceKey),
    /// The match has ended.
    Over(Outcome),
}

/// A point of the match at which one or more seats must act.
///
/// A seat is sent a new action request whenever `stage` or `number` changes. While both stay the
/// same it still answers the same request, regardless of the actions of other seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The seats that may act, in any order if there are several.
    pub seats: Seats,
    /// The game's name for this kind of decision: `race`, `show`.
    pub stage: &'static str,
    /// Distinguishes decisions of the same stage.
    pub number: u32,
    /// Whether the seats act at the same time and the earliest action counts.
    pub simultaneous: bool,
}

impl<A> Deadline<A> {
    /// Returns the limit with another type of action.
    pub fn map<B>(self, convert: impl FnOnce(A) -> B) -> Deadline<B> {
        Deadline {
            milliseconds: self.milliseconds,
            action: convert(self.action),
            replaces_flagging: self.replaces_flagging,
        }
    }
}

impl Decision {
    /// Returns `true` if a seat answers the same request in both, whichever seats have acted in between.
    pub fn is_same(&self, other: &Self) -> bool {
        self.stage == other.stage && self.number == other.number
    }
}

/// A time limit that the rules set for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline<A> {
    /// Maximum duration of the decision, in milliseconds.
    pub milliseconds: u64,
    /// The referee action that applies once the limit has expired.
    pub action: A,
    /// Whether the action also applies when the clock of the seat runs out first, in place of
    /// flagging the seat.
    pub replaces_flagging: bool,
}

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
