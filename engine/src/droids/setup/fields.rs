//! The checks of single fields of a setup, in the order of the notation.

use super::{Setup, SetupError, SetupField, SetupHand, SetupPart, SetupToken};
use crate::droids::rules::Rules;
use crate::droids::ruleset::{HAND_SIZE, MAD_ROBOT_SIDE};
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};
use crate::droids::state::{Object, Pending, Phase};
use crate::droids::stone::{Colour, Kind};
use crate::droids::transmitter::Slot;

/// Checks every field of a setup. The kinds of the hands of `known` sides must be known.
///
/// # Errors
/// Returns an error if a field is out of range or names what the match does not have.
pub(super) fn validate(rules: &Rules, known: Sides, setup: &Setup) -> Result<(), SetupError> {
    validate_match(rules, setup)?;
    validate_side(rules, SetupField::Starter, setup.starter)?;
    validate_side(rules, SetupField::Acting, setup.acting)?;
    let robots = validate_robots(rules, setup)?;
    validate_objects(rules, setup, robots)?;
    for side in Side::ALL {
        let has_strips = !setup.strips[side.index()].is_empty();
        validate_side(rules, SetupField::Strips(side), has_strips.then_some(side))?;
    }
    for side in Side::ALL {
        let score = setup.scores[side.index()];
        validate_number(rules, SetupField::Score(side), side, score, u8::MAX)?;
    }
    validate_side(rules, SetupField::Out, setup.out)?;
    validate_side(rules, SetupField::Done, setup.done)?;
    for side in Side::ALL {
        let sent = setup.sent[side.index()];
        validate_number(rules, SetupField::SentBy(side), side, sent, HAND_SIZE)?;
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
        let expected = format!("the scenario {scenario} that is played");
        return Err(SetupError::new(SetupField::Scenario, expected));
    }
    let seats = rules.seats;
    if setup.seats != seats {
        let expected = format!("the seats in play, `{seats}`");
        return Err(SetupError::broken_rule("DR-4", SetupField::Seats, expected));
    }
    let max = rules.last_round();
    if !(1..=u32::from(max)).contains(&setup.round) {
        let expected = format!("a round from 1 to {max}");
        return Err(SetupError::new(SetupField::Round, expected));
    }
    Ok(())
}

/// Checks that sides are in play.
fn validate_side(
    rules: &Rules,
    field: SetupField,
    sides: impl IntoIterator<Item = Side>,
) -> Result<(), SetupError> {
    let seats = rules.seats;
    match sides.into_iter().find(|side| !seats.contains(*side)) {
        Some(side) => {
            let part = SetupPart::new(field, SetupToken::Side(side));
            let expected = format!("a seat in play, of `{seats}`");
            Err(SetupError::broken_rule("DR-4", part, expected))
        }
        None => Ok(()),
    }
}

/// Checks that a number is in range and that its side is in play.
fn validate_number(
    rules: &Rules,
    field: SetupField,
    side: Side,
    number: Option<u32>,
    max: u8,
) -> Result<(), SetupError> {
    validate_side(rules, field, number.map(|_| side))?;
    if number.is_some_and(|number| number > u32::from(max)) {
        let part = SetupPart::new(field, SetupToken::Number);
        return Err(SetupError::new(part, format!("a number from 0 to {max}")));
    }
    Ok(())
}

fn validate_land(rules: &Rules, field: SetupField, square: Square) -> Result<(), SetupError> {
    if rules.walls.contains(square) {
        let part = SetupPart::new(field, SetupToken::Square);
        Err(SetupError::broken_rule(
            "DR-20",
            part,
            "a square without a wall",
        ))
    } else {
        Ok(())
    }
}

