//! Where the parts of a setup stand in a position's text.

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

    /// Byte offset at which the text must be different for a setup to be without the error.
    pub(super) fn of_error(&self, text: &str, error: &SetupError) -> usize {
        let part = error.part();
        let start = self.0[field_of(part) as usize];
        let field = Entries::of_field(text, start);
        // The entries of lists are looked for only where one of them is wrong.
        match *error {
            SetupError::UnknownSide { side, .. } => field.of_side(part, side),
            SetupError::Wall(SetupPart::Container(side)) => {
                field.of_part(part) + "c".len() + side.letter().len()
            }
            SetupError::SharedSquare(_) => field.of_part(part),
            SetupError::OccupiedSquare(_) => field.of_last(part),
            SetupError::Wall(_) | SetupError::Number { .. } => field.of_part(part) + 1,
            SetupError::HandSize(side) => field.of_stone_too_many(side),
            SetupError::MadStone(_) => {
                let entry = field.of_part(part);
                entry + text[entry..].find(':').map_or(0, |colon| colon + 1)
            }
            _ => start,
        }
    }
}

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

/// The entries of one field.
struct Entries<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Entries<'a> {
    fn of_field(text: &'a str, start: usize) -> Self {
        let text = text[start..].split(' ').next().unwrap_or_default();
        Self { text, start }
    }

    /// The entries with their offsets.
    fn all(&self, separator: char) -> impl DoubleEndedIterator<Item = (usize, &'a str)> {
        let entries = self.text.split(separator);

        entries.map(|entry| {
            let before = entry.as_ptr() as usize - self.text.as_ptr() as usize;
            (self.start + before, entry)
        })
    }

    /// The offset of the first entry that stands for a part; of the field if there is none.
    fn of_part(&self, part: SetupPart) -> usize {
        let mut offsets = self.matching(part);
        offsets.next().unwrap_or(self.start)
    }

    /// The offset of the last entry that stands on the square of a part.
    fn of_last(&self, part: SetupPart) -> usize {
        let first = self.of_part(part);
        let entry = self.all(',').find(|(offset, _)| *offset == first);
        let square = entry.map_or("", |(_, entry)| &entry[entry.len().saturating_sub(2)..]);
        let mut same = self.all(',').filter(|(_, entry)| entry.ends_with(square));
        same.next_back().map_or(first, |(offset, _)| offset)
    }

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
        let is_meant = move |entry: &str| match part {
            SetupPart::Object(_) => !entry.starts_with('c') && entry.ends_with(&name),
            _ => entry.starts_with(&name),
        };
        let entries = self.all(separator).enumerate();
        entries.filter_map(move |(index, (offset, entry))| {
            let is_meant = match part {
                SetupPart::PendingEntry(pending) => index == pending,
                _ => is_meant(entry),
            };
            is_meant.then_some(offset)
        })
    }

    /// The offset of a side's letter in an entry that names it.
    fn of_side(&self, part: SetupPart, side: Side) -> usize {
        let entry = match part {
            SetupPart::Cargo(_) => {
                let entry = self.of_part(part);
                return self.find(entry, &format!("+c{side}")) + "+c".len();
            }
            SetupPart::Container(_) => return self.of_part(part) + "c".len(),
            SetupPart::PendingEntry(_) => {
                let entry = self.of_part(part);
                self.find(entry, ":")
            }
            SetupPart::Winners => self.find(self.start, ":"),
            SetupPart::Seats | SetupPart::Out | SetupPart::Done => self.start,
            _ => return self.of_part(part),
        };
        self.find(entry, side.letter())
    }

    /// The offset of a word at or behind an offset; that offset if it is not there.
    fn find(&self, from: usize, word: &str) -> usize {
        let rest = &self.text[from - self.start..];
        from + rest.find(word).unwrap_or(0)
    }

    /// The offset of the first stone that a hand cannot hold.
    fn of_stone_too_many(&self, side: Side) -> usize {
        let stones = self.of_part(SetupPart::Hand(side)) + side.letter().len() + ":".len();
        let hand = self.text[stones - self.start..].split(';').next();
        let before = hand.unwrap_or_default().split(',').take(HAND_SIZE.into());
        stones + before.map(|stone| stone.len() + 1).sum::<usize>()
    }
}
