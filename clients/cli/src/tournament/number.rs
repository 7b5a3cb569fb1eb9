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

/// Returns the mean time of a turn in milliseconds, with its 99th percentile and maximum, or `None` before
/// the first turn.
pub(super) fn millis_per_turn(standing: &proto::Standing) -> Option<String> {
    if standing.turns == 0 {
        return None;
    }
    let mean = millis(standing.think_nanos as f64 / standing.turns as f64);
    Some(match &standing.turn_times {
        Some(times) => {
            let [p99, max] = [times.p99_nanos, times.max_nanos].map(|nanos| millis(nanos as f64));
            format!("{mean} ({p99}, {max})")
        }
        None => mean,
    })
}

/// Formats a time in milliseconds.
pub(super) fn millis(nanos: f64) -> String {
    let millis = nanos / 1e6;
    // Agents may take microseconds, people many seconds.
    let decimals = if millis < 1.0 { 3 } else { 1 };
    format!("{millis:.decimals$}")
}

/// Formats a count, such as `1 round`, `2 rounds` or `2 matches`.
pub(super) fn count(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number if noun.ends_with("ch") => format!("{number} {noun}es"),
        number => format!("{number} {noun}s"),
    }
}

/// Formats a duration in milliseconds with its two largest units, such as `1 h 20 min`.
pub(super) fn duration(millis: u64) -> String {
    let secs = millis.div_ceil(1000);
    let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")];
    let first = units.iter().position(|(unit, _)| secs >= *unit);
    let first = first.unwrap_or(units.len() - 1);
    let mut rest = secs;
    let parts = units[first..].iter().take(2).map(|(unit, name)| {
        let number = rest / unit;
        rest %= unit;
        (number, name)
    });
    let parts: Vec<_> = parts
        .enumerate()
        .filter(|(index, (number, _))| *index == 0 || *number > 0)
        .map(|(_, (number, name))| format!("{number} {name}"))
        .collect();
    parts.join(" ")
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
        standing.turn_times = Some(proto::TurnTimes {
            p99_nanos: 40_000_000,
            max_nanos: 1_250_000_000,
            ..Default::default()
        });
        let expected = "0.002 (40.0, 1250.0)";
        assert_eq!(millis_per_turn(&standing).as_deref(), Some(expected));
    }

    #[test]
    fn duration_has_its_two_largest_units() {
        let texts = [0, 500, 59_000, 100_000, 3_600_000, 4_800_000, 90_061_000].map(duration);
        let expected = [
            "0 s",
            "1 s",
            "59 s",
            "1 min 40 s",
            "1 h",
            "1 h 20 min",
            "1 d 1 h",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn count_is_singular_for_one() {
        assert_eq!(count(1_u32, "pair"), "1 pair");
        assert_eq!(count(0_u32, "pair"), "0 pairs");
    }
}
