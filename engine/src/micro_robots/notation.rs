//! The text of positions and turns.

use std::fmt::Write;

use arrayvec::ArrayVec;

use super::action::{self, Action};
use super::board::parse_spaces;
use super::options::Settings;
use super::route::Route;
use super::setup::{self, Setup, SetupPart};
use super::space::{SPACES, Space, read_space};
use super::state::{Phase, PublicState, Show, State, View, ViewPhase};
use crate::notation::{ParseError, Scanner};
use crate::race::Race;
use crate::seat::{MAX_SEATS, Seat, Seats};

const SEPARATOR: &str = " ; ";
/// What precedes the seats that have passed.
const RACE: &str = "race:";
/// What precedes the seat, number and route that are shown.
const SHOW: &str = "show:";

/// Number of seats in a position's text: the entries of its chips field.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    text.split(SEPARATOR)
        .nth(4)
        .map(|chips| chips.split(',').count())
}

/// The text of a position.
pub(super) fn format_state(state: &State) -> String {
    let mut text = format_table(&state.table);
    match &state.phase {
        Phase::Start => text.push_str("start"),
        Phase::Roll => text.push_str("roll"),
        Phase::Race(race) => push_race(&mut text, race.passed()),
        Phase::Show(show) => push_show(&mut text, show),
    }
    text
}

/// The text of a view: a position's, in which the others' passes are missing.
pub(super) fn format_view(view: &View) -> String {
    format_state(&view.minimal_state())
}

/// The fields before the phase, with the separator behind them.
fn format_table(table: &PublicState) -> String {
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
    for seat in Seat::all(table.chips.len()) {
        let comma = if seat == Seat::FIRST { "" } else { "," };
        let mark = if table.departed.contains(seat) {
            "x"
        } else {
            ""
        };
        let _ = write!(text, "{comma}{}{mark}", table.chips[seat.index()]);
    }
    let _ = write!(text, " ; {} ; {} ; ", table.roller, table.round);
    text
}

fn push_race(text: &mut String, passed: Seats) {
    text.push_str(RACE);
    for (i, seat) in passed.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{seat}");
    }
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

/// Reads a position of a match with this number of seats.
pub(super) fn parse_state(
    settings: &Settings,
    seats: usize,
    text: &str,
) -> Result<State, ParseError> {
    let mut offsets = FieldOffsets::default();
    let setup = parse_setup(seats, text, &mut offsets)?;
    let state = setup::validate(settings, seats, &setup).map_err(|error| {
        let at = offsets.of_part(text, error.part());
        ParseError::new("position", text, at, error.expected())
    })?;
    let canonical = format_state(&state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

/// Reads what a position's text says, whether or not it obeys the rules.
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
    let (chips, departed) = chips(&mut scan, seats)?;
    offsets.roller = scan.offset();
    let roller = action::seat(&mut scan)?;
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
    /// Byte offset of the text from which a part of the setup was read.
    fn of_part(&self, text: &str, part: SetupPart) -> usize {
        // The entries of lists are looked for only where one of them is wrong.
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

fn chips(
    scan: &mut Scanner<'_>,
    seats: usize,
) -> Result<(ArrayVec<u32, MAX_SEATS>, Seats), ParseError> {
    let mut chips = ArrayVec::new();
    let mut departed = Seats::EMPTY;
    for seat in Seat::all(seats) {
        if seat != Seat::FIRST {
            scan.expect(",")?;
        }
        chips.push(scan.number()?);
        if scan.accept("x") {
            departed = departed.with(seat);
        }
    }
    scan.expect(SEPARATOR)?;
    Ok((chips, departed))
}

fn phase(scan: &mut Scanner<'_>) -> Result<Phase, ParseError> {
    if scan.accept("start") {
        Ok(Phase::Start)
    } else if scan.accept("roll") {
        Ok(Phase::Roll)
    } else if scan.accept(RACE) {
        passed(scan).map(Phase::Race)
    } else if scan.accept(SHOW) {
        show(scan).map(Phase::Show)
    } else {
        Err(scan.expected("`start`, `roll`, `race:` or `show:`"))
    }
}

fn passed(scan: &mut Scanner<'_>) -> Result<Race, ParseError> {
    let mut passed = Seats::EMPTY;
    while !scan.is_at_end() {
        if !passed.is_empty() {
            scan.expect(",")?;
        }
        passed = passed.with(action::seat(scan)?);
    }
    Ok(Race::with_passed(passed))
}

fn show(scan: &mut Scanner<'_>) -> Result<Show, ParseError> {
    let seat = action::seat(scan)?;
    scan.expect(":")?;
    let number = action::announcement(scan)?;
    scan.expect(":")?;
    let before = scan.clone();
    let text = scan.rest();
    let route: Route = text.parse().map_err(|error| before.inner(error))?;
    scan.advance(text.len());
    Ok(Show {
        seat,
        number,
        route,
    })
}

/// The text of a turn: a whole show as `show 1P-6P`, other actions one by one.
pub(super) fn format_turn(view: &View, actions: &[Action]) -> String {
    if let Some(route) = whole_show(view, actions) {
        return format!("show {route}");
    }
    let texts: Vec<_> = actions.iter().map(Action::to_string).collect();
    texts.join(", ")
}

/// The route of a turn that shows it from the start space to its end.
fn whole_show(view: &View, actions: &[Action]) -> Option<Route> {
    let mut route = shown_from_start(view)?;
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

/// The route of no moves yet, if the viewer sees one being shown.
fn shown_from_start(view: &View) -> Option<Route> {
    match &view.phase {
        ViewPhase::Show(show) if show.route.moves() == 0 => Some(show.route.clone()),
        _ => None,
    }
}

/// Reads a turn.
pub(super) fn parse_turn(view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
    let actions = match text.strip_prefix("show ") {
        Some(route) => parse_show(view, text, route)?,
        None => parse_actions(text)?,
    };
    let canonical = format_turn(view, &actions);
    if canonical == text {
        Ok(actions)
    } else {
        Err(ParseError::not_canonical("turn", text, &canonical))
    }
}

fn parse_show(view: &View, text: &str, route: &str) -> Result<Vec<Action>, ParseError> {
    let offset = text.len() - route.len();
    let Some(empty) = shown_from_start(view) else {
        return Err(ParseError::new(
            "turn",
            text,
            0,
            "an action: no route is to be shown now",
        ));
    };
    let route: Route = route
        .parse()
        .map_err(|e: ParseError| e.in_outer_text("turn", text, offset))?;
    if route.start() != empty.start() {
        let start = empty
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

fn parse_actions(text: &str) -> Result<Vec<Action>, ParseError> {
    let mut offset = 0;
    let mut actions = Vec::new();
    for word in text.split(", ") {
        actions.push(word.parse().map_err(|e: ParseError| {
            let mut error = e.in_outer_text("turn", text, offset);
            if actions.is_empty() && !word.contains(' ') {
                error.expected.push_str(", or `show` with a route");
            }
            error
        })?);
        offset += word.len() + 2;
    }
    Ok(actions)
}
