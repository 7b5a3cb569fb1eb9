//! The notation of positions and turns.

use std::fmt::Write;

use super::action::Action;
use super::board::parse_spaces;
use super::options::Settings;
use super::setup::{self, Setup, SetupPart};
use super::space::{Route, SPACES, Space, read_space};
use super::state::{Phase, Position, PublicState, Show};
use crate::notation::{ParseError, Scanner};
use crate::race::notation::{
    Passed, Won, parse_actions, read_announcement, read_passed, read_seat, read_won,
};
use crate::race::{AnnouncedNumbers, Race};

const SEPARATOR: &str = " ; ";
/// The prefix of the seats that have passed.
const RACE: &str = "race:";
/// The prefix of the seat, number and route of a show.
const SHOW: &str = "show:";

/// Formats a position.
pub(super) fn format_position(position: &Position) -> String {
    let mut text = format_public_state(&position.table);
    match &position.phase {
        Phase::Start => text.push_str("start"),
        Phase::Target => text.push_str("roll"),
        Phase::Race(race) => {
            let _ = write!(text, "{RACE}{}", Passed(race.passed));
        }
        Phase::Show(show) => push_show(&mut text, show),
    }
    text
}

/// Formats the fields before the phase, including the separator after them.
fn format_public_state(table: &PublicState) -> String {
    let mut text = String::with_capacity(256);
    let _ = write!(text, "{}", table.board);
    for space in [table.start, table.target, table.intermediate] {
        text.push_str(SEPARATOR);
        match space {
            Some(space) => text.extend(space.bytes().map(char::from)),
            None => text.push('-'),
        }
    }
    text.push_str(SEPARATOR);
    let won = Won {
        won: &table.chips,
        departed: table.departed,
    };
    let _ = write!(text, "{won} ; {} ; {} ; ", table.roller, table.round);
    text
}

fn push_show(text: &mut String, show: &Show) {
    let _ = write!(text, "{SHOW}{}:{}:{}", show.seat, show.number, show.route);
}

/// Byte offsets of a position's fields.
#[derive(Default)]
struct FieldOffsets {
    start: usize,
    target: usize,
    via: usize,
    chips: usize,
    roller: usize,
    round: usize,
    phase: usize,
}

/// Parses a position of a match with this number of seats.
pub(super) fn parse_position(
    settings: &Settings,
    seats: usize,
    text: &str,
) -> Result<Position, ParseError> {
    let mut offsets = FieldOffsets::default();
    let setup = parse_setup(seats, text, &mut offsets)?;
    setup::validate(settings, seats, &setup).map_err(|error| {
        let offset = offsets.part_offset(text, error.part);
        ParseError::new("position", text, offset, error.expected)
    })
}

/// Parses a position's text into a setup, without checking any rule.
fn parse_setup(seats: usize, text: &str, offsets: &mut FieldOffsets) -> Result<Setup, ParseError> {
    let mut scan = Scanner::new("position", text);
    let board = board(&mut scan)?;
    offsets.start = scan.offset();
    let start = optional_space(&mut scan)?;
    offsets.target = scan.offset();
    let target = optional_space(&mut scan)?;
    offsets.via = scan.offset();
    let intermediate = optional_space(&mut scan)?;
    offsets.chips = scan.offset();
    let (chips, departed) = read_won(&mut scan, seats)?;
    scan.expect(SEPARATOR)?;
    offsets.roller = scan.offset();
    let roller = read_seat(&mut scan)?;
    scan.expect(SEPARATOR)?;
    offsets.round = scan.offset();
    let round = scan.number()?;
    scan.expect(SEPARATOR)?;
    offsets.phase = scan.offset();
    let phase = phase(&mut scan)?;
    scan.finish()?;
    Ok(Setup {
        board,
        start,
        target,
        intermediate,
        chips,
        departed,
        roller,
        round,
        phase,
    })
}

impl FieldOffsets {
    /// Returns the byte offset of the text from which a part of the setup was parsed.
    fn part_offset(&self, text: &str, part: SetupPart) -> usize {
        // Entries of lists are located only if one of them is invalid.
        let entry = |list: usize, separator: char, index: usize| {
            let before = text[list..].split(separator).take(index);
            list + before.map(|entry| entry.len() + 1).sum::<usize>()
        };
        let passed = self.phase + RACE.len();
        let show = self.phase + SHOW.len();
        match part {
            SetupPart::Board => 0,
            SetupPart::Start => self.start,
            SetupPart::Target => self.target,
            SetupPart::Intermediate => self.via,
            SetupPart::Chips | SetupPart::Departed => self.chips,
            SetupPart::ChipsOf(seat) => entry(self.chips, ',', seat.index()),
            SetupPart::Roller => self.roller,
            SetupPart::Round => self.round,
            SetupPart::Phase => self.phase,
            SetupPart::Passed => text.len(),
            SetupPart::PassedSeat(seat) => {
                let name = seat.to_string();
                let index = text[passed..].split(',').position(|entry| entry == name);
                entry(passed, ',', index.unwrap_or(0))
            }
            SetupPart::ShowSeat => show,
            SetupPart::ShowNumber => entry(show, ':', 1),
            SetupPart::ShowRoute => entry(show, ':', 2),
        }
    }
}

