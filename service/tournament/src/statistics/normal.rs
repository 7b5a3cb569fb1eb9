//! The normal distribution.

/// 95 % of a normal distribution lie within so many standard deviations of its mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The share of a standard normal distribution below a value.
pub(super) fn below(value: f64) -> f64 {
    0.5 * libm::erfc(-value / std::f64::consts::SQRT_2)
}
