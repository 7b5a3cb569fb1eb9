//! The rules that a setup must obey to be a position.

use arrayvec::ArrayVec;

use super::super::announced::AnnouncedNumbers;
use super::super::board_size::Closure;
use super::super::options::{RACE_RULES, Settings};
use super::super::rules;
use super::super::state::{Phase, PublicState, RaceState, Show, State};
use super::Setup;
use super::error::{SetupError, SetupPart};
use crate::seat::{MAX_SEATS, Seats};

/// Returns the position that a setup describes, in a match with this number of seats.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(in crate::ricochet) fn validate(
    settings: &Settings,
    seats: usize,
    setup: &Setup,
) -> Result<State, SetupError> {
    if setup.layout.board().size().grid() > settings.grid {
        return Err(SetupError::BoardOutsideGrid);
    }
    validate_robots(settings, setup)?;
    validate_targets(setup)?;
    let won = validate_won(seats, setup)?;
    validate_departed(seats, setup.departed)?;
    let table = PublicState {
        layout: setup.layout.clone(),
        robots: setup.robots,
        target: setup.target,
        undrawn: setup.undrawn.clone(),
        under: setup.under.clone(),
        won,
        departed: setup.departed,
        round: setup.round,
    };
    validate_round(settings, &table)?;
    validate_phase(settings, &table, &setup.phase)?;
    match &setup.phase {
        Phase::Start | Phase::Draw => {}
        Phase::Race(race) => validate_race(settings, &table, race)?,
        Phase::Show(show) => validate_show(settings, &table, show)?,
    }
    Ok(State {
        table,
        phase: setup.phase.clone(),
    })
}

/// Checks that the robots take part, in order before the first round, and stand where they can stop.
fn validate_robots(settings: &Settings, setup: &Setup) -> Result<(), SetupError> {
    let mut placed = settings.robots.iter();
    for (robot, cell) in setup.robots.iter() {
        if placed.next() != Some(&robot) {
            return Err(SetupError::Robots(robot));
        }
        match setup.layout.board().closure(cell) {
            None => {}
            Some(Closure::Centre) => return Err(SetupError::RobotOnCentre(robot)),
            Some(Closure::Walled | Closure::Outside) => {
                return Err(SetupError::RobotOnClosed(robot));
            }
        }
        let has_diagonal = setup.layout.board().diagonal(cell).is_some();
        if has_diagonal && !settings.slide_rules.stop_on_diagonal {
            return Err(SetupError::RobotOnDiagonal(robot));
        }
        if setup.robots.robot_on(cell) != Some(robot) {
            return Err(SetupError::SharedCell(robot));
        }
    }
    let free = setup.layout.start_cells();
    let free = free.filter(|cell| !setup.robots.is_occupied(*cell));
    if free.count() < placed.len() {
        return Err(SetupError::TooFewStartCells);
    }
    Ok(())
}

/// Checks that every target belongs to the board and is in one place at most.
fn validate_targets(setup: &Setup) -> Result<(), SetupError> {
    let open = setup.target.iter().map(|it| (SetupPart::Target, *it));
    let undrawn = setup.undrawn.iter().map(|it| (SetupPart::Undrawn, *it));
    let under = setup.under.iter().map(|it| (SetupPart::Under, *it));
    let mut found = Vec::new();
    for (part, target) in open.chain(undrawn).chain(under) {
        if !setup.layout.targets().contains(&target) {
            return Err(SetupError::UnknownTarget { part, target });
        }
        if found.contains(&target) {
            return Err(SetupError::RepeatedTarget { part, target });
        }
        found.push(target);
    }
    let targets = setup.layout.targets().iter();
    let ordered = targets.filter(|target| setup.undrawn.contains(target));
    if !ordered.eq(&setup.undrawn) {
        return Err(SetupError::UnorderedTargets);
    }
    Ok(())
}

/// Checks that the seats have won the targets that are in no other place.
fn validate_won(seats: usize, setup: &Setup) -> Result<ArrayVec<u8, MAX_SEATS>, SetupError> {
    let found = setup.won.len();
    if found != seats {
        return Err(SetupError::SeatCount { seats, found });
    }
    let left = setup.undrawn.len() + setup.under.len() + usize::from(setup.target.is_some());
    let targets = setup.layout.targets().len() - left;
    let found = setup
        .won
        .iter()
        .fold(0u32, |sum, won| sum.saturating_add(*won));
    if found as usize != targets {
        return Err(SetupError::WonCount { targets, found });
    }
    Ok(setup.won.iter().map(|won| *won as u8).collect())
}

