//! The parts of a setup that an error can name.

use std::fmt;

use crate::droids::side::Side;
use crate::droids::square::Square;
use crate::droids::transmitter::Slot;

/// A part of a setup, displayed as the path of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SetupPart {
    /// The field, or the entry of a field.
    pub field: SetupField,
    /// What a text contains there.
    pub(in crate::droids) token: SetupToken,
}

impl SetupPart {
    /// Returns the part of a field that a token describes.
    pub(super) const fn new(field: SetupField, token: SetupToken) -> Self {
        Self { field, token }
    }
}

impl From<SetupField> for SetupPart {
    fn from(field: SetupField) -> Self {
        Self::new(field, SetupToken::Field)
    }
}

impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.field.fmt(f)
    }
}

/// The token of a field's text that an error points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::droids) enum SetupToken {
    /// The start of the field.
    Field,
    /// The start of the entry.
    Entry,
    /// The letter of a side in the entry.
    Side(Side),
    /// The square of a robot or an object.
    Square,
    /// The last entry on the square of an object.
    LastOnSquare,
    /// The number after a side.
    Number,
    /// The first stone that exceeds the size of a hand.
    ExcessStone,
    /// The kind of a stone.
    Kind,
}

/// A field of a setup, or an entry of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupField {
    /// The scenario's number.
    Scenario,
    /// The seats in play.
    Seats,
    /// The round.
    Round,
    /// The seat that started the round.
    Starter,
    /// The seat that acts.
    Acting,
    /// The droids of all seats.
    Droids,
    /// The droid of a side.
    Droid(Side),
    /// What the droid of a side carries.
    Cargo(Side),
    /// All repair robots.
    Repairers,
    /// The repair robot on a square.
    Repairer(Square),
    /// The mad robot.
    MadRobot,
    /// All objects on the field.
    Objects,
    /// The obstacle or mine on a square.
    Object(Square),
    /// The container of a side.
    Container(Side),
    /// The strips of a side.
    Strips(Side),
    /// All scores.
    Scores,
    /// The score of a side.
    Score(Side),
    /// The seats that are out.
    Out,
    /// The seats that have stopped setting or finished sending.
    Done,
    /// The stones sent by all seats.
    Sent,
    /// The stones sent by a side.
    SentBy(Side),
    /// All hands.
    Hands,
    /// The hand of a side.
    Hand(Side),
    /// All stones on transmitters.
    Stones,
    /// The stone of a side on a slot.
    Stone(Side, Slot),
    /// All pending entries.
    Pending,
    /// The pending entry with this index.
    PendingEntry(usize),
    /// The winners.
    Winners,
    /// The solo die.
    SoloDie,
}

/// The path of the field, such as `droids[S].cargo`.
impl fmt::Display for SetupField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scenario => "scenario",
            Self::Seats => "seats",
            Self::Round => "round",
            Self::Starter => "starter",
            Self::Acting => "acting",
            Self::Droids => "droids",
            Self::Droid(side) => return write!(f, "droids[{side}]"),
            Self::Cargo(side) => return write!(f, "droids[{side}].cargo"),
            Self::Repairers => "repairers",
            Self::Repairer(square) => return write!(f, "repairers[{square}]"),
            Self::MadRobot => "mad_robot",
            Self::Objects => "objects",
            Self::Object(square) => return write!(f, "objects[{square}]"),
            Self::Container(side) => return write!(f, "objects[c{side}]"),
            Self::Strips(side) => return write!(f, "strips[{side}]"),
            Self::Scores => "scores",
            Self::Score(side) => return write!(f, "scores[{side}]"),
            Self::Out => "out",
            Self::Done => "done",
            Self::Sent => "sent",
            Self::SentBy(side) => return write!(f, "sent[{side}]"),
            Self::Hands => "hands",
            Self::Hand(side) => return write!(f, "hands[{side}]"),
            Self::Stones => "stones",
            Self::Stone(side, slot) => return write!(f, "stones[{side}{slot}]"),
            Self::Pending => "pending",
            Self::PendingEntry(index) => return write!(f, "pending[{index}]"),
            Self::Winners => "won",
            Self::SoloDie => "solo_die",
        })
    }
}
