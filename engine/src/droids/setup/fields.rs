//! The checks of single fields of a setup, in the order of the notation.

use super::error::SetupError;
use super::part::SetupPart;
use super::{Setup, SetupHand};
use crate::droids::public_state::{Object, Pending, Phase};
use crate::droids::rules::Rules;
use crate::droids::ruleset::{HAND_SIZE, MAD_ROBOT_SIDE};
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};
use crate::droids::stone::{Colour, Kind};
use crate::droids::transmitter::Slot;

/// Checks every field of a setup. The kinds of the hands of `known` sides must be known.
///
/// # Errors
/// Returns an error if a field is out of range or names what the match does not have.
pub(super) fn validate(rules: &Rules, known: Sides, setup: &Setup) -> Result<(), SetupError> {
    validate_match(rules, setup)?;
    validate_side(rules, SetupPart::Starter, setup.starter)?;
    validate_side(rules, SetupPart::Acting, setup.acting)?;
    let robots = validate_robots(rules, setup)?;
    validate_objects(rules, setup, robots)?;
    for side in Side::ALL {
        let has_strips = !setup.strips[side.index()].is_empty();
        validate_side(rules, SetupPart::Strips(side), has_strips.then_some(side))?;
    }
    for side in Side::ALL {
        let score = setup.scores[side.index()];
        validate_number(rules, SetupPart::Score(side), side, score, u8::MAX)?;
    }
    validate_side(rules, SetupPart::Out, setup.out)?;
    validate_side(rules, SetupPart::Done, setup.done)?;
    for side in Side::ALL {
        let sent = setup.sent[side.index()];
        validate_number(rules, SetupPart::SentBy(side), side, sent, HAND_SIZE)?;
    }
    for side in Side::ALL {
        validate_hand(rules, known, side, setup.hands[side.index()])?;
    }
    validate_stones(rules, setup)?;
    validate_pending(rules, setup)
}

fn validate_match(rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
    let scenario = rules.scenario;
    if setup.scenario != u32::from(scenario) {
        return Err(SetupError::Scenario { scenario });
    }
    let seats = rules.seats;
    if setup.seats != seats {
        return Err(SetupError::Seats { seats });
    }
    let max = rules.last_round();
    if !(1..=u32::from(max)).contains(&setup.round) {
        return Err(SetupError::Round { max });
    }
    Ok(())
}

/// Checks that sides are in play.
fn validate_side(
    rules: &Rules,
    part: SetupPart,
    sides: impl IntoIterator<Item = Side>,
) -> Result<(), SetupError> {
    let seats = rules.seats;
    match sides.into_iter().find(|side| !seats.contains(*side)) {
        Some(side) => Err(SetupError::UnknownSide { part, side, seats }),
        None => Ok(()),
    }
}

/// Checks that a number is in range and that its side is in play.
fn validate_number(
    rules: &Rules,
    part: SetupPart,
    side: Side,
    number: Option<u32>,
    max: u8,
) -> Result<(), SetupError> {
    validate_side(rules, part, number.map(|_| side))?;
    if number.is_some_and(|number| number > u32::from(max)) {
        return Err(SetupError::Number { part, max });
    }
    Ok(())
}

fn validate_land(rules: &Rules, part: SetupPart, square: Square) -> Result<(), SetupError> {
    if rules.walls.contains(square) {
        Err(SetupError::Wall(part))
    } else {
        Ok(())
    }
}

