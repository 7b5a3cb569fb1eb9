//! The legal actions of a position and their effects (RR-2 to RR-27).

use super::action::{Action, steps};
use super::attempt::{Attempt, Task};
use super::cell::Cell;
use super::options::{RACE_RULES, Settings};
use super::robot::Robot;
use super::slide::Move;
use super::state::{Moves, Phase, PublicState, RaceState, Show, State};
use super::target::Target;
use crate::game::{Actor, IllegalAction};
use crate::outcome::Outcome;
use crate::seat::{Seat, Seats};

type Applied = Result<(), IllegalAction>;

fn illegal<T>(
    rule: &'static str,
    message: impl Into<std::borrow::Cow<'static, str>>,
) -> Result<T, IllegalAction> {
    Err(IllegalAction::new(rule, message))
}

/// Returns the id of the rule that has ended the match, or `None` if it is not over.
pub(super) fn ending_rule(settings: &Settings, state: &State) -> Option<&'static str> {
    let table = &state.table;
    let playing = table.playing();
    let has_won = |seat: Seat| table.won[seat.index()] >= settings.targets_to_win;
    if playing.len() <= 1 {
        Some("RR-27")
    } else if playing.into_iter().any(has_won) || table.is_exhausted() {
        Some("RR-8")
    } else if state.phase == Phase::Draw && table.round >= settings.round_cap {
        Some("RR-26")
    } else {
        None
    }
}

/// Returns the outcome by targets; seats that have left are placed after all others (RR-8, RR-27).
pub(super) fn outcome(state: &State, rule: &'static str) -> Outcome {
    let table = &state.table;
    let rank = |seat: Seat| {
        if table.departed.contains(seat) {
            -1
        } else {
            i32::from(table.won[seat.index()])
        }
    };
    let ranks: Vec<_> = Seat::all(table.won.len()).map(rank).collect();
    let points = table.won.iter().map(|won| i32::from(*won)).collect();
    Outcome::ranked(&ranks, points, rule)
}

/// Returns the seats that are to act.
pub(super) fn seats_to_act(state: &State) -> Seats {
    match &state.phase {
        Phase::Start | Phase::Draw => Seats::EMPTY,
        Phase::Race(race) => race.race.open_seats(state.table.playing()),
        Phase::Show(show) => Seats::one(show.seat),
    }
}

/// Returns the robot that chance places next (RR-2), or `None` if all are on the board.
pub(super) fn robot_to_place(settings: &Settings, table: &PublicState) -> Option<Robot> {
    let mut robots = settings.robots.iter().copied();
    robots.find(|robot| table.robots.cell(*robot).is_none())
}

/// Returns the targets that chance can draw: those never drawn, and then the first of those under the
/// others (RR-3).
fn targets_to_draw(table: &PublicState) -> &[Target] {
    if table.undrawn.is_empty() {
        &table.under[..table.under.len().min(1)]
    } else {
        &table.undrawn
    }
}

/// Returns the moves of a show as an attempt, or `None` if one of them is illegal or no target is open.
pub(super) fn attempt_of(
    settings: &Settings,
    table: &PublicState,
    moves: &Moves,
) -> Option<Attempt> {
    let task = task(settings, table)?;
    let mut attempt = Attempt::new(table.robots);
    for step in moves {
        attempt.apply(&task, *step).ok()?;
    }
    Some(attempt)
}

/// Returns the task of a round, or `None` if no target is open.
pub(super) fn task<'a>(settings: &Settings, table: &'a PublicState) -> Option<Task<'a>> {
    Some(Task {
        board: table.layout.board(),
        target: table.target?,
        slide_rules: settings.slide_rules,
        ricochet_rule: settings.ricochet_rule,
    })
}

/// Applies an action in a match that is not over.
pub(super) fn apply(
    settings: &Settings,
    state: &mut State,
    actor: Actor,
    action: Action,
) -> Applied {
    match (actor, action) {
        (Actor::Chance, Action::Start { robot, cell }) => start(settings, state, robot, cell),
        (Actor::Chance, Action::Draw(target)) => draw(state, target),
        (Actor::Seat(seat), Action::Say(number)) => say(settings, state, seat, number),
        (Actor::Seat(seat), Action::Pass) => pass(state, seat),
        (Actor::Seat(seat), Action::Step(step)) => show_step(settings, state, seat, step),
        (Actor::Seat(seat), Action::End) | (Actor::Referee, Action::Late(seat)) => {
            show_of_seat(state, seat)?;
            fail_show(settings, state);
            Ok(())
        }
        (Actor::Referee, Action::Break) => abandon_round(state),
        (Actor::Referee, Action::Close) => close_race(state),
        (Actor::Referee, Action::Leave(seat)) => leave(settings, state, seat),
        (actor, action) => illegal("RR-20", format!("`{action}` is not an action of {actor}")),
    }
}

