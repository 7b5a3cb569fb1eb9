//! The offsets of a setup's parts in a position's text.

use crate::droids::ruleset::HAND_SIZE;
use crate::droids::setup::{SetupField, SetupPart, SetupToken};
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

    /// Returns the byte offset of a part of the setup that an error names.
    pub(super) fn part_offset(&self, text: &str, part: SetupPart) -> usize {
        let start = self.0[field_of(part.field) as usize];
        let entries = FieldEntries::new(text, start);
        match part.token {
            SetupToken::Field => start,
            SetupToken::Entry => entries.offset(part.field),
            SetupToken::Side(side) => entries.side_offset(part.field, side),
            SetupToken::Square if matches!(part.field, SetupField::Container(_)) => {
                entries.offset(part.field) + "cS".len()
            }
            SetupToken::Square | SetupToken::Number => entries.offset(part.field) + 1,
            SetupToken::LastOnSquare => entries.last_on_square(part.field),
            SetupToken::ExcessStone => entries.excess_stone(part.field),
            SetupToken::Kind => {
                let entry = entries.offset(part.field);
                entry + text[entry..].find(':').map_or(0, |colon| colon + 1)
            }
        }
    }
}

/// Returns the field that contains a part.
const fn field_of(field: SetupField) -> Field {
    match field {
        SetupField::Scenario => Field::Scenario,
        SetupField::Seats => Field::Seats,
        SetupField::Round => Field::Round,
        SetupField::Starter => Field::Starter,
        SetupField::Acting => Field::Acting,
        SetupField::Droids
        | SetupField::Droid(_)
        | SetupField::Cargo(_)
        | SetupField::Repairers
        | SetupField::Repairer(_)
        | SetupField::MadRobot => Field::Robots,
        SetupField::Objects | SetupField::Object(_) | SetupField::Container(_) => Field::Objects,
        SetupField::Strips(_) => Field::Strips,
        SetupField::Scores | SetupField::Score(_) => Field::Scores,
        SetupField::Out => Field::Out,
        SetupField::Done => Field::Done,
        SetupField::Sent | SetupField::SentBy(_) => Field::Sent,
        SetupField::Hands | SetupField::Hand(_) => Field::Hands,
        SetupField::Stones | SetupField::Stone(..) => Field::Stones,
        SetupField::Pending | SetupField::PendingEntry(_) | SetupField::Winners => Field::Pending,
        SetupField::SoloDie => Field::Shift,
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

    /// Returns the offset of the first entry of a field, or of the text if it has none.
    fn offset(&self, field: SetupField) -> usize {
        let mut offsets = self.matching(field);
        offsets.next().unwrap_or(self.start)
    }

    /// Returns the offset of the last entry on the square of a part.
    fn last_on_square(&self, field: SetupField) -> usize {
        let first = self.offset(field);
        let entry = self.all(',').find(|(offset, _)| *offset == first);
        let square = entry.map_or("", |(_, entry)| &entry[entry.len().saturating_sub(2)..]);
        let mut matches = self.all(',').filter(|(_, entry)| entry.ends_with(square));
        matches.next_back().map_or(first, |(offset, _)| offset)
    }

    /// Returns the offsets of the entries that describe a part.
    fn matching(&self, field: SetupField) -> impl Iterator<Item = usize> {
        let name = match field {
            SetupField::Droid(side)
            | SetupField::Cargo(side)
            | SetupField::Strips(side)
            | SetupField::Score(side)
            | SetupField::SentBy(side)
            | SetupField::Hand(side) => side.to_string(),
            SetupField::Repairer(square) => format!("r{square}"),
            SetupField::MadRobot => "M".to_owned(),
            SetupField::Container(side) => format!("c{side}"),
            SetupField::Object(square) => square.to_string(),
            SetupField::Stone(side, slot) => format!("{side}{slot}:"),
            _ => String::new(),
        };
        let separator = if matches!(field, SetupField::Hand(_)) {
            ';'
        } else {
            ','
        };
        let has_name = move |entry: &str| match field {
            SetupField::Object(_) => !entry.starts_with('c') && entry.ends_with(&name),
            _ => entry.starts_with(&name),
        };
        let entries = self.all(separator).enumerate();
        entries.filter_map(move |(index, (offset, entry))| {
            let is_match = match field {
                SetupField::PendingEntry(pending) => index == pending,
                _ => has_name(entry),
            };
            is_match.then_some(offset)
        })
    }

    /// Returns the offset of a side's letter in the entry that names it.
    fn side_offset(&self, field: SetupField, side: Side) -> usize {
        let entry = match field {
            SetupField::Cargo(_) => {
                let entry = self.offset(field);
                return self.find(entry, &format!("+c{side}")) + "+c".len();
            }
            SetupField::Container(_) => return self.offset(field) + "c".len(),
            SetupField::PendingEntry(_) => {
                let entry = self.offset(field);
                self.find(entry, ":")
            }
            SetupField::Winners => self.find(self.start, ":"),
            SetupField::Seats | SetupField::Out | SetupField::Done => self.start,
            _ => return self.offset(field),
        };
        self.find(entry, side.letter())
    }

    /// Returns the offset of a text at or after an offset, or that offset if it does not occur.
    fn find(&self, from: usize, text: &str) -> usize {
        let rest = &self.text[from - self.start..];
        from + rest.find(text).unwrap_or(0)
    }

    /// Returns the offset of the first stone that exceeds the size of a hand.
    fn excess_stone(&self, field: SetupField) -> usize {
        let stones = self.offset(field) + "S:".len();
        let hand = self.text[stones - self.start..].split(';').next();
        let allowed = hand.unwrap_or_default().split(',').take(HAND_SIZE.into());
        stones + allowed.map(|stone| stone.len() + 1).sum::<usize>()
    }
}
