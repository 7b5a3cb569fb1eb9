//! The messages of positions.

use std::fmt::Display;

use botwerk_engine::race::{AnnouncedNumber, AnnouncedNumbers, Race};
use botwerk_engine::ricochet::{Moves, Phase, Robots, Setup, Show, Target, Targets};
use botwerk_engine::{MAX_SEATS, Seat, Seats};
use botwerk_proto::v1 as proto;
use proto::ricochet_position::Phase as PhaseMessage;

use super::super::position::{bad_field, missing_field};
use super::board::{bad_target, board_message, layout, targets};
use super::pieces::{cell, cell_message, move_message, robot, robot_message, step};
use super::pieces::{target, target_message};
use crate::error::Error;

/// Returns the message of a setup.
pub(super) fn position_message(setup: &Setup) -> proto::RicochetPosition {
    let placed = setup
        .robots
        .iter()
        .map(|(robot, cell)| proto::RicochetPlacedRobot {
            robot: robot_message(robot),
            cell: cell_message(cell),
        });
    proto::RicochetPosition {
        board: Some(board_message(&setup.layout)),
        robots: placed.collect(),
        target: setup.target.map(target_message),
        undrawn: target_messages(&setup.undrawn),
        under: target_messages(&setup.under),
        won: setup.won.to_vec(),
        departed: seat_messages(setup.departed),
        round: setup.round,
        phase: Some(phase_message(&setup.phase)),
    }
}

fn target_messages(targets: &[Target]) -> Vec<proto::RicochetTarget> {
    targets.iter().copied().map(target_message).collect()
}

fn seat_messages(seats: Seats) -> Vec<u32> {
    seats.map(|seat| seat.index() as u32).collect()
}

fn announced_messages(announced: &AnnouncedNumbers) -> Vec<proto::RicochetAnnouncement> {
    let message = |announced: &AnnouncedNumber| proto::RicochetAnnouncement {
        seat: announced.seat.index() as u32,
        number: u32::from(announced.number),
    };
    announced.as_slice().iter().map(message).collect()
}

fn phase_message(phase: &Phase) -> PhaseMessage {
    match phase {
        Phase::Start => PhaseMessage::StartPhase(true),
        Phase::Target => PhaseMessage::DrawPhase(true),
        Phase::Race(Race { announced, passed }) => PhaseMessage::RacePhase(proto::RicochetRace {
            announced: announced_messages(announced),
            passed: seat_messages(*passed),
        }),
        Phase::Show(show) => PhaseMessage::ShowPhase(proto::RicochetShow {
            seat: show.seat.index() as u32,
            number: u32::from(show.number),
            moves: show.route.iter().copied().map(move_message).collect(),
            remaining: announced_messages(&show.remaining),
        }),
    }
}

/// Reads the unchecked setup of a message.
pub(super) fn setup(message: &proto::RicochetPosition) -> Result<Setup, Error> {
    if message.won.len() > MAX_SEATS {
        return Err(bad_field("won", "at most 64 seats", message.won.len()));
    }
    let phase = message.phase.as_ref();
    let phase = phase.ok_or_else(|| missing_field("phase", "the phase"))?;
    let open = message.target.as_ref();
    let open = open.map(|open| target(open).ok_or_else(|| bad_target("target".to_owned())));
    Ok(Setup {
        layout: layout(message.board.as_ref())?,
        robots: robots(&message.robots)?,
        target: open.transpose()?,
        undrawn: unique_targets("undrawn", &message.undrawn)?,
        under: unique_targets("under", &message.under)?,
        won: message.won.iter().copied().collect(),
        departed: seats("departed", &message.departed)?,
        round: message.round,
        phase: match phase {
            PhaseMessage::StartPhase(_) => Phase::Start,
            PhaseMessage::DrawPhase(_) => Phase::Target,
            PhaseMessage::RacePhase(race) => Phase::Race(Race {
                announced: announced("race_phase.announced", &race.announced)?,
                passed: seats("race_phase.passed", &race.passed)?,
            }),
            PhaseMessage::ShowPhase(message) => Phase::Show(show(message)?),
        },
    })
}

fn robots(messages: &[proto::RicochetPlacedRobot]) -> Result<Robots, Error> {
    let mut robots = Robots::EMPTY;
    for (index, message) in messages.iter().enumerate() {
        let placed = robot(message.robot).zip(cell(message.cell));
        let placed = placed.filter(|(robot, _)| robots.cell(*robot).is_none());
        let (robot, cell) = placed.ok_or_else(|| {
            let field = format!("robots[{index}]");
            bad_field(
                field,
                "a robot, each once, on a cell from 0 to 1023",
                "another value",
            )
        })?;
        robots = robots.with(robot, cell);
    }
    Ok(robots)
}

fn unique_targets(field: &str, messages: &[proto::RicochetTarget]) -> Result<Targets, Error> {
    let mut unique = Targets::new();
    for target in targets(field, messages)? {
        unique
            .try_push(target)
            .map_err(|_| bad_field(field, "at most 17 targets", messages.len()))?;
    }
    Ok(unique)
}

fn seat(field: impl Display, number: u32) -> Result<Seat, Error> {
    Seat::new(number as usize).ok_or_else(|| bad_field(field, "a seat from 0 to 63", number))
}

fn seats(field: &str, numbers: &[u32]) -> Result<Seats, Error> {
    let read = |(i, number): (usize, &u32)| seat(format_args!("{field}[{i}]"), *number);
    numbers.iter().enumerate().map(read).collect()
}

fn announced(
    field: &str,
    messages: &[proto::RicochetAnnouncement],
) -> Result<AnnouncedNumbers, Error> {
    let mut announced = AnnouncedNumbers::default();
    for (index, message) in messages.iter().enumerate() {
        let seat = seat(format_args!("{field}[{index}].seat"), message.seat)?;
        if announced.number_of(seat).is_some() {
            let field = format!("{field}[{index}].seat");
            return Err(bad_field(field, "at most one number of each seat", seat));
        }
        announced.announce(
            seat,
            number(format_args!("{field}[{index}].number"), message.number)?,
        );
    }
    Ok(announced)
}

fn number(field: impl Display, number: u32) -> Result<u8, Error> {
    u8::try_from(number).map_err(|_| bad_field(field, "1 to 99 moves", number))
}

fn show(message: &proto::RicochetShow) -> Result<Show, Error> {
    let mut moves = Moves::new();
    for (index, message) in message.moves.iter().enumerate() {
        let field = || format!("show_phase.moves[{index}]");
        let step = step(message);
        let step = step.ok_or_else(|| bad_field(field(), "a move", "another value"))?;
        moves
            .try_push(step)
            .map_err(|_| bad_field(field(), "at most 99 moves", index + 1))?;
    }
    Ok(Show {
        seat: seat("show_phase.seat", message.seat)?,
        number: number("show_phase.number", message.number)?,
        route: moves,
        remaining: announced("show_phase.remaining", &message.remaining)?,
    })
}
