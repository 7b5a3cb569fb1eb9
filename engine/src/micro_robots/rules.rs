//! The legal actions of a position and their effects (MR-6 to MR-31).

use super::action::Action;
use super::board::{Cell, Cells};
use super::options::{CHIPS, RACE_RULES, Settings};
use super::route::Route;
use super::space::{SPACES, Space};
use super::state::{Phase, PublicState, Show, State};
use crate::chance::StableRng;
use crate::game::{Actor, IllegalAction};
use crate::outcome::Outcome;
use crate::race::Race;
use crate::seat::{Seat, Seats};

use super::state::Phase::{Race as InRace, Roll, Start};

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
    let mut handed_out = 0u8;
    let mut max_chips = 0;
    for chips in &table.chips {
        handed_out += chips;
        max_chips = max_chips.max(*chips);
    }
    if table.playing().len() <= 1 {
        Some("MR-31")
    } else if max_chips >= settings.chips_to_win && has_winner_by_chips(settings, table) {
        Some("MR-26")
    } else if handed_out >= CHIPS {
        Some("MR-27")
    } else if state.phase == Roll && table.round >= settings.round_cap {
        Some("MR-28")
    } else {
        None
    }
}

/// Returns `true` if a seat that has not left has the chips to win (MR-26, MR-31).
fn has_winner_by_chips(settings: &Settings, table: &PublicState) -> bool {
    table
        .playing()
        .any(|seat| table.chips[seat.index()] >= settings.chips_to_win)
}

/// Returns the outcome by chips; seats that have left are placed after all others (MR-27, MR-31).
pub(super) fn outcome(state: &State, rule: &'static str) -> Outcome {
    let table = &state.table;
    let ranks: Vec<_> = Seat::all(table.chips.len())
        .map(|seat| {
            let chips = i32::from(table.chips[seat.index()]);
            if table.departed.contains(seat) {
                -1
            } else {
                chips
            }
        })
        .collect();
    let points = table.chips.iter().map(|chips| i32::from(*chips)).collect();
    Outcome::ranked(&ranks, points, rule)
}

/// Returns the seats that are to act.
pub(super) fn seats_to_act(state: &State) -> Seats {
    match &state.phase {
        Start | Roll => Seats::EMPTY,
        InRace(race) => race.open_seats(state.table.playing()),
        Phase::Show(show) => Seats::one(show.seat),
    }
}

/// Applies an action in a match that is not over.
pub(super) fn apply(
    settings: &Settings,
    state: &mut State,
    actor: Actor,
    action: Action,
) -> Applied {
    match (actor, action) {
        (Actor::Chance, Action::Start(space)) => start(settings, state, space),
        (Actor::Chance, Action::Roll { target, via }) => roll(settings, state, target, via),
        (Actor::Seat(seat), Action::Say(number)) => say(settings, state, seat, number),
        (Actor::Seat(seat), Action::Pass) => pass(state, seat),
        (Actor::Seat(seat), Action::To(space)) => to(state, seat, space),
        (Actor::Seat(seat), Action::End) => end(state, seat),
        (Actor::Referee, Action::Break) => abandon_round(state),
        (Actor::Referee, Action::Late(seat)) => late(state, seat),
        (Actor::Referee, Action::Leave(seat)) => leave(state, seat),
        (actor, action) => illegal("MR-14", format!("`{action}` is not an action of {actor}")),
    }
}

fn start(settings: &Settings, state: &mut State, space: Space) -> Applied {
    if state.phase != Start {
        return illegal(
            "MR-6",
            "the start is rolled only once, before the first round",
        );
    }
    let table = &mut state.table;
    let reach = table.board.moves().reachable(table.board.cell(space)).len() - 1;
    if reach < settings.targets_needed() {
        return illegal(
            "MR-11",
            format!("too few other spaces can be reached from {space}"),
        );
    }
    table.start = Some(space);
    state.phase = Roll;
    Ok(())
}

fn roll(settings: &Settings, state: &mut State, target: Space, via: Option<Space>) -> Applied {
    if state.phase != Roll {
        return illegal("MR-20", "a target is rolled only between rounds");
    }
    let reach = targets(&state.table);
    let board = &state.table.board;
    let can_be_rolled = |space: Space| reach.contains(board.cell(space));
    if via.is_some() != settings.expert {
        return illegal(
            "MR-29",
            "an intermediate target is rolled in the expert variant only",
        );
    }
    if !can_be_rolled(target) || via.is_some_and(|via| via == target || !can_be_rolled(via)) {
        return illegal(
            "MR-11",
            "targets must differ from the start and each other and be reachable",
        );
    }
    let table = &mut state.table;
    table.target = Some(target);
    table.intermediate = via;
    table.round += 1;
    state.phase = InRace(Race::default());
    Ok(())
}

