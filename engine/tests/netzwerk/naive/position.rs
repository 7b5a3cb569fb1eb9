//! A position and its text.

use std::collections::{BTreeMap, BTreeSet};

use super::point::Point;
use super::rules::Rules;

/// A side of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the rank offset of one step forward on the lattice (NW-3).
    pub(crate) fn forward(self) -> i32 {
        match self {
            Self::White => 2,
            Self::Black => -2,
        }
    }

    fn letter(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Black => "b",
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "w" => Ok(Self::White),
            "b" => Ok(Self::Black),
            _ => Err(format!("`{text}` is not a valid side")),
        }
    }
}

/// The moves of one robot in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Trip {
    pub(crate) now: Point,
    pub(crate) spent: usize,
    pub(crate) captured: bool,
}

/// The phase of a turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// The trips so far, keyed by start square.
    Robots(BTreeMap<Point, Trip>),
    /// The current fields of the batteries already moved.
    Batteries(BTreeSet<Point>),
}

impl Phase {
    pub(crate) fn turn_start() -> Self {
        Self::Robots(BTreeMap::new())
    }
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) side: Side,
    pub(crate) white: BTreeSet<Point>,
    pub(crate) black: BTreeSet<Point>,
    pub(crate) batteries: BTreeSet<Point>,
    pub(crate) quiet: u32,
    pub(crate) phase: Phase,
    /// Number of completed turns; 0 if turns are not counted.
    pub(crate) turns: u32,
    pub(crate) departed: Option<Side>,
}

impl Position {
    pub(crate) fn robots(&self, side: Side) -> &BTreeSet<Point> {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    pub(crate) fn robots_mut(&mut self, side: Side) -> &mut BTreeSet<Point> {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Returns `true` if no action of this turn has been applied yet.
    pub(crate) fn is_turn_start(&self) -> bool {
        self.phase == Phase::turn_start()
    }

    /// Returns the position's text.
    pub(crate) fn text(&self) -> String {
        let mut rest = Vec::new();
        match &self.phase {
            Phase::Robots(trips) if trips.is_empty() => {}
            Phase::Robots(trips) => rest.push(format!("r:{}", trips_text(trips))),
            Phase::Batteries(moved) if moved.is_empty() => rest.push("b:".to_owned()),
            Phase::Batteries(moved) => rest.push(format!("b:{}", list_text(moved))),
        }
        if self.turns > 0 {
            rest.push(format!("t:{}", self.turns));
        }
        if let Some(side) = self.departed {
            rest.push(format!("left:{}", side.letter()));
        }
        let mut fields = vec![
            self.side.letter().to_owned(),
            list_text(&self.white),
            list_text(&self.black),
            list_text(&self.batteries),
        ];
        if self.quiet > 0 || !rest.is_empty() {
            fields.push(self.quiet.to_string());
        }
        fields.extend(rest);
        fields.join(" ")
    }

    /// Parses a position on the board of the given rules.
    pub(crate) fn parse(rules: &Rules, text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [side, white, black, batteries, rest @ ..] = &fields[..] else {
            return Err(format!("`{text}` has too few fields"));
        };
        let mut position = Self {
            side: Side::parse(side)?,
            white: parse_list(white)?,
            black: parse_list(black)?,
            batteries: parse_list(batteries)?,
            quiet: 0,
            phase: Phase::turn_start(),
            turns: 0,
            departed: None,
        };
        if let [quiet, rest @ ..] = rest {
            position.quiet = parse_number(quiet)?;
            for field in rest {
                position.parse_tagged(field)?;
            }
        }
        position.check(rules)?;
        if position.text() == text {
            Ok(position)
        } else {
            Err(format!(
                "`{text}` is not canonical, expected `{}`",
                position.text()
            ))
        }
    }

    fn parse_tagged(&mut self, field: &str) -> Result<(), String> {
        match field.split_once(':') {
            Some(("r", trips)) => self.phase = Phase::Robots(parse_trips(trips)?),
            Some(("b", "")) => self.phase = Phase::Batteries(BTreeSet::new()),
            Some(("b", moved)) => self.phase = Phase::Batteries(parse_list(moved)?),
            Some(("t", turns)) => self.turns = parse_number(turns)?,
            Some(("left", side)) => self.departed = Some(Side::parse(side)?),
            _ => return Err(format!("`{field}` is not a valid field")),
        }
        Ok(())
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        let expect = |holds: bool, error: &str| if holds { Ok(()) } else { Err(error.to_owned()) };
        let is_square = |point: &Point| rules.has(*point) && point.is_square();
        let is_field = |point: &Point| rules.has(*point) && point.is_field();
        for robots in [&self.white, &self.black] {
            expect(robots.iter().all(is_square), "a robot is not on a square")?;
            expect(robots.len() as i32 <= rules.width, "too many robots")?;
        }
        let shared = self.white.intersection(&self.black).count();
        expect(shared == 0, "two robots are on one square")?;
        let on_fields = self.batteries.iter().all(is_field);
        expect(on_fields, "a battery is not on an energy field")?;
        let max = 2 * (rules.width + 1);
        expect(self.batteries.len() as i32 <= max, "too many batteries")?;
        let counted = rules.turn_cap > 0 || self.turns == 0;
        expect(counted, "turns are not counted")?;
        match &self.phase {
            Phase::Robots(trips) => {
                let own = |trip: &Trip| self.robots(self.side).contains(&trip.now);
                expect(trips.values().all(own), "no robot where a trip ends")?;
            }
            Phase::Batteries(moved) => {
                let are_present = moved.is_subset(&self.batteries);
                expect(are_present, "no battery where one was moved to")?;
            }
        }
        Ok(())
    }
}

fn list_text(points: &BTreeSet<Point>) -> String {
    if points.is_empty() {
        return "-".to_owned();
    }
    let texts: Vec<String> = points.iter().map(Point::to_string).collect();
    texts.join(",")
}

fn parse_list(text: &str) -> Result<BTreeSet<Point>, String> {
    if text == "-" {
        return Ok(BTreeSet::new());
    }
    text.split(',').map(Point::parse).collect()
}

fn trips_text(trips: &BTreeMap<Point, Trip>) -> String {
    let texts: Vec<String> = trips
        .iter()
        .map(|(start, trip)| {
            let mark = if trip.captured { "x" } else { "" };
            format!("{start}>{}:{}{mark}", trip.now, trip.spent)
        })
        .collect();
    texts.join(",")
}

fn parse_trips(text: &str) -> Result<BTreeMap<Point, Trip>, String> {
    let mut trips = BTreeMap::new();
    for trip in text.split(',') {
        let error = || format!("`{trip}` is not a valid trip");
        let (start, rest) = trip.split_once('>').ok_or_else(error)?;
        let (now, spent) = rest.split_once(':').ok_or_else(error)?;
        let (spent, captured) = match spent.strip_suffix('x') {
            Some(spent) => (spent, true),
            None => (spent, false),
        };
        let trip = Trip {
            now: Point::parse(now)?,
            spent: parse_number(spent)? as usize,
            captured,
        };
        trips.insert(Point::parse(start)?, trip);
    }
    Ok(trips)
}

fn parse_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}
