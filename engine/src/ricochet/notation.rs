//! The notation of positions and turns.

use std::fmt::{Display, Write};

use super::action::{Action, Move, read_move, read_robot};
use super::game::Ricochet;
use super::game_dump::GameDump;
use super::layout::Layout;
use super::options::Settings;
use super::robot::{Robot, Robots};
use super::setup::{self, Setup, SetupPart};
use super::state::{Moves, Phase, Show, State, Targets, View, ViewPhase};
use super::target::{Target, read_target};
use super::{guide, options};
use crate::game::GameNotation;
use crate::notation::{ParseError, Scanner};
use crate::options::Options;
use crate::race::notation::{
    Passed, Won, parse_actions, read_announcement, read_passed, read_seat, read_won,
};
use crate::race::{Race, read_announced};
use crate::seat::{Seat, Seats};

const SEPARATOR: &str = " ";
/// The text of an empty field.
const NONE: &str = "-";
/// The prefix of the announced numbers and the seats that have passed.
const RACE: &str = "race:";
/// The prefix of the seat, number and moves of a show.
const SHOW: &str = "show:";
/// The prefix of a turn that shows a whole solution.
const SHOW_TURN: &str = "show ";

/// Returns the board of a position's text or of a dump, or `None` if it has none.
fn layout_of_position(text: &str) -> Option<Layout> {
    if GameDump::is_dump(text) {
        let dump = GameDump::parse(text).ok()?;
        return Layout::new(dump.board, &dump.targets).ok();
    }
    let board = text.split(SEPARATOR).next()?;
    board.parse().ok()
}

/// Formats a position.
fn format_state(state: &State) -> String {
    let table = &state.table;
    let mut text = format!("{} ", table.layout);
    push_or_none(&mut text, &table.robots, table.robots.is_empty());
    text.push_str(SEPARATOR);
    match table.target {
        Some(target) => push(&mut text, &target),
        None => text.push_str(NONE),
    }
    text.push_str(SEPARATOR);
    push_or_none(&mut text, &Joined(&table.undrawn), table.undrawn.is_empty());
    if !table.under.is_empty() {
        push(&mut text, &format_args!("/{}", Joined(&table.under)));
    }
    text.push_str(SEPARATOR);
    let won = Won {
        won: &table.won,
        departed: table.departed,
    };
    push(&mut text, &won);
    push(&mut text, &format_args!(" {} ", table.round));
    push_phase(&mut text, &state.phase);
    text
}

fn push_phase(text: &mut String, phase: &Phase) {
    match phase {
        Phase::Start => text.push_str("start"),
        Phase::Target => text.push_str("draw"),
        Phase::Race(Race { announced, passed }) => {
            push(text, &format_args!("{RACE}{announced}/{}", Passed(*passed)));
        }
        Phase::Show(Show {
            seat,
            number,
            route,
            remaining,
        }) => {
            let moves = Joined(route);
            push(
                text,
                &format_args!("{SHOW}{seat}:{number}:{moves}/{remaining}"),
            );
        }
    }
}

fn push(text: &mut String, item: &dyn Display) {
    // Writing to a string does not fail.
    let _ = write!(text, "{item}");
}

fn push_or_none(text: &mut String, item: &dyn Display, is_none: bool) {
    if is_none {
        text.push_str(NONE);
    } else {
        push(text, item);
    }
}

/// Items separated by commas.
struct Joined<'a, T>(&'a [T]);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{item}")?;
        }
        Ok(())
    }
}

/// Byte offsets of a position's fields.
#[derive(Default)]
struct FieldOffsets {
    robots: usize,
    target: usize,
    undrawn: usize,
    won: usize,
    round: usize,
    phase: usize,
}

