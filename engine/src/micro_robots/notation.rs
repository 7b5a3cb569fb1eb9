//! The text of positions and turns.

use std::fmt::Write;

use arrayvec::ArrayVec;

use super::action::{self, Action};
use super::board::{Board, BoardError};
use super::options::{CHIPS, RACE_RULES, Settings};
use super::route::Route;
use super::space::{Space, read_space};
use super::state::{Phase, Show, State, Table, View, ViewPhase};
use crate::notation::{ParseError, Scanner};
use crate::race::Race;
use crate::seat::{MAX_SEATS, Seat, Seats};

const SEPARATOR: &str = " ; ";

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
    format_state(&view.simplest_state())
}

/// The fields before the phase, with the separator behind them.
fn format_table(table: &Table) -> String {
    let mut text = String::with_capacity(256);
    let _ = write!(text, "{}", table.board);
    for space in [table.start, table.target, table.via] {
        text.push_str(SEPARATOR);
        match space {
            Some(space) => text.extend(space.bytes().map(char::from)),
            None => text.push('-'),
        }
    }
    text.push_str(SEPARATOR);
    for seat in Seat::all(table.chips.len()) {
        let comma = if seat == Seat::FIRST { "" } else { "," };
        let mark = if table.left.contains(seat) { "x" } else { "" };
        let _ = write!(text, "{comma}{}{mark}", table.chips[seat.index()]);
    }
    let _ = write!(text, " ; {} ; {} ; ", table.roller, table.round);
    text
}

fn push_race(text: &mut String, passed: Seats) {
    text.push_str("race:");
    for (i, seat) in passed.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{seat}");
    }
}

fn push_show(text: &mut String, show: &Show) {
    let _ = write!(text, "show:{}:{}:{}", show.seat, show.number, show.route);
}

/// Where the fields stand that can contradict each other.
#[derive(Default)]
struct Places {
    start: usize,
    target: usize,
    via: usize,
    roller: usize,
    round: usize,
    phase: usize,
}

