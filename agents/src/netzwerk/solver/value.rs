//! What a position is worth, and how tables keep it in one byte.

use std::fmt;

/// The longest distance, in turns, that a table can hold.
pub const LONGEST: u8 = 125;

/// What a position at the start of a turn is worth to the side to move, distances in turns of
/// both sides: the winner takes the shortest way, the loser the longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins in so many turns; an odd number, unless the opponent has to win for it (NW-23).
    Win(u8),
    /// Neither side can force anything: play goes on for ever.
    Draw,
    /// It loses in so many turns; 0 if it cannot move a robot (NW-21).
    Loss(u8),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(turns) => write!(f, "win {turns}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(turns) => write!(f, "loss {turns}"),
        }
    }
}

/// A value as a byte that is greater the better it is: `n` for a loss in n turns, 127 for a draw,
/// `255 - n` for a win in n turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Score(pub(super) u8);

impl Score {
    /// What nobody has proven to be anything else.
    pub(super) const DRAW: Self = Self(127);
    /// Nothing that can be done: the side to move has lost (NW-21).
    pub(super) const STUCK: Self = Self(0);
    /// A robot's action wins the match.
    pub(super) const WINS_NOW: Self = Self(254);
    /// A robot's action wins the match for the opponent (NW-23).
    pub(super) const LOSES_NOW: Self = Self(1);

    pub(super) const fn of(value: Value) -> Self {
        match value {
            Value::Win(turns) => Self(255 - turns),
            Value::Draw => Self::DRAW,
            Value::Loss(turns) => Self(turns),
        }
    }

    pub(super) const fn value(self) -> Value {
        match self.0 {
            turns @ 0..127 => Value::Loss(turns),
            127 => Value::Draw,
            more => Value::Win(255 - more),
        }
    }

    /// What a turn is worth that leads to a position of this value for the opponent.
    ///
    /// Distances end at 126 for a loss and 127 for a win; whoever sees one above [`LONGEST`]
    /// knows that a byte is too small.
    pub(super) const fn before(self) -> Self {
        match self.0 {
            lost @ 0..127 => Self(254 - lost),
            127 => Self::DRAW,
            128 => Self(126),
            won => Self((256 - won as u16) as u8),
        }
    }
}

/// [`Score::before`] of every byte.
pub(super) static BEFORE: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = Score(byte as u8).before().0;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_in_the_order_of_their_worth() {
        let rising = [
            Value::Loss(0),
            Value::Loss(1),
            Value::Loss(LONGEST),
            Value::Draw,
            Value::Win(LONGEST),
            Value::Win(1),
            Value::Win(0),
        ];
        let scores = rising.map(Score::of);
        assert!(scores.is_sorted_by(|a, b| a < b));
        assert_eq!(scores.map(Score::value), rising);
    }

    #[test]
    fn a_turn_turns_the_value_round_and_counts_itself() {
        let before = |value| Score::of(value).before().value();
        assert_eq!(before(Value::Loss(0)), Value::Win(1));
        assert_eq!(before(Value::Win(0)), Value::Loss(1));
        assert_eq!(before(Value::Win(3)), Value::Loss(4));
        assert_eq!(before(Value::Draw), Value::Draw);
        assert_eq!(before(Value::Loss(LONGEST - 1)), Value::Win(LONGEST));
        assert_eq!(before(Value::Win(127)), Value::Loss(126));
    }
}
