//! The messages of Netzwerk.

mod action;
mod value_task;

use std::fmt::Display;

use botwerk_engine::netzwerk::{
    Action, Netzwerk, Point, PointSet, Setup, SetupPhase, Side, Spender, State, View,
};
use botwerk_engine::{FromSetup, GameType};
use botwerk_proto::v1 as proto;
use proto::netzwerk_position::Phase as PhaseMessage;

use action::{action, bad_action, kind, point, point_message, side, side_message};
use value_task::ValueTask;

use super::messages::Messages;
use super::position::{bad_field, bad_position, check_sorted, missing_field};
use super::solver_task::SolverTask;
use crate::error::Error;

fn points_message<P: Point>(points: PointSet<P>) -> Vec<i32> {
    points.map(point_message).collect()
}

fn spender_message(spender: &Spender) -> proto::NetzwerkSpender {
    proto::NetzwerkSpender {
        start: point_message(spender.start),
        now: point_message(spender.now),
        spent: u32::from(spender.spent),
        has_captured: spender.captured,
    }
}

fn phase_message(phase: &SetupPhase) -> PhaseMessage {
    match phase {
        SetupPhase::Robots(spenders) => PhaseMessage::RobotPhase(proto::NetzwerkRobotPhase {
            spenders: spenders.iter().map(spender_message).collect(),
        }),
        SetupPhase::Batteries(moved) => PhaseMessage::BatteryPhase(proto::NetzwerkBatteryPhase {
            moved: points_message(*moved),
        }),
    }
}

fn position_side(field: &str, message: i32) -> Result<Side, Error> {
    side(message).ok_or_else(|| bad_field(field, "White or Black", message))
}

fn position_point<P: Point>(field: impl Display, message: i32) -> Result<P, Error> {
    point(message).ok_or_else(|| bad_field(field, P::NAME, message))
}

fn points<P: Point>(field: &str, messages: &[i32]) -> Result<PointSet<P>, Error> {
    check_sorted(field, messages)?;
    let point = |(i, point): (usize, &i32)| position_point(format_args!("{field}[{i}]"), *point);
    messages.iter().enumerate().map(point).collect()
}

fn spender((i, message): (usize, &proto::NetzwerkSpender)) -> Result<Spender, Error> {
    let field = |name: &str| format!("robot_phase.spenders[{i}].{name}");
    Ok(Spender {
        start: position_point(field("start"), message.start)?,
        now: position_point(field("now"), message.now)?,
        spent: u8::try_from(message.spent)
            .map_err(|_| bad_field(field("spent"), "energy from 1 to 4", message.spent))?,
        captured: message.has_captured,
    })
}

fn setup(message: &proto::NetzwerkPosition) -> Result<Setup, Error> {
    let phase = message.phase.as_ref();
    Ok(Setup {
        side: position_side("side", message.side)?,
        robots: [
            points("white", &message.white)?,
            points("black", &message.black)?,
        ],
        batteries: points("batteries", &message.batteries)?,
        quiet: message.quiet,
        phase: match phase.ok_or_else(|| missing_field("phase", "the phase"))? {
            PhaseMessage::RobotPhase(phase) => {
                let spenders = phase.spenders.iter().enumerate().map(spender);
                SetupPhase::Robots(spenders.collect::<Result<_, _>>()?)
            }
            PhaseMessage::BatteryPhase(phase) => {
                SetupPhase::Batteries(points("battery_phase.moved", &phase.moved)?)
            }
        },
        turns: message.turns,
        departed: match message.departed {
            0 => None,
            side => Some(position_side("departed", side)?),
        },
    })
}

/// Adds how often a position has occurred, which its set-up does not contain (NW-25).
fn with_occurrences(mut message: proto::Position, state: &State) -> proto::Position {
    if let Some(proto::position::Game::Netzwerk(position)) = &mut message.game {
        position.occurrences = state.occurrences();
    }
    message
}

impl Messages for Netzwerk {
    fn action_message(action: Action) -> proto::Action {
        proto::Action {
            game: Some(proto::action::Game::Netzwerk(proto::NetzwerkAction {
                kind: Some(kind(action)),
            })),
        }
    }

    fn action(&self, message: &proto::Action) -> Result<Action, Error> {
        let Some(proto::action::Game::Netzwerk(message)) = &message.game else {
            return Err(bad_action("expected an action of netzwerk"));
        };
        let kind = message.kind.as_ref();
        action(kind.ok_or_else(|| bad_action("expected one kind of action, found none"))?)
    }

    fn setup_message(setup: &Setup) -> proto::Position {
        let [white, black] = setup.robots.map(points_message);
        let message = proto::NetzwerkPosition {
            side: side_message(setup.side).into(),
            white,
            black,
            batteries: points_message(setup.batteries),
            quiet: setup.quiet,
            phase: Some(phase_message(&setup.phase)),
            turns: setup.turns,
            departed: setup.departed.map_or(0, |side| side_message(side).into()),
            // Set-ups have no history.
            occurrences: 0,
        };
        proto::Position {
            game: Some(proto::position::Game::Netzwerk(message)),
        }
    }

    fn setup_of_message(message: &proto::Position) -> Result<Setup, Error> {
        match &message.game {
            Some(proto::position::Game::Netzwerk(message)) => setup(message),
            _ => Err(bad_position("expected a position of netzwerk")),
        }
    }

    fn position_message(&self, state: &State) -> proto::Position {
        with_occurrences(Self::setup_message(&self.setup(state)), state)
    }

    fn view_message(&self, view: &View) -> proto::Position {
        with_occurrences(Self::setup_message(&self.view_setup(view)), view.state())
    }

    fn solver_task(&self, state: &State) -> Result<Box<dyn SolverTask>, Error> {
        Ok(Box::new(ValueTask::new(self, state)?))
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::Netzwerk(_)) => Self::spec().min_seats as u32,
            _ => 0,
        }
    }
}
