//! What the mad robot's transmitters are loaded with (DR-37).

use super::json_cursor::JsonCursor;
use crate::droids::square::Arrow;
use crate::droids::stone::{Kind, Stone};
use crate::droids::transmitter::Slot;

/// Programmes of a sheet.
pub(in crate::droids) const PROGRAMMES: usize = 10;

/// What the mad robot's transmitters may be loaded with: two sheets of ten programmes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programmes([[[Stone; Slot::PER_TRANSMITTER]; PROGRAMMES]; 2]);

impl Programmes {
    /// Reads two sheets of ten programmes of three orders.
    pub(super) fn read(node: &JsonCursor<'_>) -> Option<Self> {
        let mut orders = Vec::new();
        for sheet in exactly(node, 2, "sheets") {
            for programme in exactly(&sheet, PROGRAMMES, "programmes") {
                for order in exactly(&programme, Slot::PER_TRANSMITTER, "orders") {
                    orders.extend(read_order(&order));
                }
            }
        }
        Self::new(&orders)
    }

    /// The programmes of these orders, sheet by sheet; `None` if there are not 60 of them.
    fn new(orders: &[Stone]) -> Option<Self> {
        let (orders, rest) = orders.as_chunks::<{ Slot::PER_TRANSMITTER }>();
        let (sheets, others) = orders.as_chunks::<PROGRAMMES>();
        let complete = rest.is_empty() && others.is_empty();
        let sheets = sheets.try_into().ok().filter(|_| complete)?;
        Some(Self(sheets))
    }

    /// The orders of a sheet's programme, both from 0.
    pub const fn orders(&self, sheet: usize, programme: usize) -> &[Stone; Slot::PER_TRANSMITTER] {
        &self.0[sheet % 2][programme % PROGRAMMES]
    }
}

/// The entries of a list of so many.
fn exactly<'a>(node: &JsonCursor<'a>, count: usize, what: &str) -> Vec<JsonCursor<'a>> {
    let items = node.items();
    if items.len() != count {
        node.report(format!("expected {count} {what}"));
    }
    items
}

/// An order of the mad robot, `["G2", "S"]`.
fn read_order(node: &JsonCursor<'_>) -> Option<Stone> {
    const KINDS: [Kind; 4] = [Kind::G1, Kind::G2, Kind::GM, Kind::F4];
    match &node.items()[..] {
        [kind, arrow] => {
            let kind = KINDS[kind.word(&KINDS.map(Kind::name))?];
            let arrow = Arrow::STRAIGHT[arrow.word(&Arrow::STRAIGHT.map(Arrow::name))?];
            Stone::new(kind, arrow)
        }
        _ => {
            node.report("expected a kind and an arrow: [\"G2\", \"S\"]");
            None
        }
    }
}
