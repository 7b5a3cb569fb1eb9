//! What the messages of all games share: set-up, actors, turns, outcomes.

use std::time::Duration;

use botwerk_agents::{Analysis, PvTurn};
use botwerk_engine::{Actor, Decision, Game, OptionSpec, Options, Outcome, Seat, Turn, Viewer};
use botwerk_proto::v1 as proto;

use super::Wire;
use crate::error::{Error, Reason};

/// Returns the message of an error.
pub(crate) fn error_message(error: &Error) -> proto::Error {
    proto::Error {
        code: error.reason.code() as i32,
        reason: error.reason.name().into(),
        message: error.truncated_message(),
        index: error.index,
    }
}

/// The game of a set-up. Its seats are those of the message, else of a position's text, else as
/// few as can play.
pub(crate) fn setup<G: Game>(setup: &proto::GameSetup, position: Option<&str>) -> Result<G, Error> {
    let given = setup
        .options
        .iter()
        .map(|option| (&option.name, &option.value));
    let options = Options::resolve(G::spec().options, given)?;
    let seats = match setup.seats {
        0 => position
            .and_then(G::seats_of_position)
            .unwrap_or_else(|| G::min_seats(&options)),
        seats => seats as usize,
    };
    Ok(G::new(seats, options)?)
}

/// The seat of this number, if there is one.
pub(crate) fn seat(number: u32, seats: usize) -> Result<Seat, Error> {
    let seat = Seat::new(number as usize).filter(|seat| seat.index() < seats);
    seat.ok_or_else(|| {
        let message = format!("seat {number}: the seats are 0 to {}", seats - 1);
        Error::new(Reason::BadRequest, message)
    })
}

/// Who acts: as the message says, or else whose turn it is, the first of several seats.
pub(crate) fn actor<G: Game>(
    game: &G,
    state: &G::State,
    message: Option<&proto::Actor>,
) -> Result<Option<Actor>, Error> {
    use proto::actor::Kind;
    match message.and_then(|actor| actor.kind.as_ref()) {
        Some(Kind::Seat(number)) => seat(*number, game.seats()).map(|seat| Some(Actor::Seat(seat))),
        Some(Kind::Chance(_)) => Ok(Some(Actor::Chance)),
        Some(Kind::Referee(_)) => Ok(Some(Actor::Referee)),
        None => Ok(match game.turn(state) {
            Turn::Decision(mut ask) => ask.seats.next().map(Actor::Seat),
            Turn::Chance(_) => Some(Actor::Chance),
            Turn::Over(_) => None,
        }),
    }
}

pub(crate) fn actor_message(actor: Actor) -> proto::Actor {
    use proto::actor::Kind;
    let kind = match actor {
        Actor::Chance => Kind::Chance(true),
        Actor::Seat(seat) => Kind::Seat(seat.index() as u32),
        Actor::Referee => Kind::Referee(true),
    };
    proto::Actor { kind: Some(kind) }
}

/// Who looks: as the message says, or else a spectator.
pub(crate) fn viewer(message: Option<&proto::Viewer>, seats: usize) -> Result<Viewer, Error> {
    use proto::viewer::Kind;
    match message.and_then(|viewer| viewer.kind.as_ref()) {
        Some(Kind::Seat(number)) => seat(*number, seats).map(Viewer::Seat),
        Some(Kind::Spectator(_)) | None => Ok(Viewer::Spectator),
    }
}

pub(crate) fn action_info<G: Wire>(game: &G, action: G::Action) -> proto::ActionInfo {
    proto::ActionInfo {
        action: Some(G::action_message(action)),
        text: game.format_action(action),
        number: game.action_number(action),
    }
}

pub(crate) fn outcome_message(outcome: &Outcome) -> proto::Outcome {
    proto::Outcome {
        places: outcome
            .places
            .iter()
            .map(|place| u32::from(*place))
            .collect(),
        points: outcome.points.clone(),
        rule: outcome.rule.into(),
    }
}

fn ask_message(ask: Decision) -> proto::Decision {
    proto::Decision {
        seats: ask.seats.map(|seat| seat.index() as u32).collect(),
        stage: ask.stage.into(),
        simultaneous: ask.simultaneous,
    }
}

pub(crate) fn turn_message(turn: &Turn) -> proto::Turn {
    use proto::turn::Kind;
    let kind = match turn {
        Turn::Decision(ask) => Kind::Decision(ask_message(*ask)),
        Turn::Chance(key) => Kind::Chance(key.to_string()),
        Turn::Over(outcome) => Kind::Over(outcome_message(outcome)),
    };
    proto::Turn { kind: Some(kind) }
}

/// Returns the message of an analysis that has taken the given time.
pub(crate) fn analysis_message(analysis: Analysis, elapsed: Duration) -> proto::Analysis {
    let turn = |PvTurn { seat, text }| proto::PvTurn {
        seat: seat.index() as u32,
        text,
    };
    proto::Analysis {
        depth: analysis.depth,
        value: analysis.value,
        nodes: analysis.nodes,
        millis: elapsed.as_millis() as u64,
        principal_variation: analysis.principal_variation.into_iter().map(turn).collect(),
    }
}

/// Returns the messages that describe the options of a game or the settings of an agent.
pub(crate) fn option_specs(specs: &[OptionSpec]) -> Vec<proto::OptionSpec> {
    let message = |spec: &OptionSpec| proto::OptionSpec {
        name: spec.name.into(),
        rule: spec.rule.into(),
        accepted_values: spec.kind.to_string(),
        default_value: spec.default.into(),
        help: spec.help.into(),
    };
    specs.iter().map(message).collect()
}
