//! Messages that all games share: set-ups, actors, turns, outcomes, analyses and errors.

use std::time::Duration;

use botwerk_agents::{Analysis, PvTurn};
use botwerk_engine::{
    ADJUDICATED, Actor, AnyAction, AnyGame, AnyState, Decision, Dimension, GameEncoding, GameId,
    GameNotation, GameRules, ObservationField, OptionSpec, Options, Outcome, RootSeed, Seat, Turn,
    Viewer,
};
use botwerk_proto::v1 as proto;

use super::Wire;
use super::encoded::EncodedAction;
use crate::error::{Error, Reason};

/// Returns the message of an error.
pub fn error_message(error: &Error) -> proto::Error {
    proto::Error {
        code: error.code() as i32,
        reason: error.reason.into(),
        message: error.truncated_message(),
        index: error.index,
        address: error.address.clone(),
        retry_delay_nanos: error.retry_delay().map(nanos),
    }
}

/// Returns a time in nanoseconds, as the API counts it. Times of more than 584 years are that long.
pub fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Returns the value of a required field.
///
/// # Errors
/// Returns an error that names the field if it is not set.
pub fn required<'a, T>(field: Option<&'a T>, name: &str) -> Result<&'a T, Error> {
    field.ok_or_else(|| Error::new(Reason::BadRequest, format!("{name}: required, but not set")))
}

/// Reads the seed of a request. `fresh_seed` is asked for one if the request has none.
///
/// # Errors
/// Returns an error if there is none.
pub(crate) fn root_seed(
    text: &str,
    fresh_seed: impl FnOnce() -> Result<RootSeed, Error>,
) -> Result<RootSeed, Error> {
    match text {
        "" => fresh_seed(),
        text => Ok(RootSeed::from_text(text)),
    }
}

/// Reads the game of a set-up. The number of seats is that of the message, else of a position's
/// text, else the minimum; options that the position needs are added.
///
/// # Errors
/// Returns an error if no game has the name, or the game does not allow the options or the number of seats.
pub fn setup(setup: &proto::GameSetup, position: Option<&str>) -> Result<AnyGame, Error> {
    let game: GameId = setup.game.parse()?;
    let seats = position.and_then(|text| game.seats_of_position(text));
    setup_for_position(game, setup, seats, |options| match position {
        Some(text) => game.options_for_position(options, text),
        None => options,
    })
}

/// Reads the game of a set-up for a position with this number of seats, if it has one. `adapt` adds the options that
/// the position needs.
///
/// # Errors
/// Returns an error if the game does not allow the options or the number of seats.
pub(crate) fn setup_for_position(
    game: GameId,
    setup: &proto::GameSetup,
    seats: Option<usize>,
    adapt: impl FnOnce(Options) -> Options,
) -> Result<AnyGame, Error> {
    let values = setup
        .options
        .iter()
        .map(|option| (&option.name, &option.value));
    let options = adapt(Options::resolve(game.spec().options, values)?);
    let seats = match setup.seats {
        0 => seats.unwrap_or_else(|| game.min_seats(&options)),
        seats => seats as usize,
    };
    Ok(game.game(seats, options)?)
}

/// Reads a seat number.
///
/// # Errors
/// Returns an error if the game has no such seat.
pub fn seat(number: u32, seats: usize) -> Result<Seat, Error> {
    let seat = Seat::new(number as usize).filter(|seat| seat.index() < seats);
    seat.ok_or_else(|| {
        let message = format!("seat: expected 0 to {}, found {number}", seats - 1);
        Error::new(Reason::BadRequest, message)
    })
}

/// Reads an actor. An unset one is the first seat that is to act, or chance; `None` if the match is
/// over.
///
/// # Errors
/// Returns an error if the game has no such seat.
pub fn actor(
    game: &AnyGame,
    state: &AnyState,
    message: Option<&proto::Actor>,
) -> Result<Option<Actor>, Error> {
    use proto::actor::Kind;
    match message.and_then(|actor| actor.kind.as_ref()) {
        Some(Kind::Seat(number)) => seat(*number, game.seats()).map(|seat| Some(Actor::Seat(seat))),
        Some(Kind::Chance(_)) => Ok(Some(Actor::Chance)),
        Some(Kind::Referee(_)) => Ok(Some(Actor::Referee)),
        None => Ok(match game.turn(state) {
            Turn::Decision(mut decision) => decision.seats.next().map(Actor::Seat),
            Turn::Chance(_) => Some(Actor::Chance),
            Turn::Over(_) => None,
        }),
    }
}

