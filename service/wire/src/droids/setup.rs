//! Reads setups from messages.

use std::fmt::Display;

use botwerk_engine::droids::{
    Arrow, ColourCounts, Droid, Kind, KindCounts, Object, Pending, PendingQueue, Phase, Setup,
    SetupHand, Side, Sides, Slot, Square, Squares, Stone, Strips, Transmitter,
};
use botwerk_proto::v1 as proto;
use proto::droids_object::Kind as ObjectKind;
use proto::droids_pending::Kind as PendingKind;

use super::values::{arrow, colour, kind, side, slot, transmitter};
use crate::error::Error;
use crate::position::{bad_field, check_sorted, missing_field};

/// Reads a setup.
///
/// # Errors
/// Returns an error if a field is missing or out of range, or a list is not sorted.
pub(super) fn setup(message: &proto::DroidsPosition) -> Result<Setup, Error> {
    let phase = phase(message)?;
    let (obstacles, mines, containers) = objects(&message.objects)?;
    let mad_robot = message.mad_robot.as_ref();
    Ok(Setup {
        scenario: message.scenario,
        seats: sides("seats", &message.seats)?,
        round: message.round,
        starter: optional_side("starter", message.starter)?,
        acting: optional_side("acting", message.acting)?,
        droids: droids(&message.droids)?,
        repairers: repairers(&message.repairers)?,
        mad_robot: mad_robot
            .map(|message| square("mad_robot", Some(message)))
            .transpose()?,
        obstacles,
        mines,
        containers,
        strips: strips(&message.strips)?,
        scores: numbers("scores", &message.scores)?,
        out: sides("out", &message.out)?,
        done: sides("done", &message.done)?,
        sent: numbers("sent", &message.sent)?,
        hands: hands(&message.hands)?,
        stones: stones(&message.stones)?,
        pending: match phase {
            // Nothing can be pending after the end.
            Phase::Over(_) => PendingQueue::new(),
            _ => pending(&message.pending)?,
        },
        solo_die: match message.solo_die {
            0 => None,
            number => Some(transmitter_of("solo_die", number)?),
        },
        phase,
    })
}

fn phase(message: &proto::DroidsPosition) -> Result<Phase, Error> {
    match message.phase() {
        proto::DroidsPhase::Draw => Ok(Phase::Draw),
        proto::DroidsPhase::Set => Ok(Phase::Set),
        proto::DroidsPhase::Send => Ok(Phase::Send),
        proto::DroidsPhase::Over => sides("won", &message.won).map(Phase::Over),
        proto::DroidsPhase::Unspecified => {
            Err(bad_field("phase", "a phase of the round", message.phase))
        }
    }
}

fn side_of(field: impl Display, message: i32) -> Result<Side, Error> {
    side(message).ok_or_else(|| bad_field(field, "one of the four sides", message))
}

fn optional_side(field: &str, message: i32) -> Result<Option<Side>, Error> {
    if message == 0 {
        Ok(None)
    } else {
        side_of(field, message).map(Some)
    }
}

fn sides(field: &str, messages: &[i32]) -> Result<Sides, Error> {
    check_sorted(field, messages)?;
    let side = |(i, side): (usize, &i32)| side_of(format_args!("{field}[{i}]"), *side);
    messages.iter().enumerate().map(side).collect()
}

fn square(field: impl Display, message: Option<&proto::DroidsSquare>) -> Result<Square, Error> {
    let Some(message) = message else {
        return Err(missing_field(field, "a square"));
    };
    let proto::DroidsSquare { x, y } = message;
    let found = format_args!("x {x} and y {y}");
    let square = Square::at(*x as usize, *y as usize);
    square.ok_or_else(|| bad_field(field, "x and y from 0 to 9", found))
}

fn object(field: impl Display, message: Option<&proto::DroidsObject>) -> Result<Object, Error> {
    match message.and_then(|object| object.kind.as_ref()) {
        Some(ObjectKind::Obstacle(_)) => Ok(Object::Obstacle),
        Some(ObjectKind::Mine(_)) => Ok(Object::Mine),
        Some(ObjectKind::Container(side)) => side_of(field, *side).map(Object::Container),
        None => Err(missing_field(field, "an object")),
    }
}

fn transmitter_of(field: impl Display, message: u32) -> Result<Transmitter, Error> {
    transmitter(message).ok_or_else(|| bad_field(field, "a number from 1 to 10", message))
}

