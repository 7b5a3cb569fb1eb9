//! How actions change a position (MR-6 to MR-31).

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
    why: impl Into<std::borrow::Cow<'static, str>>,
) -> Result<T, IllegalAction> {
    Err(IllegalAction::new(rule, why))
}

/// The rule that has ended the match, if one has.
pub(super) fn ended(settings: &Settings, state: &State) -> Option<&'static str> {
    let table = &state.table;
    let mut handed_out = 0u8;
    let mut most = 0;
    for chips in &table.chips {
        handed_out += chips;
        most = most.max(*chips);
    }
    if table.playing().len() <= 1 {
        Some("MR-31")
    } else if most >= settings.chips_to_win && winner_by_chips(settings, table) {
        Some("MR-26")
    } else if handed_out >= CHIPS {
        Some("MR-27")
    } else if state.phase == Roll && table.round >= settings.round_cap {
        Some("MR-28")
    } else {
        None
    }
}

/// Whether a player who is still in the match has the chips to win (MR-26, MR-31).
fn winner_by_chips(settings: &Settings, table: &PublicState) -> bool {
    table
        .playing()
        .any(|seat| table.chips[seat.index()] >= settings.chips_to_win)
}

/// The result by chips; who has left comes after everybody who has not (MR-27, MR-31).
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

/// The seats whose turn it is.
pub(super) fn asked(state: &State) -> Seats {
    match &state.phase {
        Start | Roll => Seats::EMPTY,
        InRace(race) => race.open_seats(state.table.playing()),
        Phase::Show(show) => Seats::one(show.seat),
    }
}

/// Carries out an action of a match that is not over.
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
        (Actor::Referee, Action::Break) => break_off(state),
        (Actor::Referee, Action::Late(seat)) => late(state, seat),
        (Actor::Referee, Action::Leave(seat)) => leave(state, seat),
        (actor, action) => illegal("MR-14", format!("`{action}` is no action of {actor}")),
    }
}

fn start(settings: &Settings, state: &mut State, space: Space) -> Applied {
    if state.phase != Start {
        return illegal(
            "MR-6",
            "the start is drawn only once, before the first round",
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
            "targets differ from the start and each other and can be reached",
        );
    }
    let table = &mut state.table;
    table.target = Some(target);
    table.intermediate = via;
    table.round += 1;
    state.phase = InRace(Race::default());
    Ok(())
}

/// The cells that may be rolled: in reach of the start, itself left out (MR-6, MR-11).
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
        return illegal(
            "MR-13",
            "numbers are announced only while everybody searches",
        );
    };
    check_playing(&state.table, seat)?;
    race.check_open(seat, &RACE_RULES)?;
    settings.race.check_announcement(number, &RACE_RULES)?;
    let Some(start) = state.table.start else {
        return illegal("MR-12", "no start is known");
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
        return illegal("MR-23", "a round is passed only while everybody searches");
    };
    race.pass(seat, &RACE_RULES)?;
    break_off_if_dead(state);
    Ok(())
}

fn to(state: &mut State, seat: Seat, space: Space) -> Applied {
    let (table, show) = shown_by(state, seat)?;
    let from = show.route.end();
    if from == Some(space) {
        return illegal("MR-14", format!("the robot stands on {space} already"));
    }
    show.route.push(space);
    let legal = from.is_some_and(|from| table.board.is_move(from, space));
    if !legal {
        end_round(state, false);
    } else if show.route.moves() == usize::from(show.number) {
        let right = is_right(table, &show.route);
        end_round(state, right);
    }
    Ok(())
}

/// Whether a route of legal moves fulfils the task: on the target at its end and, in the expert
/// variant, on the intermediate target after an earlier move (MR-14, MR-29).
fn is_right(table: &PublicState, route: &Route) -> bool {
    let moves = &route.spaces()[1..];
    let Some((last, earlier)) = moves.split_last() else {
        return false;
    };
    Some(*last) == table.target && table.intermediate.is_none_or(|via| earlier.contains(&via))
}

fn end(state: &mut State, seat: Seat) -> Applied {
    shown_by(state, seat)?;
    end_round(state, false);
    Ok(())
}

fn late(state: &mut State, seat: Seat) -> Applied {
    shown_by(state, seat)?;
    end_round(state, false);
    Ok(())
}

fn shown_by(state: &mut State, seat: Seat) -> Result<(&PublicState, &mut Show), IllegalAction> {
    match &mut state.phase {
        Phase::Show(show) if show.seat == seat => Ok((&state.table, show)),
        _ => illegal("MR-14", format!("seat {seat} has no route to show")),
    }
}

/// Ends the round of the seat that shows: chips move (MR-16, MR-17), the robot goes to the target
/// (MR-19) and the left neighbour of the last roller rolls (MR-20).
fn end_round(state: &mut State, right: bool) {
    let Phase::Show(show) = &state.phase else {
        return;
    };
    let seat = show.seat;
    let table = &mut state.table;
    if right {
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

fn break_off(state: &mut State) -> Applied {
    let InRace(_) = state.phase else {
        return illegal(
            "MR-22",
            "only a round without an announcement is broken off",
        );
    };
    let table = &mut state.table;
    table.target = None;
    table.intermediate = None;
    table.roller = table.playing_from(table.roller);
    state.phase = Roll;
    Ok(())
}

fn break_off_if_dead(state: &mut State) {
    if let InRace(race) = &state.phase
        && race.have_all_passed(state.table.playing())
    {
        // A race can always be broken off.
        let _ = break_off(state);
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
        InRace(_) => break_off_if_dead(state),
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

/// Appends what `apply` accepts from `actor`, in order.
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
            let here = show.route.end();
            actions.extend(
                Space::all()
                    .filter(|space| Some(*space) != here)
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
    let rollable = |space: &Space| reach.contains(table.board.cell(*space));
    for target in Space::all().filter(rollable) {
        if settings.expert {
            let vias = Space::all().filter(rollable).filter(|via| *via != target);
            actions.extend(vias.map(|via| Action::Roll {
                target,
                via: Some(via),
            }));
        } else {
            actions.push(Action::Roll { target, via: None });
        }
    }
}

/// Draws the start without searching from every space where all are in reach of each other, as on
/// every printed board (MR-4); `None` otherwise.
pub(super) fn draw_start(state: &State, generator: &mut StableRng) -> Option<Action> {
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

/// Draws a target without listing all rolls where every space is in reach, as on every printed
/// board (MR-4); `None` otherwise.
pub(super) fn draw_roll(
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
    let skip = |index: usize, taken: Space| index + usize::from(index >= taken.index());
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
