//! The notation of positions and turns.

use std::fmt::Write;

use super::action::{Action, read_action, read_side};
use super::game::{Netzwerk, SEATS};
use super::guide;
use super::lattice::{Fields, Point, PointSet, Square, Squares};
use super::position::{Phase, Position, Spender};
use super::rules::Rules;
use super::setup::{self, Setup, SetupPart, SetupPhase};
use super::side::Side;
use super::state::{State, View};
use crate::game::GameNotation;
use crate::notation::{ParseError, Scanner};
use crate::seat::Seat;

/// Formats a position.
fn format_state(state: &State) -> String {
    let position = &state.position;
    let mut text = position.side.letter().to_owned();
    for side in Side::ALL {
        write_points(&mut text, position.robots(side));
    }
    write_points(&mut text, position.batteries);
    let turn = format_turn_so_far(position);
    let has_more = turn.is_some() || position.turns > 0 || state.departed.is_some();
    if position.quiet > 0 || has_more {
        let _ = write!(text, " {}", position.quiet);
    }
    if let Some(turn) = turn {
        let _ = write!(text, " {turn}");
    }
    if position.turns > 0 {
        let _ = write!(text, " t:{}", position.turns);
    }
    if let Some(side) = state.departed {
        let _ = write!(text, " left:{}", side.letter());
    }
    text
}

/// Appends a field: the points in order, or `-`.
fn write_points<P: Point>(text: &mut String, points: PointSet<P>) {
    text.push(' ');
    if points.is_empty() {
        text.push('-');
    }
    for (number, point) in points.enumerate() {
        let separator = if number == 0 { "" } else { "," };
        let _ = write!(text, "{separator}{point}");
    }
}

/// Formats what the side to move has done in its turn, or returns `None` if it has done nothing.
fn format_turn_so_far(position: &Position) -> Option<String> {
    if position.phase == Phase::Batteries {
        let fields: Vec<_> = position.moved.map(|field| field.to_string()).collect();
        return Some(format!("b:{}", fields.join(",")));
    }
    let robots = position.spenders.as_slice().iter().map(|robot| {
        let Spender {
            start, now, spent, ..
        } = robot;
        let captured = if robot.captured { "x" } else { "" };
        format!("{start}>{now}:{spent}{captured}")
    });
    let robots: Vec<_> = robots.collect();
    (!robots.is_empty()).then(|| format!("r:{}", robots.join(",")))
}

/// Byte offsets of a position's fields; 0 for fields that are missing.
#[derive(Default)]
struct FieldOffsets {
    robots: [usize; 2],
    batteries: usize,
    quiet: usize,
    /// Offset of the robots that have spent energy, or of the batteries that have moved.
    phase: usize,
    turns: usize,
}

