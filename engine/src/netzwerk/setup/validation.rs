//! The rules that a setup must obey to be a position.

use super::super::board::Board;
use super::super::energy::is_payable;
use super::super::lattice::{Fields, Point, Squares};
use super::super::position::{Phase, Position, Spender};
use super::super::rules::Rules;
use super::super::side::Side;
use super::super::state::State;
use super::{Setup, SetupError, SetupPart, SetupPhase};

/// Returns the position that a setup describes, in a match with these rules.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(in crate::netzwerk) fn validate(rules: &Rules, setup: &Setup) -> Result<State, SetupError> {
    let Setup {
        side,
        robots,
        batteries,
        turns,
        departed,
        ..
    } = *setup;
    validate_robots(&rules.board, robots)?;
    validate_batteries(&rules.board, batteries)?;
    let mut position = Position::at_start_of_turn(robots, batteries, side);
    position.quiet = u16::try_from(setup.quiet).map_err(|_| {
        SetupError::broken_rule("NW-26", SetupPart::Quiet, "a quiet count up to 65535")
    })?;
    match &setup.phase {
        SetupPhase::Robots(spenders) => validate_spenders(&rules.board, spenders, &mut position)?,
        SetupPhase::Batteries(moved) => {
            validate_moved(&rules.board, *moved, batteries)?;
            position.phase = Phase::Batteries;
            position.moved = *moved;
        }
    }
    if turns > 0 && rules.turn_cap == 0 {
        let expected = "no number of turns, which are counted with turn_cap only";
        return Err(SetupError::broken_rule("NW-27", SetupPart::Turns, expected));
    }
    position.turns = turns;
    let mut state = State::new(rules, position);
    state.departed = departed;
    state.update_end(rules);
    Ok(state)
}

fn validate_robots(board: &Board, robots: [Squares; 2]) -> Result<(), SetupError> {
    let max = board.width();
    let white = robots[Side::White.index()];
    for side in Side::ALL {
        for (index, square) in robots[side.index()].enumerate() {
            let error = |rule, expected| {
                SetupError::broken_rule(rule, SetupPart::Robot(side, square), expected)
            };
            if !board.squares().contains(square) {
                let last = board.last_square();
                return Err(error(
                    "NW-1",
                    format!("a square of this board, b2 to {last}"),
                ));
            }
            if side == Side::Black && white.contains(square) {
                let expected = format!("a free square, but White's robot stands on {square}");
                return Err(error("NW-1", expected));
            }
            if index == max {
                return Err(error("NW-3", format!("at most {max} robots of a side")));
            }
        }
    }
    Ok(())
}

fn validate_batteries(board: &Board, batteries: Fields) -> Result<(), SetupError> {
    let max = board.batteries();
    for (index, field) in batteries.enumerate() {
        let error =
            |rule, expected| SetupError::broken_rule(rule, SetupPart::Battery(field), expected);
        if !board.fields().contains(field) {
            let last = board.last_field();
            return Err(error(
                "NW-2",
                format!("an energy field of this board, a1 to {last}"),
            ));
        }
        if index == max {
            return Err(error("NW-3", format!("at most {max} batteries")));
        }
    }
    Ok(())
}

/// Checks that a battery lies on each of the fields.
fn validate_moved(board: &Board, moved: Fields, batteries: Fields) -> Result<(), SetupError> {
    let occupied = board.fields().intersection(batteries);
    match moved.difference(occupied).first() {
        Some(field) => {
            let expected = "the field of a battery that has moved";
            Err(SetupError::broken_rule(
                "NW-17",
                SetupPart::Moved(field),
                expected,
            ))
        }
        None => Ok(()),
    }
}

/// Checks the robots that have spent energy and puts them into the position.
fn validate_spenders(
    board: &Board,
    spenders: &[Spender],
    position: &mut Position,
) -> Result<(), SetupError> {
    if spenders.is_empty() {
        return Ok(());
    }
    let side = position.side;
    let own = position.robots(side);
    let (mut starts, mut nows) = (Squares::EMPTY, Squares::EMPTY);
    for (index, spender) in spenders.iter().enumerate() {
        let Spender { start, now, .. } = *spender;
        let part = SetupPart::Spender(index);
        if !(1..=4).contains(&spender.spent) {
            return Err(SetupError::broken_rule(
                "NW-7",
                SetupPart::Spent(index),
                "energy from 1 to 4",
            ));
        }
        if starts.last().is_some_and(|last| last >= start) {
            return Err(SetupError::broken_rule(
                "NW-7",
                part,
                "robots sorted by start square",
            ));
        }
        if !board.squares().contains(start) || !own.contains(now) || nows.contains(now) {
            let expected = format!("a start square and where {side}'s robot stands");
            return Err(SetupError::broken_rule("NW-7", part, expected));
        }
        if !is_possible(side, spender) {
            let expected = "a distance that this energy can pay (NW-9)";
            return Err(SetupError::broken_rule("NW-9", part, expected));
        }
        // The current squares differ and hold robots of the side, so there are at most `MAX_ROBOTS`.
        (starts, nows) = (starts.with(start), nows.with(now));
        position.spenders.insert(*spender);
    }
    // No robot that has not moved is on the start square of another.
    let unmoved = position.occupied().difference(nows);
    if !starts.intersection(unmoved).is_empty() {
        let expected = "start squares that were free for these robots";
        return Err(SetupError::broken_rule(
            "NW-7",
            SetupPart::Spenders,
            expected,
        ));
    }
    if !is_payable(position.batteries, position.spenders.as_slice()) {
        let expected = "energy that the batteries can pay (NW-13)";
        return Err(SetupError::broken_rule(
            "NW-13",
            SetupPart::Spenders,
            expected,
        ));
    }
    Ok(())
}

/// Returns `true` if a robot can have moved from its start to its current square with that energy
/// (NW-6, NW-9).
fn is_possible(side: Side, spender: &Spender) -> bool {
    let (start, now) = (spender.start, spender.now);
    let forward = match side {
        Side::White => now.rank().checked_sub(start.rank()),
        Side::Black => start.rank().checked_sub(now.rank()),
    };
    let Some(forward) = forward else {
        return false;
    };
    let distance = forward + start.file().abs_diff(now.file());
    let Some(energy) = spender.spent.checked_sub(u8::from(spender.captured)) else {
        return false;
    };
    // A step costs 1 for one square; a jump costs 3 for two squares in one direction.
    match (usize::from(energy), distance) {
        (0, _) => false,
        (3, 2) => forward != 1,
        (4, 1) => forward == 0,
        (4, 3) => true,
        (energy, distance) => distance <= energy && (energy - distance).is_multiple_of(2),
    }
}
