//! Figures as text.

use botwerk_agents::game_statistics::{Distribution, Estimate, Quantile};
use botwerk_agents::strength::Interval;

/// Formats a number with about three significant digits, such as `0.52`, `14.3`, `1204` or `2.1e9`.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if value.fract().abs() < f64::EPSILON && size < 1e6 {
        format!("{value:.0}")
    } else if size >= 1e6 {
        format!("{value:.1e}")
    } else if size >= 999.5 {
        format!("{value:.0}")
    } else if size >= 9.995 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}

/// Formats a mean with as many digits as [`number`], also if it is a whole number.
pub(super) fn mean(value: f64) -> String {
    let size = value.abs();
    if size < 9.995 {
        format!("{value:.2}")
    } else if size < 999.5 {
        format!("{value:.1}")
    } else {
        number(value)
    }
}

/// Formats a share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Formats an interval of means.
pub(super) fn mean_interval(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "-".into(),
        |Interval { low, high }| format!("{} to {}", mean(low), mean(high)),
    )
}

/// Formats an interval of shares.
pub(super) fn percent_interval(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "-".into(),
        |Interval { low, high }| {
            format!("{:.1} to {} ", low * 100.0, percent(high))
                .trim_end()
                .to_owned()
        },
    )
}

/// Returns the cells of a distribution: mean, interval, median, 90th percentile, minimum and maximum.
pub(super) fn distribution(figure: &Distribution) -> Vec<String> {
    let Distribution {
        median,
        percentile_90,
        min,
        max,
        ..
    } = *figure;
    let ends = [median, percentile_90, min, max].map(number);
    [mean(figure.mean), mean_interval(figure.interval)]
        .into_iter()
        .chain(ends)
        .collect()
}

/// Returns the cells of a mean: the mean and its interval.
pub(super) fn estimated_mean(figure: &Estimate) -> Vec<String> {
    vec![mean(figure.value), mean_interval(figure.interval)]
}

/// Returns the cells of a share: the share and its interval.
pub(super) fn estimated_share(figure: &Estimate) -> Vec<String> {
    vec![percent(figure.value), percent_interval(figure.interval)]
}

/// Formats a quantile, with `>=` if it is a lower bound.
pub(super) fn quantile(figure: Quantile) -> String {
    let bound = if figure.is_lower_bound { ">=" } else { "" };
    format!("{bound}{}", number(figure.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_about_three_digits() {
        let values = [
            0.0, 0.516, 9.996, 14.26, 999.7, 12_345.6, 2.14e9, 7.0, -3.25,
        ];
        let texts = [
            "0", "0.52", "10.0", "14.3", "1000", "12346", "2.1e9", "7", "-3.25",
        ];
        assert_eq!(values.map(number), texts);
        assert_eq!([5.0, 50.0, 5000.0].map(mean), ["5.00", "50.0", "5000"]);
    }

    #[test]
    fn intervals_are_ranges_or_dashes() {
        let interval = Interval {
            low: 0.25,
            high: 0.755,
        };
        assert_eq!(percent_interval(Some(interval)), "25.0 to 75.5 %");
        assert_eq!(mean_interval(Some(interval)), "0.25 to 0.76");
        assert_eq!(mean_interval(None), "-");
    }
}
