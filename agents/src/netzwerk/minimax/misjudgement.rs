//! The errors of players at low levels.

use botwerk_engine::Game;

use crate::agent::DecisionRequest;

/// How a weak player errs: by an error of its own for each position, which stays the same throughout a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Misjudgement {
    /// Selects the errors.
    seed: u64,
    /// Standard deviation of the errors.
    error: i32,
}

impl Misjudgement {
    /// Returns the errors of a seat with this standard deviation, or `None` if that is 0.
    pub(super) fn of_seat<G: Game>(request: &DecisionRequest<'_, G>, error: i32) -> Option<Self> {
        let mut generator = request.seed.rng_for_agent(request.seat, 0);
        (error > 0).then(|| Self {
            seed: generator.next_u64(),
            error,
        })
    }

    /// Returns the error in the value of the position with this key.
    pub(super) fn of(self, key: u64) -> i32 {
        let mixed = splitmix(key ^ self.seed);
        // The sum of four uniform numbers is nearly normal.
        let parts = (0..4).map(|part| (mixed >> (16 * part) & 0xffff) as i64);
        let sum: i64 = parts.sum();
        ((sum - SUM_MEAN) * i64::from(self.error) / SUM_DEVIATION) as i32
    }
}

/// Mean of a sum of four numbers of 16 bits.
const SUM_MEAN: i64 = 2 * 0xffff;

/// Standard deviation of such a sum: 65536 times the square root of 4/12.
const SUM_DEVIATION: i64 = 37_837;

/// Returns bits that depend on all bits of a number (the finalizer of `SplitMix64`: G. L. Steele and others, OOPSLA 2014).
const fn splitmix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_normal_and_stay_the_same() {
        let (one, other) = (
            Misjudgement {
                seed: 1,
                error: 500,
            },
            Misjudgement {
                seed: 2,
                error: 500,
            },
        );
        let errors: Vec<f64> = (0..10_000).map(|key| f64::from(one.of(key))).collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let squares: f64 = errors.iter().map(|error| error * error).sum();
        let deviation = (squares / errors.len() as f64).sqrt();
        assert!(mean.abs() < 20.0 && (deviation - 500.0).abs() < 20.0);
        assert_eq!(one.of(7), one.of(7));
        assert_ne!(one.of(7), other.of(7));
    }
}
