//! Colours that people with colour blindness can tell apart.

/// The colour of estimates and of the first seat.
pub(crate) const BLUE: &str = "#0072b2";

/// The colours of grid lines, and of the line for an even score.
pub(crate) const GRID: &str = "#e4e4e4";
pub(crate) const EVEN: &str = "#8c8c8c";

/// The colour of cells without a value.
pub(crate) const EMPTY: &str = "#ececec";

/// Colours of seats and entrants: those of Okabe and Ito, except yellow, which is too bright on white.
const COLOURS: [&str; 7] = [
    BLUE, "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#666666",
];

/// Colours of score rates: 0, one half and 1.
const ALL_LOST: [f64; 3] = [213.0, 94.0, 0.0];
const EVEN_SCORE: [f64; 3] = [247.0, 247.0, 247.0];
const ALL_WON: [f64; 3] = [0.0, 114.0, 178.0];

/// Luminance below which white text has more contrast than black text.
const DARK_LUMINANCE: f64 = 0.24;

/// Returns the colour of a seat, or of another one of several things.
pub(crate) fn colour(number: usize) -> &'static str {
    COLOURS[number % COLOURS.len()]
}

/// Returns the colour of a score rate, and whether it is a dark one.
pub(crate) fn score_colour(score_rate: f64) -> (String, bool) {
    let (end, weight) = if score_rate < 0.5 {
        (ALL_LOST, 1.0 - 2.0 * score_rate)
    } else {
        (ALL_WON, 2.0 * score_rate - 1.0)
    };
    let weight = weight.clamp(0.0, 1.0);
    let mix = |index: usize| EVEN_SCORE[index] + weight * (end[index] - EVEN_SCORE[index]);
    let mixed = [mix(0), mix(1), mix(2)];
    // An approximation of sRGB luminance, with a square in place of the transfer function.
    let [red, green, blue] = mixed.map(|part| (part / 255.0) * (part / 255.0));
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let [red, green, blue] = mixed.map(|part| part.round() as u8);
    (
        format!("#{red:02x}{green:02x}{blue:02x}"),
        luminance < DARK_LUMINANCE,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_colours_range_between_both_ends() {
        assert_eq!(score_colour(0.0).0, "#d55e00");
        assert_eq!(score_colour(0.5), ("#f7f7f7".into(), false));
        assert_eq!(score_colour(1.0), (BLUE.into(), true));
        assert!(score_colour(0.94).1 && !score_colour(0.8).1 && !score_colour(0.0).1);
    }

    #[test]
    fn neighbouring_numbers_have_different_colours() {
        for seat in 0..64 {
            assert_ne!(colour(seat), colour(seat + 1));
        }
    }
}
