//! Positions of messages: they are read by way of their text, since its parser knows every rule that
//! a position must obey.

use botwerk_engine::droids::{Square, Stone};
use botwerk_proto::v1 as proto;
use proto::droids_object::Kind as ObjectKind;
use proto::droids_pending::Kind as PendingKind;

use super::{arrow, colour, joined, kind, side, slot};
use crate::error::{Error, Reason};

pub(super) fn bad_position(what: &str) -> Error {
    Error::new(Reason::BadPosition, format!("position: {what}"))
}

/// A field of the text: `-` for an empty one.
fn field(entries: &[String], comma: &str) -> String {
    if entries.is_empty() {
        "-".to_owned()
    } else {
        entries.join(comma)
    }
}

fn side_text(message: i32) -> Result<String, Error> {
    let side = side(message).ok_or_else(|| bad_position("a seat is missing"))?;
    Ok(side.to_string())
}

fn side_or_none(message: i32) -> Result<String, Error> {
    if message == 0 {
        Ok("-".to_owned())
    } else {
        side_text(message)
    }
}

fn sides_text(messages: &[i32]) -> Result<String, Error> {
    let sides: Vec<_> = messages
        .iter()
        .map(|side| side_text(*side))
        .collect::<Result<_, _>>()?;
    Ok(field(&sides, ""))
}

fn square_text(message: Option<&proto::DroidsSquare>) -> Result<String, Error> {
    let square = message.and_then(|square| Square::at(square.x as usize, square.y as usize));
    let square = square.ok_or_else(|| bad_position("a square is missing: x and y from 0 to 9"))?;
    Ok(square.to_string())
}

fn object_text(message: Option<&proto::DroidsObject>) -> Result<String, Error> {
    match message.and_then(|object| object.kind.as_ref()) {
        Some(ObjectKind::Obstacle(_)) => Ok("o".to_owned()),
        Some(ObjectKind::Mine(_)) => Ok("m".to_owned()),
        Some(ObjectKind::Container(side)) => Ok(format!("c{}", side_text(*side)?)),
        None => Err(bad_position("an object is missing")),
    }
}

fn robots_text(message: &proto::DroidsPosition) -> Result<Vec<String>, Error> {
    let mut robots = Vec::new();
    for droid in &message.droids {
        let mut text = side_text(droid.side)? + &square_text(droid.square.as_ref())?;
        for object in &droid.cargo {
            text += "+";
            text += &object_text(Some(object))?;
        }
        robots.push(text);
    }
    for repairer in &message.repairers {
        robots.push(format!("r{}", square_text(Some(repairer))?));
    }
    if message.mad_robot.is_some() {
        robots.push(format!("M{}", square_text(message.mad_robot.as_ref())?));
    }
    Ok(robots)
}

fn numbers_text(messages: &[proto::DroidsNumber]) -> Result<String, Error> {
    let number = |number: &proto::DroidsNumber| {
        Ok::<_, Error>(format!("{}{}", side_text(number.side)?, number.number))
    };
    let numbers: Vec<_> = messages.iter().map(number).collect::<Result<_, _>>()?;
    Ok(field(&numbers, ","))
}

fn hand_text(message: &proto::DroidsHand) -> Result<String, Error> {
    let missing = || bad_position("a kind of stone is missing");
    let kinds = message.kinds.iter();
    let kinds: Vec<_> = kinds
        .map(|message| kind(*message).ok_or_else(missing))
        .collect::<Result<_, _>>()?;
    if kinds.is_empty() {
        return Err(bad_position(
            "the kinds of a hand are missing: a view is no position",
        ));
    }
    Ok(format!(
        "{}:{}",
        side_text(message.side)?,
        joined(kinds, ",")
    ))
}

fn placed_stone_text(message: &proto::DroidsPlacedStone) -> Result<String, Error> {
    let slot = message.slot.as_ref().and_then(slot);
    let slot = slot.ok_or_else(|| bad_position("a slot is missing"))?;
    let stone = message.stone.as_ref();
    let stone = stone.and_then(|stone| Stone::new(kind(stone.kind)?, arrow(stone.arrow)?));
    let stone = stone.ok_or_else(|| bad_position("a stone is missing, or its arrow is wrong"))?;
    Ok(format!("{}{slot}:{stone}", side_text(message.side)?))
}

fn pending_text(message: &proto::DroidsPending) -> Result<String, Error> {
    let kind = message.kind.as_ref();
    match kind.ok_or_else(|| bad_position("something pending is missing"))? {
        PendingKind::Start(roll) => {
            let seats = sides_text(&roll.seats)?;
            Ok(match roll.number {
                1 => format!("start:{seats}"),
                number => format!("start:{seats}:{number}"),
            })
        }
        PendingKind::SoloDie(_) => Ok("die:M".to_owned()),
        PendingKind::Stone(stone) => {
            let colour = colour(stone.colour).ok_or_else(|| bad_position("a colour is missing"))?;
            Ok(format!("stone:{}:{colour}", side_text(stone.side)?))
        }
        PendingKind::Die(side) => Ok(format!("die:{}", side_text(*side)?)),
        PendingKind::Lift(side) => Ok(format!("lift:{}", side_text(*side)?)),
        PendingKind::MadRobot(_) => Ok("send:M".to_owned()),
    }
}

fn texts<T>(
    messages: &[T],
    text: impl Fn(&T) -> Result<String, Error>,
    comma: &str,
) -> Result<String, Error> {
    let texts: Vec<_> = messages.iter().map(text).collect::<Result<_, _>>()?;
    Ok(field(&texts, comma))
}

/// The notation of a position's message.
pub(super) fn position_text(message: &proto::DroidsPosition) -> Result<String, Error> {
    let is_over = message.phase() == proto::DroidsPhase::Over;
    let phase = match message.phase() {
        proto::DroidsPhase::Draw => "draw",
        proto::DroidsPhase::Set => "set",
        proto::DroidsPhase::Send => "send",
        proto::DroidsPhase::Over => "over",
        proto::DroidsPhase::Unspecified => return Err(bad_position("a phase is missing")),
    };
    let object = |placed: &proto::DroidsPlacedObject| {
        Ok(object_text(placed.object.as_ref())? + &square_text(placed.square.as_ref())?)
    };
    let strip =
        |strip: &proto::DroidsStrip| Ok(format!("{}{}", side_text(strip.side)?, strip.transmitter));
    let pending = if !is_over {
        texts(&message.pending, pending_text, ",")?
    } else if message.won.is_empty() {
        "lost".to_owned()
    } else {
        format!("won:{}", sides_text(&message.won)?)
    };
    let fields = [
        message.scenario.to_string(),
        sides_text(&message.seats)?,
        message.round.to_string(),
        side_or_none(message.starter)?,
        phase.to_owned(),
        side_or_none(message.acting)?,
        field(&robots_text(message)?, ","),
        texts(&message.objects, object, ",")?,
        texts(&message.strips, strip, ",")?,
        numbers_text(&message.scores)?,
        sides_text(&message.out)?,
        sides_text(&message.done)?,
        numbers_text(&message.sent)?,
        texts(&message.hands, hand_text, ";")?,
        texts(&message.stones, placed_stone_text, ",")?,
        pending,
        match message.solo_die {
            0 => "-".to_owned(),
            die => die.to_string(),
        },
    ];
    Ok(fields.join(" "))
}