fn board(scan: &mut Scanner<'_>) -> Result<[Space; SPACES], ParseError> {
    let before = scan.clone();
    let spaces = parse_spaces(scan.until(SEPARATOR)).map_err(|error| before.inner(error))?;
    scan.expect(SEPARATOR)?;
    Ok(spaces)
}

fn optional_space(scan: &mut Scanner<'_>) -> Result<Option<Space>, ParseError> {
    let space = if scan.accept("-") {
        None
    } else {
        Some(read_space(scan)?)
    };
    scan.expect(SEPARATOR)?;
    Ok(space)
}

fn phase(scan: &mut Scanner<'_>) -> Result<Phase, ParseError> {
    if scan.accept("start") {
        Ok(Phase::Start)
    } else if scan.accept("roll") {
        Ok(Phase::Target)
    } else if scan.accept(RACE) {
        Ok(Phase::Race(Race::with_passed(read_passed(scan)?)))
    } else if scan.accept(SHOW) {
        show(scan).map(Phase::Show)
    } else {
        Err(scan.expected("`start`, `roll`, `race:` or `show:`"))
    }
}

fn show(scan: &mut Scanner<'_>) -> Result<Show, ParseError> {
    let seat = read_seat(scan)?;
    scan.expect(":")?;
    let number = read_announcement(scan)?;
    scan.expect(":")?;
    let before = scan.clone();
    let text = scan.rest();
    let route: Route = text.parse().map_err(|error| before.inner(error))?;
    scan.advance(text.len());
    Ok(Show {
        seat,
        number,
        route,
        remaining: AnnouncedNumbers::default(),
    })
}

/// Returns the text of a turn that shows a complete route, such as `show 1P-6P`, or `None` for any other turn.
pub(super) fn format_show(position: &Position, actions: &[Action]) -> Option<String> {
    let route = complete_show(position, actions)?;
    Some(format!("show {route}"))
}

/// Returns the route of a turn that shows it from the start space to the end, or `None` for any other
/// turn.
fn complete_show(position: &Position, actions: &[Action]) -> Option<Route> {
    let mut route = unshown_route(position)?;
    let (Action::End, moves) = actions.split_last()? else {
        return None;
    };
    for action in moves {
        let Action::To(space) = action else {
            return None;
        };
        route.push(*space).then_some(())?;
    }
    (!moves.is_empty()).then_some(route)
}

/// Returns the route without moves if a show has just started, otherwise `None`.
fn unshown_route(position: &Position) -> Option<Route> {
    match &position.phase {
        Phase::Show(show) if show.route.moves() == 0 => Some(show.route.clone()),
        _ => None,
    }
}

/// Parses a turn.
pub(super) fn parse_turn(position: &Position, text: &str) -> Result<Vec<Action>, ParseError> {
    match text.strip_prefix("show ") {
        Some(route) => parse_show(position, text, route),
        None => parse_actions(text, "`show` with a route"),
    }
}

fn parse_show(position: &Position, text: &str, route: &str) -> Result<Vec<Action>, ParseError> {
    let offset = text.len() - route.len();
    let Some(unshown) = unshown_route(position) else {
        return Err(ParseError::new(
            "turn",
            text,
            0,
            "an action, since no route is to be shown",
        ));
    };
    let route: Route = route
        .parse()
        .map_err(|e: ParseError| e.in_outer_text("turn", text, offset))?;
    if route.start() != unshown.start() {
        let start = unshown
            .start()
            .map_or_else(String::new, |space| space.to_string());
        return Err(ParseError::new(
            "turn",
            text,
            offset,
            format!("the start space {start}"),
        ));
    }
    if route.moves() == 0 {
        return Err(ParseError::new(
            "turn",
            text,
            text.len(),
            "`-` and the next space",
        ));
    }
    let moves = route.spaces()[1..].iter().map(|space| Action::To(*space));
    Ok(moves.chain([Action::End]).collect())
}

/// Returns the number of seats of the text of a position, or `None` if it shows none.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    text.split(SEPARATOR)
        .nth(4)
        .map(|chips| chips.split(',').count())
}
