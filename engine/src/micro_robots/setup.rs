//! Unchecked setups of Micro Robots, and the checks that make a position of one.

use std::fmt;

use arrayvec::ArrayVec;

use super::board::Board;
use super::options::{CHIPS, RACE_RULES, Settings};
use super::space::{SPACES, Space};
use super::state::{Phase, Position, PublicState, Show};
use crate::race::{AnnouncedNumbers, Race};
use crate::seat::{MAX_SEATS, Seat, Seats};

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The spaces, row by row from the north-west.
    pub board: [Space; SPACES],
    /// The robot's space; `None` before the first start is sampled.
    pub start: Option<Space>,
    /// The target; `None` between rounds.
    pub target: Option<Space>,
    /// The intermediate target of the expert variant (MR-29).
    pub intermediate: Option<Space>,
    /// Chips of each seat.
    pub chips: ArrayVec<u32, MAX_SEATS>,
    /// Seats that have left the match (MR-31).
    pub departed: Seats,
    /// The seat that rolled the current target, or rolls the next one (MR-20).
    pub roller: Seat,
    /// Number of targets rolled so far (MR-28).
    pub round: u32,
    /// The phase of the round.
    pub phase: Phase,
}

impl Setup {
    /// Creates the setup of a position.
    pub(super) fn from_position(position: &Position) -> Self {
        let table = &position.table;
        Self {
            board: *table.board.spaces(),
            start: table.start,
            target: table.target,
            intermediate: table.intermediate,
            chips: table.chips.iter().map(|chips| u32::from(*chips)).collect(),
            departed: table.departed,
            roller: table.roller,
            round: table.round,
            phase: position.phase.clone(),
        }
    }
}

/// A part of a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupPart {
    /// The board.
    Board,
    /// The robot's space.
    Start,
    /// The target.
    Target,
    /// The intermediate target.
    Intermediate,
    /// The chips of all seats.
    Chips,
    /// The chips of one seat.
    ChipsOf(Seat),
    /// The seats that have left.
    Departed,
    /// The seat that rolls.
    Roller,
    /// The number of the round.
    Round,
    /// The phase.
    Phase,
    /// The seats that have passed.
    Passed,
    /// One of the seats that have passed.
    PassedSeat(Seat),
    /// The seat that shows its route.
    ShowSeat,
    /// The announced number of moves.
    ShowNumber,
    /// The route so far.
    ShowRoute,
}

/// The path of the field, such as `chips[1]`.
impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Start => "start",
            Self::Target => "target",
            Self::Intermediate => "intermediate",
            Self::ChipsOf(seat) => return write!(f, "chips[{seat}]"),
            Self::Chips => "chips",
            Self::Departed => "departed",
            Self::Roller => "roller",
            Self::Round => "round",
            Self::Phase => "phase",
            Self::Passed | Self::PassedSeat(_) => "phase.passed",
            Self::ShowSeat => "phase.seat",
            Self::ShowNumber => "phase.number",
            Self::ShowRoute => "phase.route",
        })
    }
}

/// Returns the position that a setup describes, in a match with this number of seats.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(super) fn validate(
    settings: &Settings,
    seats: usize,
    setup: &Setup,
) -> Result<Position, SetupError> {
    let board = validate_board(setup)?;
    let chips = validate_chips(seats, setup)?;
    validate_departed(seats, setup.departed)?;
    validate_seat(seats, setup.roller, SetupPart::Roller)?;
    let table = PublicState {
        board,
        start: setup.start,
        target: setup.target,
        intermediate: setup.intermediate,
        chips,
        departed: setup.departed,
        roller: setup.roller,
        round: setup.round,
    };
    match &setup.phase {
        Phase::Start | Phase::Target => {}
        Phase::Race(race) => validate_race(&table, race)?,
        Phase::Show(show) => validate_show(settings, &table, show)?,
    }
    validate_phase(settings, &table, &setup.phase)?;
    validate_targets(settings, &table)?;
    Ok(Position {
        table,
        phase: setup.phase.clone(),
    })
}

fn validate_board(setup: &Setup) -> Result<Board, SetupError> {
    Board::new(setup.board).map_err(|error| {
        let expected = format!("every space once, but {error}");
        SetupError::broken_rule("MR-5", SetupPart::Board, expected)
    })
}

fn validate_chips(seats: usize, setup: &Setup) -> Result<ArrayVec<u8, MAX_SEATS>, SetupError> {
    let found = setup.chips.len();
    if found != seats {
        let expected = format!("the chips of {seats} seats, found {found}");
        return Err(SetupError::new(SetupPart::Chips, expected));
    }
    let mut total = 0u32;
    let mut chips = ArrayVec::new();
    for (seat, count) in Seat::all(seats).zip(&setup.chips) {
        total = total.saturating_add(*count);
        if total > u32::from(CHIPS) {
            let expected = format!("at most {CHIPS} chips in all (MR-7)");
            return Err(SetupError::broken_rule(
                "MR-7",
                SetupPart::ChipsOf(seat),
                expected,
            ));
        }
        chips.push(*count as u8);
    }
    Ok(chips)
}

fn validate_seat(seats: usize, seat: Seat, part: SetupPart) -> Result<(), SetupError> {
    if seat.index() < seats {
        Ok(())
    } else {
        let expected = format!("a seat from 0 to {}", seats - 1);
        Err(SetupError::new(part, expected))
    }
}

