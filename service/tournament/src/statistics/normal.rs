//! The normal distribution.

/// The share of a standard normal distribution below a value.
pub(super) fn normal_cdf(value: f64) -> f64 {
    0.5 * libm::erfc(-value / std::f64::consts::SQRT_2)
}
