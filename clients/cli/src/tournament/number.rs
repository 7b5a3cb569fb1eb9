//! Formatting of numbers.

use botwerk_client::proto;

/// Formats a ratio in per cent.
pub(super) fn percent(ratio: f64) -> String {
    format!("{:.1} %", ratio * 100.0)
}

/// Formats a number with its sign, such as `+12.3`.
pub(super) fn signed(value: f64) -> String {
    // Adding 0 turns a negative zero into a positive one.
    let tenths = (value * 10.0).round() / 10.0 + 0.0;
    format!("{tenths:+.1}")
}

/// Formats an estimate with its interval, such as `+12.3 [-4.0, +28.9]`.
pub(super) fn estimate(estimate: &proto::Estimate) -> String {
    let low = estimate.low.map_or_else(|| "-inf".into(), signed);
    let high = estimate.high.map_or_else(|| "inf".into(), signed);
    format!("{} [{low}, {high}]", signed(estimate.value))
}

/// Returns the average time of a turn, or `None` before the first one.
pub(super) fn millis_per_turn(standing: &proto::Standing) -> Option<String> {
    let millis = standing.think_nanos as f64 / 1e6 / standing.turns as f64;
    // Agents may take microseconds, people many seconds.
    let decimals = if millis < 1.0 { 3 } else { 1 };
    (standing.turns > 0).then(|| format!("{millis:.decimals$}"))
}

/// Formats a count, such as `1 round` or `2 rounds`.
pub(super) fn count(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
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
        assert_eq!(percent(0.6666), "66.7 %");
    }

    #[test]
    fn missing_bound_is_infinite() {
        let text = |low, high| {
            estimate(&proto::Estimate {
                value: 12.3,
                low,
                high,
            })
        };
        assert_eq!(text(Some(-4.0), Some(28.9)), "+12.3 [-4.0, +28.9]");
        assert_eq!(text(None, None), "+12.3 [-inf, inf]");
    }

    #[test]
    fn turn_time_needs_a_turn() {
        let mut standing = proto::Standing::default();
        assert_eq!(millis_per_turn(&standing), None);
        (standing.turns, standing.think_nanos) = (4, 50_000_000);
        assert_eq!(millis_per_turn(&standing).as_deref(), Some("12.5"));
        standing.think_nanos = 8_000;
        assert_eq!(millis_per_turn(&standing).as_deref(), Some("0.002"));
    }

    #[test]
    fn count_is_singular_for_one() {
        assert_eq!(count(1_u32, "pair"), "1 pair");
        assert_eq!(count(0_u32, "pair"), "0 pairs");
    }
}
