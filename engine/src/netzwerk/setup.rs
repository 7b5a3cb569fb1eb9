//! Unchecked setups of Netzwerk, and the checks that make a position of one.

use std::fmt;

use super::board::Board;
use super::energy::is_payable;
use super::lattice::{Field, Fields, Point, Square, Squares};
use super::position::{Phase, Position, Spender};
use super::rules::Rules;
use super::side::Side;
use super::state::State;

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Side,
    /// The squares of the robots, by [`Side::index`].
    pub robots: [Squares; 2],
    /// The energy fields with a battery.
    pub batteries: Fields,
    /// The quiet count (NW-26).
    pub quiet: u32,
    /// What the side to move has done in its turn.
    pub phase: SetupPhase,
    /// Number of turns of both sides so far; 0 where there is no cap (NW-27).
    pub turns: u32,
    /// The side that has left the match (NW-30).
    pub departed: Option<Side>,
}

/// The part of a turn (NW-5) and what has been done in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupPhase {
    /// Robots move: those that have spent energy, sorted by start square (NW-7).
    Robots(Vec<Spender>),
    /// Batteries move: the current fields of those that have moved (NW-17).
    Batteries(Fields),
}

impl Setup {
    /// Creates the setup of a position.
    pub(super) fn from_state(state: &State) -> Self {
        let position = &state.position;
        Self {
            side: position.side,
            robots: position.robots,
            batteries: position.batteries,
            quiet: position.quiet.into(),
            phase: match position.phase {
                Phase::Robots => SetupPhase::Robots(position.spenders.as_slice().to_vec()),
                Phase::Batteries => SetupPhase::Batteries(position.moved),
            },
            turns: position.turns,
            departed: state.departed,
        }
    }
}

/// A part of a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupPart {
    /// A robot.
    Robot(Side, Square),
    /// A battery.
    Battery(Field),
    /// The quiet count.
    Quiet,
    /// All robots that have spent energy.
    Spenders,
    /// The robot that has spent energy, by its index.
    Spender(usize),
    /// The energy of the robot that has spent it, by its index.
    Spent(usize),
    /// A battery that has moved.
    Moved(Field),
    /// The number of turns.
    Turns,
}

/// The path of the field, such as `white[d4]`.
impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Robot(Side::White, square) => write!(f, "white[{square}]"),
            Self::Robot(Side::Black, square) => write!(f, "black[{square}]"),
            Self::Battery(field) => write!(f, "batteries[{field}]"),
            Self::Quiet => f.write_str("quiet"),
            Self::Spenders => f.write_str("robot_phase.spenders"),
            Self::Spender(index) => write!(f, "robot_phase.spenders[{index}]"),
            Self::Spent(index) => write!(f, "robot_phase.spenders[{index}].spent"),
            Self::Moved(field) => write!(f, "battery_phase.moved[{field}]"),
            Self::Turns => f.write_str("turns"),
        }
    }
}

/// Returns the position that a setup describes, in a match with these rules.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(super) fn validate(rules: &Rules, setup: &Setup) -> Result<State, SetupError> {
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
