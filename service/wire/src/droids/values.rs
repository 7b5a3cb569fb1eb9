//! Sides, stones, squares and other values in the messages of Droids.

use std::fmt::Display;

use botwerk_engine::droids::{
    Arrow, Colour, ColourCounts, Kind, Object, Side, Sides, Slot, Square, Stone, Transmitter,
};
use botwerk_proto::v1 as proto;
use proto::droids_object::Kind as ObjectKind;

use crate::error::{Error, Reason};

/// Returns the error for an action message that is not valid.
pub(super) fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

// Enums of the contract number what the engine indexes from 1: 0 stands for none.

fn index(message: i32) -> Option<usize> {
    usize::try_from(message).ok()?.checked_sub(1)
}

/// Returns the number of a side in messages.
pub(super) fn side_message(side: Side) -> i32 {
    side.index() as i32 + 1
}

/// Returns the side with a number of a message, or `None` for any other number.
pub(super) fn side(message: i32) -> Option<Side> {
    Side::ALL.get(index(message)?).copied()
}

/// Returns the numbers of sides in messages.
pub(super) fn sides_message(sides: Sides) -> Vec<i32> {
    sides.map(side_message).collect()
}

/// Returns the number of a colour in messages.
pub(super) fn colour_message(colour: Colour) -> i32 {
    colour.index() as i32 + 1
}

/// Returns the colour with a number of a message, or `None` for any other number.
pub(super) fn colour(message: i32) -> Option<Colour> {
    Colour::ALL.get(index(message)?).copied()
}

/// Returns the number of a kind of stone in messages.
pub(super) fn kind_message(kind: Kind) -> i32 {
    kind.index() as i32 + 1
}

/// Returns the kind of stone with a number of a message, or `None` for any other number.
pub(super) fn kind(message: i32) -> Option<Kind> {
    Kind::from_index(index(message)?)
}

/// Returns the number of an arrow in messages.
pub(super) fn arrow_message(arrow: Arrow) -> i32 {
    arrow.index() as i32 + 1
}

/// Returns the arrow with a number of a message, or `None` for any other number.
pub(super) fn arrow(message: i32) -> Option<Arrow> {
    Arrow::ALL.get(index(message)?).copied()
}

/// Returns the transmitter with a number of a message, or `None` for any other number.
pub(super) fn transmitter(message: u32) -> Option<Transmitter> {
    Transmitter::from_index((message as usize).checked_sub(1)?)
}

/// Returns the message of a stone.
pub(super) fn stone_message(stone: Stone) -> proto::DroidsStone {
    proto::DroidsStone {
        kind: kind_message(stone.kind()),
        arrow: arrow_message(stone.arrow()),
    }
}

/// Returns the message of a slot.
pub(super) fn slot_message(slot: Slot) -> proto::DroidsSlot {
    proto::DroidsSlot {
        transmitter: slot.transmitter().number() as u32,
        slot: slot.number() as u32,
    }
}

/// Returns the message of counts by colour.
pub(super) fn counts_message(counts: ColourCounts) -> proto::DroidsColourCounts {
    let [violet, blue, red, grey] = Colour::ALL.map(|colour| u32::from(counts.count(colour)));
    proto::DroidsColourCounts {
        violet,
        blue,
        red,
        grey,
    }
}

/// Returns the message of a square.
pub(super) fn square_message(square: Square) -> proto::DroidsSquare {
    proto::DroidsSquare {
        x: square.x() as u32,
        y: square.y() as u32,
    }
}

/// Returns the message of an object.
pub(super) fn object_message(object: Object) -> proto::DroidsObject {
    let kind = match object {
        Object::Obstacle => ObjectKind::Obstacle(true),
        Object::Mine => ObjectKind::Mine(true),
        Object::Container(side) => ObjectKind::Container(side_message(side)),
    };
    proto::DroidsObject { kind: Some(kind) }
}

/// Returns the message of a number of a side.
pub(super) fn number_message(side: Side, number: u32) -> proto::DroidsNumber {
    proto::DroidsNumber {
        side: side_message(side),
        number,
    }
}

/// Returns the slot of a message, or `None` if its numbers are out of range.
pub(super) fn slot(message: &proto::DroidsSlot) -> Option<Slot> {
    let transmitter = transmitter(message.transmitter)?;
    let slots = Slot::all().filter(|slot| slot.transmitter() == transmitter);
    { slots }.find(|slot| slot.number() == message.slot as usize)
}

/// Returns entries as text, with a separator between them.
pub(super) fn joined<T: Display>(entries: impl IntoIterator<Item = T>, separator: &str) -> String {
    let entries: Vec<_> = entries.into_iter().map(|entry| entry.to_string()).collect();
    entries.join(separator)
}
