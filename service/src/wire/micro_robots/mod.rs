//! Micro Robots.

mod route_task;

use botwerk_engine::micro_robots::{
    Action, Board, MicroRobots, Phase, Route, SPACES, Show, Space, State, Table, View, ViewPhase,
};
use botwerk_engine::race::Race;
use botwerk_engine::{GameNotation, Seat, Seats};
use botwerk_proto::v1 as proto;
use proto::micro_robots_action::Kind;
use proto::micro_robots_position::Phase as PhaseMessage;

pub(crate) use route_task::RouteTask;

use super::Wire;
use crate::error::{Error, Reason};

/// The value of a space in messages, where 0 stands for none.
pub(super) fn space_message(space: Space) -> i32 {
    space.index() as i32 + 1
}

fn optional_message(space: Option<Space>) -> i32 {
    space.map_or(0, space_message)
}

fn space(message: i32) -> Option<Space> {
    Space::from_index(usize::try_from(message).ok()?.checked_sub(1)?)
}

fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

fn action_space(message: i32) -> Result<Space, Error> {
    space(message).ok_or_else(|| bad_action("a space is one of the 36 that the contract names"))
}

fn action_seat(number: u32) -> Result<Seat, Error> {
    Seat::new(number as usize).ok_or_else(|| bad_action("a seat is a number from 0 to 63"))
}

