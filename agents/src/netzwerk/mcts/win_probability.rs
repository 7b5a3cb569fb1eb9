//! Win probabilities: the expected result of a match, from 0 for a loss to 1 for a win.

use botwerk_engine::netzwerk::{End, Side};

/// Value in hundredths of a robot at which a win is e times as likely as a loss.
const SCALE: f64 = 200.0;

/// Maximum value in hundredths of a robot that is not a win.
const MAX_VALUE: f64 = 2_000.0;

/// Returns the win probability for a value in hundredths of a robot.
pub(super) fn from_value(value: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(value) / SCALE))
}

/// Returns the value in hundredths of a robot for a win probability.
pub(super) fn to_value(probability: f64) -> i64 {
    let value = SCALE * (libm::log(probability) - libm::log(1.0 - probability));
    value.clamp(-MAX_VALUE, MAX_VALUE) as i64
}

/// Returns White's win probability in a match that has ended.
pub(super) const fn from_end(end: End) -> f64 {
    match end.winner {
        Some(side) => from_win(side),
        None => 0.5,
    }
}

/// Returns White's win probability in a match that a side wins.
pub(super) const fn from_win(side: Side) -> f64 {
    match side {
        Side::White => 1.0,
        Side::Black => 0.0,
    }
}

/// Converts White's win probability into a side's, or a side's into White's.
pub(super) const fn for_side(side: Side, probability: f64) -> f64 {
    match side {
        Side::White => probability,
        Side::Black => 1.0 - probability,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_inverse() {
        for value in [-900, -100, 0, 40, 1000] {
            let round_trip = to_value(from_value(value));
            assert!(
                (round_trip - i64::from(value)).abs() <= 1,
                "{value}: {round_trip}"
            );
        }
        assert_eq!([to_value(0.0), to_value(1.0)], [-2_000, 2_000]);
    }
}
