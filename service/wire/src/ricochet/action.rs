//! The messages of actions.

use botwerk_engine::Seat;
use botwerk_engine::ricochet::{Action, MAX_MOVES};
use botwerk_proto::v1 as proto;
use proto::ricochet_action::Kind;

use super::pieces::{cell, cell_message, move_message, robot, robot_message, step};
use super::pieces::{target, target_message};
use crate::error::{Error, Reason};

/// Returns the error of a message that is not an action of the game.
pub(super) fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

fn seat(number: u32) -> Result<Seat, Error> {
    Seat::new(number as usize).ok_or_else(|| bad_action("expected a seat from 0 to 63"))
}

/// Returns the message of an action.
pub(super) fn kind(action: Action) -> Kind {
    match action {
        Action::Start { robot, cell } => Kind::Start(proto::RicochetPlacedRobot {
            robot: robot_message(robot),
            cell: cell_message(cell),
        }),
        Action::Draw(target) => Kind::Draw(target_message(target)),
        Action::Say(number) => Kind::Say(u32::from(number)),
        Action::Pass => Kind::Pass(true),
        Action::Step(step) => Kind::Move(move_message(step)),
        Action::End => Kind::End(true),
        Action::Break => Kind::Break(true),
        Action::Close => Kind::Close(true),
        Action::Late(seat) => Kind::Late(seat.index() as u32),
        Action::Leave(seat) => Kind::Leave(seat.index() as u32),
    }
}

/// Reads the action of a message.
pub(super) fn action(kind: &Kind) -> Result<Action, Error> {
    match kind {
        Kind::Start(placed) => {
            let start = robot(placed.robot).zip(cell(placed.cell));
            let start = start.map(|(robot, cell)| Action::Start { robot, cell });
            start.ok_or_else(|| bad_action("expected a robot and a cell from 0 to 1023"))
        }
        Kind::Draw(message) => {
            let target = target(message).map(Action::Draw);
            target.ok_or_else(|| bad_action("expected a cell from 0 to 1023 and a coloured robot"))
        }
        Kind::Say(number) => match u8::try_from(*number) {
            Ok(number) if (1..=MAX_MOVES).contains(&usize::from(number)) => Ok(Action::Say(number)),
            _ => Err(bad_action(&format!(
                "expected an announcement of 1 to {MAX_MOVES}, found {number} (RR-19)"
            ))),
        },
        Kind::Pass(_) => Ok(Action::Pass),
        Kind::Move(message) => step(message).map(Action::Step).ok_or_else(|| {
            bad_action(
                "expected a robot, a direction, and choices from 0 to 255 of the transparent robot",
            )
        }),
        Kind::End(_) => Ok(Action::End),
        Kind::Break(_) => Ok(Action::Break),
        Kind::Close(_) => Ok(Action::Close),
        Kind::Late(number) => seat(*number).map(Action::Late),
        Kind::Leave(number) => seat(*number).map(Action::Leave),
    }
}