/// Returns the cells that can be rolled: those reachable from the start, without the start itself
/// (MR-6, MR-11).
fn targets(table: &PublicState) -> Cells {
    let Some(start) = table.start else {
        return Cells::EMPTY;
    };
    let cell = table.board.cell(start);
    table
        .board
        .moves()
        .reachable(cell)
        .difference(Cells::one(cell))
}

fn say(settings: &Settings, state: &mut State, seat: Seat, number: u8) -> Applied {
    let InRace(race) = &state.phase else {
        return illegal("MR-13", "numbers are announced only in a race");
    };
    check_playing(&state.table, seat)?;
    race.check_open(seat, &RACE_RULES)?;
    settings.race.check_announcement(number, &RACE_RULES)?;
    let Some(start) = state.table.start else {
        return illegal("MR-12", "the start is not rolled yet");
    };
    state.phase = Phase::Show(Show {
        seat,
        number,
        route: Route::new(start),
    });
    Ok(())
}

fn pass(state: &mut State, seat: Seat) -> Applied {
    check_playing(&state.table, seat)?;
    let InRace(race) = &mut state.phase else {
        return illegal("MR-23", "a seat passes only in a race");
    };
    race.pass(seat, &RACE_RULES)?;
    abandon_if_all_passed(state);
    Ok(())
}

fn to(state: &mut State, seat: Seat, space: Space) -> Applied {
    let (table, show) = show_of_seat(state, seat)?;
    let from = show.route.end();
    if from == Some(space) {
        return illegal("MR-14", format!("the robot is already on {space}"));
    }
    show.route.push(space);
    let is_legal = from.is_some_and(|from| table.board.is_move(from, space));
    if !is_legal {
        end_round(state, false);
    } else if show.route.moves() == usize::from(show.number) {
        let is_correct = is_correct(table, &show.route);
        end_round(state, is_correct);
    }
    Ok(())
}

/// Returns `true` if a route of legal moves is correct: it ends on the target and, in the expert
/// variant, an earlier move ends on the intermediate target (MR-14, MR-29).
fn is_correct(table: &PublicState, route: &Route) -> bool {
    let moves = &route.spaces()[1..];
    let Some((last, earlier)) = moves.split_last() else {
        return false;
    };
    Some(*last) == table.target && table.intermediate.is_none_or(|via| earlier.contains(&via))
}

fn end(state: &mut State, seat: Seat) -> Applied {
    show_of_seat(state, seat)?;
    end_round(state, false);
    Ok(())
}

fn late(state: &mut State, seat: Seat) -> Applied {
    show_of_seat(state, seat)?;
    end_round(state, false);
    Ok(())
}

fn show_of_seat(state: &mut State, seat: Seat) -> Result<(&PublicState, &mut Show), IllegalAction> {
    match &mut state.phase {
        Phase::Show(show) if show.seat == seat => Ok((&state.table, show)),
        _ => illegal("MR-14", format!("seat {seat} has no route to show")),
    }
}

/// Ends the round of the seat that shows its route: a chip is transferred (MR-16, MR-17), the robot
/// goes to the target (MR-19) and the left neighbour of the last roller rolls (MR-20).
fn end_round(state: &mut State, is_correct: bool) {
    let Phase::Show(show) = &state.phase else {
        return;
    };
    let seat = show.seat;
    let table = &mut state.table;
    if is_correct {
        table.chips[seat.index()] += 1;
    } else if table.chips[seat.index()] > 0
        && let Some(receiver) = table.receiver(seat)
    {
        table.chips[seat.index()] -= 1;
        table.chips[receiver.index()] += 1;
    }
    table.start = table.target.take();
    table.intermediate = None;
    let seats = table.chips.len();
    let neighbour = table.roller.others(seats).next().unwrap_or(table.roller);
    table.roller = table.playing_from(neighbour);
    state.phase = Roll;
}

fn abandon_round(state: &mut State) -> Applied {
    let InRace(_) = state.phase else {
        return illegal("MR-22", "only a round without an announcement is abandoned");
    };
    let table = &mut state.table;
    table.target = None;
    table.intermediate = None;
    table.roller = table.playing_from(table.roller);
    state.phase = Roll;
    Ok(())
}