/// Reads a position of a match with so many seats.
pub(super) fn parse_state(
    settings: &Settings,
    seats: usize,
    text: &str,
) -> Result<State, ParseError> {
    let mut scan = Scanner::new("position", text);
    let board = board(&mut scan)?;
    let mut places = Places::default();
    let place = |place: &mut usize, scan: &Scanner<'_>| *place = scan.at();
    place(&mut places.start, &scan);
    let start = optional_space(&mut scan)?;
    place(&mut places.target, &scan);
    let target = optional_space(&mut scan)?;
    place(&mut places.via, &scan);
    let via = optional_space(&mut scan)?;
    let (chips, left) = chips(&mut scan, seats)?;
    place(&mut places.roller, &scan);
    let roller = seat_at_table(&mut scan, seats)?;
    scan.expect(SEPARATOR)?;
    place(&mut places.round, &scan);
    let round = scan.number()?;
    scan.expect(SEPARATOR)?;
    place(&mut places.phase, &scan);
    let table = Table {
        board,
        start,
        target,
        via,
        chips,
        left,
        roller,
        round,
    };
    let phase = phase(&mut scan, settings, &table)?;
    scan.finish()?;
    check_table(settings, &table, &phase, &places)
        .map_err(|(at, wanted)| ParseError::new("position", text, at, wanted))?;
    let state = State { table, phase };
    let canonical = format_state(&state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

fn board(scan: &mut Scanner<'_>) -> Result<Board, ParseError> {
    let before = scan.clone();
    let board = scan.until(SEPARATOR).parse().map_err(|error| match error {
        BoardError::Text(error) => before.inner(error),
        repeated @ BoardError::Repeated { .. } => {
            before.expected(format!("every space once, but {repeated}"))
        }
    })?;
    scan.expect(SEPARATOR)?;
    Ok(board)
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
) -> Result<(ArrayVec<u8, MAX_SEATS>, Seats), ParseError> {
    let before = scan.clone();
    let mut chips = ArrayVec::new();
    let mut left = Seats::EMPTY;
    let mut total = 0;
    for seat in Seat::all(seats) {
        if seat != Seat::FIRST {
            scan.expect(",")?;
        }
        let here = scan.clone();
        let number = scan.number()?;
        total = number.saturating_add(total);
        if total > u32::from(CHIPS) {
            return Err(here.expected("at most 25 chips in all (MR-7)"));
        }
        chips.push(number as u8);
        if scan.accept("x") {
            left = left.with(seat);
        }
    }
    if left.len() == seats {
        return Err(before.expected("a seat that has not left (MR-31)"));
    }
    scan.expect(SEPARATOR)?;
    Ok((chips, left))
}

fn seat_at_table(scan: &mut Scanner<'_>, seats: usize) -> Result<Seat, ParseError> {
    let before = scan.clone();
    let seat = action::seat(scan)?;
    if seat.index() < seats {
        return Ok(seat);
    }
    Err(before.expected(format!("a seat from 0 to {}", seats - 1)))
}

fn phase(scan: &mut Scanner<'_>, settings: &Settings, table: &Table) -> Result<Phase, ParseError> {
    if scan.accept("start") {
        Ok(Phase::Start)
    } else if scan.accept("roll") {
        Ok(Phase::Roll)
    } else if scan.accept("race:") {
        passed(scan, table).map(Phase::Race)
    } else if scan.accept("show:") {
        show(scan, settings, table).map(Phase::Show)
    } else {
        Err(scan.expected("`start`, `roll`, `race:` or `show:`"))
    }
}

fn passed(scan: &mut Scanner<'_>, table: &Table) -> Result<Race, ParseError> {
    let mut passed = Seats::EMPTY;
    while !scan.is_at_end() {
        if !passed.is_empty() {
            scan.expect(",")?;
        }
        passed = passed.with(seat_at_table(scan, table.chips.len())?);
    }
    let race = Race::with_passed(passed);
    if race.have_all_passed(table.playing()) {
        return Err(scan.expected("a seat that has not passed: such a round is broken off (MR-22)"));
    }
    Ok(race)
}

fn show(scan: &mut Scanner<'_>, settings: &Settings, table: &Table) -> Result<Show, ParseError> {
    let before = scan.clone();
    let seat = seat_at_table(scan, table.chips.len())?;
    if !table.playing().contains(seat) {
        return Err(before.expected("a seat that has not left (MR-31)"));
    }
    scan.expect(":")?;
    let before = scan.clone();
    let number = action::announcement(scan)?;
    settings
        .race
        .check_announcement(number, &RACE_RULES)
        .map_err(|error| before.expected(error.to_string()))?;
    scan.expect(":")?;
    let before = scan.clone();
    let text = scan.rest();
    let route: Route = text.parse().map_err(|error| before.inner(error))?;
    scan.advance(text.len());
    let legal = route
        .spaces()
        .windows(2)
        .all(|pair| table.board.is_move(pair[0], pair[1]));
    if route.start() != table.start || !legal || route.moves() >= usize::from(number) {
        return Err(before.expected("legal moves from the start, fewer than announced (MR-14)"));
    }
    Ok(Show {
        seat,
        number,
        route,
    })
}

/// Whether the fields fit each other; if not, the place of the one that does not and what would.
fn check_table(
    settings: &Settings,
    table: &Table,
    phase: &Phase,
    places: &Places,
) -> Result<(), (usize, &'static str)> {
    let searching = matches!(phase, Phase::Race(_) | Phase::Show(_));
    if (*phase == Phase::Start) != table.start.is_none() {
        let wanted = "phase `start` exactly if no start is given";
        return Err((places.phase, wanted));
    }
    if searching != table.target.is_some() {
        let wanted = "phase `race` or `show` exactly if a target is given";
        return Err((places.phase, wanted));
    }
    if (searching && settings.expert) != table.via.is_some() {
        let wanted = "an intermediate target exactly with a target of the expert variant (MR-29)";
        return Err((places.via, wanted));
    }
    if !searching && !table.playing().contains(table.roller) {
        return Err((places.roller, "a roller who has not left (MR-31)"));
    }
    if (*phase == Phase::Start) && table.round > 0 || searching && table.round == 0 {
        let wanted = "the number of targets rolled so far as round (MR-28)";
        return Err((places.round, wanted));
    }
    let needed = settings.targets_needed();
    let Some(start) = table.start else {
        return match table.board.starts(needed).next() {
            Some(_) => Ok(()),
            None => Err((0, "a board with a start (MR-11)")),
        };
    };
    let reach = table.board.moves().reachable(table.board.cell(start));
    if reach.len() <= needed {
        let wanted = "a start from which others can be reached (MR-11)";
        return Err((places.start, wanted));
    }
    let differ = "start, target and intermediate target that differ (MR-6, MR-29)";
    for (at, space) in [(places.target, table.target), (places.via, table.via)] {
        let Some(space) = space else { continue };
        if !reach.contains(table.board.cell(space)) {
            let wanted = "targets that can be reached from the start (MR-11)";
            return Err((at, wanted));
        }
        if space == start || at == places.via && table.target == Some(space) {
            return Err((at, differ));
        }
    }
    Ok(())
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
        .map_err(|e: ParseError| e.within("turn", text, offset))?;
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
            let mut error = e.within("turn", text, offset);
            if actions.is_empty() && !word.contains(' ') {
                error.expected.push_str(", or `show` with a route");
            }
            error
        })?);
        offset += word.len() + 2;
    }
    Ok(actions)
}