/// Parses a position of a match with this number of seats.
fn parse_state(settings: &Settings, seats: usize, text: &str) -> Result<State, ParseError> {
    let mut offsets = FieldOffsets::default();
    let setup = parse_setup(seats, text, &mut offsets)?;
    let state = setup::validate(settings, seats, &setup).map_err(|error| {
        let offset = offsets.part_offset(text, error.part);
        ParseError::new("position", text, offset, error.expected)
    })?;
    let canonical = format_state(&state);
    if canonical != text {
        return Err(ParseError::not_canonical("position", text, &canonical));
    }
    Ok(state)
}

/// Reads a dump of `DriftingDroids` as the first round of a match with this number of seats.
fn read_dump(settings: &Settings, seats: usize, text: &str) -> Result<State, ParseError> {
    let dump = GameDump::parse(text)?;
    let error = |expected: String| ParseError::new("position", text.trim_start(), 0, expected);
    let silver = |target: &&Target| target.robot == Some(Robot::Silver);
    if let Some(target) = dump.targets.iter().find(silver) {
        let message = "no target of the silver robot, which has none (RR-2), but it has";
        return Err(error(format!("{message} {target}")));
    }
    let layout = Layout::new(dump.board, &dump.targets);
    let layout = layout.map_err(|fault| error(format!("a dump of a board ({fault})")))?;
    let is_undrawn = |target: &Target| dump.target != Some(*target);
    let undrawn = dump.targets.iter().copied().filter(is_undrawn);
    let setup = Setup {
        undrawn: undrawn.collect(),
        layout,
        robots: dump.robots,
        target: dump.target,
        under: Targets::new(),
        won: std::iter::repeat_n(0, seats).collect(),
        departed: Seats::EMPTY,
        round: dump.target.is_some().into(),
        phase: match dump.target {
            Some(_) => Phase::Race(Race::default()),
            None => Phase::Target,
        },
    };
    setup::validate(settings, seats, &setup).map_err(|fault| {
        let message = format!("a dump whose position these options allow ({fault})");
        error(message)
    })
}

/// Parses a position's text into a setup, without checking any rule.
fn parse_setup(seats: usize, text: &str, offsets: &mut FieldOffsets) -> Result<Setup, ParseError> {
    let mut scan = Scanner::new("position", text);
    let layout = read_layout(&mut scan)?;
    scan.expect(SEPARATOR)?;
    offsets.robots = scan.offset();
    let robots = read_robots(&mut scan)?;
    scan.expect(SEPARATOR)?;
    offsets.target = scan.offset();
    let target = if scan.accept(NONE) {
        None
    } else {
        Some(read_target(&mut scan)?)
    };
    scan.expect(SEPARATOR)?;
    offsets.undrawn = scan.offset();
    let undrawn = read_targets(&mut scan)?;
    let under = if scan.accept("/") {
        read_targets(&mut scan)?
    } else {
        Targets::new()
    };
    scan.expect(SEPARATOR)?;
    offsets.won = scan.offset();
    let (won, departed) = read_won(&mut scan, seats)?;
    scan.expect(SEPARATOR)?;
    offsets.round = scan.offset();
    let round = scan.number()?;
    scan.expect(SEPARATOR)?;
    offsets.phase = scan.offset();
    let phase = read_phase(&mut scan)?;
    scan.finish()?;
    Ok(Setup {
        layout,
        robots,
        target,
        undrawn,
        under,
        won,
        departed,
        round,
        phase,
    })
}

