//! Unchecked setups of Ricochet Robots, and the checks that make a position of one.

use std::fmt;

use arrayvec::ArrayVec;

use super::board_size::Closure;
use super::layout::Layout;
use super::options::{RACE_RULES, Settings};
use super::robot::{Robot, Robots};
use super::rules;
use super::state::{Phase, PublicState, Show, State, Targets};
use super::target::Target;
use crate::race::{AnnouncedNumbers, Race};
use crate::seat::{MAX_SEATS, Seat, Seats};

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board with all its targets.
    pub layout: Layout,
    /// The robots at the start of the round.
    pub robots: Robots,
    /// The open target; `None` between rounds.
    pub target: Option<Target>,
    /// The targets that were never drawn.
    pub undrawn: Targets,
    /// The targets under the others, in order.
    pub under: Targets,
    /// Number of targets that each seat has won.
    pub won: ArrayVec<u32, MAX_SEATS>,
    /// Seats that have left the match (RR-27).
    pub departed: Seats,
    /// Number of targets drawn so far (RR-26).
    pub round: u32,
    /// The phase of the round.
    pub phase: Phase,
}

impl Setup {
    /// Creates the setup of a position.
    pub(super) fn from_state(state: &State) -> Self {
        let table = &state.table;
        Self {
            layout: table.layout.clone(),
            robots: table.robots,
            target: table.target,
            undrawn: table.undrawn.clone(),
            under: table.under.clone(),
            won: table.won.iter().map(|won| u32::from(*won)).collect(),
            departed: table.departed,
            round: table.round,
            phase: state.phase.clone(),
        }
    }
}

/// A part of a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupPart {
    /// The board with its targets.
    Board,
    /// One robot.
    RobotOf(Robot),
    /// The open target.
    Target,
    /// The targets that were never drawn.
    Undrawn,
    /// The targets under the others.
    Under,
    /// The targets won by all seats.
    Won,
    /// The seats that have left.
    Departed,
    /// The number of the round.
    Round,
    /// The phase.
    Phase,
    /// The announced numbers of a race.
    Announced,
    /// The seats that have passed.
    Passed,
    /// One of the seats that have passed.
    PassedSeat(Seat),
    /// The seat that shows its solution.
    ShowSeat,
    /// The announced number of moves.
    ShowNumber,
    /// The moves so far.
    ShowMoves,
    /// The announced numbers that are shown next.
    ShowRemaining,
}

/// The path of the field, such as `robots[r]`.
impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::RobotOf(robot) => return write!(f, "robots[{robot}]"),
            Self::Target => "target",
            Self::Undrawn => "undrawn",
            Self::Under => "under",
            Self::Won => "won",
            Self::Departed => "departed",
            Self::Round => "round",
            Self::Phase => "phase",
            Self::Announced => "phase.announced",
            Self::Passed | Self::PassedSeat(_) => "phase.passed",
            Self::ShowSeat => "phase.seat",
            Self::ShowNumber => "phase.number",
            Self::ShowMoves => "phase.moves",
            Self::ShowRemaining => "phase.remaining",
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
) -> Result<State, SetupError> {
    if setup.layout.board().size().grid() > settings.grid {
        let expected =
            "at most 16x16 cells, or option `board` with this or another larger board (RR-1)";
        return Err(SetupError::broken_rule("RR-1", SetupPart::Board, expected));
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
        Phase::Start | Phase::Target => {}
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
        let error = |rule, expected| {
            Err(SetupError::broken_rule(
                rule,
                SetupPart::RobotOf(robot),
                expected,
            ))
        };
        if placed.next() != Some(&robot) {
            return error(
                "RR-2",
                "exactly the robots that take part, before the first round the first of them (RR-2)",
            );
        }
        match setup.layout.board().closure(cell) {
            None => {}
            Some(Closure::Centre) => {
                return error("RR-1", "a cell outside of the centre block (RR-1)");
            }
            Some(Closure::Walled | Closure::Outside) => {
                return error(
                    "RR-1",
                    "a cell of the board that is not walled on all sides (RR-1)",
                );
            }
        }
        let has_diagonal = setup.layout.board().diagonal(cell).is_some();
        if has_diagonal && !settings.slide_rules.stop_on_diagonal {
            return error("RR-5", "a cell without a diagonal (RR-5)");
        }
        if setup.robots.robot_on(cell) != Some(robot) {
            return error("RR-4", "a cell without another robot (RR-4)");
        }
    }
    let free = setup.layout.start_cells();
    let free = free.filter(|cell| !setup.robots.is_occupied(*cell));
    if free.count() < placed.len() {
        let expected = "a board with a start cell for every robot (RR-2)";
        return Err(SetupError::broken_rule("RR-2", SetupPart::Board, expected));
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
            let expected = format!("targets of the board, found {target} (RR-3)");
            return Err(SetupError::broken_rule("RR-3", part, expected));
        }
        if found.contains(&target) {
            let expected = format!("every target in one place, found {target} again (RR-3)");
            return Err(SetupError::broken_rule("RR-3", part, expected));
        }
        found.push(target);
    }
    let targets = setup.layout.targets().iter();
    let ordered = targets.filter(|target| setup.undrawn.contains(target));
    if !ordered.eq(&setup.undrawn) {
        let expected = "the targets in the order of the board";
        return Err(SetupError::new(SetupPart::Undrawn, expected));
    }
    Ok(())
}