fn start(settings: &Settings, state: &mut State, robot: Robot, cell: Cell) -> Applied {
    let table = &mut state.table;
    if state.phase != Phase::Start || robot_to_place(settings, table) != Some(robot) {
        return illegal(
            "RR-2",
            "robots are placed once, in the order r, g, b, y, s, t",
        );
    }
    if !is_start_cell(table, cell) {
        return illegal(
            "RR-2",
            format!("the {} robot cannot start on {cell}", robot.name()),
        );
    }
    table.robots = table.robots.with(robot, cell);
    if robot_to_place(settings, table).is_none() {
        state.phase = Phase::Draw;
    }
    Ok(())
}

/// Returns the cells on which chance can place the next robot (RR-2).
fn start_cells(table: &PublicState) -> impl Iterator<Item = Cell> {
    let cells = table.layout.start_cells();
    cells.filter(|cell| !table.robots.is_occupied(*cell))
}

fn is_start_cell(table: &PublicState, cell: Cell) -> bool {
    start_cells(table).any(|free| free == cell)
}

fn draw(state: &mut State, target: Target) -> Applied {
    if state.phase != Phase::Draw {
        return illegal("RR-3", "a target is drawn only between rounds");
    }
    let table = &mut state.table;
    if !targets_to_draw(table).contains(&target) {
        return illegal("RR-3", format!("{target} cannot come up next"));
    }
    table.undrawn.retain(|other| *other != target);
    table.under.retain(|other| *other != target);
    table.target = Some(target);
    table.round = table.round.saturating_add(1);
    state.phase = Phase::Race(RaceState::default());
    Ok(())
}

fn say(settings: &Settings, state: &mut State, seat: Seat, number: u8) -> Applied {
    let table = &state.table;
    let Phase::Race(race) = &mut state.phase else {
        return illegal("RR-19", "numbers are announced only in a race");
    };
    check_playing(table, seat)?;
    race.race.check_open(seat, &RACE_RULES)?;
    settings.race.check_announcement(number, &RACE_RULES)?;
    if let Some(last) = race
        .announced
        .number_of(seat)
        .filter(|last| number >= *last)
    {
        let message = format!("expected a number lower than {last}, found {number}");
        return Err(IllegalAction::without_penalty("RR-7", message));
    }
    race.announced.announce(seat, number);
    if settings.overtime.is_none() {
        start_shows(state);
    }
    Ok(())
}

fn pass(state: &mut State, seat: Seat) -> Applied {
    check_playing(&state.table, seat)?;
    let Phase::Race(race) = &mut state.phase else {
        return illegal("RR-23", "a seat passes only in a race");
    };
    race.race.pass(seat, &RACE_RULES)?;
    end_race_if_all_passed(state);
    Ok(())
}

fn show_step(settings: &Settings, state: &mut State, seat: Seat, step: Move) -> Applied {
    let (table, show) = show_of_seat(state, seat)?;
    if table.robots.cell(step.robot).is_none() {
        let message = format!("the {} robot does not take part", step.robot.name());
        return illegal("RR-2", message);
    }
    let number = u32::from(show.number);
    // A show that could still be continued has legal moves only.
    let _ = show.moves.try_push(step);
    let attempt = attempt_of(settings, table, &show.moves);
    match (attempt, task(settings, table)) {
        (Some(attempt), Some(_)) if attempt.cost() < number => {}
        (Some(attempt), Some(task)) if attempt.cost() == number && attempt.is_solution(&task) => {
            win_target(state, seat, &attempt);
        }
        _ => fail_show(settings, state),
    }
    Ok(())
}

fn show_of_seat(state: &mut State, seat: Seat) -> Result<(&PublicState, &mut Show), IllegalAction> {
    match &mut state.phase {
        Phase::Show(show) if show.seat == seat => Ok((&state.table, show)),
        _ => illegal("RR-20", format!("seat {seat} has no solution to show")),
    }
}

/// Ends the round with a correct solution: the seat keeps the target, and the robots stay (RR-3, RR-8).
fn win_target(state: &mut State, seat: Seat, attempt: &Attempt) {
    let table = &mut state.table;
    table.robots = *attempt.robots();
    table.target = None;
    table.won[seat.index()] += 1;
    state.phase = Phase::Draw;
}

/// Ends a wrong show: the next announced number is shown, or the round ends without a winner (RR-7).
fn fail_show(settings: &Settings, state: &mut State) {
    let Phase::Show(show) = &mut state.phase else {
        return;
    };
    let seat = show.seat;
    if let Some(next) = show.remaining.take_first(state.table.playing()) {
        let remaining = std::mem::take(&mut show.remaining);
        state.phase = Phase::Show(Show::new(next, remaining));
        return;
    }
    put_under(state);
    if settings.overtime.is_none() {
        take_back_target(&mut state.table, seat);
    }
}