fn droids(messages: &[proto::DroidsDroid]) -> Result<[Droid; 4], Error> {
    check_sorted("droids", messages.iter().map(|droid| droid.side))?;
    let mut droids: [Droid; 4] = Default::default();
    for (i, message) in messages.iter().enumerate() {
        let side = side_of(format_args!("droids[{i}].side"), message.side)?;
        let droid = &mut droids[side.index()];
        let on = square(format_args!("droids[{i}].square"), message.square.as_ref())?;
        droid.square = Some(on);
        for (j, message) in message.cargo.iter().enumerate() {
            let object = object(format_args!("droids[{i}].cargo[{j}]"), Some(message))?;
            if droid.cargo.try_push(object).is_err() {
                let max = droid.cargo.capacity();
                let expected = format_args!("at most {max} objects");
                return Err(bad_field(
                    format_args!("droids[{i}].cargo"),
                    expected,
                    j + 1,
                ));
            }
        }
    }
    Ok(droids)
}

fn repairers(messages: &[proto::DroidsSquare]) -> Result<Squares, Error> {
    let square = |(i, message)| {
        square(
            format_args!("repairers[{i}]"),
            Some::<&proto::DroidsSquare>(message),
        )
    };
    let squares: Vec<_> = messages
        .iter()
        .enumerate()
        .map(square)
        .collect::<Result<_, _>>()?;
    check_sorted("repairers", &squares)?;
    Ok(squares.into_iter().collect())
}

/// Obstacles, mines and containers of a list of objects.
type Objects = (Squares, Squares, [Option<Square>; 4]);

fn objects(messages: &[proto::DroidsPlacedObject]) -> Result<Objects, Error> {
    let (mut obstacles, mut mines) = (Squares::EMPTY, Squares::EMPTY);
    let mut containers = [None; 4];
    let mut squares = Vec::with_capacity(messages.len());
    for (i, message) in messages.iter().enumerate() {
        let object = object(format_args!("objects[{i}].object"), message.object.as_ref())?;
        let square = square(format_args!("objects[{i}].square"), message.square.as_ref())?;
        squares.push(square);
        match object {
            Object::Obstacle => obstacles.insert(square),
            Object::Mine => mines.insert(square),
            Object::Container(side) => {
                let container: &mut Option<Square> = &mut containers[side.index()];
                if let Some(other) = container.replace(square) {
                    let expected = format_args!("the container of {side} once");
                    let found = format_args!("one on {other} and one on {square}");
                    return Err(bad_field(format_args!("objects[{i}]"), expected, found));
                }
            }
        }
    }
    check_sorted("objects", &squares)?;
    Ok((obstacles, mines, containers))
}

fn strips(messages: &[proto::DroidsStrip]) -> Result<[Strips; 4], Error> {
    check_sorted(
        "strips",
        messages.iter().map(|strip| (strip.side, strip.transmitter)),
    )?;
    let mut strips: [Vec<Transmitter>; 4] = Default::default();
    for (i, message) in messages.iter().enumerate() {
        let side = side_of(format_args!("strips[{i}].side"), message.side)?;
        let field = format_args!("strips[{i}].transmitter");
        strips[side.index()].push(transmitter_of(field, message.transmitter)?);
    }
    Ok(strips.map(|strips| strips.into_iter().collect()))
}

fn numbers(field: &str, messages: &[proto::DroidsNumber]) -> Result<[Option<u32>; 4], Error> {
    check_sorted(field, messages.iter().map(|number| number.side))?;
    let mut numbers = [None; 4];
    for (i, message) in messages.iter().enumerate() {
        let side = side_of(format_args!("{field}[{i}].side"), message.side)?;
        numbers[side.index()] = Some(message.number);
    }
    Ok(numbers)
}

fn hands(messages: &[proto::DroidsHand]) -> Result<[SetupHand; 4], Error> {
    check_sorted("hands", messages.iter().map(|hand| hand.side))?;
    let mut hands = [SetupHand::Kinds(KindCounts::default()); 4];
    for (i, message) in messages.iter().enumerate() {
        let side = side_of(format_args!("hands[{i}].side"), message.side)?;
        hands[side.index()] = if message.kinds.is_empty() {
            let colours = colours(i, message.colours.unwrap_or_default())?;
            if colours == ColourCounts::default() {
                return Err(missing_field(format_args!("hands[{i}]"), "stones"));
            }
            SetupHand::Colours(colours)
        } else {
            check_kinds_sorted(i, &message.kinds)?;
            SetupHand::Kinds(kinds(i, &message.kinds)?)
        };
    }
    Ok(hands)
}

/// Checks that equal kinds stand together, in the order of the kinds.
fn check_kinds_sorted(hand: usize, messages: &[i32]) -> Result<(), Error> {
    if messages.is_sorted() {
        return Ok(());
    }
    let found = format_args!("{messages:?}");
    Err(bad_field(
        format_args!("hands[{hand}].kinds"),
        "sorted kinds",
        found,
    ))
}

