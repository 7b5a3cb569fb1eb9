//! Numbers as people read them.

use botwerk_client::proto;

/// A share in per cent.
pub(super) fn share(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A number with its sign, such as `+12.3`.
pub(super) fn signed(value: f64) -> String {
    // What is added takes its sign from a zero.
    let tenths = (value * 10.0).round() / 10.0 + 0.0;
    format!("{tenths:+.1}")
}

/// A number with its interval, such as `+12.3 [-4.0, +28.9]`.
pub(super) fn estimate(estimate: &proto::Estimate) -> String {
    let low = estimate.low.map_or_else(|| "-inf".into(), signed);
    let high = estimate.high.map_or_else(|| "inf".into(), signed);
    format!("{} [{low}, {high}]", signed(estimate.value))
}

/// Milliseconds that a turn has taken on average, if there was one.
pub(super) fn millis_a_turn(standing: &proto::Standing) -> Option<String> {
    let millis = standing.think_nanos as f64 / 1e6 / standing.turns as f64;
    // Bundled players may take microseconds, people many seconds.
    let decimals = if millis < 1.0 { 3 } else { 1 };
    (standing.turns > 0).then(|| format!("{millis:.decimals$}"))
}

/// So many of something, such as `1 round` or `2 rounds`.
pub(super) fn count(number: impl Into<u64>, of: &str) -> String {
    match number.into() {
        1 => format!("1 {of}"),
        number => format!("{number} {of}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sign_and_one_decimal() {
        assert_eq!(signed(12.34), "+12.3");
        assert_eq!(signed(-0.04), "+0.0");
        assert_eq!(signed(-4.0), "-4.0");
        assert_eq!(share(0.6666), "66.7 %");
    }

    #[test]
    fn a_side_that_nothing_bounds_is_infinite() {
        let told = |low, high| {
            estimate(&proto::Estimate {
                value: 12.3,
                low,
                high,
            })
        };
        assert_eq!(told(Some(-4.0), Some(28.9)), "+12.3 [-4.0, +28.9]");
        assert_eq!(told(None, None), "+12.3 [-inf, inf]");
    }

    #[test]
    fn a_turn_has_a_time_once_there_was_one() {
        let mut standing = proto::Standing::default();
        assert_eq!(millis_a_turn(&standing), None);
        (standing.turns, standing.think_nanos) = (4, 50_000_000);
        assert_eq!(millis_a_turn(&standing).as_deref(), Some("12.5"));
        standing.think_nanos = 8_000;
        assert_eq!(millis_a_turn(&standing).as_deref(), Some("0.002"));
    }

    #[test]
    fn one_is_one() {
        assert_eq!(count(1_u32, "pair"), "1 pair");
        assert_eq!(count(0_u32, "pair"), "0 pairs");
    }
}