/// Takes a target from a seat that has any: the first in the fixed order of all that were won goes under
/// the others (RR-7).
fn take_back_target(table: &mut PublicState, seat: Seat) {
    if table.won[seat.index()] == 0 {
        return;
    }
    // The open target lies under the others by now, so it is not one of those that were won.
    let first = table.won_targets().next();
    if let Some(target) = first {
        table.won[seat.index()] -= 1;
        // There is room, since no target is in two places.
        let _ = table.under.try_push(target);
    }
}

/// Ends the round without a winner: the target goes under the others, and the robots stay (RR-3).
fn put_under(state: &mut State) {
    let table = &mut state.table;
    if let Some(target) = table.target.take() {
        // There is room, since no target is in two places.
        let _ = table.under.try_push(target);
    }
    state.phase = Phase::Draw;
}

fn abandon_round(state: &mut State) -> Applied {
    match &state.phase {
        Phase::Race(race) if race.announced.is_empty() => {
            put_under(state);
            Ok(())
        }
        _ => illegal("RR-22", "only a round without an announcement is abandoned"),
    }
}

fn close_race(state: &mut State) -> Applied {
    match &state.phase {
        Phase::Race(race) if !race.announced.is_empty() => {
            start_shows(state);
            Ok(())
        }
        _ => illegal("RR-7", "only a race with an announcement is closed"),
    }
}

/// Ends a race with announcements: the lowest number of a seat that has not left is shown first (RR-7).
fn start_shows(state: &mut State) {
    let Phase::Race(race) = &state.phase else {
        return;
    };
    let mut remaining = race.announced.in_order_of_show();
    match remaining.take_first(state.table.playing()) {
        Some(first) => state.phase = Phase::Show(Show::new(first, remaining)),
        None => put_under(state),
    }
}

/// Returns `true` if the race ends with a pass of the seat (RR-23).
pub(super) fn ends_race(state: &State, seat: Seat) -> bool {
    seats_to_act(state) == Seats::one(seat) && matches!(state.phase, Phase::Race(_))
}

fn end_race_if_all_passed(state: &mut State) {
    if let Phase::Race(race) = &state.phase
        && race.race.have_all_passed(state.table.playing())
    {
        if race.announced.is_empty() {
            put_under(state);
        } else {
            start_shows(state);
        }
    }
}

fn leave(settings: &Settings, state: &mut State, seat: Seat) -> Applied {
    check_playing(&state.table, seat)?;
    state.table.departed = state.table.departed.with(seat);
    match &state.phase {
        Phase::Show(show) if show.seat == seat => fail_show(settings, state),
        Phase::Start | Phase::Draw | Phase::Race(_) | Phase::Show(_) => {}
    }
    end_race_if_all_passed(state);
    Ok(())
}

fn check_playing(table: &PublicState, seat: Seat) -> Applied {
    if table.playing().contains(seat) {
        return Ok(());
    }
    illegal("RR-27", format!("seat {seat} is not in the match"))
}

/// Appends the actions that `apply` accepts from `actor`, in order.
pub(super) fn legal_actions(
    settings: &Settings,
    state: &State,
    actor: Actor,
    actions: &mut Vec<Action>,
) {
    let table = &state.table;
    match (actor, &state.phase) {
        (Actor::Chance, Phase::Start) => {
            if let Some(robot) = robot_to_place(settings, table) {
                let first = actions.len();
                actions.extend(start_cells(table).map(|cell| Action::Start { robot, cell }));
                actions[first..].sort_unstable();
            }
        }
        (Actor::Chance, Phase::Draw) => {
            let first = actions.len();
            actions.extend(targets_to_draw(table).iter().copied().map(Action::Draw));
            actions[first..].sort_unstable();
        }
        (Actor::Seat(seat), Phase::Race(race))
            if race.race.open_seats(table.playing()).contains(seat) =>
        {
            let last = race.announced.number_of(seat);
            let max = last.map_or(settings.race.max_announce, |last| last - 1);
            actions.extend((1..=max).map(Action::Say));
            actions.push(Action::Pass);
        }
        (Actor::Seat(seat), Phase::Show(show)) if show.seat == seat => {
            let robots = settings.robots.iter().copied();
            actions.extend(robots.flat_map(steps).map(Action::Step));
            actions.push(Action::End);
        }
        (Actor::Referee, phase) => {
            match phase {
                Phase::Race(race) if race.announced.is_empty() => actions.push(Action::Break),
                Phase::Race(_) => actions.push(Action::Close),
                Phase::Show(show) => actions.push(Action::Late(show.seat)),
                Phase::Start | Phase::Draw => {}
            }
            actions.extend(table.playing().map(Action::Leave));
        }
        _ => {}
    }
}
