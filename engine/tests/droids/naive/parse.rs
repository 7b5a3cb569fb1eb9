//! Reading a position.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::kind::Kind;
use super::object::Object;
use super::point::Point;
use super::position::{Phase, Position};
use super::robot::Droid;
use super::rules::Rules;
use super::seat::{Seat, parse_seats};
use super::stone::{Slot, Stone};
use super::text;

/// The position of a canonical text.
pub(crate) fn parse(rules: &Rules, text: &str) -> Result<Position, String> {
    let position = read(text)?;
    if text::text(&position) != text {
        return Err(format!("`{text}` is not in canonical form"));
    }
    check(rules, &position)?;
    Ok(position)
}

/// Refuses what does not belong to the match.
fn check(rules: &Rules, position: &Position) -> Result<(), String> {
    if position.scenario != rules.scenario.id || position.seats != rules.seats {
        return Err("the position is of another scenario or other seats".to_owned());
    }
    if !position.droids.keys().eq(&position.seats) {
        return Err("each seat in play has a droid".to_owned());
    }
    if position.mad.is_some() != rules.scenario.is_solo() {
        return Err("the mad robot belongs to the solo scenario".to_owned());
    }
    if position.pending.first() == Some(&Entry::Mad) {
        return Err("the mad robot does not wait".to_owned());
    }
    Ok(())
}

fn read(text: &str) -> Result<Position, String> {
    let fields = text.split(' ');
    let fields: Vec<&str> = fields
        .map(|field| if field == "-" { "" } else { field })
        .collect();
    let fields: [&str; 17] = fields
        .try_into()
        .map_err(|_| format!("`{text}` has not 17 fields"))?;
    let (droids, repairers, mad) = robots(fields[6])?;
    Ok(Position {
        scenario: number(fields[0])?,
        seats: parse_seats(fields[1])?,
        round: number(fields[2])?,
        starter: seat(fields[3])?,
        phase: phase(fields[4])?,
        seat: seat(fields[5])?,
        droids,
        repairers,
        mad,
        objects: objects(fields[7])?,
        strips: strips(fields[8])?,
        scores: numbers(fields[9])?,
        out: parse_seats(fields[10])?,
        done: parse_seats(fields[11])?,
        sent: numbers(fields[12])?,
        hands: hands(fields[13])?,
        stones: stones(fields[14])?,
        pending: items(fields[15], ',')
            .map(Entry::parse)
            .collect::<Result<_, _>>()?,
        shift: items(fields[16], ',').map(number).next().transpose()?,
    })
}

/// The items of a list, which may be empty.
fn items(field: &str, between: char) -> impl Iterator<Item = &str> {
    field.split(between).filter(|item| !item.is_empty())
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn seat(text: &str) -> Result<Option<Seat>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    Seat::parse(text).map(Some)
}

fn phase(text: &str) -> Result<Phase, String> {
    [Phase::Draw, Phase::Set, Phase::Send, Phase::Over]
        .into_iter()
        .find(|phase| text::phase(*phase) == text)
        .ok_or_else(|| format!("`{text}` is no phase"))
}

/// The seat that an item begins with, and the rest.
fn seat_and_rest(item: &str) -> Result<(Seat, &str), String> {
    let parts = item.split_at_checked(1);
    let (seat, rest) = parts.ok_or_else(|| format!("`{item}` begins with no seat"))?;
    Ok((Seat::parse(seat)?, rest))
}

type Robots = (BTreeMap<Seat, Droid>, Vec<Point>, Option<Point>);

fn robots(field: &str) -> Result<Robots, String> {
    let (mut droids, mut repairers, mut mad) = (BTreeMap::new(), Vec::new(), None);
    for item in items(field, ',') {
        if let Some(at) = item.strip_prefix('r') {
            repairers.push(Point::parse(at)?);
        } else if let Some(at) = item.strip_prefix('M') {
            mad = Some(Point::parse(at)?);
        } else {
            let (seat, rest) = seat_and_rest(item)?;
            droids.insert(seat, droid(rest)?);
        }
    }
    repairers.sort();
    Ok((droids, repairers, mad))
}

/// A droid's square and cargo, such as `59+o+cN`.
fn droid(text: &str) -> Result<Droid, String> {
    let mut parts = text.split('+');
    let at = Point::parse(parts.next().unwrap_or_default())?;
    let cargo = parts.map(Object::parse).collect::<Result<_, _>>()?;
    Ok(Droid { at, cargo })
}

fn objects(field: &str) -> Result<BTreeMap<Point, Object>, String> {
    let mut objects = BTreeMap::new();
    for item in items(field, ',') {
        let middle = item.find(|letter: char| letter.is_ascii_digit());
        let (object, at) = item.split_at(middle.unwrap_or(item.len()));
        objects.insert(Point::parse(at)?, Object::parse(object)?);
    }
    Ok(objects)
}

fn strips(field: &str) -> Result<BTreeSet<(Seat, i32)>, String> {
    let mut strips = BTreeSet::new();
    for item in items(field, ',') {
        let (seat, rest) = seat_and_rest(item)?;
        strips.insert((seat, number(rest)?));
    }
    Ok(strips)
}

fn numbers(field: &str) -> Result<BTreeMap<Seat, usize>, String> {
    let mut numbers = BTreeMap::new();
    for item in items(field, ',') {
        let (seat, rest) = seat_and_rest(item)?;
        numbers.insert(seat, number(rest)?);
    }
    Ok(numbers)
}

fn hands(field: &str) -> Result<BTreeMap<Seat, Vec<Kind>>, String> {
    let mut hands = BTreeMap::new();
    for item in items(field, ';') {
        let (seat, kinds) = colon(item)?;
        let mut hand: Vec<Kind> = items(kinds, ',')
            .map(Kind::parse)
            .collect::<Result<_, _>>()?;
        hand.sort();
        hands.insert(Seat::parse(seat)?, hand);
    }
    Ok(hands)
}

fn stones(field: &str) -> Result<BTreeMap<Slot, Stone>, String> {
    let mut stones = BTreeMap::new();
    for item in items(field, ',') {
        let (place, stone) = colon(item)?;
        let (seat, place) = seat_and_rest(place)?;
        stones.insert(Slot::parse(seat, place)?, Stone::parse(stone)?);
    }
    Ok(stones)
}

fn colon(item: &str) -> Result<(&str, &str), String> {
    item.split_once(':')
        .ok_or_else(|| format!("`{item}` has no colon"))
}
