//! Parsing of a position.

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

/// Parses the canonical text of a position.
pub(crate) fn parse(rules: &Rules, text: &str) -> Result<Position, String> {
    let position = read(text)?;
    if text::text(&position) != text {
        return Err(format!("`{text}` is not in canonical form"));
    }
    check(rules, &position)?;
    Ok(position)
}

/// Returns an error if a position does not belong to the match.
fn check(rules: &Rules, position: &Position) -> Result<(), String> {
    if position.scenario != rules.scenario.id || position.seats != rules.seats {
        return Err("the position belongs to another scenario or other seats".to_owned());
    }
    if !position.droids.keys().eq(&position.seats) {
        return Err("the droids do not match the seats in play".to_owned());
    }
    if position.mad.is_some() != rules.scenario.is_solo() {
        return Err("the solo scenario, and no other, has a mad robot".to_owned());
    }
    if position.pending.first() == Some(&Entry::Mad) {
        return Err("the mad robot's answer cannot be pending alone".to_owned());
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
        .map_err(|_| format!("expected 17 fields in `{text}`"))?;
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

/// Returns the items of a list, which may be empty.
fn items(field: &str, separator: char) -> impl Iterator<Item = &str> {
    field.split(separator).filter(|item| !item.is_empty())
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number"))
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
        .ok_or_else(|| format!("`{text}` is not a valid phase"))
}

/// Splits an item into its seat and the rest.
fn seat_and_rest(item: &str) -> Result<(Seat, &str), String> {
    let parts = item.split_at_checked(1);
    let (seat, rest) = parts.ok_or_else(|| format!("`{item}` does not start with a seat"))?;
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

/// Parses a droid's square and cargo, such as `59+o+cN`.
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
        let (seat, kinds) = split_at_colon(item)?;
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
        let (place, stone) = split_at_colon(item)?;
        let (seat, place) = seat_and_rest(place)?;
        stones.insert(Slot::parse(seat, place)?, Stone::parse(stone)?);
    }
    Ok(stones)
}

fn split_at_colon(item: &str) -> Result<(&str, &str), String> {
    item.split_once(':')
        .ok_or_else(|| format!("`{item}` has no colon"))
}