/// Checks the robots and returns their squares.
fn validate_robots(rules: &Rules, setup: &Setup) -> Result<Squares, SetupError> {
    let mut taken = Squares::EMPTY;
    let mut place = |part: SetupPart, square: Square| {
        validate_land(rules, part, square)?;
        if taken.contains(square) {
            return Err(SetupError::SharedSquare(part));
        }
        taken.insert(square);
        Ok(())
    };
    for side in Side::ALL {
        let droid = &setup.droids[side.index()];
        let is_used = droid.square.is_some() || !droid.cargo.is_empty();
        validate_side(rules, SetupPart::Droid(side), is_used.then_some(side))?;
        let owners = droid.cargo.iter().filter_map(|object| match object {
            Object::Container(owner) => Some(*owner),
            Object::Obstacle | Object::Mine => None,
        });
        if let Some(square) = droid.square {
            place(SetupPart::Droid(side), square)?;
        }
        validate_side(rules, SetupPart::Cargo(side), owners)?;
    }
    for square in setup.repairers {
        place(SetupPart::Repairer(square), square)?;
    }
    if let Some(square) = setup.mad_robot {
        place(SetupPart::MadRobot, square)?;
    }
    Ok(taken)
}

fn validate_objects(rules: &Rules, setup: &Setup, robots: Squares) -> Result<(), SetupError> {
    let mut taken = robots;
    let on_field = setup.containers.iter().flatten().copied().collect();
    for square in setup.obstacles.union(setup.mines).union(on_field) {
        let containers = Side::ALL
            .into_iter()
            .filter(|side| setup.containers[side.index()] == Some(square));
        let pieces = [setup.obstacles, setup.mines]
            .into_iter()
            .filter(|objects| objects.contains(square))
            .map(|_| SetupPart::Object(square));
        for part in containers.map(SetupPart::Container).chain(pieces) {
            if let SetupPart::Container(side) = part {
                validate_side(rules, part, Some(side))?;
            }
            validate_land(rules, part, square)?;
            if taken.contains(square) {
                return Err(SetupError::OccupiedSquare(part));
            }
            taken.insert(square);
        }
    }
    Ok(())
}

fn validate_hand(
    rules: &Rules,
    known: Sides,
    side: Side,
    hand: SetupHand,
) -> Result<(), SetupError> {
    let part = SetupPart::Hand(side);
    let (is_used, is_in_range) = match hand {
        SetupHand::Colours(colours) => {
            let counts = Colour::ALL.map(|colour| colours.count(colour));
            let is_used = counts != [0; 4];
            if is_used && known.contains(side) {
                return Err(SetupError::HiddenHand(side));
            }
            (is_used, counts.iter().all(|count| *count <= HAND_SIZE))
        }
        SetupHand::Kinds(kinds) => {
            let total: u32 = kinds.kinds().map(|(_, count)| u32::from(count)).sum();
            (total > 0, total <= u32::from(HAND_SIZE))
        }
    };
    validate_side(rules, part, is_used.then_some(side))?;
    if is_in_range {
        Ok(())
    } else {
        Err(SetupError::HandSize(side))
    }
}

/// Checks that only seats have stones, apart from the mad robot's orders.
fn validate_stones(rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
    for side in Side::ALL {
        let is_mad = rules.is_solo() && side == MAD_ROBOT_SIDE;
        for (slot, stone) in Slot::all().zip(setup.stones[side.index()]) {
            let Some(stone) = stone else { continue };
            let part = SetupPart::Stone(side, slot);
            if is_mad {
                continue;
            }
            validate_side(rules, part, Some(side))?;
            if stone.kind() == Kind::F4 {
                return Err(SetupError::MadStone(part));
            }
        }
    }
    Ok(())
}

fn validate_pending(rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
    if let Phase::Over(winners) = setup.phase {
        validate_side(rules, SetupPart::Winners, winners)?;
        if !setup.pending.is_empty() {
            return Err(SetupError::PendingAfterEnd);
        }
    }
    for (index, pending) in setup.pending.iter().enumerate() {
        let sides = match *pending {
            Pending::Start(sides, _) => sides,
            Pending::Stone(side, _) | Pending::Die(side) | Pending::Lift(side) => Sides::one(side),
            Pending::SoloDie | Pending::MadRobot => Sides::EMPTY,
        };
        validate_side(rules, SetupPart::PendingEntry(index), sides)?;
    }
    Ok(())
}