fn kind(action: Action) -> Kind {
    match action {
        Action::Start(space) => Kind::Start(space_message(space)),
        Action::Roll { target, via } => Kind::Roll(proto::MicroRobotsRoll {
            target: space_message(target),
            via: optional_message(via),
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
            let via = if roll.via == 0 {
                None
            } else {
                Some(action_space(roll.via)?)
            };
            Ok(Action::Roll {
                target: action_space(roll.target)?,
                via,
            })
        }
        Kind::Say(number) => match u8::try_from(*number) {
            Ok(number @ 1..=99) => Ok(Action::Say(number)),
            _ => Err(bad_action(&format!(
                "{number} is announced, 1 to 99 may be (MR-13)"
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

fn show_message(show: &Show) -> PhaseMessage {
    PhaseMessage::ShowPhase(proto::MicroRobotsShow {
        seat: show.seat.index() as u32,
        number: u32::from(show.number),
        route: show
            .route
            .spaces()
            .iter()
            .copied()
            .map(space_message)
            .collect(),
    })
}

fn race_message(passed: Seats) -> PhaseMessage {
    let passed = passed.map(|seat| seat.index() as u32).collect();
    PhaseMessage::RacePhase(proto::MicroRobotsRace { passed })
}

fn table_message(table: &Table, phase: PhaseMessage) -> proto::Position {
    let position = proto::MicroRobotsPosition {
        board: table
            .board
            .spaces()
            .iter()
            .copied()
            .map(space_message)
            .collect(),
        start: optional_message(table.start),
        target: optional_message(table.target),
        via: optional_message(table.via),
        chips: table.chips.iter().map(|chips| u32::from(*chips)).collect(),
        left: table.left.map(|seat| seat.index() as u32).collect(),
        roller: table.roller.index() as u32,
        round: table.round,
        phase: Some(phase),
    };
    proto::Position {
        game: Some(proto::position::Game::MicroRobots(position)),
    }
}

fn bad_position(what: &str) -> Error {
    Error::new(Reason::BadPosition, format!("position: {what}"))
}

fn position_space(message: i32) -> Result<Space, Error> {
    space(message).ok_or_else(|| bad_position("a space is one of the 36 that the contract names"))
}

fn optional_space(message: i32) -> Result<Option<Space>, Error> {
    if message == 0 {
        Ok(None)
    } else {
        position_space(message).map(Some)
    }
}

fn position_seat(number: u32) -> Result<Seat, Error> {
    Seat::new(number as usize).ok_or_else(|| bad_position("a seat is a number from 0 to 63"))
}

fn seats(numbers: &[u32]) -> Result<Seats, Error> {
    numbers
        .iter()
        .map(|number| position_seat(*number))
        .collect()
}

fn state(message: &proto::MicroRobotsPosition) -> Result<State, Error> {
    let spaces: Vec<_> = message
        .board
        .iter()
        .map(|space| position_space(*space))
        .collect::<Result<_, _>>()?;
    let spaces: [Space; SPACES] = spaces
        .try_into()
        .map_err(|_| bad_position("a board has 36 spaces"))?;
    let board = Board::new(spaces).map_err(|error| bad_position(&error.to_string()))?;
    let chips = message.chips.iter().map(|chips| u8::try_from(*chips));
    let chips: Vec<u8> = chips
        .collect::<Result<_, _>>()
        .map_err(|_| bad_position("there are 25 chips"))?;
    let table = Table {
        board,
        start: optional_space(message.start)?,
        target: optional_space(message.target)?,
        via: optional_space(message.via)?,
        chips: chips[..]
            .try_into()
            .map_err(|_| bad_position("there are at most 64 seats"))?,
        left: seats(&message.left)?,
        roller: position_seat(message.roller)?,
        round: message.round,
    };
    let phase = match message
        .phase
        .as_ref()
        .ok_or_else(|| bad_position("a phase is missing"))?
    {
        PhaseMessage::StartPhase(_) => Phase::Start,
        PhaseMessage::RollPhase(_) => Phase::Roll,
        PhaseMessage::RacePhase(race) => Phase::Race(Race::with_passed(seats(&race.passed)?)),
        PhaseMessage::ShowPhase(show) => Phase::Show(shown(show)?),
    };
    Ok(State { table, phase })
}

fn shown(message: &proto::MicroRobotsShow) -> Result<Show, Error> {
    let mut route = Route::default();
    for message in &message.route {
        if !route.push(position_space(*message)?) {
            return Err(bad_position("a route has at most 99 moves"));
        }
    }
    let number = u8::try_from(message.number);
    let number = number.map_err(|_| bad_position("1 to 99 moves may be announced"))?;
    Ok(Show {
        seat: position_seat(message.seat)?,
        number,
        route,
    })
}

impl Wire for MicroRobots {
    fn action_message(action: Action) -> proto::Action {
        proto::Action {
            game: Some(proto::action::Game::MicroRobots(proto::MicroRobotsAction {
                kind: Some(kind(action)),
            })),
        }
    }

    fn action(&self, message: &proto::Action) -> Result<Action, Error> {
        let Some(proto::action::Game::MicroRobots(message)) = &message.game else {
            return Err(bad_action("expected an action of micro-robots"));
        };
        action(
            message
                .kind
                .as_ref()
                .ok_or_else(|| bad_action("none is set"))?,
        )
    }

    fn position_message(&self, state: &State) -> proto::Position {
        let phase = match &state.phase {
            Phase::Start => PhaseMessage::StartPhase(true),
            Phase::Roll => PhaseMessage::RollPhase(true),
            Phase::Race(race) => race_message(race.passed()),
            Phase::Show(show) => show_message(show),
        };
        table_message(&state.table, phase)
    }

    fn position(&self, message: &proto::Position) -> Result<State, Error> {
        let Some(proto::position::Game::MicroRobots(message)) = &message.game else {
            return Err(bad_position("expected a position of micro-robots"));
        };
        // The parser of the notation knows every rule that a position must obey.
        let given = state(message)?;
        let read = self.parse_position(&self.format_position(&given))?;
        if read != given {
            return Err(bad_position("it names seats or spaces that it has not"));
        }
        Ok(read)
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::MicroRobots(position)) => position.chips.len() as u32,
            _ => 0,
        }
    }

    fn view_message(&self, view: &View) -> proto::Position {
        let phase = match &view.phase {
            ViewPhase::Start => PhaseMessage::StartPhase(true),
            ViewPhase::Roll => PhaseMessage::RollPhase(true),
            ViewPhase::Race { passed } => {
                let own = match view.viewer {
                    botwerk_engine::Viewer::Seat(seat) if *passed => Seats::one(seat),
                    _ => Seats::EMPTY,
                };
                race_message(own)
            }
            ViewPhase::Show(show) => show_message(show),
        };
        table_message(&view.table, phase)
    }
}
