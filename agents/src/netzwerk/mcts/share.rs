//! Win shares: what a search expects of a match, from 0 for a loss to 1 for a win.

use botwerk_engine::netzwerk::{End, Side};

/// Hundredths of a robot for which a win is e times as likely as a loss.
const SCALE: f64 = 200.0;

/// The largest value in hundredths of a robot that is no win.
const MOST: f64 = 2_000.0;

/// The win share of a position that is worth so many hundredths of a robot.
pub(super) fn of_value(value: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(value) / SCALE))
}

/// The worth in hundredths of a robot of a win share.
pub(super) fn value_of(share: f64) -> i64 {
    let value = SCALE * (libm::log(share) - libm::log(1.0 - share));
    value.clamp(-MOST, MOST) as i64
}

/// White's share of a match that has ended.
pub(super) const fn of_end(end: End) -> f64 {
    match end.winner {
        Some(side) => of_win(side),
        None => 0.5,
    }
}

/// White's share of a match that a side wins.
pub(super) const fn of_win(side: Side) -> f64 {
    match side {
        Side::White => 1.0,
        Side::Black => 0.0,
    }
}

/// A side's share by White's, and White's by a side's.
pub(super) const fn for_side(side: Side, share: f64) -> f64 {
    match side {
        Side::White => share,
        Side::Black => 1.0 - share,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_and_its_share_know_each_other() {
        for value in [-900, -100, 0, 40, 1000] {
            let back = value_of(of_value(value));
            assert!((back - i64::from(value)).abs() <= 1, "{value}: {back}");
        }
        assert_eq!([value_of(0.0), value_of(1.0)], [-2_000, 2_000]);
    }
}