fn validate_departed(seats: usize, departed: Seats) -> Result<(), SetupError> {
    for seat in departed {
        validate_seat(seats, seat, SetupPart::Departed)?;
    }
    if departed.len() == seats {
        let expected = "a seat that has not left (MR-31)";
        return Err(SetupError::broken_rule(
            "MR-31",
            SetupPart::Departed,
            expected,
        ));
    }
    Ok(())
}

fn validate_race(table: &PublicState, race: &Race) -> Result<(), SetupError> {
    validate_announced(&race.announced)?;
    for seat in race.passed {
        validate_seat(table.chips.len(), seat, SetupPart::PassedSeat(seat))?;
    }
    if race.have_all_passed(table.playing()) {
        let expected = "a seat that has not passed, since the round is otherwise abandoned (MR-22)";
        return Err(SetupError::broken_rule(
            "MR-22",
            SetupPart::Passed,
            expected,
        ));
    }
    Ok(())
}

fn validate_announced(numbers: &AnnouncedNumbers) -> Result<(), SetupError> {
    if numbers.is_empty() {
        return Ok(());
    }
    let expected = "no other announced number, since the first announcement decides (MR-13)";
    Err(SetupError::broken_rule("MR-13", SetupPart::Phase, expected))
}

fn validate_show(settings: &Settings, table: &PublicState, show: &Show) -> Result<(), SetupError> {
    let Show {
        seat,
        number,
        route,
        remaining,
    } = show;
    validate_announced(remaining)?;
    validate_seat(table.chips.len(), *seat, SetupPart::ShowSeat)?;
    if !table.playing().contains(*seat) {
        let expected = "a seat that has not left (MR-31)";
        return Err(SetupError::broken_rule(
            "MR-31",
            SetupPart::ShowSeat,
            expected,
        ));
    }
    if settings
        .race
        .check_announcement(*number, &RACE_RULES)
        .is_err()
    {
        let max = settings.race.max_announce;
        let expected = format!("a number of moves from 1 to {max}, found {number} (MR-13)");
        return Err(SetupError::broken_rule(
            "MR-13",
            SetupPart::ShowNumber,
            expected,
        ));
    }
    let mut moves = route.spaces().windows(2);
    let is_legal = moves.all(|pair| table.board.is_move(pair[0], pair[1]));
    let is_from_start = route.start().is_some() && route.start() == table.start;
    if !is_from_start || !is_legal || route.moves() >= usize::from(*number) {
        let expected = "legal moves from the start, fewer than announced (MR-14)";
        return Err(SetupError::broken_rule(
            "MR-14",
            SetupPart::ShowRoute,
            expected,
        ));
    }
    Ok(())
}

/// Checks that phase, spaces, roller and round fit together.
fn validate_phase(
    settings: &Settings,
    table: &PublicState,
    phase: &Phase,
) -> Result<(), SetupError> {
    let is_start = *phase == Phase::Start;
    let is_searching = matches!(phase, Phase::Race(_) | Phase::Show(_));
    if is_start != table.start.is_none() {
        let expected = "phase `start` exactly if no start is given";
        return Err(SetupError::new(SetupPart::Phase, expected));
    }
    if is_searching != table.target.is_some() {
        let expected = "phase `race` or `show` exactly if a target is given";
        return Err(SetupError::new(SetupPart::Phase, expected));
    }
    if (is_searching && settings.expert) != table.intermediate.is_some() {
        let expected = "an intermediate target exactly with a target of the expert variant (MR-29)";
        return Err(SetupError::broken_rule(
            "MR-29",
            SetupPart::Intermediate,
            expected,
        ));
    }
    if !is_searching && !table.playing().contains(table.roller) {
        let expected = "a roller who has not left (MR-31)";
        return Err(SetupError::broken_rule(
            "MR-31",
            SetupPart::Roller,
            expected,
        ));
    }
    if is_start && table.round > 0 || is_searching && table.round == 0 {
        let expected = "the number of targets rolled so far as round (MR-28)";
        return Err(SetupError::broken_rule("MR-28", SetupPart::Round, expected));
    }
    Ok(())
}

/// Checks that start and targets differ and can be reached.
fn validate_targets(settings: &Settings, table: &PublicState) -> Result<(), SetupError> {
    let needed = settings.targets_needed();
    let Some(start) = table.start else {
        return match table.board.starts(needed).next() {
            Some(_) => Ok(()),
            None => Err(SetupError::broken_rule(
                "MR-11",
                SetupPart::Board,
                "a board with a start (MR-11)",
            )),
        };
    };
    let reach = table.board.moves().reachable(table.board.cell(start));
    if reach.len() <= needed {
        let expected = "a start from which others can be reached (MR-11)";
        return Err(SetupError::broken_rule("MR-11", SetupPart::Start, expected));
    }
    let targets = [
        (SetupPart::Target, table.target),
        (SetupPart::Intermediate, table.intermediate),
    ];
    for (part, space) in targets {
        let Some(space) = space else { continue };
        if !reach.contains(table.board.cell(space)) {
            let expected = "targets that can be reached from the start (MR-11)";
            return Err(SetupError::broken_rule("MR-11", part, expected));
        }
        let is_target = part == SetupPart::Intermediate && table.target == Some(space);
        if space == start || is_target {
            let expected = "start, target and intermediate target that differ (MR-6, MR-29)";
            return Err(SetupError::broken_rule("MR-6", part, expected));
        }
    }
    Ok(())
}
