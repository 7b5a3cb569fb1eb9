//! The messages of Micro Robots.

mod route_task;
mod spaces;

use std::fmt::Display;

use botwerk_engine::micro_robots::{
    Action, MicroRobots, Phase, Route, SPACES, Setup, SetupPart, Show, Space, State,
};
use botwerk_engine::race::{AnnouncedNumbers, Race};
use botwerk_engine::{MAX_SEATS, PlainAction, Seat, Seats};
use botwerk_proto::v1 as proto;
use proto::micro_robots_action::Kind;
use proto::micro_robots_position::Phase as PhaseMessage;

pub(super) use route_task::RouteTask;
use spaces::{optional_message, space, space_message, space_messages};

use super::messages::Messages;
use super::position::{bad_field, bad_position, missing_field};
use super::solver_task::SolverTask;
use crate::error::{Error, Reason};

fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

fn action_space(message: i32) -> Result<Space, Error> {
    space(message).ok_or_else(|| bad_action("expected one of the 36 spaces"))
}

fn action_seat(number: u32) -> Result<Seat, Error> {
    Seat::new(number as usize).ok_or_else(|| bad_action("expected a seat from 0 to 63"))
}

fn kind(action: Action) -> Kind {
    match action {
        Action::Start(space) => Kind::Start(space_message(space)),
        Action::Roll { target, via } => Kind::Roll(proto::MicroRobotsRoll {
            target: space_message(target),
            intermediate: optional_message(via),
        }),
        Action::Say(number) => Kind::Say(u32::from(number)),
        Action::Pass => Kind::Pass(true),
        Action::To(space) => Kind::To(space_message(space)),
        Action::End => Kind::End(true),
        Action::Break => Kind::Break(true),
        Action::Late(seat) => Kind::Late(seat.index() as u32),
        Action::Leave(seat) => Kind::Leave(seat.index() as u32),
    }
}

fn action(kind: &Kind) -> Result<Action, Error> {
    match kind {
        Kind::Start(space) => action_space(*space).map(Action::Start),
        Kind::Roll(roll) => {
            let via = if roll.intermediate == 0 {
                None
            } else {
                Some(action_space(roll.intermediate)?)
            };
            Ok(Action::Roll {
                target: action_space(roll.target)?,
                via,
            })
        }
        Kind::Say(number) => match u8::try_from(*number) {
            Ok(number @ 1..=99) => Ok(Action::Say(number)),
            _ => Err(bad_action(&format!(
                "expected an announcement of 1 to 99, found {number} (MR-13)"
            ))),
        },
        Kind::Pass(_) => Ok(Action::Pass),
        Kind::To(space) => action_space(*space).map(Action::To),
        Kind::End(_) => Ok(Action::End),
        Kind::Break(_) => Ok(Action::Break),
        Kind::Late(seat) => action_seat(*seat).map(Action::Late),
        Kind::Leave(seat) => action_seat(*seat).map(Action::Leave),
    }
}

fn seat_messages(seats: Seats) -> Vec<u32> {
    seats.map(|seat| seat.index() as u32).collect()
}

fn phase_message(phase: &Phase) -> PhaseMessage {
    match phase {
        Phase::Start => PhaseMessage::StartPhase(true),
        Phase::Target => PhaseMessage::RollPhase(true),
        Phase::Race(race) => PhaseMessage::RacePhase(proto::MicroRobotsRace {
            passed: seat_messages(race.passed),
        }),
        Phase::Show(show) => PhaseMessage::ShowPhase(proto::MicroRobotsShow {
            seat: show.seat.index() as u32,
            number: u32::from(show.number),
            route: space_messages(show.route.spaces()),
        }),
    }
}

fn position_space(field: impl Display, message: i32) -> Result<Space, Error> {
    space(message).ok_or_else(|| bad_field(field, "one of the 36 spaces", message))
}

fn optional_space(field: &str, message: i32) -> Result<Option<Space>, Error> {
    if message == 0 {
        Ok(None)
    } else {
        position_space(field, message).map(Some)
    }
}

fn position_seat(field: impl Display, number: u32) -> Result<Seat, Error> {
    Seat::new(number as usize).ok_or_else(|| bad_field(field, "a seat from 0 to 63", number))
}

fn seats(field: &str, numbers: &[u32]) -> Result<Seats, Error> {
    let seat = |(i, number): (usize, &u32)| position_seat(format_args!("{field}[{i}]"), *number);
    numbers.iter().enumerate().map(seat).collect()
}

