//! Samples, and their bytes in files.

use botwerk_engine::netzwerk::{Fields, Position, Side, Squares};

/// Number of bytes of a sample in a file.
pub const SAMPLE_BYTES: usize = 28;

/// A position at the start of a turn at which the side to move has no win in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The score of a search for the side to move, in hundredths of a robot.
    pub score: i32,
    /// The result of the match for the side to move: 1 for a win, 0 for a draw, -1 for a loss; `None` for a position that
    /// was not in the match.
    pub result: Option<i8>,
}

impl Sample {
    /// Returns the bytes of the sample, little-endian: the squares of White's and of Black's robots and the fields of the
    /// batteries, eight bytes each with a bit for `8 * rank + file`; the score in two; the side to move, 1 for Black; the
    /// result, 127 without one.
    pub fn to_bytes(&self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        let [white, black] = self.position.robots_of_both().map(Squares::bits);
        let points = [white, black, self.position.batteries().bits()];
        for (target, bits) in bytes.chunks_exact_mut(8).zip(points) {
            target.copy_from_slice(&bits.to_le_bytes());
        }
        bytes[24..26].copy_from_slice(&(self.score as i16).to_le_bytes());
        bytes[26] = self.position.side().index() as u8;
        bytes[27] = self.result.unwrap_or(i8::MAX).to_le_bytes()[0];
        bytes
    }

    /// Returns the sample of these bytes.
    pub fn from_bytes(bytes: &[u8; SAMPLE_BYTES]) -> Self {
        let word = |number: usize| {
            let word = bytes[8 * number..].first_chunk().copied();
            u64::from_le_bytes(word.unwrap_or_default())
        };
        let robots = [word(0), word(1)].map(Squares::from_bits);
        let side = Side::ALL[usize::from(bytes[26] & 1)];
        let result = i8::from_le_bytes([bytes[27]]);
        Self {
            position: Position::at_start_of_turn(robots, Fields::from_bits(word(2)), side),
            score: i32::from(i16::from_le_bytes([bytes[24], bytes[25]])),
            result: (result != i8::MAX).then_some(result),
        }
    }
}
