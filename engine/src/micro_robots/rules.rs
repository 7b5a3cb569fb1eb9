//! The legal actions of a position and their effects (MR-6 to MR-31).

use super::action::Action;
use super::board::{Cell, Cells};
use super::options::{CHIPS, Settings};
use super::space::{Route, SPACES, Space};
use super::state::{Position, PublicState};
use crate::chance::StableRng;
use crate::game::Actor;
use crate::race::Phase::{self, Race as InRace, Start, Target};
use crate::race::{Applied, Race, illegal};
use crate::seat::Seat;

/// Returns the id of the rule that has ended the match, or `None` if it is not over.
pub(super) fn ending_rule(settings: &Settings, position: &Position) -> Option<&'static str> {
    let table = &position.table;
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
    } else if position.phase == Target && table.round >= settings.round_cap {
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

/// Applies an action in a match that is not over.
pub(super) fn apply(
    settings: &Settings,
    position: &mut Position,
    actor: Actor,
    action: Action,
) -> Applied {
    let race = &settings.race;
    match (actor, action) {
        (Actor::Chance, Action::Start(space)) => start(settings, position, space),
        (Actor::Chance, Action::Roll { target, via }) => roll(settings, position, target, via),
        (Actor::Seat(seat), Action::Say(number)) => position.say(race, seat, number),
        (Actor::Seat(seat), Action::Pass) => position.pass(race, seat),
        (Actor::Seat(seat), Action::To(space)) => to(settings, position, seat, space),
        (Actor::Seat(seat), Action::End) | (Actor::Referee, Action::Late(seat)) => {
            position.end_show(race, seat)
        }
        (Actor::Referee, Action::Break) => position.abandon_round(race),
        (Actor::Referee, Action::Leave(seat)) => leave(settings, position, seat),
        (actor, action) => illegal("MR-14", format!("`{action}` is not an action of {actor}")),
    }
}

fn start(settings: &Settings, position: &mut Position, space: Space) -> Applied {
    if position.phase != Start {
        return illegal(
            "MR-6",
            "the start is rolled only once, before the first round",
        );
    }
    let table = &mut position.table;
    let reach = table.board.moves().reachable(table.board.cell(space)).len() - 1;
    if reach < settings.targets_needed() {
        return illegal(
            "MR-11",
            format!("too few other spaces can be reached from {space}"),
        );
    }
    table.start = Some(space);
    position.phase = Target;
    Ok(())
}

fn roll(
    settings: &Settings,
    position: &mut Position,
    target: Space,
    via: Option<Space>,
) -> Applied {
    if position.phase != Target {
        return illegal("MR-20", "a target is rolled only between rounds");
    }
    let reach = targets(&position.table);
    let board = &position.table.board;
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
    let table = &mut position.table;
    table.target = Some(target);
    table.intermediate = via;
    table.round += 1;
    position.phase = InRace(Race::default());
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

fn to(settings: &Settings, position: &mut Position, seat: Seat, space: Space) -> Applied {
    let (table, show) = position.show_of_seat(seat)?;
    let from = show.route.end();
    if from == Some(space) {
        return illegal("MR-14", format!("the robot is already on {space}"));
    }
    show.route.push(space);
    let is_legal = from.is_some_and(|from| table.board.is_move(from, space));
    let is_complete = show.route.moves() == usize::from(show.number);
    if is_legal && is_complete && is_correct(table, &show.route) {
        position.table.chips[seat.index()] += 1;
        position.table.go_to_target();
        position.phase = Target;
    } else if !is_legal || is_complete {
        position.fail_show(&settings.race);
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

/// A seat leaves the match; one that is to roll is replaced (MR-31).
fn leave(settings: &Settings, position: &mut Position, seat: Seat) -> Applied {
    position.leave(&settings.race, seat)?;
    if matches!(position.phase, Start | Target) {
        position.table.roller = position.table.playing_from(position.table.roller);
    }
    Ok(())
}

/// Appends the actions that `apply` accepts from `actor`, in order.
pub(super) fn legal_actions(
    settings: &Settings,
    position: &Position,
    actor: Actor,
    actions: &mut Vec<Action>,
) {
    match (actor, &position.phase) {
        (Actor::Chance, Start) => {
            actions.extend(
                position
                    .table
                    .board
                    .starts(settings.targets_needed())
                    .map(Action::Start),
            );
        }
        (Actor::Chance, Target) => rolls(settings, &position.table, actions),
        (Actor::Seat(seat), InRace(race)) if position.seats_to_act().contains(seat) => {
            actions.extend(race.numbers(&settings.race, seat).map(Action::Say));
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
                Start | Target => {}
            }
            actions.extend(position.table.playing().map(Action::Leave));
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
pub(super) fn sample_start(position: &Position, generator: &mut StableRng) -> Option<Action> {
    let board = &position.table.board;
    if position.phase != Start {
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
    position: &Position,
    generator: &mut StableRng,
) -> Option<Action> {
    let table = &position.table;
    let (Target, Some(start)) = (&position.phase, table.start) else {
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