/// Returns the message of an actor.
pub fn actor_message(actor: Actor) -> proto::Actor {
    use proto::actor::Kind;
    let kind = match actor {
        Actor::Chance => Kind::Chance(true),
        Actor::Seat(seat) => Kind::Seat(seat.index() as u32),
        Actor::Referee => Kind::Referee(true),
    };
    proto::Actor { kind: Some(kind) }
}

/// Reads a viewer. An unset one is a spectator.
///
/// # Errors
/// Returns an error if the game has no such seat.
pub fn viewer(message: Option<&proto::Viewer>, seats: usize) -> Result<Viewer, Error> {
    use proto::viewer::Kind;
    match message.and_then(|viewer| viewer.kind.as_ref()) {
        Some(Kind::Seat(number)) => seat(*number, seats).map(Viewer::Seat),
        Some(Kind::Spectator(_)) | None => Ok(Viewer::Spectator),
    }
}

/// Returns the message of a field of observations.
pub fn observation_field_message(field: &ObservationField) -> proto::ObservationField {
    let len = |dimension: &Dimension| match dimension {
        Dimension::Fixed(len) => *len as u32,
        Dimension::Seats => 0,
    };
    proto::ObservationField {
        name: field.name.into(),
        shape: field.shape.iter().map(len).collect(),
        number_type: field.number.name().into(),
        min: field.range.0,
        max: field.range.1,
        absent: field.absent,
        content: field.content.into(),
    }
}

/// Returns the message that describes an action.
pub fn action_info(game: &AnyGame, action: AnyAction) -> proto::ActionInfo {
    proto::ActionInfo {
        action: Some(game.action_message(action)),
        text: game.format_action(action),
        number: game.action_number(action),
    }
}

/// Returns the message of an outcome.
pub fn outcome_message(outcome: &Outcome) -> proto::Outcome {
    proto::Outcome {
        places: outcome
            .places
            .iter()
            .map(|place| u32::from(*place))
            .collect(),
        points: outcome.points.clone(),
        is_adjudicated: outcome.rule == ADJUDICATED,
        rule: outcome.rule.into(),
    }
}

fn decision_message(decision: Decision) -> proto::Decision {
    proto::Decision {
        seats: decision.seats.map(|seat| seat.index() as u32).collect(),
        stage: decision.stage.into(),
        is_simultaneous: decision.simultaneous,
    }
}

/// Returns the message of the state of a match: who is to act, or the outcome.
pub fn turn_message(turn: &Turn) -> proto::Turn {
    use proto::turn::Kind;
    let kind = match turn {
        Turn::Decision(decision) => Kind::Decision(decision_message(*decision)),
        Turn::Chance(key) => Kind::Chance(key.to_string()),
        Turn::Over(outcome) => Kind::Over(outcome_message(outcome)),
    };
    proto::Turn { kind: Some(kind) }
}

/// Returns the message of an analysis that has taken the given time.
pub fn analysis_message(analysis: Analysis<EncodedAction>, elapsed: Duration) -> proto::Analysis {
    let turn = |turn: PvTurn<EncodedAction>| proto::PvTurn {
        seat: turn.seat.index() as u32,
        text: turn.text,
        actions: turn
            .actions
            .into_iter()
            .map(EncodedAction::into_message)
            .collect(),
    };
    proto::Analysis {
        depth: analysis.depth,
        value: analysis.value,
        nodes: analysis.nodes,
        time_nanos: nanos(elapsed),
        principal_variation: analysis.principal_variation.into_iter().map(turn).collect(),
        hints: analysis.hints,
    }
}

/// Returns the messages that describe the options of a game or the settings of an agent.
pub fn option_specs(specs: &[OptionSpec]) -> Vec<proto::OptionSpec> {
    let message = |spec: &OptionSpec| proto::OptionSpec {
        name: spec.name.into(),
        rule: spec.rule.into(),
        accepted_values: spec.kind.to_string(),
        default_value: spec.default.into(),
        help: spec.help.into(),
    };
    specs.iter().map(message).collect()
}
