//! Actions in the messages of Netzwerk.

use botwerk_engine::netzwerk::{Action, Field, Point, Side, Square};
use botwerk_proto::v1 as proto;
use proto::netzwerk_action::Kind;

use crate::error::{Error, Reason};

/// Returns the message of a side.
pub(super) fn side_message(side: Side) -> proto::NetzwerkSide {
    match side {
        Side::White => proto::NetzwerkSide::White,
        Side::Black => proto::NetzwerkSide::Black,
    }
}

/// Returns the side of a message, or `None` for any other number.
pub(super) fn side(message: i32) -> Option<Side> {
    match proto::NetzwerkSide::try_from(message).ok()? {
        proto::NetzwerkSide::White => Some(Side::White),
        proto::NetzwerkSide::Black => Some(Side::Black),
        proto::NetzwerkSide::Unspecified => None,
    }
}

/// Returns the error of an action message that is not valid.
pub(super) fn bad_action(what: &str) -> Error {
    Error::new(Reason::IllegalAction, format!("action: {what}"))
}

/// Returns the message of an action.
pub(super) fn kind(action: Action) -> Kind {
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

/// Reads the action of a message.
///
/// # Errors
/// Returns an error if a point is missing, or if no move connects the points.
pub(super) fn action(kind: &Kind) -> Result<Action, Error> {
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
            let side = side(*message)
                .ok_or_else(|| bad_action("expected White or Black for the seat that leaves"))?;
            Ok(Action::Leave(side))
        }
    }
}

/// The value of a point in messages, where 0 stands for none.
pub(super) fn point_message<P: Point>(point: P) -> i32 {
    point.index() as i32 + 1
}

/// Returns the point of a message, or `None` for any other number.
pub(super) fn point<P: Point>(message: i32) -> Option<P> {
    P::from_index(usize::try_from(message).ok()?.checked_sub(1)?)
}

fn action_point<P: Point>(message: i32) -> Result<P, Error> {
    point(message).ok_or_else(|| bad_action(&format!("expected {}", P::NAME)))
}
