//! Stones and slots of transmitters.

use super::arrow::Arrow;
use super::kind::Kind;
use super::seat::Seat;

/// An oriented order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stone {
    pub(crate) kind: Kind,
    pub(crate) arrow: Arrow,
}

impl Stone {
    pub(crate) fn text(self) -> String {
        format!("{}{}", self.kind.text(), self.arrow.text())
    }

    /// Parses a stone such as `VDNE`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        for kind in Kind::ALL.into_iter().chain([Kind::F4]) {
            for arrow in kind.arrows() {
                let stone = Self { kind, arrow };
                if stone.text() == text {
                    return Ok(stone);
                }
            }
        }
        Err(format!("`{text}` is not a valid stone with an arrow"))
    }
}

/// A slot of a transmitter; of its three places, the first is nearest the field (DR-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    pub(crate) seat: Seat,
    pub(crate) number: i32,
    pub(crate) place: i32,
}

impl Slot {
    /// Returns the number and place, such as `5.1`.
    pub(crate) fn short(self) -> String {
        format!("{}.{}", self.number, self.place)
    }

    /// Parses a slot of a seat, such as `5.1`.
    pub(crate) fn parse(seat: Seat, text: &str) -> Result<Self, String> {
        let error = || format!("`{text}` is not a valid slot");
        let (number, place) = text.split_once('.').ok_or_else(error)?;
        let slot = Self {
            seat,
            number: number.parse().map_err(|_| error())?,
            place: place.parse().map_err(|_| error())?,
        };
        let is_valid = (1..=10).contains(&slot.number) && (1..=3).contains(&slot.place);
        if is_valid { Ok(slot) } else { Err(error()) }
    }
}