fn kinds(hand: usize, messages: &[i32]) -> Result<KindCounts, Error> {
    let mut kinds = KindCounts::default();
    for (i, message) in messages.iter().enumerate() {
        let kind = kind(*message).filter(|kind| *kind != Kind::F4);
        let field = format_args!("hands[{hand}].kinds[{i}]");
        kinds.add(
            kind.ok_or_else(|| bad_field(field, "a kind of stone", message))?,
            1,
        );
    }
    Ok(kinds)
}

fn colours(hand: usize, message: proto::DroidsColourCounts) -> Result<ColourCounts, Error> {
    let proto::DroidsColourCounts {
        violet,
        blue,
        red,
        grey,
    } = message;
    let mut counts = [0; 4];
    for (count, number) in counts.iter_mut().zip([violet, blue, red, grey]) {
        let field = format_args!("hands[{hand}].colours");
        let expected = "numbers from 0 to 255";
        *count = u8::try_from(number).map_err(|_| bad_field(field, expected, number))?;
    }
    Ok(ColourCounts::new(counts))
}

type Stones = [[Option<Stone>; Slot::COUNT]; 4];

fn stones(messages: &[proto::DroidsPlacedStone]) -> Result<Stones, Error> {
    let mut stones = [[None; Slot::COUNT]; 4];
    let mut places = Vec::with_capacity(messages.len());
    for (i, message) in messages.iter().enumerate() {
        let side = side_of(format_args!("stones[{i}].side"), message.side)?;
        let slot = message.slot.as_ref().and_then(slot);
        let expected = "a transmitter from 1 to 10 and a slot from 1 to 3";
        let slot = slot.ok_or_else(|| {
            let found = message.slot.unwrap_or_default();
            let found = format!("{}.{}", found.transmitter, found.slot);
            bad_field(format_args!("stones[{i}].slot"), expected, found)
        })?;
        let field = format_args!("stones[{i}].stone");
        stones[side.index()][slot.index()] = Some(stone(field, message.stone.as_ref())?);
        places.push((side, slot));
    }
    check_sorted("stones", &places)?;
    Ok(stones)
}

fn stone(field: impl Display, message: Option<&proto::DroidsStone>) -> Result<Stone, Error> {
    let Some(message) = message else {
        return Err(missing_field(field, "a stone"));
    };
    let Some(kind) = kind(message.kind) else {
        return Err(bad_field(field, "a kind of stone", message.kind));
    };
    let stone = arrow(message.arrow).and_then(|arrow| Stone::new(kind, arrow));
    stone.ok_or_else(|| {
        let [a, b, c, d] = kind.arrows().map(Arrow::name);
        let expected = format_args!("an arrow of {kind}: {a}, {b}, {c} or {d}");
        bad_field(field, expected, message.arrow)
    })
}

fn pending(messages: &[proto::DroidsPending]) -> Result<PendingQueue, Error> {
    let mut pending = PendingQueue::new();
    for (i, message) in messages.iter().enumerate() {
        let entry = pending_entry(i, message)?;
        if pending.try_push(entry).is_err() {
            let expected = format_args!("at most {} entries", pending.capacity());
            return Err(bad_field("pending", expected, messages.len()));
        }
    }
    Ok(pending)
}

fn pending_entry(i: usize, message: &proto::DroidsPending) -> Result<Pending, Error> {
    let field = format_args!("pending[{i}]");
    let Some(kind) = &message.kind else {
        return Err(missing_field(field, "what is pending"));
    };
    match kind {
        PendingKind::Start(roll) => {
            let seats = sides(&format!("pending[{i}].start.seats"), &roll.seats)?;
            let field = format_args!("pending[{i}].start.number");
            let number = u8::try_from(roll.number).ok().filter(|number| *number > 0);
            let wrong = || bad_field(field, "a number from 1 to 255", roll.number);
            Ok(Pending::Start(seats, number.ok_or_else(wrong)?))
        }
        PendingKind::SoloDie(_) => Ok(Pending::SoloDie),
        PendingKind::Stone(stone) => {
            let field = format_args!("pending[{i}].stone.colour");
            let wrong = || bad_field(field, "a colour of stones", stone.colour);
            let side = side_of(format_args!("pending[{i}].stone.side"), stone.side)?;
            Ok(Pending::Stone(
                side,
                colour(stone.colour).ok_or_else(wrong)?,
            ))
        }
        PendingKind::Die(side) => side_of(field, *side).map(Pending::Die),
        PendingKind::Lift(side) => side_of(field, *side).map(Pending::Lift),
        PendingKind::MadRobot(_) => Ok(Pending::MadRobot),
    }
}
