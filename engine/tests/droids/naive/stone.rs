//! A stone on a transmitter, and the slot it stands on.

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

    /// The stone of a text such as `VDNE`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        for kind in Kind::ALL.into_iter().chain([Kind::F4]) {
            for arrow in kind.arrows() {
                let stone = Self { kind, arrow };
                if stone.text() == text {
                    return Ok(stone);
                }
            }
        }
        Err(format!("`{text}` is no stone with its arrow"))
    }
}

/// One of the three places of a transmitter, the first nearest the field (DR-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    pub(crate) seat: Seat,
    pub(crate) number: i32,
    pub(crate) place: i32,
}

impl Slot {
    /// Number and place, such as `5.1`.
    pub(crate) fn short(self) -> String {
        format!("{}.{}", self.number, self.place)
    }

    /// The slot of a seat that a text such as `5.1` names.
    pub(crate) fn parse(seat: Seat, text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no slot");
        let (number, place) = text.split_once('.').ok_or_else(wrong)?;
        let slot = Self {
            seat,
            number: number.parse().map_err(|_| wrong())?,
            place: place.parse().map_err(|_| wrong())?,
        };
        let is_there = (1..=10).contains(&slot.number) && (1..=3).contains(&slot.place);
        if is_there { Ok(slot) } else { Err(wrong()) }
    }
}
