//! The messages of actions.

use botwerk_engine::droids::{Action, Colour, Draws, Kind, Roll, Side, Stone};
use botwerk_proto::v1 as proto;
use proto::droids_action::Kind as ActionKind;

use super::values::{
    arrow, bad_action, colour, colour_message, counts_message, joined, kind, kind_message, side,
    side_message, slot, slot_message, stone_message, transmitter,
};
use crate::error::Error;

/// Returns the kind of an action's message.
pub(super) fn action_kind(action: Action) -> ActionKind {
    match action {
        Action::Draw(colour) => ActionKind::Draw(colour_message(colour)),
        Action::DrawAll(draws) => ActionKind::DrawAll(counts_message(draws.counts())),
        Action::Set { kind, arrow, slot } => ActionKind::Set(proto::DroidsSet {
            stone: Stone::new(kind, arrow).map(stone_message),
            slot: Some(slot_message(slot)),
        }),
        Action::Stop => ActionKind::Stop(true),
        Action::Send {
            transmitter,
            target,
        } => ActionKind::Send(proto::DroidsSend {
            transmitter: transmitter.number() as u32,
            target: target.map_or(0, side_message),
        }),
        Action::Lift(strip) => ActionKind::Lift(strip.number() as u32),
        Action::Leave(side) => ActionKind::Leave(side_message(side)),
        Action::Stone(kind) => ActionKind::Stone(kind_message(kind)),
        Action::Die(die) => ActionKind::Die(die.number() as u32),
        Action::Start(roll) => {
            let [south, west, north, east] =
                Side::ALL.map(|side| roll.number(side).unwrap_or(0).into());
            ActionKind::Start(proto::DroidsRoll {
                south,
                west,
                north,
                east,
            })
        }
    }
}

/// Reads an action.
///
/// # Errors
/// Returns an error if a field is missing or out of range.
pub(super) fn action(kind: &ActionKind) -> Result<Action, Error> {
    let number =
        |message| transmitter(message).ok_or_else(|| bad_action("expected a number from 1 to 10"));
    match kind {
        ActionKind::Draw(message) => {
            let colour = colour(*message).ok_or_else(|| bad_action("expected a colour"))?;
            Ok(Action::Draw(colour))
        }
        ActionKind::DrawAll(message) => draws(message).map(Action::DrawAll),
        ActionKind::Set(message) => set(message),
        ActionKind::Stop(_) => Ok(Action::Stop),
        ActionKind::Send(message) => {
            let target = match message.target {
                0 => None,
                target => {
                    Some(side(target).ok_or_else(|| bad_action("expected a side as target"))?)
                }
            };
            Ok(Action::Send {
                transmitter: number(message.transmitter)?,
                target,
            })
        }
        ActionKind::Lift(message) => number(*message).map(Action::Lift),
        ActionKind::Leave(message) => {
            let side = side(*message).ok_or_else(|| bad_action("expected a side"))?;
            Ok(Action::Leave(side))
        }
        ActionKind::Stone(message) => self::kind(*message)
            .filter(|kind| *kind != Kind::F4)
            .map(Action::Stone)
            .ok_or_else(|| bad_action("expected a kind of stone")),
        ActionKind::Die(message) => number(*message).map(Action::Die),
        ActionKind::Start(message) => roll(message).map(Action::Start),
    }
}

fn draws(message: &proto::DroidsColourCounts) -> Result<Draws, Error> {
    // The notation's parser checks how many stones are drawn.
    let read = format!("draw {}", counts_text(message)).parse::<Action>()?;
    match read {
        Action::DrawAll(draws) => Ok(draws),
        _ => Err(bad_action("expected seven stones")),
    }
}

fn set(message: &proto::DroidsSet) -> Result<Action, Error> {
    let stone = message.stone.as_ref();
    let stone = stone.ok_or_else(|| bad_action("expected a stone"))?;
    let kind = kind(stone.kind).filter(|kind| *kind != Kind::F4);
    let kind = kind.ok_or_else(|| bad_action("expected a kind of stone"))?;
    let arrow = arrow(stone.arrow).filter(|arrow| kind.arrows().contains(arrow));
    let arrow = arrow.ok_or_else(|| {
        let arrows = joined(kind.arrows(), ", ");
        bad_action(&format!("expected an arrow of {kind}, one of {arrows}"))
    })?;
    let slot = message.slot.as_ref().and_then(slot);
    let slot = slot.ok_or_else(|| {
        bad_action("expected a slot: a transmitter from 1 to 10 and a slot from 1 to 3")
    })?;
    Ok(Action::Set { kind, arrow, slot })
}

fn roll(message: &proto::DroidsRoll) -> Result<Roll, Error> {
    let numbers = [message.south, message.west, message.north, message.east];
    let numbers = numbers.map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    let roll = Roll::new(numbers);
    roll.ok_or_else(|| bad_action("expected rolls from 1 to 10 of two seats or more"))
}

/// Returns counts in the notation, without the colours that have no stones.
fn counts_text(message: &proto::DroidsColourCounts) -> String {
    let numbers = [message.violet, message.blue, message.red, message.grey];
    let counts = Colour::ALL.into_iter().zip(numbers);
    let counts = counts.filter(|(_, number)| *number > 0);
    joined(
        counts.map(|(colour, number)| format!("{}{number}", colour.letter())),
        ",",
    )
}
