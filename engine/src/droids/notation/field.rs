//! What a position's text is made of.

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
pub(super) const FIELDS: usize = Field::Shift as usize + 1;