fn abandon_if_all_passed(state: &mut State) {
    if let InRace(race) = &state.phase
        && race.have_all_passed(state.table.playing())
    {
        // A race can always be abandoned.
        let _ = abandon_round(state);
    }
}

fn leave(state: &mut State, seat: Seat) -> Applied {
    check_playing(&state.table, seat)?;
    if matches!(&state.phase, Phase::Show(show) if show.seat == seat) {
        end_round(state, false);
    }
    state.table.departed = state.table.departed.with(seat);
    match state.phase {
        Start | Roll => state.table.roller = state.table.playing_from(state.table.roller),
        InRace(_) => abandon_if_all_passed(state),
        Phase::Show(_) => {}
    }
    Ok(())
}

fn check_playing(table: &PublicState, seat: Seat) -> Applied {
    if table.playing().contains(seat) {
        return Ok(());
    }
    illegal("MR-31", format!("seat {seat} is not in the match"))
}

/// Appends the actions that `apply` accepts from `actor`, in order.
pub(super) fn legal_actions(
    settings: &Settings,
    state: &State,
    actor: Actor,
    actions: &mut Vec<Action>,
) {
    match (actor, &state.phase) {
        (Actor::Chance, Start) => {
            actions.extend(
                state
                    .table
                    .board
                    .starts(settings.targets_needed())
                    .map(Action::Start),
            );
        }
        (Actor::Chance, Roll) => rolls(settings, &state.table, actions),
        (Actor::Seat(seat), InRace(race))
            if race.open_seats(state.table.playing()).contains(seat) =>
        {
            actions.extend((1..=settings.race.max_announce).map(Action::Say));
            actions.push(Action::Pass);
        }
        (Actor::Seat(seat), Phase::Show(show)) if show.seat == seat => {
            let current = show.route.end();
            actions.extend(
                Space::all()
                    .filter(|space| Some(*space) != current)
                    .map(Action::To),
            );
            actions.push(Action::End);
        }
        (Actor::Referee, phase) => {
            match phase {
                InRace(_) => actions.push(Action::Break),
                Phase::Show(show) => actions.push(Action::Late(show.seat)),
                Start | Roll => {}
            }
            actions.extend(state.table.playing().map(Action::Leave));
        }
        _ => {}
    }
}

fn rolls(settings: &Settings, table: &PublicState, actions: &mut Vec<Action>) {
    let reach = targets(table);
    let can_be_rolled = |space: &Space| reach.contains(table.board.cell(*space));
    for target in Space::all().filter(can_be_rolled) {
        if settings.expert {
            let vias = Space::all()
                .filter(can_be_rolled)
                .filter(|via| *via != target);
            actions.extend(vias.map(|via| Action::Roll {
                target,
                via: Some(via),
            }));
        } else {
            actions.push(Action::Roll { target, via: None });
        }
    }
}

/// Samples the start without a search from every space if all spaces are connected, as on every
/// printed board (MR-4). Returns `None` otherwise.
pub(super) fn sample_start(state: &State, generator: &mut StableRng) -> Option<Action> {
    let board = &state.table.board;
    if state.phase != Start {
        return None;
    }
    let corner = Cell::all().next()?;
    if board.moves().reachable(corner) != Cells::ALL {
        return None;
    }
    Space::from_index(generator.below(SPACES as u64) as usize).map(Action::Start)
}

/// Samples a target without listing all rolls if every space is reachable, as on every printed board
/// (MR-4). Returns `None` otherwise.
pub(super) fn sample_roll(
    settings: &Settings,
    state: &State,
    generator: &mut StableRng,
) -> Option<Action> {
    let table = &state.table;
    let (Roll, Some(start)) = (&state.phase, table.start) else {
        return None;
    };
    if targets(table).len() != SPACES - 1 {
        return None;
    }
    let skip = |index: usize, used: Space| index + usize::from(index >= used.index());
    let space = |index: usize| Space::from_index(index);
    if !settings.expert {
        let target = space(skip(generator.below(SPACES as u64 - 1) as usize, start))?;
        return Some(Action::Roll { target, via: None });
    }
    let pairs = (SPACES - 1) * (SPACES - 2);
    let picked = generator.below(pairs as u64) as usize;
    let target = space(skip(picked / (SPACES - 2), start))?;
    let (low, high) = if start < target {
        (start, target)
    } else {
        (target, start)
    };
    let via = space(skip(skip(picked % (SPACES - 2), low), high))?;
    Some(Action::Roll {
        target,
        via: Some(via),
    })
}
