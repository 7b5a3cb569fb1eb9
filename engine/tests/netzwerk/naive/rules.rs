//! The options of a match, and the board that they determine.

use super::point::Point;
use super::position::{Phase, Position, Side};

/// The condition for controlling a battery (NW-14, NW-15, NW-29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    AtLeast,
    Present,
    Majority,
}

/// The options of a match. A 0 in the three limits that draw a match disables them.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) first: Side,
    pub(crate) control: Control,
    pub(crate) forced_capture: bool,
    pub(crate) repetition: usize,
    pub(crate) quiet_turns: u32,
    pub(crate) turn_cap: u32,
    /// Number of squares in a rank.
    pub(crate) width: i32,
    /// Number of ranks of squares.
    pub(crate) ranks: i32,
}

impl Rules {
    /// Returns the default options, overridden with the given ones.
    pub(crate) fn new(given: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self {
            first: Side::White,
            control: Control::AtLeast,
            forced_capture: false,
            repetition: 3,
            quiet_turns: 40,
            turn_cap: 0,
            width: 6,
            ranks: 6,
        };
        for (name, value) in given {
            rules
                .set(name, value)
                .map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(rules)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || {
            value
                .parse::<u32>()
                .map_err(|error| format!("`{value}`: {error}"))
        };
        match (name, value) {
            ("first_player", "white") => self.first = Side::White,
            ("first_player", "black") => self.first = Side::Black,
            ("battery_control", "at_least") => self.control = Control::AtLeast,
            ("battery_control", "present") => self.control = Control::Present,
            ("battery_control", "majority") => self.control = Control::Majority,
            ("forced_capture", "true") => self.forced_capture = true,
            ("forced_capture", "false") => self.forced_capture = false,
            ("repetition", _) => self.repetition = number()? as usize,
            ("quiet_turns", _) => self.quiet_turns = number()?,
            ("turn_cap", _) => self.turn_cap = number()?,
            ("width", "2" | "3" | "4" | "5" | "6") => self.width = number()? as i32,
            ("ranks", "3" | "4" | "5" | "6") => self.ranks = number()? as i32,
            _ => return Err(format!("unknown option, or invalid value `{value}`")),
        }
        Ok(())
    }

    /// Returns `true` if a point of the lattice is on the board (NW-2).
    pub(crate) fn has(&self, point: Point) -> bool {
        let files = 1..=2 * self.width + 1;
        let ranks = 1..=2 * self.ranks + 1;
        files.contains(&point.file) && ranks.contains(&point.rank)
    }

    /// Returns the start rank of a side's robots (NW-3).
    pub(crate) fn start_rank(&self, side: Side) -> i32 {
        match side {
            Side::White => 2,
            Side::Black => 2 * self.ranks,
        }
    }

    /// Returns the start position (NW-3, NW-4).
    pub(crate) fn start(&self) -> Position {
        let robots = |side| {
            let square = |number| Point::new(2 * number, self.start_rank(side));
            (1..=self.width).map(square).collect()
        };
        let battery_rank = |side: Side| self.start_rank(side) + side.forward() / 2;
        let fields = |side| {
            let rank = battery_rank(side);
            (0..=self.width).map(move |number| Point::new(2 * number + 1, rank))
        };
        Position {
            side: self.first,
            white: robots(Side::White),
            black: robots(Side::Black),
            batteries: fields(Side::White).chain(fields(Side::Black)).collect(),
            quiet: 0,
            phase: Phase::turn_start(),
            turns: 0,
            departed: None,
        }
    }
}
