//! The legal actions of a position and their effects (RR-2 to RR-27).

use super::action::{Action, Move, steps};
use super::attempt::{Attempt, Task};
use super::cell::Cell;
use super::options::Settings;
use super::robot::Robot;
use super::state::{Moves, Phase, PublicState, State};
use super::target::Target;
use crate::game::Actor;
use crate::race::{Applied, Race, illegal};
use crate::seat::{Seat, Seats};

/// Returns the id of the rule that has ended the match, or `None` if it is not over.
pub(super) fn ending_rule(settings: &Settings, state: &State) -> Option<&'static str> {
    let table = &state.table;
    let playing = table.playing();
    let has_won = |seat: Seat| table.won[seat.index()] >= settings.targets_to_win;
    if playing.len() <= 1 {
        Some("RR-27")
    } else if playing.into_iter().any(has_won) || table.is_exhausted() {
        Some("RR-8")
    } else if state.phase == Phase::Target && table.round >= settings.round_cap {
        Some("RR-26")
    } else {
        None
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
    let race = &settings.race;
    match (actor, action) {
        (Actor::Chance, Action::Start { robot, cell }) => start(settings, state, robot, cell),
        (Actor::Chance, Action::Draw(target)) => draw(state, target),
        (Actor::Seat(seat), Action::Say(number)) => state.say(race, seat, number),
        (Actor::Seat(seat), Action::Pass) => state.pass(race, seat),
        (Actor::Seat(seat), Action::Step(step)) => show_step(settings, state, seat, step),
        (Actor::Seat(seat), Action::End) | (Actor::Referee, Action::Late(seat)) => {
            state.end_show(race, seat)
        }
        (Actor::Referee, Action::Break) => state.abandon_round(race),
        (Actor::Referee, Action::Close) => state.close_race(race),
        (Actor::Referee, Action::Leave(seat)) => state.leave(race, seat),
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
        state.phase = Phase::Target;
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
    if state.phase != Phase::Target {
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
    state.phase = Phase::Race(Race::default());
    Ok(())
}

fn show_step(settings: &Settings, state: &mut State, seat: Seat, step: Move) -> Applied {
    let (table, show) = state.show_of_seat(seat)?;
    if table.robots.cell(step.robot).is_none() {
        let message = format!("the {} robot does not take part", step.robot.name());
        return illegal("RR-2", message);
    }
    let number = u32::from(show.number);
    // A show that could still be continued has legal moves only.
    let _ = show.route.try_push(step);
    let attempt = attempt_of(settings, table, &show.route);
    match (attempt, task(settings, table)) {
        (Some(attempt), Some(_)) if attempt.cost() < number => {}
        (Some(attempt), Some(task)) if attempt.cost() == number && attempt.is_solution(&task) => {
            win_target(state, seat, &attempt);
        }
        _ => state.fail_show(&settings.race),
    }
    Ok(())
}

/// Ends the round with a correct solution: the seat keeps the target, and the robots stay (RR-3, RR-8).
fn win_target(state: &mut State, seat: Seat, attempt: &Attempt) {
    let table = &mut state.table;
    table.robots = *attempt.robots();
    table.target = None;
    table.won[seat.index()] += 1;
    state.phase = Phase::Target;
}

/// Returns `true` if the race ends with a pass of the seat (RR-23).
pub(super) fn ends_race(state: &State, seat: Seat) -> bool {
    state.seats_to_act() == Seats::one(seat) && matches!(state.phase, Phase::Race(_))
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
        (Actor::Chance, Phase::Target) => {
            let first = actions.len();
            actions.extend(targets_to_draw(table).iter().copied().map(Action::Draw));
            actions[first..].sort_unstable();
        }
        (Actor::Seat(seat), Phase::Race(race)) if state.seats_to_act().contains(seat) => {
            actions.extend(race.numbers(&settings.race, seat).map(Action::Say));
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
                Phase::Start | Phase::Target => {}
            }
            actions.extend(table.playing().map(Action::Leave));
        }
        _ => {}
    }
}
