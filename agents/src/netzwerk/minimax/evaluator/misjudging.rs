//! An evaluator that errs.

use botwerk_engine::netzwerk::Position;

use super::evaluation::Evaluator;
use crate::netzwerk::minimax::keys::position_key;

/// How a weak player errs: by an error of its own for each position, which stays the same throughout a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::netzwerk::minimax) struct Misjudgement {
    /// Selects the errors.
    pub(in crate::netzwerk::minimax) seed: u64,
    /// Standard deviation of the errors, in about hundredths of a robot.
    pub(in crate::netzwerk::minimax) error: i32,
}

impl Misjudgement {
    /// Returns the error in the value of a position.
    fn error_of(self, position: &Position) -> i32 {
        let mixed = splitmix(position_key(position) ^ self.seed);
        // The sum of four uniform numbers is nearly normal.
        let sum: i64 = (0..4)
            .map(|part| (mixed >> (16 * part) & 0xffff) as i64)
            .sum();
        ((sum - SUM_MEAN) * i64::from(self.error) / SUM_DEVIATION) as i32
    }
}

/// Mean of a sum of four numbers of 16 bits.
const SUM_MEAN: i64 = 2 * 0xffff;

/// Standard deviation of such a sum: 65536 times the square root of 4/12.
const SUM_DEVIATION: i64 = 37_837;

/// Returns bits that depend on all bits of a number (the finalizer of SplitMix64: G. L. Steele and others, OOPSLA 2014).
const fn splitmix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Judges positions as another evaluator does, with errors.
#[derive(Debug)]
pub(super) struct MisjudgingEvaluator<'a> {
    pub(super) evaluator: Box<dyn Evaluator + 'a>,
    pub(super) misjudgement: Misjudgement,
}

impl Evaluator for MisjudgingEvaluator<'_> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluator.evaluate(position) + self.misjudgement.error_of(position)
    }
}
