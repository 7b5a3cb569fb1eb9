//! The rules that a setup must obey to be a position.

use arrayvec::ArrayVec;

use super::super::board::{Board, BoardError};
use super::super::options::{CHIPS, RACE_RULES, Settings};
use super::super::state::{Phase, PublicState, Show, State};
use super::Setup;
use super::error::{SetupError, SetupPart};
use crate::race::Race;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// Returns the position that a setup describes, in a match with this number of seats.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(in crate::micro_robots) fn validate(
    settings: &Settings,
    seats: usize,
    setup: &Setup,
) -> Result<State, SetupError> {
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
        Phase::Start | Phase::Roll => {}
        Phase::Race(race) => validate_race(&table, *race)?,
        Phase::Show(show) => validate_show(settings, &table, show)?,
    }
    validate_phase(settings, &table, &setup.phase)?;
    validate_targets(settings, &table)?;
    Ok(State {
        table,
        phase: setup.phase.clone(),
    })
}

fn validate_board(setup: &Setup) -> Result<Board, SetupError> {
    Board::new(setup.board).map_err(|error| match error {
        BoardError::Repeated { repeated, missing } => {
            SetupError::RepeatedSpace { repeated, missing }
        }
        BoardError::Text(_) => unreachable!("the spaces are not parsed from text"),
    })
}

fn validate_chips(seats: usize, setup: &Setup) -> Result<ArrayVec<u8, MAX_SEATS>, SetupError> {
    let found = setup.chips.len();
    if found != seats {
        return Err(SetupError::SeatCount { seats, found });
    }
    let mut total = 0u32;
    let mut chips = ArrayVec::new();
    for (seat, count) in Seat::all(seats).zip(&setup.chips) {
        total = total.saturating_add(*count);
        if total > u32::from(CHIPS) {
            return Err(SetupError::TooManyChips(seat));
        }
        chips.push(*count as u8);
    }
    Ok(chips)
}

fn validate_seat(seats: usize, seat: Seat, part: SetupPart) -> Result<(), SetupError> {
    if seat.index() < seats {
        Ok(())
    } else {
        Err(SetupError::UnknownSeat { part, seats })
    }
}

fn validate_departed(seats: usize, departed: Seats) -> Result<(), SetupError> {
    for seat in departed {
        validate_seat(seats, seat, SetupPart::Departed)?;
    }
    if departed.len() == seats {
        return Err(SetupError::AllDeparted);
    }
    Ok(())
}

fn validate_race(table: &PublicState, race: Race) -> Result<(), SetupError> {
    for seat in race.passed() {
        validate_seat(table.chips.len(), seat, SetupPart::PassedSeat(seat))?;
    }
    if race.have_all_passed(table.playing()) {
        return Err(SetupError::AllPassed);
    }
    Ok(())
}

fn validate_show(settings: &Settings, table: &PublicState, show: &Show) -> Result<(), SetupError> {
    let Show {
        seat,
        number,
        route,
    } = show;
    validate_seat(table.chips.len(), *seat, SetupPart::ShowSeat)?;
    if !table.playing().contains(*seat) {
        return Err(SetupError::DepartedShow);
    }
    if settings
        .race
        .check_announcement(*number, &RACE_RULES)
        .is_err()
    {
        let max = settings.race.max_announce;
        return Err(SetupError::Announcement {
            number: *number,
            max,
        });
    }
    let mut moves = route.spaces().windows(2);
    let is_legal = moves.all(|pair| table.board.is_move(pair[0], pair[1]));
    let is_from_start = route.start().is_some() && route.start() == table.start;
    if !is_from_start || !is_legal || route.moves() >= usize::from(*number) {
        return Err(SetupError::Route);
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
        return Err(SetupError::PhaseOfStart);
    }
    if is_searching != table.target.is_some() {
        return Err(SetupError::PhaseOfTarget);
    }
    if (is_searching && settings.expert) != table.intermediate.is_some() {
        return Err(SetupError::Intermediate);
    }
    if !is_searching && !table.playing().contains(table.roller) {
        return Err(SetupError::DepartedRoller);
    }
    if is_start && table.round > 0 || is_searching && table.round == 0 {
        return Err(SetupError::Round);
    }
    Ok(())
}

/// Checks that start and targets differ and can be reached.
fn validate_targets(settings: &Settings, table: &PublicState) -> Result<(), SetupError> {
    let needed = settings.targets_needed();
    let Some(start) = table.start else {
        return match table.board.starts(needed).next() {
            Some(_) => Ok(()),
            None => Err(SetupError::NoStart),
        };
    };
    let reach = table.board.moves().reachable(table.board.cell(start));
    if reach.len() <= needed {
        return Err(SetupError::EnclosedStart);
    }
    let targets = [
        (SetupPart::Target, table.target),
        (SetupPart::Intermediate, table.intermediate),
    ];
    for (part, space) in targets {
        let Some(space) = space else { continue };
        if !reach.contains(table.board.cell(space)) {
            return Err(SetupError::UnreachableTarget(part));
        }
        let is_target = part == SetupPart::Intermediate && table.target == Some(space);
        if space == start || is_target {
            return Err(SetupError::SameTarget(part));
        }
    }
    Ok(())
}
