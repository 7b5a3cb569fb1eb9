//! Netzwerk.

use botwerk_engine::netzwerk::{
    Action, Field, Netzwerk, Phase, Point, PointSet, Position, Side, Spender, Square, State, View,
};
use botwerk_engine::{GameNotation, GameRules};
use botwerk_proto::v1 as proto;
use proto::netzwerk_action::Kind;
use proto::netzwerk_position::Phase as PhaseMessage;
use std::fmt::Write;

use super::Wire;
use crate::error::{Error, Reason};

fn side_message(side: Side) -> proto::NetzwerkSide {
    match side {
        Side::White => proto::NetzwerkSide::White,
        Side::Black => proto::NetzwerkSide::Black,
    }
}

fn side(message: i32) -> Option<Side> {
    match proto::NetzwerkSide::try_from(message).ok()? {
        proto::NetzwerkSide::White => Some(Side::White),
        proto::NetzwerkSide::Black => Some(Side::Black),
        proto::NetzwerkSide::Unspecified => None,
    }
}

fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

fn kind(action: Action) -> Kind {
    match action {
        Action::Robot { from, to, captures } => Kind::Robot(proto::NetzwerkRobotMove {
            from: point_message(from),
            to: point_message(to),
            captures,
        }),
        Action::EndRobots => Kind::EndRobots(true),
        Action::Battery { from, to } => Kind::Battery(proto::NetzwerkBatteryMove {
            from: point_message(from),
            to: point_message(to),
        }),
        Action::EndTurn => Kind::EndTurn(true),
        Action::Leave(side) => Kind::Leave(side_message(side).into()),
    }
}

fn action(kind: &Kind) -> Result<Action, Error> {
    // The parser of the notation knows which points one move connects.
    let read = |text: String| Ok(text.parse::<Action>()?);
    match kind {
        Kind::Robot(proto::NetzwerkRobotMove { from, to, captures }) => {
            let (from, to) = (action_point::<Square>(*from)?, action_point::<Square>(*to)?);
            let way = if *captures { 'x' } else { '-' };
            read(format!("{from}{way}{to}"))
        }
        Kind::EndRobots(_) => Ok(Action::EndRobots),
        Kind::Battery(proto::NetzwerkBatteryMove { from, to }) => {
            let (from, to) = (action_point::<Field>(*from)?, action_point::<Field>(*to)?);
            read(format!("{from}-{to}"))
        }
        Kind::EndTurn(_) => Ok(Action::EndTurn),
        Kind::Leave(message) => {
            let side = side(*message).ok_or_else(|| bad_action("White or Black leaves"))?;
            Ok(Action::Leave(side))
        }
    }
}

/// The value of a point in messages, where 0 stands for none.
fn point_message<P: Point>(point: P) -> i32 {
    point.index() as i32 + 1
}

fn point<P: Point>(message: i32) -> Option<P> {
    P::from_index(usize::try_from(message).ok()?.checked_sub(1)?)
}

fn action_point<P: Point>(message: i32) -> Result<P, Error> {
    point(message).ok_or_else(|| bad_action(&format!("{} is missing", P::NAME)))
}

fn points_message<P: Point>(points: PointSet<P>) -> Vec<i32> {
    points.map(point_message).collect()
}

fn spender_message(spender: &Spender) -> proto::NetzwerkSpender {
    proto::NetzwerkSpender {
        start: point_message(spender.start),
        now: point_message(spender.now),
        spent: u32::from(spender.spent),
        captured: spender.captured,
    }
}

fn phase_message(position: &Position) -> PhaseMessage {
    match position.phase() {
        Phase::Robots => {
            let spenders = position.spenders().as_slice();
            let spenders = spenders.iter().map(spender_message).collect();
            PhaseMessage::RobotPhase(proto::NetzwerkRobotPhase { spenders })
        }
        Phase::Batteries => PhaseMessage::BatteryPhase(proto::NetzwerkBatteryPhase {
            moved: points_message(position.moved()),
        }),
    }
}

