//! Values of positions, and their encoding in one byte.

use std::fmt;

/// Longest distance in turns that a table can contain.
pub const LONGEST: u8 = 125;

/// The value of a position at the start of a turn for the side to move. Distances count the turns
/// of both sides: the winner takes the shortest way, the loser the longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Win in this number of turns; an odd number, unless the opponent must win for it (NW-23).
    Win(u8),
    /// Neither side can force a win: play continues forever.
    Draw,
    /// Loss in this number of turns; 0 if the side cannot move a robot (NW-21).
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

/// A value as a byte that increases with the value: n for a loss in n turns, 127 for a draw, 255 - n
/// for a win in n turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Score(pub(super) u8);

impl Score {
    /// A draw, or an unproven position.
    pub(super) const DRAW: Self = Self(127);
    /// No legal action: the side to move has lost (NW-21).
    pub(super) const STUCK: Self = Self(0);
    /// A robot's action wins the match.
    pub(super) const WINS_NOW: Self = Self(254);
    /// A robot's action wins the match for the opponent (NW-23).
    pub(super) const LOSES_NOW: Self = Self(1);

    pub(super) const fn from_value(value: Value) -> Self {
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
            win => Value::Win(255 - win),
        }
    }

    /// Returns the score of a turn that leads to a position of this score for the opponent.
    ///
    /// Distances are capped at 126 for a loss and 127 for a win; a distance above [`LONGEST`] shows
    /// that a byte is too small.
    pub(super) const fn before_turn(self) -> Self {
        match self.0 {
            loss @ 0..127 => Self(254 - loss),
            127 => Self::DRAW,
            128 => Self(126),
            win => Self((256 - win as u16) as u8),
        }
    }
}

/// [`Score::before_turn`] of every byte.
pub(super) static SCORE_BEFORE_TURN: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = Score(byte as u8).before_turn().0;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_increase_with_their_value() {
        let ascending = [
            Value::Loss(0),
            Value::Loss(1),
            Value::Loss(LONGEST),
            Value::Draw,
            Value::Win(LONGEST),
            Value::Win(1),
            Value::Win(0),
        ];
        let scores = ascending.map(Score::from_value);
        assert!(scores.is_sorted_by(|a, b| a < b));
        assert_eq!(scores.map(Score::value), ascending);
    }

    #[test]
    fn score_before_a_turn_negates_the_value_and_adds_a_turn() {
        let before = |value| Score::from_value(value).before_turn().value();
        assert_eq!(before(Value::Loss(0)), Value::Win(1));
        assert_eq!(before(Value::Win(0)), Value::Loss(1));
        assert_eq!(before(Value::Win(3)), Value::Loss(4));
        assert_eq!(before(Value::Draw), Value::Draw);
        assert_eq!(before(Value::Loss(LONGEST - 1)), Value::Win(LONGEST));
        assert_eq!(before(Value::Win(127)), Value::Loss(126));
    }
}
