//! Droids.

mod action;
mod position;
mod setup;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use botwerk_engine::droids::{
    Action, Arrow, Colour, ColourCounts, Droids, Kind, Object, Setup, SetupError, Side, Sides,
    Slot, Square, Stone, Transmitter,
};
use botwerk_proto::v1 as proto;
use proto::droids_object::Kind as ObjectKind;

use super::Wire;
use super::position::{bad_position, broken_rule};
use crate::error::{Error, Reason};

fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

// Enums of the contract number what the engine indexes from 1: 0 stands for none.

fn index(message: i32) -> Option<usize> {
    usize::try_from(message).ok()?.checked_sub(1)
}

fn side_message(side: Side) -> i32 {
    side.index() as i32 + 1
}

fn side(message: i32) -> Option<Side> {
    Side::ALL.get(index(message)?).copied()
}

fn sides_message(sides: Sides) -> Vec<i32> {
    sides.map(side_message).collect()
}

fn colour_message(colour: Colour) -> i32 {
    colour.index() as i32 + 1
}

fn colour(message: i32) -> Option<Colour> {
    Colour::ALL.get(index(message)?).copied()
}

fn kind_message(kind: Kind) -> i32 {
    kind.index() as i32 + 1
}

fn kind(message: i32) -> Option<Kind> {
    Kind::from_index(index(message)?)
}

fn arrow(message: i32) -> Option<Arrow> {
    Arrow::ALL.get(index(message)?).copied()
}

fn transmitter(message: u32) -> Option<Transmitter> {
    Transmitter::from_index((message as usize).checked_sub(1)?)
}

fn stone_message(stone: Stone) -> proto::DroidsStone {
    proto::DroidsStone {
        kind: kind_message(stone.kind()),
        arrow: stone.arrow().index() as i32 + 1,
    }
}

fn slot_message(slot: Slot) -> proto::DroidsSlot {
    proto::DroidsSlot {
        transmitter: slot.transmitter().number() as u32,
        slot: slot.number() as u32,
    }
}

fn counts_message(counts: ColourCounts) -> proto::DroidsColourCounts {
    let [violet, blue, red, grey] = Colour::ALL.map(|colour| u32::from(counts.count(colour)));
    proto::DroidsColourCounts {
        violet,
        blue,
        red,
        grey,
    }
}

fn square_message(square: Square) -> proto::DroidsSquare {
    proto::DroidsSquare {
        x: square.x() as u32,
        y: square.y() as u32,
    }
}

fn object_message(object: Object) -> proto::DroidsObject {
    let kind = match object {
        Object::Obstacle => ObjectKind::Obstacle(true),
        Object::Mine => ObjectKind::Mine(true),
        Object::Container(side) => ObjectKind::Container(side_message(side)),
    };
    proto::DroidsObject { kind: Some(kind) }
}

fn number_message(side: Side, number: u32) -> proto::DroidsNumber {
    proto::DroidsNumber {
        side: side_message(side),
        number,
    }
}

fn slot(message: &proto::DroidsSlot) -> Option<Slot> {
    let transmitter = transmitter(message.transmitter)?;
    let slots = Slot::all().filter(|slot| slot.transmitter() == transmitter);
    { slots }.find(|slot| slot.number() == message.slot as usize)
}

fn joined<T: Display>(entries: impl IntoIterator<Item = T>, comma: &str) -> String {
    let entries: Vec<_> = entries.into_iter().map(|entry| entry.to_string()).collect();
    entries.join(comma)
}

impl Wire for Droids {
    fn action_message(action: Action) -> proto::Action {
        proto::Action {
            game: Some(proto::action::Game::Droids(proto::DroidsAction {
                kind: Some(action::action_kind(action)),
            })),
        }
    }

    fn action(&self, message: &proto::Action) -> Result<Action, Error> {
        let Some(proto::action::Game::Droids(message)) = &message.game else {
            return Err(bad_action("expected an action of droids"));
        };
        let kind = message.kind.as_ref();
        action::action(kind.ok_or_else(|| bad_action("none is set"))?)
    }

    fn setup_message(setup: &Setup) -> proto::Position {
        position::setup_message(setup)
    }

    fn setup_of_message(message: &proto::Position) -> Result<Setup, Error> {
        match &message.game {
            Some(proto::position::Game::Droids(message)) => setup::setup(message),
            _ => Err(bad_position("expected a position of droids")),
        }
    }

    fn setup_error(error: SetupError) -> Error {
        broken_rule(error.part(), &error.expected())
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::Droids(message)) => message.seats.len() as u32,
            _ => 0,
        }
    }
}