/// Checks the robots and returns their squares.
fn validate_robots(rules: &Rules, setup: &Setup) -> Result<Squares, SetupError> {
    let mut taken = Squares::EMPTY;
    let mut place = |field: SetupField, square: Square| {
        validate_land(rules, field, square)?;
        if taken.contains(square) {
            let part = SetupPart::new(field, SetupToken::Entry);
            let expected = "at most one robot per square (DR-20)";
            return Err(SetupError::broken_rule("DR-20", part, expected));
        }
        taken.insert(square);
        Ok(())
    };
    for side in Side::ALL {
        let droid = &setup.droids[side.index()];
        let is_used = droid.square.is_some() || !droid.cargo.is_empty();
        validate_side(rules, SetupField::Droid(side), is_used.then_some(side))?;
        let owners = droid.cargo.iter().filter_map(|object| match object {
            Object::Container(owner) => Some(*owner),
            Object::Obstacle | Object::Mine => None,
        });
        if let Some(square) = droid.square {
            place(SetupField::Droid(side), square)?;
        }
        validate_side(rules, SetupField::Cargo(side), owners)?;
    }
    for square in setup.repairers {
        place(SetupField::Repairer(square), square)?;
    }
    if let Some(square) = setup.mad_robot {
        place(SetupField::MadRobot, square)?;
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
            .map(|_| SetupField::Object(square));
        for field in containers.map(SetupField::Container).chain(pieces) {
            if let SetupField::Container(side) = field {
                validate_side(rules, field, Some(side))?;
            }
            validate_land(rules, field, square)?;
            if taken.contains(square) {
                let part = SetupPart::new(field, SetupToken::LastOnSquare);
                let expected = "a square without another piece";
                return Err(SetupError::broken_rule("DR-29", part, expected));
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
    let field = SetupField::Hand(side);
    let (is_used, is_in_range) = match hand {
        SetupHand::Colours(colours) => {
            let counts = Colour::ALL.map(|colour| colours.count(colour));
            let is_used = counts != [0; 4];
            if is_used && known.contains(side) {
                let expected = "the kinds of the stones: with their colours alone it is a view, \
                                not a position (DR-39)";
                return Err(SetupError::broken_rule("DR-39", field, expected));
            }
            (is_used, counts.iter().all(|count| *count <= HAND_SIZE))
        }
        SetupHand::Kinds(kinds) => {
            let total: u32 = kinds.kinds().map(|(_, count)| u32::from(count)).sum();
            (total > 0, total <= u32::from(HAND_SIZE))
        }
    };
    validate_side(rules, field, is_used.then_some(side))?;
    if is_in_range {
        Ok(())
    } else {
        let part = SetupPart::new(field, SetupToken::ExcessStone);
        let expected = format!("at most {HAND_SIZE} stones in a hand (DR-3)");
        Err(SetupError::broken_rule("DR-3", part, expected))
    }
}

/// Checks that only seats have stones, apart from the mad robot's orders.
fn validate_stones(rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
    for side in Side::ALL {
        let is_mad = rules.is_solo() && side == MAD_ROBOT_SIDE;
        for (slot, stone) in Slot::all().zip(setup.stones[side.index()]) {
            let Some(stone) = stone else { continue };
            let field = SetupField::Stone(side, slot);
            if is_mad {
                continue;
            }
            validate_side(rules, field, Some(side))?;
            if stone.kind() == Kind::F4 {
                let part = SetupPart::new(field, SetupToken::Kind);
                let expected = "a kind of stone such as `V1`, `FIRE` or `GREP`";
                return Err(SetupError::broken_rule("DR-37", part, expected));
            }
        }
    }
    Ok(())
}

fn validate_pending(rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
    if let Phase::Over(winners) = setup.phase {
        validate_side(rules, SetupField::Winners, winners)?;
        if !setup.pending.is_empty() {
            return Err(SetupError::new(
                SetupField::Pending,
                "nothing after the end",
            ));
        }
    }
    for (index, pending) in setup.pending.iter().enumerate() {
        let sides = match *pending {
            Pending::Start(sides, _) => sides,
            Pending::Stone(side, _) | Pending::Die(side) | Pending::Lift(side) => Sides::one(side),
            Pending::SoloDie | Pending::MadRobot => Sides::EMPTY,
        };
        validate_side(rules, SetupField::PendingEntry(index), sides)?;
    }
    Ok(())
}