impl FieldOffsets {
    /// Returns the offset of the field or, within lists and the phase, of the entry that contains a part.
    fn part_offset(&self, text: &str, part: SetupPart) -> usize {
        match part {
            SetupPart::Board => 0,
            SetupPart::RobotOf(robot) => {
                let field = &text[self.robots..self.target];
                let entry = field.find(&format!("{robot}:"));
                self.robots + entry.unwrap_or(0)
            }
            SetupPart::Target => self.target,
            SetupPart::Undrawn => self.undrawn,
            SetupPart::Under => after(text, self.undrawn, &["/"]),
            SetupPart::Won | SetupPart::Departed => self.won,
            SetupPart::Round => self.round,
            SetupPart::Phase => self.phase,
            SetupPart::Announced | SetupPart::ShowSeat => self.phase + RACE.len(),
            SetupPart::Passed | SetupPart::ShowRemaining => after(text, self.phase, &["/"]),
            SetupPart::PassedSeat(seat) => {
                let passed = after(text, self.phase, &["/"]);
                let entry = text[passed..].split_inclusive(',').scan(0, |at, entry| {
                    let offset = *at;
                    *at += entry.len();
                    Some((offset, entry.trim_end_matches(',')))
                });
                let found = entry
                    .filter(|(_, entry)| *entry == seat.to_string())
                    .map(|(offset, _)| offset)
                    .next();
                passed + found.unwrap_or(0)
            }
            SetupPart::ShowNumber => after(text, self.phase + SHOW.len(), &[":"]),
            SetupPart::ShowMoves => after(text, self.phase + SHOW.len(), &[":", ":"]),
        }
    }
}

/// Returns the offset after these tokens, each sought from `start` after the previous one.
fn after(text: &str, start: usize, tokens: &[&str]) -> usize {
    tokens.iter().fold(start, |offset, token| {
        let found = text[offset..].find(token);
        found.map_or(offset, |found| offset + found + token.len())
    })
}

/// Reads the board at the cursor.
fn read_layout(scan: &mut Scanner<'_>) -> Result<Layout, ParseError> {
    let before = scan.clone();
    let text = scan.until(SEPARATOR);
    text.parse().map_err(|error| before.inner(error))
}

fn read_robots(scan: &mut Scanner<'_>) -> Result<Robots, ParseError> {
    let mut robots = Robots::EMPTY;
    if scan.accept(NONE) {
        return Ok(robots);
    }
    loop {
        let before = scan.clone();
        let (robot, cell) = read_robot(scan)?;
        if robots.cell(robot).is_some() {
            return Err(before.expected("every robot once"));
        }
        robots = robots.with(robot, cell);
        if !scan.accept(",") {
            return Ok(robots);
        }
    }
}

fn read_targets(scan: &mut Scanner<'_>) -> Result<Targets, ParseError> {
    let mut targets = Targets::new();
    if scan.accept(NONE) {
        return Ok(targets);
    }
    loop {
        let before = scan.clone();
        let target: Target = read_target(scan)?;
        let pushed = targets.try_push(target);
        pushed.map_err(|_| before.expected("at most 17 targets"))?;
        if !scan.accept(",") {
            return Ok(targets);
        }
    }
}

fn read_phase(scan: &mut Scanner<'_>) -> Result<Phase, ParseError> {
    if scan.accept("start") {
        Ok(Phase::Start)
    } else if scan.accept("draw") {
        Ok(Phase::Target)
    } else if scan.accept(RACE) {
        read_race(scan).map(Phase::Race)
    } else if scan.accept(SHOW) {
        read_show(scan).map(Phase::Show)
    } else {
        Err(scan.expected("`start`, `draw`, `race:` or `show:`"))
    }
}

fn read_race(scan: &mut Scanner<'_>) -> Result<Race, ParseError> {
    let announced = read_announced(scan)?;
    scan.expect("/")?;
    let passed = read_passed(scan)?;
    Ok(Race { announced, passed })
}

fn read_show(scan: &mut Scanner<'_>) -> Result<Show, ParseError> {
    let seat = read_seat(scan)?;
    scan.expect(":")?;
    let number = read_announcement(scan)?;
    scan.expect(":")?;
    let mut moves = Moves::new();
    while !scan.accept("/") {
        if !moves.is_empty() {
            scan.expect(",")?;
        }
        let before = scan.clone();
        let pushed = moves.try_push(read_move(scan)?);
        pushed.map_err(|_| before.expected("at most 99 moves"))?;
    }
    Ok(Show {
        seat,
        number,
        route: moves,
        remaining: read_announced(scan)?,
    })
}

