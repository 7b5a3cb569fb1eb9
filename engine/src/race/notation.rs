//! The parts of the notation that all games with a race share.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::notation::{ParseError, Scanner};
use crate::seat::{MAX_SEATS, Seat, Seats};

/// Maximum number of moves in an announcement.
pub(crate) const MAX_ANNOUNCEMENT: u8 = 99;

/// Reads a seat's number at the cursor.
pub(crate) fn read_seat(scan: &mut Scanner<'_>) -> Result<Seat, ParseError> {
    let before = scan.clone();
    let number = scan.number()? as usize;
    Seat::new(number).ok_or_else(|| before.expected("a seat from 0 to 63"))
}

/// Reads an announced number at the cursor.
pub(crate) fn read_announcement(scan: &mut Scanner<'_>) -> Result<u8, ParseError> {
    let before = scan.clone();
    match scan.number() {
        Ok(number) if (1..=u32::from(MAX_ANNOUNCEMENT)).contains(&number) => Ok(number as u8),
        _ => Err(before.expected(format!("a number of moves from 1 to {MAX_ANNOUNCEMENT}"))),
    }
}

/// Reads the blank and the argument of an action.
pub(crate) fn read_argument<'a, T>(
    scan: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    scan.expect(" ")?;
    read(scan)
}

/// Reads the seats that have passed, up to the end of the text.
pub(crate) fn read_passed(scan: &mut Scanner<'_>) -> Result<Seats, ParseError> {
    let mut passed = Seats::EMPTY;
    while !scan.is_at_end() {
        if !passed.is_empty() {
            scan.expect(",")?;
        }
        passed = passed.with(read_seat(scan)?);
    }
    Ok(passed)
}

/// The text of the seats that have passed.
pub(crate) struct Passed(pub(crate) Seats);

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, seat) in self.0.enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{seat}")?;
        }
        Ok(())
    }
}

/// Reads what each seat has won, and which seats have left.
pub(crate) fn read_won(
    scan: &mut Scanner<'_>,
    seats: usize,
) -> Result<(ArrayVec<u32, MAX_SEATS>, Seats), ParseError> {
    let mut won = ArrayVec::new();
    let mut departed = Seats::EMPTY;
    for seat in Seat::all(seats) {
        if seat != Seat::FIRST {
            scan.expect(",")?;
        }
        won.push(scan.number()?);
        if scan.accept("x") {
            departed = departed.with(seat);
        }
    }
    Ok((won, departed))
}

/// The text of what each seat has won; `x` marks the seats that have left.
pub(crate) struct Won<'a> {
    /// What each seat has won.
    pub(crate) won: &'a [u8],
    /// The seats that have left.
    pub(crate) departed: Seats,
}

impl fmt::Display for Won<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, won) in Seat::all(self.won.len()).zip(self.won) {
            let comma = if seat == Seat::FIRST { "" } else { "," };
            let mark = if self.departed.contains(seat) {
                "x"
            } else {
                ""
            };
            write!(f, "{comma}{won}{mark}")?;
        }
        Ok(())
    }
}

/// Parses a turn of single actions, separated by commas; `complete` is what the turn may be instead.
pub(crate) fn parse_actions<A: FromStr<Err = ParseError>>(
    text: &str,
    complete: &str,
) -> Result<Vec<A>, ParseError> {
    let mut offset = 0;
    let mut actions = Vec::new();
    for action in text.split(", ") {
        actions.push(action.parse().map_err(|error: ParseError| {
            let mut error = error.in_outer_text("turn", text, offset);
            if actions.is_empty() && !action.contains(' ') {
                error.expected.push_str(", or ");
                error.expected.push_str(complete);
            }
            error
        })?);
        offset += action.len() + 2;
    }
    Ok(actions)
}
