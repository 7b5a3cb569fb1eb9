//! The fields of observations.

use std::fmt::Write;
use std::ops::Range;

/// A field of the observations of a game: consecutive bytes with one or more numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObservationField {
    /// The name, unique in the game.
    pub name: &'static str,
    /// The length of each dimension, rows before columns; empty for a single number.
    pub shape: &'static [Dimension],
    /// The type of the numbers.
    pub number: NumberType,
    /// The minimum and the maximum of the numbers.
    pub range: (u32, u32),
    /// A number outside of the range that stands for nothing.
    pub absent: Option<u32>,
    /// What the numbers are, in one line.
    pub content: &'static str,
}

/// The length of a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// The same in every match.
    Fixed(usize),
    /// The number of seats.
    Seats,
}

/// The type of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    /// One byte.
    U8,
    /// Two bytes, little-endian.
    U16,
    /// Four bytes, little-endian.
    U32,
}

impl NumberType {
    /// Returns the number of bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// Returns the name in the API and in numpy.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "uint8",
            Self::U16 => "uint16",
            Self::U32 => "uint32",
        }
    }
}

impl Dimension {
    /// Returns the length in matches with this number of seats.
    pub const fn len(self, seats: usize) -> usize {
        match self {
            Self::Fixed(len) => len,
            Self::Seats => seats,
        }
    }
}

impl ObservationField {
    /// A single byte with a number from 0 to `max`.
    pub(crate) const fn byte(name: &'static str, max: u32, content: &'static str) -> Self {
        Self::bytes(name, &[], max, content)
    }

    /// Bytes with numbers from 0 to `max`.
    pub(crate) const fn bytes(
        name: &'static str,
        shape: &'static [Dimension],
        max: u32,
        content: &'static str,
    ) -> Self {
        Self {
            name,
            shape,
            number: NumberType::U8,
            range: (0, max),
            absent: None,
            content,
        }
    }

    /// A single number of several bytes.
    pub(crate) const fn wide(
        name: &'static str,
        number: NumberType,
        content: &'static str,
    ) -> Self {
        let max = match number {
            NumberType::U8 => u8::MAX as u32,
            NumberType::U16 => u16::MAX as u32,
            NumberType::U32 => u32::MAX,
        };
        Self {
            name,
            shape: &[],
            number,
            range: (0, max),
            absent: None,
            content,
        }
    }

    /// The same field with numbers from `min`.
    pub(crate) const fn starting_at(self, min: u32) -> Self {
        Self {
            range: (min, self.range.1),
            ..self
        }
    }

    /// The same field, in which 255 stands for nothing.
    pub(crate) const fn or_255(self) -> Self {
        Self {
            absent: Some(255),
            ..self
        }
    }

    /// Returns the number of bytes in matches with this number of seats.
    pub fn len(&self, seats: usize) -> usize {
        let dimensions = self.shape.iter();
        let numbers: usize = dimensions.map(|dimension| dimension.len(seats)).product();
        numbers * self.number.bytes()
    }

    /// Returns the numbers of the field's bytes.
    pub fn numbers<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = u32> + use<'a> {
        let little_endian = |bytes: &[u8]| {
            let high_first = bytes.iter().rev();
            high_first.fold(0, |number, byte| number << 8 | u32::from(*byte))
        };
        bytes.chunks(self.number.bytes()).map(little_endian)
    }
}

/// Returns each field with its bytes in observations of matches with this number of seats.
///
/// ```
/// use botwerk_engine::{GameId, observation_fields};
///
/// let fields = GameId::NETZWERK.spec().observation_fields;
/// let (range, side) = observation_fields(fields, 2).find(|(_, field)| field.name == "side").unwrap();
/// assert_eq!((range, side.range), (157..158, (0, 1)));
/// ```
pub fn observation_fields(
    fields: &'static [ObservationField],
    seats: usize,
) -> impl Iterator<Item = (Range<usize>, &'static ObservationField)> {
    fields.iter().scan(0, move |start, field| {
        let range = *start..*start + field.len(seats);
        *start = range.end;
        Some((range, field))
    })
}

/// Returns the fields as a table in Markdown; `n` is the number of seats.
pub fn observation_table(fields: &[ObservationField]) -> String {
    let mut table = String::from("| bytes | field | shape | type | range | content |\n");
    table += "|---|---|---|---|---|---|\n";
    // A place is a number of bytes, and another one for each seat.
    let (mut fixed, mut per_seat) = (0, 0);
    for field in fields {
        let start = place(fixed, per_seat);
        let extra = field.len(1) != field.len(2);
        if extra {
            per_seat += field.len(1);
        } else {
            fixed += field.len(1);
        }
        let bytes = match (fixed, field.len(1)) {
            (_, 1) if !extra => start,
            _ => format!("{start}..{}", place(fixed, per_seat)),
        };
        let dimension = |dimension: &Dimension| match dimension {
            Dimension::Fixed(len) => len.to_string(),
            Dimension::Seats => "n".to_owned(),
        };
        let shape: Vec<_> = field.shape.iter().map(dimension).collect();
        let (min, max) = field.range;
        let absent = field
            .absent
            .map_or_else(String::new, |value| format!(", {value}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| {bytes} | `{}` | {} | {} | {min} to {max}{absent} | {} |",
            field.name,
            shape.join(" x "),
            field.number.name(),
            field.content
        );
    }
    table
}

/// Returns a number of bytes as text.
fn place(fixed: usize, per_seat: usize) -> String {
    match per_seat {
        0 => fixed.to_string(),
        1 => format!("{fixed}+n"),
        seats => format!("{fixed}+{seats}n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_the_place_of_every_field() {
        let fields = [
            ObservationField::bytes("board", &[Dimension::Fixed(2), Dimension::Fixed(3)], 4, "a"),
            ObservationField::byte("phase", 3, "b"),
            ObservationField::wide("round", NumberType::U32, "c"),
            ObservationField::bytes("chips", &[Dimension::Seats], 254, "d").or_255(),
            ObservationField::bytes("won", &[Dimension::Seats], 9, "e").starting_at(1),
        ];
        let table = observation_table(&fields);
        let rows: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| 0..6 | `board` | 2 x 3 | uint8 | 0 to 4 | a |",
                "| 6 | `phase` |  | uint8 | 0 to 3 | b |",
                "| 7..11 | `round` |  | uint32 | 0 to 4294967295 | c |",
                "| 11..11+n | `chips` | n | uint8 | 0 to 254, 255 | d |",
                "| 11+n..11+2n | `won` | n | uint8 | 1 to 9 | e |",
            ]
        );
    }

    #[test]
    fn numbers_are_little_endian() {
        let round = ObservationField::wide("round", NumberType::U16, "");
        assert_eq!(round.numbers(&[1, 2, 3, 0]).collect::<Vec<_>>(), [0x201, 3]);
    }
}