fn board(messages: &[i32]) -> Result<[Space; SPACES], Error> {
    let space = |(i, space): (usize, &i32)| position_space(format_args!("board[{i}]"), *space);
    let spaces: Result<Vec<_>, _> = messages.iter().enumerate().map(space).collect();
    let wrong = |spaces: Vec<_>| bad_field("board", "36 spaces", spaces.len());
    spaces?.try_into().map_err(wrong)
}

fn show(message: &proto::MicroRobotsShow) -> Result<Show, Error> {
    let mut route = Route::default();
    for (i, space) in message.route.iter().enumerate() {
        let space = position_space(format_args!("show_phase.route[{i}]"), *space)?;
        if !route.push(space) {
            return Err(bad_field("show_phase.route", "at most 99 moves", i));
        }
    }
    Ok(Show {
        seat: position_seat("show_phase.seat", message.seat)?,
        number: u8::try_from(message.number)
            .map_err(|_| bad_field("show_phase.number", "1 to 99 moves", message.number))?,
        route,
        remaining: AnnouncedNumbers::default(),
    })
}

fn setup(message: &proto::MicroRobotsPosition) -> Result<Setup, Error> {
    if message.chips.len() > MAX_SEATS {
        return Err(bad_field("chips", "at most 64 seats", message.chips.len()));
    }
    let phase = message.phase.as_ref();
    let phase = phase.ok_or_else(|| missing_field("phase", "the phase"))?;
    Ok(Setup {
        board: board(&message.board)?,
        start: optional_space("start", message.start)?,
        target: optional_space("target", message.target)?,
        intermediate: optional_space("via", message.intermediate)?,
        chips: message.chips.iter().copied().collect(),
        departed: seats("left", &message.departed)?,
        roller: position_seat("roller", message.roller)?,
        round: message.round,
        phase: match phase {
            PhaseMessage::StartPhase(_) => Phase::Start,
            PhaseMessage::RollPhase(_) => Phase::Target,
            PhaseMessage::RacePhase(race) => {
                Phase::Race(Race::with_passed(seats("race_phase.passed", &race.passed)?))
            }
            PhaseMessage::ShowPhase(message) => Phase::Show(show(message)?),
        },
    })
}

impl Messages for MicroRobots {
    fn action_message(action: PlainAction<Action>) -> proto::Action {
        let kind = match action {
            PlainAction::Game(action) => kind(action),
            PlainAction::Leave(seat) => kind(Action::Leave(seat)),
        };
        proto::Action {
            game: Some(proto::action::Game::MicroRobots(proto::MicroRobotsAction {
                kind: Some(kind),
            })),
        }
    }

    fn action(&self, message: &proto::Action) -> Result<PlainAction<Action>, Error> {
        let Some(proto::action::Game::MicroRobots(message)) = &message.game else {
            return Err(bad_action("expected an action of micro-robots"));
        };
        let kind = message.kind.as_ref();
        let missing = || bad_action("expected a kind of action, found nothing");
        action(kind.ok_or_else(missing)?).map(PlainAction::Game)
    }

    fn setup_message(setup: &Setup) -> proto::Position {
        let position = proto::MicroRobotsPosition {
            board: space_messages(&setup.board),
            start: optional_message(setup.start),
            target: optional_message(setup.target),
            intermediate: optional_message(setup.intermediate),
            chips: setup.chips.to_vec(),
            departed: seat_messages(setup.departed),
            roller: setup.roller.index() as u32,
            round: setup.round,
            phase: Some(phase_message(&setup.phase)),
        };
        proto::Position {
            game: Some(proto::position::Game::MicroRobots(position)),
        }
    }

    fn setup_of_message(message: &proto::Position) -> Result<Setup, Error> {
        match &message.game {
            Some(proto::position::Game::MicroRobots(message)) => setup(message),
            _ => Err(bad_position("expected a position of micro-robots")),
        }
    }

    fn solver_task(&self, state: &State) -> Result<Box<dyn SolverTask>, Error> {
        Ok(Box::new(RouteTask::from_position(state)?))
    }

    fn part_path(part: &SetupPart) -> String {
        match part {
            SetupPart::Intermediate => "via".to_owned(),
            SetupPart::Departed => "left".to_owned(),
            SetupPart::Passed | SetupPart::PassedSeat(_) => format!("race_{part}"),
            SetupPart::ShowSeat | SetupPart::ShowNumber | SetupPart::ShowRoute => {
                format!("show_{part}")
            }
            _ => part.to_string(),
        }
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::MicroRobots(position)) => position.chips.len() as u32,
            _ => 0,
        }
    }
}