/// Formats a turn: a complete show as `show rN gE`, other actions one by one.
fn format_turn(view: &View, actions: &[Action]) -> String {
    if let Some(moves) = complete_show(view, actions) {
        let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
        return format!("{SHOW_TURN}{}", moves.join(" "));
    }
    let texts: Vec<_> = actions.iter().map(Action::to_string).collect();
    texts.join(", ")
}

/// Returns the moves of a turn that shows them from the start to the end, or `None` for any other turn.
fn complete_show(view: &View, actions: &[Action]) -> Option<Vec<Move>> {
    let (Action::End, steps) = actions.split_last()? else {
        return None;
    };
    let move_of = |action: &Action| match action {
        Action::Step(step) => Some(*step),
        _ => None,
    };
    let moves: Option<Vec<Move>> = steps.iter().map(move_of).collect();
    moves.filter(|moves| is_unshown(view) && !moves.is_empty())
}

/// Returns `true` if a show has just started.
fn is_unshown(view: &View) -> bool {
    matches!(&view.phase, ViewPhase::Show(show) if show.route.is_empty())
}

/// Parses a turn.
fn parse_turn(view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
    let actions = match text.strip_prefix(SHOW_TURN) {
        Some(_) => parse_show(view, text)?,
        None => parse_actions(text, "`show` with a solution")?,
    };
    let canonical = format_turn(view, &actions);
    if canonical == text {
        Ok(actions)
    } else {
        Err(ParseError::not_canonical("turn", text, &canonical))
    }
}

fn parse_show(view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
    if !is_unshown(view) {
        let expected = "an action, since no solution is to be shown from its start";
        return Err(ParseError::new("turn", text, 0, expected));
    }
    let mut scan = Scanner::new("turn", text);
    scan.advance(SHOW_TURN.len());
    let mut actions = vec![Action::Step(read_move(&mut scan)?)];
    while !scan.is_at_end() {
        scan.expect(" ")?;
        actions.push(Action::Step(read_move(&mut scan)?));
    }
    actions.push(Action::End);
    Ok(actions)
}

/// Returns the number of seats of the text of a position, or `None` if it shows none.
pub(super) fn seats_of_position(text: &str) -> Option<usize> {
    if GameDump::is_dump(text) {
        return None;
    }
    let won = text.split(SEPARATOR).nth(4);
    won.map(|won| won.split(',').count())
}

/// Returns the options with the board that the text of a position shows.
pub(super) fn options_for_position(options: Options, text: &str) -> Options {
    match layout_of_position(text) {
        Some(layout) => options::with_board_of_position(options, &layout),
        None => options,
    }
}

impl GameNotation for Ricochet {
    fn format_position(&self, state: &State) -> String {
        format_state(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        parse_state(&self.settings, self.seats, text)
    }

    fn read_position(&self, text: &str) -> Result<State, ParseError> {
        if GameDump::is_dump(text) {
            return read_dump(&self.settings, self.seats, text);
        }
        self.parse_position(text)
    }

    fn format_view(&self, view: &View) -> String {
        format_state(&view.minimal_state())
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, view: &View, actions: &[Action]) -> String {
        format_turn(view, actions)
    }

    fn parse_turn(&self, view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        parse_turn(view, text)
    }

    fn ending(&self, rule: &str, places: &[u8], points: &[i32]) -> Option<String> {
        let winner = Seat::all(places.len()).find(|seat| places[seat.index()] == 1)?;
        let most = points.get(winner.index()).copied().unwrap_or(0);
        guide::ending(&self.settings, rule, &self.seat_name(winner), most)
    }

    fn route_hints(&self, turns: &[Vec<Action>]) -> Option<Vec<String>> {
        guide::route_hints(turns)
    }
}