fn validate_seats(seats: usize, given: Seats, part: SetupPart) -> Result<(), SetupError> {
    if given.difference(Seats::all(seats)).is_empty() {
        Ok(())
    } else {
        Err(SetupError::UnknownSeat { part, seats })
    }
}

fn validate_departed(seats: usize, departed: Seats) -> Result<(), SetupError> {
    validate_seats(seats, departed, SetupPart::Departed)?;
    if departed.len() == seats {
        return Err(SetupError::AllDeparted);
    }
    Ok(())
}

/// Checks that the round is the number of targets drawn so far.
fn validate_round(settings: &Settings, table: &PublicState) -> Result<(), SetupError> {
    let drawn = table.layout.targets().len() - table.undrawn.len();
    let is_possible = if table.undrawn.is_empty() {
        table.round as usize >= drawn
    } else {
        table.round as usize == drawn
    };
    if !is_possible {
        return Err(SetupError::Round);
    }
    let cap = settings.round_cap;
    if table.round > cap {
        return Err(SetupError::RoundCap { cap });
    }
    Ok(())
}

/// Checks that phase, robots and target fit together.
fn validate_phase(
    settings: &Settings,
    table: &PublicState,
    phase: &Phase,
) -> Result<(), SetupError> {
    let is_start = *phase == Phase::Start;
    let is_searching = matches!(phase, Phase::Race(_) | Phase::Show(_));
    if is_start != rules::robot_to_place(settings, table).is_some() {
        return Err(SetupError::PhaseOfStart);
    }
    if is_searching != table.target.is_some() {
        return Err(SetupError::PhaseOfTarget);
    }
    if is_start && table.round > 0 {
        return Err(SetupError::Round);
    }
    Ok(())
}

fn validate_race(
    settings: &Settings,
    table: &PublicState,
    race: &RaceState,
) -> Result<(), SetupError> {
    validate_announced(settings, table, &race.announced, SetupPart::Announced)?;
    for seat in race.race.passed() {
        validate_seats(
            table.won.len(),
            Seats::one(seat),
            SetupPart::PassedSeat(seat),
        )?;
    }
    if race.race.have_all_passed(table.playing()) {
        return Err(SetupError::AllPassed);
    }
    Ok(())
}

fn validate_announced(
    settings: &Settings,
    table: &PublicState,
    announced: &AnnouncedNumbers,
    part: SetupPart,
) -> Result<(), SetupError> {
    validate_seats(table.won.len(), announced.seats(), part)?;
    for announced in announced.as_slice() {
        validate_number(settings, announced.number, part)?;
    }
    if settings.overtime.is_none() && !announced.is_empty() {
        return Err(SetupError::FirstDecides(part));
    }
    Ok(())
}

fn validate_number(settings: &Settings, number: u8, part: SetupPart) -> Result<(), SetupError> {
    let checked = settings.race.check_announcement(number, &RACE_RULES);
    checked.map_err(|_| SetupError::Announcement {
        part,
        number,
        max: settings.race.max_announce,
    })
}

fn validate_show(settings: &Settings, table: &PublicState, show: &Show) -> Result<(), SetupError> {
    let Show {
        seat,
        number,
        moves,
        remaining,
    } = show;
    validate_seats(table.won.len(), Seats::one(*seat), SetupPart::ShowSeat)?;
    if !table.playing().contains(*seat) {
        return Err(SetupError::DepartedShow);
    }
    validate_number(settings, *number, SetupPart::ShowNumber)?;
    let attempt = rules::attempt_of(settings, table, moves);
    if attempt.is_none_or(|attempt| attempt.cost() >= u32::from(*number)) {
        return Err(SetupError::Moves);
    }
    validate_announced(settings, table, remaining, SetupPart::ShowRemaining)?;
    let lowest = remaining.as_slice().first().map(|first| first.number);
    let is_ordered = remaining.in_order_of_show() == *remaining
        && lowest.is_none_or(|lowest| lowest >= *number)
        && remaining.number_of(*seat).is_none();
    if !is_ordered {
        return Err(SetupError::Remaining);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn seats_outside_of_the_match_are_unknown() {
        let seat = Seat::new(2).unwrap();
        let part = SetupPart::ShowSeat;
        let error = SetupError::UnknownSeat { part, seats: 2 };
        assert_eq!(validate_seats(2, Seats::one(seat), part), Err(error));
        assert_eq!(validate_seats(3, Seats::one(seat), part), Ok(()));
    }
}