fn state_message(state: &State) -> proto::Position {
    let position = state.position();
    let message = proto::NetzwerkPosition {
        side: side_message(position.side()).into(),
        white: points_message(position.robots(Side::White)),
        black: points_message(position.robots(Side::Black)),
        batteries: points_message(position.batteries()),
        quiet: u32::from(position.quiet()),
        phase: Some(phase_message(position)),
        turns: position.turns(),
        left: state.left().map_or(0, |side| side_message(side).into()),
    };
    proto::Position {
        game: Some(proto::position::Game::Netzwerk(message)),
    }
}

fn bad_position(what: &str) -> Error {
    Error::new(Reason::BadPosition, format!("position: {what}"))
}

fn position_point<P: Point>(message: i32) -> Result<P, Error> {
    point(message).ok_or_else(|| bad_position(&format!("{} is missing", P::NAME)))
}

/// The list of the notation.
fn point_list<P: Point>(points: &[i32]) -> Result<String, Error> {
    let points = points.iter().map(|point| position_point::<P>(*point));
    let points: Vec<_> = points.collect::<Result<_, _>>()?;
    let names: Vec<_> = points.iter().map(P::to_string).collect();
    Ok(names.join(","))
}

fn point_field<P: Point>(points: &[i32]) -> Result<String, Error> {
    let list = point_list::<P>(points)?;
    Ok(if list.is_empty() { "-".into() } else { list })
}

/// The notation of a position's message: its parser knows every rule that a position must obey.
fn text(message: &proto::NetzwerkPosition) -> Result<String, Error> {
    let to_move = side(message.side).ok_or_else(|| bad_position("a side is White or Black"))?;
    let [white, black] = [
        point_field::<Square>(&message.white)?,
        point_field::<Square>(&message.black)?,
    ];
    let batteries = point_field::<Field>(&message.batteries)?;
    let mut more = String::new();
    match &message.phase {
        None => return Err(bad_position("a phase is missing")),
        Some(PhaseMessage::RobotPhase(phase)) if phase.spenders.is_empty() => {}
        Some(PhaseMessage::RobotPhase(phase)) => {
            let spenders: Result<Vec<_>, _> = phase.spenders.iter().map(spender_text).collect();
            more = format!(" r:{}", spenders?.join(","));
        }
        Some(PhaseMessage::BatteryPhase(phase)) => {
            more = format!(" b:{}", point_list::<Field>(&phase.moved)?);
        }
    }
    if message.turns > 0 {
        let _ = write!(more, " t:{}", message.turns);
    }
    if message.left != 0 {
        let left = side(message.left).ok_or_else(|| bad_position("White or Black has left"))?;
        let _ = write!(more, " left:{}", left.letter());
    }
    let quiet = match message.quiet {
        0 if more.is_empty() => String::new(),
        quiet => format!(" {quiet}"),
    };
    let to_move = to_move.letter();
    Ok(format!(
        "{to_move} {white} {black} {batteries}{quiet}{more}"
    ))
}

fn spender_text(message: &proto::NetzwerkSpender) -> Result<String, Error> {
    let (start, now) = (
        position_point::<Square>(message.start)?,
        position_point::<Square>(message.now)?,
    );
    let captured = if message.captured { "x" } else { "" };
    Ok(format!("{start}>{now}:{}{captured}", message.spent))
}

impl Wire for Netzwerk {
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
        action(kind.ok_or_else(|| bad_action("none is set"))?)
    }

    fn position_message(&self, state: &State) -> proto::Position {
        state_message(state)
    }

    fn position(&self, message: &proto::Position) -> Result<State, Error> {
        let Some(proto::position::Game::Netzwerk(message)) = &message.game else {
            return Err(bad_position("expected a position of netzwerk"));
        };
        Ok(self.parse_position(&text(message)?)?)
    }

    fn seats_of_message(message: &proto::Position) -> u32 {
        match &message.game {
            Some(proto::position::Game::Netzwerk(_)) => Self::spec().min_seats as u32,
            _ => 0,
        }
    }

    fn view_message(&self, view: &View) -> proto::Position {
        state_message(view.state())
    }
}