/// Parses a position of a match with these rules.
fn parse_state(rules: &Rules, text: &str) -> Result<State, ParseError> {
    let mut offsets = FieldOffsets::default();
    let setup = parse_setup(text, &mut offsets)?;
    let state = setup::validate(rules, &setup).map_err(|error| {
        let offset = offsets.part_offset(text, error.part);
        ParseError::new("position", text, offset, error.expected)
    })?;
    let canonical = format_state(&state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

/// Parses a position's text into a setup, without checking any rule.
fn parse_setup(text: &str, offsets: &mut FieldOffsets) -> Result<Setup, ParseError> {
    let mut scan = Scanner::new("position", text);
    let mut setup = Setup {
        side: read_side(&mut scan)?,
        robots: [Squares::EMPTY; 2],
        batteries: Fields::EMPTY,
        quiet: 0,
        phase: SetupPhase::Robots(Vec::new()),
        turns: 0,
        departed: None,
    };
    for side in Side::ALL {
        scan.expect(" ")?;
        offsets.robots[side.index()] = scan.offset();
        setup.robots[side.index()] = read_points_or_none(&mut scan)?;
    }
    scan.expect(" ")?;
    offsets.batteries = scan.offset();
    setup.batteries = read_points_or_none(&mut scan)?;
    if scan.accept(" ") {
        offsets.quiet = scan.offset();
        setup.quiet = scan.number()?;
        if scan.accept(" r:") {
            offsets.phase = scan.offset();
            setup.phase = SetupPhase::Robots(read_spenders(&mut scan)?);
        } else if scan.accept(" b:") {
            offsets.phase = scan.offset();
            setup.phase = SetupPhase::Batteries(read_moved(&mut scan)?);
        }
        if scan.accept(" t:") {
            offsets.turns = scan.offset();
            setup.turns = scan.number()?;
        }
        if scan.accept(" left:") {
            setup.departed = Some(read_side(&mut scan)?);
        }
    }
    scan.finish()?;
    Ok(setup)
}

impl FieldOffsets {
    /// Returns the byte offset of the text from which a part of the setup was parsed.
    fn part_offset(&self, text: &str, part: SetupPart) -> usize {
        // Entries of lists are located only if one of them is invalid.
        let entry = |list: usize, index: usize| {
            let before = text[list..].split(',').take(index);
            list + before.map(|entry| entry.len() + 1).sum::<usize>()
        };
        let point = |list: usize, name: String| {
            let field = text[list..].split(' ').next().unwrap_or_default();
            let index = field.split(',').position(|entry| entry == name);
            entry(list, index.unwrap_or(0))
        };
        match part {
            SetupPart::Robot(side, square) => point(self.robots[side.index()], square.to_string()),
            SetupPart::Battery(field) => point(self.batteries, field.to_string()),
            SetupPart::Quiet => self.quiet,
            SetupPart::Spenders => self.phase,
            SetupPart::Spender(index) => entry(self.phase, index),
            SetupPart::Spent(index) => {
                let spender = entry(self.phase, index);
                spender + text[spender..].find(':').map_or(0, |colon| colon + 1)
            }
            SetupPart::Moved(field) => point(self.phase, field.to_string()),
            SetupPart::Turns => self.turns,
        }
    }
}

/// Reads a field of points in order, each once.
fn read_points<P: Point>(scan: &mut Scanner<'_>) -> Result<PointSet<P>, ParseError> {
    let mut points = PointSet::EMPTY;
    loop {
        let before = scan.clone();
        let point = P::read(scan)?;
        if let Some(last) = points.last().filter(|last| *last >= point) {
            return Err(before.expected(format!("a point after {last}, sorted by rank, then file")));
        }
        points = points.with(point);
        if !scan.accept(",") {
            return Ok(points);
        }
    }
}

/// Reads a field of points in order, or `-` if there are none.
fn read_points_or_none<P: Point>(scan: &mut Scanner<'_>) -> Result<PointSet<P>, ParseError> {
    if scan.accept("-") {
        Ok(PointSet::EMPTY)
    } else {
        read_points(scan)
    }
}

/// Reads the fields of moved batteries, possibly none.
fn read_moved(scan: &mut Scanner<'_>) -> Result<Fields, ParseError> {
    if scan.is_at_end() || scan.rest().starts_with(' ') {
        return Ok(Fields::EMPTY);
    }
    read_points(scan)
}

/// Reads robots with spent energy, `b2>b4:1,d2>d6:3x`.
fn read_spenders(scan: &mut Scanner<'_>) -> Result<Vec<Spender>, ParseError> {
    let mut spenders = vec![read_spender(scan)?];
    while scan.accept(",") {
        spenders.push(read_spender(scan)?);
    }
    Ok(spenders)
}

fn read_spender(scan: &mut Scanner<'_>) -> Result<Spender, ParseError> {
    let start = Square::read(scan)?;
    scan.expect(">")?;
    let now = Square::read(scan)?;
    scan.expect(":")?;
    Ok(Spender {
        start,
        now,
        // Validation rejects values that are too large.
        spent: u8::try_from(scan.number()?).unwrap_or(u8::MAX),
        captured: scan.accept("x"),
    })
}

/// Formats a turn: its actions, separated by blanks.
fn format_turn(actions: &[Action]) -> String {
    let texts: Vec<_> = actions.iter().map(Action::to_string).collect();
    texts.join(" ")
}

/// Parses a turn.
fn parse_turn(text: &str) -> Result<Vec<Action>, ParseError> {
    let mut scan = Scanner::new("turn", text);
    let mut actions = vec![read_action(&mut scan)?];
    while scan.accept(" ") {
        actions.push(read_action(&mut scan)?);
    }
    scan.finish()?;
    Ok(actions)
}

/// Returns the number of seats of the text of a position, or `None` if it shows none.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    let side = text.split(' ').next();
    let named = Side::ALL.iter().any(|known| side == Some(known.letter()));
    named.then_some(SEATS)
}

impl GameNotation for Netzwerk {
    fn format_position(&self, state: &State) -> String {
        format_state(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        parse_state(self.rules(), text)
    }

    fn format_view(&self, view: &View) -> String {
        format_state(&view.state)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, _view: &View, actions: &[Action]) -> String {
        format_turn(actions)
    }

    fn parse_turn(&self, _view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        parse_turn(text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::from_seat(seat).map_or_else(|| format!("seat {seat}"), |side| side.to_string())
    }

    fn ending(&self, rule: &str, places: &[u8], _points: &[i32]) -> Option<String> {
        guide::ending(self.rules(), rule, places)
    }
}
