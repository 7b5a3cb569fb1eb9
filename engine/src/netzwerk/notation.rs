//! Positions and turns as text.

use std::fmt::Write;

use super::action::{Action, read_action, read_side};
use super::board::Board;
use super::energy::is_payable;
use super::lattice::{Fields, Point, PointSet, Square, Squares};
use super::position::{MAX_ROBOTS, Phase, Position, Spender};
use super::rules::Rules;
use super::side::Side;
use super::state::State;
use crate::notation::{ParseError, Scanner};

/// The text of a position.
pub(super) fn format_state(state: &State) -> String {
    let position = &state.position;
    let mut text = position.side.letter().to_owned();
    for side in Side::ALL {
        write_points(&mut text, position.robots(side));
    }
    write_points(&mut text, position.batteries);
    let turn = format_turn_so_far(position);
    let more = turn.is_some() || position.turns > 0 || state.left.is_some();
    if position.quiet > 0 || more {
        let _ = write!(text, " {}", position.quiet);
    }
    if let Some(turn) = turn {
        let _ = write!(text, " {turn}");
    }
    if position.turns > 0 {
        let _ = write!(text, " t:{}", position.turns);
    }
    if let Some(side) = state.left {
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

/// The field of a turn that has begun.
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

/// Reads a position of a match with these rules.
pub(super) fn parse_state(rules: &Rules, text: &str) -> Result<State, ParseError> {
    let mut scan = Scanner::new("position", text);
    let side = read_side(&mut scan)?;
    let mut robots = [Squares::EMPTY; 2];
    for side in Side::ALL {
        scan.expect(" ")?;
        let taken = robots[0];
        robots[side.index()] = read_robots(&rules.board, &mut scan, taken)?;
    }
    scan.expect(" ")?;
    let batteries = read_batteries(&rules.board, &mut scan)?;
    let mut position = Position::at_start_of_turn(robots, batteries, side);
    let mut left = None;
    if scan.accept(" ") {
        position.quiet = read_quiet(&mut scan)?;
        if scan.accept(" r:") {
            read_spenders(&rules.board, &mut scan, &mut position)?;
        } else if scan.accept(" b:") {
            position.phase = Phase::Batteries;
            position.moved = read_moved(&rules.board, &mut scan, batteries)?;
        }
        if scan.accept(" t:") {
            position.turns = read_turns(rules, &mut scan)?;
        }
        if scan.accept(" left:") {
            left = Some(read_side(&mut scan)?);
        }
    }
    scan.finish()?;
    let mut state = State::new(rules, position);
    state.left = left;
    state.notice_end(rules);
    let canonical = format_state(&state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

/// Reads a field of points in order, each once, each accepted by `check`, which says what is
/// expected instead.
fn read_points<P: Point>(
    scan: &mut Scanner<'_>,
    mut check: impl FnMut(P, PointSet<P>) -> Result<(), String>,
) -> Result<PointSet<P>, ParseError> {
    let mut points = PointSet::EMPTY;
    loop {
        let before = scan.clone();
        let point = P::read(scan)?;
        if let Some(last) = points.last().filter(|last| *last >= point) {
            return Err(
                before.expected(format!("a point behind {last}, sorted by rank, then file"))
            );
        }
        check(point, points).map_err(|expected| before.expected(expected))?;
        points = points.with(point);
        if !scan.accept(",") {
            return Ok(points);
        }
    }
}

fn read_robots(
    board: &Board,
    scan: &mut Scanner<'_>,
    taken: Squares,
) -> Result<Squares, ParseError> {
    if scan.accept("-") {
        return Ok(Squares::EMPTY);
    }
    let most = board.width();
    read_points(scan, |square, before| {
        if !board.squares().contains(square) {
            return Err(format!(
                "a square of this board, b2 to {}",
                board.last_square()
            ));
        }
        if taken.contains(square) {
            return Err(format!(
                "a free square, but White's robot stands on {square}"
            ));
        }
        if before.len() as usize == most {
            return Err(format!("at most {most} robots of a side"));
        }
        Ok(())
    })
}

fn read_batteries(board: &Board, scan: &mut Scanner<'_>) -> Result<Fields, ParseError> {
    if scan.accept("-") {
        return Ok(Fields::EMPTY);
    }
    let most = board.batteries();
    read_points(scan, |field, before| {
        if !board.fields().contains(field) {
            let last = board.last_field();
            return Err(format!("an energy field of this board, a1 to {last}"));
        }
        if before.len() as usize == most {
            return Err(format!("at most {most} batteries"));
        }
        Ok(())
    })
}

fn read_quiet(scan: &mut Scanner<'_>) -> Result<u16, ParseError> {
    let before = scan.clone();
    let quiet = u16::try_from(scan.number()?);
    quiet.map_err(|_| before.expected("a quiet count up to 65535"))
}

fn read_turns(rules: &Rules, scan: &mut Scanner<'_>) -> Result<u32, ParseError> {
    let before = scan.clone();
    let turns = scan.number()?;
    if rules.turn_cap == 0 {
        return Err(before.expected("no number of turns, which are counted with turn_cap only"));
    }
    Ok(turns)
}

/// Reads the fields of moved batteries, on each of which one lies; there may be none.
fn read_moved(
    board: &Board,
    scan: &mut Scanner<'_>,
    batteries: Fields,
) -> Result<Fields, ParseError> {
    if scan.is_at_end() || scan.rest().starts_with(' ') {
        return Ok(Fields::EMPTY);
    }
    read_points(scan, |field, _| {
        let lies = board.fields().contains(field) && batteries.contains(field);
        lies.then_some(())
            .ok_or_else(|| "the field of a battery that has moved".into())
    })
}

/// Reads robots with spent energy, `b2>b4:1,d2>d6:3x`.
fn read_spenders(
    board: &Board,
    scan: &mut Scanner<'_>,
    position: &mut Position,
) -> Result<(), ParseError> {
    let own = position.robots(position.side);
    let mut seen = (Squares::EMPTY, Squares::EMPTY);
    let before_all = scan.clone();
    loop {
        let before = scan.clone();
        let spender = read_spender(scan)?;
        let Spender { start, now, .. } = spender;
        let (starts, nows) = &mut seen;
        if starts.last().is_some_and(|last| last >= start) {
            return Err(before.expected("robots sorted by start square"));
        }
        if !board.squares().contains(start) || !own.contains(now) || nows.contains(now) {
            let side = position.side;
            return Err(before.expected(format!("a start square and where {side}'s robot stands")));
        }
        if !is_possible(position.side, &spender) {
            return Err(before.expected("a way that this energy can pay (NW-9)"));
        }
        (*starts, *nows) = (starts.with(start), nows.with(now));
        if starts.len() as usize > MAX_ROBOTS {
            return Err(before.expected("at most six robots"));
        }
        position.spenders.insert(spender);
        if !scan.accept(",") {
            break;
        }
    }
    // On a start square stands nobody else who has not moved since.
    let (starts, nows) = seen;
    let stayed = position.occupied().difference(nows);
    if !starts.intersection(stayed).is_empty() {
        return Err(before_all.expected("start squares that were free for these robots"));
    }
    if !is_payable(position.batteries, position.spenders.as_slice()) {
        return Err(before_all.expected("energy that the batteries can pay (NW-13)"));
    }
    Ok(())
}

fn read_spender(scan: &mut Scanner<'_>) -> Result<Spender, ParseError> {
    let start = Square::read(scan)?;
    scan.expect(">")?;
    let now = Square::read(scan)?;
    scan.expect(":")?;
    let before = scan.clone();
    let spent = scan.number()?;
    if !(1..=4).contains(&spent) {
        return Err(before.expected("energy from 1 to 4"));
    }
    Ok(Spender {
        start,
        now,
        spent: spent as u8,
        captured: scan.accept("x"),
    })
}

/// Whether a robot can have come from its start to where it stands for that energy (NW-6, NW-9).
fn is_possible(side: Side, spender: &Spender) -> bool {
    let (start, now) = (spender.start, spender.now);
    let forward = match side {
        Side::White => now.rank().checked_sub(start.rank()),
        Side::Black => start.rank().checked_sub(now.rank()),
    };
    let Some(forward) = forward else {
        return false;
    };
    let away = forward + start.file().abs_diff(now.file());
    let Some(energy) = spender.spent.checked_sub(u8::from(spender.captured)) else {
        return false;
    };
    // Steps cost 1 for one square, a jump 3 for two in one direction.
    match (usize::from(energy), away) {
        (0, _) => false,
        (3, 2) => forward != 1,
        (4, 1) => forward == 0,
        (4, 3) => true,
        (energy, away) => away <= energy && (energy - away).is_multiple_of(2),
    }
}

/// The text of a turn: its actions, separated by blanks.
pub(super) fn format_turn(actions: &[Action]) -> String {
    let texts: Vec<_> = actions.iter().map(Action::to_string).collect();
    texts.join(" ")
}

/// Reads a turn.
pub(super) fn parse_turn(text: &str) -> Result<Vec<Action>, ParseError> {
    let mut scan = Scanner::new("turn", text);
    let mut actions = vec![read_action(&mut scan)?];
    while scan.accept(" ") {
        actions.push(read_action(&mut scan)?);
    }
    scan.finish()?;
    Ok(actions)
}
