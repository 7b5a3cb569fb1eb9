//! Actors, viewers, and what a position waits for.

use std::fmt;

use crate::chance::ChanceKey;
use crate::outcome::Outcome;
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
