//! The offsets of a setup's parts in a position's text.

use crate::droids::ruleset::HAND_SIZE;
use crate::droids::setup::{SetupError, SetupPart};
use crate::droids::side::Side;

/// The fields of a position's text, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Scenario,
    Seats,
    Round,
    Starter,
    Phase,
    Acting,
    Robots,
    Objects,
    Strips,
    Scores,
    Out,
    Done,
    Sent,
    Hands,
    Stones,
    Pending,
    Shift,
}

/// Number of fields.
const FIELDS: usize = Field::Shift as usize + 1;

/// Byte offsets of the fields of a position's text.
#[derive(Debug, Default)]
pub(super) struct FieldOffsets([usize; FIELDS]);

impl FieldOffsets {
    /// Sets the offset at which a field starts.
    pub(super) const fn set(&mut self, field: Field, offset: usize) {
        self.0[field as usize] = offset;
    }

    /// Returns the byte offset of the text that causes an error of the setup.
    pub(super) fn error_offset(&self, text: &str, error: &SetupError) -> usize {
        let part = error.part();
        let start = self.0[field_of(part) as usize];
        let field = FieldEntries::new(text, start);
        // Other errors are reported at the start of the field.
        match *error {
            SetupError::UnknownSide { side, .. } => field.side_offset(part, side),
            SetupError::Wall(SetupPart::Container(side)) => {
                field.part_offset(part) + "c".len() + side.letter().len()
            }
            SetupError::SharedSquare(_) => field.part_offset(part),
            SetupError::OccupiedSquare(_) => field.last_on_square(part),
            SetupError::Wall(_) | SetupError::Number { .. } => field.part_offset(part) + 1,
            SetupError::HandSize(side) => field.excess_stone(side),
            SetupError::MadStone(_) => {
                let entry = field.part_offset(part);
                entry + text[entry..].find(':').map_or(0, |colon| colon + 1)
            }
            _ => start,
        }
    }
}

/// Returns the field that contains a part.
const fn field_of(part: SetupPart) -> Field {
    match part {
        SetupPart::Scenario => Field::Scenario,
        SetupPart::Seats => Field::Seats,
        SetupPart::Round => Field::Round,
        SetupPart::Starter => Field::Starter,
        SetupPart::Acting => Field::Acting,
        SetupPart::Droids
        | SetupPart::Droid(_)
        | SetupPart::Cargo(_)
        | SetupPart::Repairers
        | SetupPart::Repairer(_)
        | SetupPart::MadRobot => Field::Robots,
        SetupPart::Objects | SetupPart::Object(_) | SetupPart::Container(_) => Field::Objects,
        SetupPart::Strips(_) => Field::Strips,
        SetupPart::Scores | SetupPart::Score(_) => Field::Scores,
        SetupPart::Out => Field::Out,
        SetupPart::Done => Field::Done,
        SetupPart::Sent | SetupPart::SentBy(_) => Field::Sent,
        SetupPart::Hands | SetupPart::Hand(_) => Field::Hands,
        SetupPart::Stones | SetupPart::Stone(..) => Field::Stones,
        SetupPart::Pending | SetupPart::PendingEntry(_) | SetupPart::Winners => Field::Pending,
        SetupPart::SoloDie => Field::Shift,
    }
}

/// The list entries of one field.
struct FieldEntries<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> FieldEntries<'a> {
    fn new(text: &'a str, start: usize) -> Self {
        let text = text[start..].split(' ').next().unwrap_or_default();
        Self { text, start }
    }

    /// Returns the entries with their offsets.
    fn all(&self, separator: char) -> impl DoubleEndedIterator<Item = (usize, &'a str)> {
        let entries = self.text.split(separator);
        entries.map(|entry| {
            let offset = entry.as_ptr() as usize - self.text.as_ptr() as usize;
            (self.start + offset, entry)
        })
    }

    /// Returns the offset of the first entry that describes a part, or of the field if no entry
    /// does.
    fn part_offset(&self, part: SetupPart) -> usize {
        let mut offsets = self.matching(part);
        offsets.next().unwrap_or(self.start)
    }

    /// Returns the offset of the last entry on the square of a part.
    fn last_on_square(&self, part: SetupPart) -> usize {
        let first = self.part_offset(part);
        let entry = self.all(',').find(|(offset, _)| *offset == first);
        let square = entry.map_or("", |(_, entry)| &entry[entry.len().saturating_sub(2)..]);
        let mut matches = self.all(',').filter(|(_, entry)| entry.ends_with(square));
        matches.next_back().map_or(first, |(offset, _)| offset)
    }

    /// Returns the offsets of the entries that describe a part.
    fn matching(&self, part: SetupPart) -> impl Iterator<Item = usize> {
        let name = match part {
            SetupPart::Droid(side)
            | SetupPart::Cargo(side)
            | SetupPart::Strips(side)
            | SetupPart::Score(side)
            | SetupPart::SentBy(side)
            | SetupPart::Hand(side) => side.to_string(),
            SetupPart::Repairer(square) => format!("r{square}"),
            SetupPart::MadRobot => "M".to_owned(),
            SetupPart::Container(side) => format!("c{side}"),
            SetupPart::Object(square) => square.to_string(),
            SetupPart::Stone(side, slot) => format!("{side}{slot}:"),
            _ => String::new(),
        };
        let separator = if matches!(part, SetupPart::Hand(_)) {
            ';'
        } else {
            ','
        };
        let has_name = move |entry: &str| match part {
            SetupPart::Object(_) => !entry.starts_with('c') && entry.ends_with(&name),
            _ => entry.starts_with(&name),
        };
        let entries = self.all(separator).enumerate();
        entries.filter_map(move |(index, (offset, entry))| {
            let is_match = match part {
                SetupPart::PendingEntry(pending) => index == pending,
                _ => has_name(entry),
            };
            is_match.then_some(offset)
        })
    }

    /// Returns the offset of a side's letter in the entry that names it.
    fn side_offset(&self, part: SetupPart, side: Side) -> usize {
        let entry = match part {
            SetupPart::Cargo(_) => {
                let entry = self.part_offset(part);
                return self.find(entry, &format!("+c{side}")) + "+c".len();
            }
            SetupPart::Container(_) => return self.part_offset(part) + "c".len(),
            SetupPart::PendingEntry(_) => {
                let entry = self.part_offset(part);
                self.find(entry, ":")
            }
            SetupPart::Winners => self.find(self.start, ":"),
            SetupPart::Seats | SetupPart::Out | SetupPart::Done => self.start,
            _ => return self.part_offset(part),
        };
        self.find(entry, side.letter())
    }

    /// Returns the offset of a text at or after an offset, or that offset if it does not occur.
    fn find(&self, from: usize, text: &str) -> usize {
        let rest = &self.text[from - self.start..];
        from + rest.find(text).unwrap_or(0)
    }

    /// Returns the offset of the first stone that exceeds the size of a hand.
    fn excess_stone(&self, side: Side) -> usize {
        let stones = self.part_offset(SetupPart::Hand(side)) + side.letter().len() + ":".len();
        let hand = self.text[stones - self.start..].split(';').next();
        let allowed = hand.unwrap_or_default().split(',').take(HAND_SIZE.into());
        stones + allowed.map(|stone| stone.len() + 1).sum::<usize>()
    }
}
