//! The messages of Ricochet Robots.

mod action;
mod board;
mod pieces;
mod position;
mod solution_task;

use botwerk_engine::ricochet::{Action, Ricochet, Setup, SetupPart, State};
use botwerk_engine::{GameType, Options};
use botwerk_proto::v1 as proto;

use action::{action, bad_action, kind};
use board::layout;
use position::{position_message, setup};

pub(super) use solution_task::SolutionTask;

use super::messages::Messages;
use super::position::bad_position;
use super::solver_task::SolverTask;
use crate::error::Error;

impl Messages for Ricochet {
    fn action_message(action: Action) -> proto::Action {
        proto::Action {
            game: Some(proto::action::Game::Ricochet(proto::RicochetAction {
                kind: Some(kind(action)),
            })),
        }
    }

    fn action(&self, message: &proto::Action) -> Result<Action, Error> {
        let Some(proto::action::Game::Ricochet(message)) = &message.game else {
            return Err(bad_action("expected an action of ricochet"));
        };
        let kind = message.kind.as_ref();
        action(kind.ok_or_else(|| bad_action("expected a kind of action, found nothing"))?)
    }

    fn setup_message(setup: &Setup) -> proto::Position {
        let position = position_message(setup);
        proto::Position {
            game: Some(proto::position::Game::Ricochet(position)),
        }
    }

    fn setup_of_message(message: &proto::Position) -> Result<Setup, Error> {
        match &message.game {
            Some(proto::position::Game::Ricochet(message)) => setup(message),
            _ => Err(bad_position("expected a position of ricochet")),
        }
    }

    fn solver_task(&self, state: &State) -> Result<Box<dyn SolverTask>, Error> {
        Ok(Box::new(SolutionTask::from_position(self, state)?))
    }

    fn part_path(part: &SetupPart) -> String {
        match part {
            SetupPart::RobotOf(_) => "robots".to_owned(),
            SetupPart::Announced | SetupPart::Passed | SetupPart::PassedSeat(_) => {
                format!("race_{part}")
            }
            SetupPart::ShowSeat
            | SetupPart::ShowNumber
            | SetupPart::ShowMoves
            | SetupPart::ShowRemaining => format!("show_{part}"),
            _ => part.to_string(),
        }
    }

    fn options_for_message(options: Options, message: &proto::Position) -> Options {
        match &message.game {
            Some(proto::position::Game::Ricochet(position)) => {
                match layout(position.board.as_ref()) {
                    Ok(layout) => Self::options_for_position(options, &layout.to_string()),
                    // Reading the position explains why.
                    Err(_) => options,
                }
            }
            _ => options,
        }
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::Ricochet(position)) => position.won.len() as u32,
            _ => 0,
        }
    }
}