/// Checks that the seats have won the targets that are in no other place.
fn validate_won(seats: usize, setup: &Setup) -> Result<ArrayVec<u8, MAX_SEATS>, SetupError> {
    let found = setup.won.len();
    if found != seats {
        let expected = format!("the targets of {seats} seats, found {found}");
        return Err(SetupError::new(SetupPart::Won, expected));
    }
    let left = setup.undrawn.len() + setup.under.len() + usize::from(setup.target.is_some());
    let targets = setup.layout.targets().len() - left;
    let found = setup
        .won
        .iter()
        .fold(0u32, |sum, won| sum.saturating_add(*won));
    if found as usize != targets {
        let expected = format!("{targets} targets in all, found {found} (RR-3)");
        return Err(SetupError::broken_rule("RR-3", SetupPart::Won, expected));
    }
    Ok(setup.won.iter().map(|won| *won as u8).collect())
}

fn validate_seats(seats: usize, given: Seats, part: SetupPart) -> Result<(), SetupError> {
    if given.difference(Seats::all(seats)).is_empty() {
        Ok(())
    } else {
        let expected = format!("a seat from 0 to {}", seats - 1);
        Err(SetupError::new(part, expected))
    }
}

fn validate_departed(seats: usize, departed: Seats) -> Result<(), SetupError> {
    validate_seats(seats, departed, SetupPart::Departed)?;
    if departed.len() == seats {
        let expected = "a seat that has not left (RR-27)";
        return Err(SetupError::broken_rule(
            "RR-27",
            SetupPart::Departed,
            expected,
        ));
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
        return Err(wrong_round());
    }
    let cap = settings.round_cap;
    if table.round > cap {
        let expected = format!("at most {cap} rounds (RR-26)");
        return Err(SetupError::broken_rule("RR-26", SetupPart::Round, expected));
    }
    Ok(())
}

fn wrong_round() -> SetupError {
    let expected = "the number of targets drawn so far as round (RR-3)";
    SetupError::broken_rule("RR-3", SetupPart::Round, expected)
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
        let expected = "phase `start` exactly if a robot is not placed yet";
        return Err(SetupError::new(SetupPart::Phase, expected));
    }
    if is_searching != table.target.is_some() {
        let expected = "phase `race` or `show` exactly if a target is open";
        return Err(SetupError::new(SetupPart::Phase, expected));
    }
    if is_start && table.round > 0 {
        return Err(wrong_round());
    }
    Ok(())
}

fn validate_race(settings: &Settings, table: &PublicState, race: &Race) -> Result<(), SetupError> {
    validate_announced(settings, table, &race.announced, SetupPart::Announced)?;
    for seat in race.passed {
        validate_seats(
            table.won.len(),
            Seats::one(seat),
            SetupPart::PassedSeat(seat),
        )?;
    }
    if race.have_all_passed(table.playing()) {
        let expected = "a seat that has not passed, since the race has ended otherwise (RR-22)";
        return Err(SetupError::broken_rule(
            "RR-22",
            SetupPart::Passed,
            expected,
        ));
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
    if settings.race.overtime.is_none() && !announced.is_empty() {
        let expected = "no number, since the first announcement decides (RR-7)";
        return Err(SetupError::broken_rule("RR-7", part, expected));
    }
    Ok(())
}

fn validate_number(settings: &Settings, number: u8, part: SetupPart) -> Result<(), SetupError> {
    let checked = settings.race.check_announcement(number, &RACE_RULES);
    checked.map_err(|_| {
        let max = settings.race.max_announce;
        let expected = format!("a number of moves from 1 to {max}, found {number} (RR-19)");
        SetupError::broken_rule("RR-19", part, expected)
    })
}

fn validate_show(settings: &Settings, table: &PublicState, show: &Show) -> Result<(), SetupError> {
    let Show {
        seat,
        number,
        route,
        remaining,
    } = show;
    validate_seats(table.won.len(), Seats::one(*seat), SetupPart::ShowSeat)?;
    if !table.playing().contains(*seat) {
        let expected = "a seat that has not left (RR-27)";
        return Err(SetupError::broken_rule(
            "RR-27",
            SetupPart::ShowSeat,
            expected,
        ));
    }
    validate_number(settings, *number, SetupPart::ShowNumber)?;
    let attempt = rules::attempt_of(settings, table, route);
    if attempt.is_none_or(|attempt| attempt.cost() >= u32::from(*number)) {
        let expected = "legal moves that count fewer than announced (RR-20)";
        return Err(SetupError::broken_rule(
            "RR-20",
            SetupPart::ShowMoves,
            expected,
        ));
    }
    validate_announced(settings, table, remaining, SetupPart::ShowRemaining)?;
    let lowest = remaining.as_slice().first().map(|first| first.number);
    let is_ordered = remaining.in_order_of_show() == *remaining
        && lowest.is_none_or(|lowest| lowest >= *number)
        && remaining.number_of(*seat).is_none();
    if !is_ordered {
        let expected =
            "numbers of other seats in order, none lower than the one that is shown (RR-7)";
        return Err(SetupError::broken_rule(
            "RR-7",
            SetupPart::ShowRemaining,
            expected,
        ));
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
        let error = SetupError::new(part, "a seat from 0 to 1");
        assert_eq!(validate_seats(2, Seats::one(seat), part), Err(error));
        assert_eq!(validate_seats(3, Seats::one(seat), part), Ok(()));
    }
}
