//! The programmes of the mad robot (DR-37).

use super::json_cursor::JsonCursor;
use crate::droids::square::Arrow;
use crate::droids::stone::{Kind, Stone};
use crate::droids::transmitter::Slot;

/// Number of programmes on a sheet.
pub(in crate::droids) const PROGRAMMES_PER_SHEET: usize = 10;

/// Number of sheets.
const SHEETS: usize = 2;

/// The programmes with which the mad robot's transmitters are loaded: two sheets of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programmes([[[Stone; Slot::PER_TRANSMITTER]; PROGRAMMES_PER_SHEET]; SHEETS]);

impl Programmes {
    /// Reads two sheets of ten programmes of three orders.
    pub(super) fn read(cursor: &JsonCursor<'_>) -> Option<Self> {
        let mut orders = Vec::new();
        for sheet in cursor.exactly(SHEETS, "sheets") {
            for programme in sheet.exactly(PROGRAMMES_PER_SHEET, "programmes") {
                for order in programme.exactly(Slot::PER_TRANSMITTER, "orders") {
                    orders.extend(read_order(&order));
                }
            }
        }
        Self::new(&orders)
    }

    /// Creates the programmes from their orders, sheet by sheet. Returns `None` unless there are
    /// 60.
    fn new(orders: &[Stone]) -> Option<Self> {
        let (programmes, extra_orders) = orders.as_chunks::<{ Slot::PER_TRANSMITTER }>();
        let (sheets, extra_programmes) = programmes.as_chunks::<PROGRAMMES_PER_SHEET>();
        let is_complete = extra_orders.is_empty() && extra_programmes.is_empty();
        let sheets = sheets.try_into().ok().filter(|_| is_complete)?;
        Some(Self(sheets))
    }

    /// Returns the sheets with their programmes and orders, in order.
    pub const fn sheets(
        &self,
    ) -> &[[[Stone; Slot::PER_TRANSMITTER]; PROGRAMMES_PER_SHEET]; SHEETS] {
        &self.0
    }

    /// Returns the orders of a programme; the numbers of sheet and programme start at 0 and wrap.
    pub const fn orders(&self, sheet: usize, programme: usize) -> &[Stone; Slot::PER_TRANSMITTER] {
        &self.0[sheet % SHEETS][programme % PROGRAMMES_PER_SHEET]
    }
}

/// Reads an order of the mad robot, `["G2", "S"]`.
fn read_order(cursor: &JsonCursor<'_>) -> Option<Stone> {
    const KINDS: [Kind; 4] = [Kind::G1, Kind::G2, Kind::GM, Kind::F4];
    match &cursor.items()[..] {
        [kind, arrow] => {
            let kind = KINDS[kind.name_index(&KINDS.map(Kind::name))?];
            let arrow = Arrow::STRAIGHT[arrow.name_index(&Arrow::STRAIGHT.map(Arrow::name))?];
            Stone::new(kind, arrow)
        }
        _ => {
            cursor.report("expected a kind and an arrow, such as [\"G2\", \"S\"]");
            None
        }
    }
}
