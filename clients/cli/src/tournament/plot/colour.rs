//! Colours that people tell apart who see few of them.

/// What a strength or the first seat is drawn in.
pub(super) const BLUE: &str = "#0072b2";

/// Lines to read values by, and the line of what is even.
pub(super) const GRID: &str = "#e4e4e4";
pub(super) const EVEN: &str = "#8c8c8c";

/// Where there is nothing to show.
pub(super) const EMPTY: &str = "#ececec";

/// Colours of seats: those of Okabe and Ito, but yellow, which is too bright on white.
const SEATS: [&str; 7] = [
    BLUE, "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#666666",
];

/// The colours of shares: all lost, even, all won.
const LOST: [f64; 3] = [213.0, 94.0, 0.0];
const MIDDLE: [f64; 3] = [247.0, 247.0, 247.0];
const WON: [f64; 3] = [0.0, 114.0, 178.0];

/// The luminance below which white letters are easier to read than black ones.
const DARK: f64 = 0.24;

/// The colour of a seat.
pub(super) fn of_seat(seat: usize) -> &'static str {
    SEATS[seat % SEATS.len()]
}

/// The colour of a share of points, and whether it is a dark one.
pub(super) fn of_share(share: f64) -> (String, bool) {
    let (end, weight) = if share < 0.5 {
        (LOST, 1.0 - 2.0 * share)
    } else {
        (WON, 2.0 * share - 1.0)
    };
    let weight = weight.clamp(0.0, 1.0);
    let mix = |index: usize| MIDDLE[index] + weight * (end[index] - MIDDLE[index]);
    let mixed = [mix(0), mix(1), mix(2)];
    // As sRGB says, but with the square for its curve, which is near enough.
    let [red, green, blue] = mixed.map(|part| (part / 255.0) * (part / 255.0));
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let [red, green, blue] = mixed.map(|part| part.round() as u8);
    (format!("#{red:02x}{green:02x}{blue:02x}"), luminance < DARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_go_from_one_colour_over_none_to_the_other() {
        assert_eq!(of_share(0.0).0, "#d55e00");
        assert_eq!(of_share(0.5), ("#f7f7f7".into(), false));
        assert_eq!(of_share(1.0), (BLUE.into(), true));
        assert!(of_share(0.94).1 && !of_share(0.8).1 && !of_share(0.0).1);
    }

    #[test]
    fn neighbouring_seats_differ() {
        for seat in 0..64 {
            assert_ne!(of_seat(seat), of_seat(seat + 1));
        }
    }
}
