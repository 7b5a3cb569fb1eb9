//! `RulesService` as functions.

use botwerk_agents::GameAgents;
use botwerk_engine::record::{Record, VerifyError};
use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyState, GameDrawing, GameEncoding, GameNotation, GameRace,
    GameRules, GameViews, History, Picture, Place, RootSeed, Turn, Viewer, read_turn, trim_ends,
};
use botwerk_proto::v1 as proto;

use crate::error::{Error, Reason};
use crate::game::{required, root_seed};
use crate::replay::seat_names;
use crate::{
    GameDescription, InputPosition, SubmissionContent, Wire, action_info, actor, actor_message,
    earlier_positions, game_setup_message, setup, turn_message, viewer,
};

/// Returns the position at the start of a match. `fresh_seed` is asked for the seed if the request has none.
///
/// # Errors
/// Returns an error if the set-up is not valid, or there is no seed.
pub fn create_position(
    request: &proto::CreatePositionRequest,
    fresh_seed: impl FnOnce() -> Result<RootSeed, Error>,
) -> Result<proto::CreatePositionResponse, Error> {
    let game = setup(required(request.setup.as_ref(), "setup")?, None)?;
    let seed = root_seed(&request.seed, fresh_seed)?;
    let position = position_info(&game, &game.initial_state(seed));
    Ok(proto::CreatePositionResponse {
        position: Some(position),
        seed: seed.to_hex(),
    })
}

/// Describes a match: its options, and what they determine.
///
/// # Errors
/// Returns an error if the set-up is not valid.
pub fn describe_match(
    request: &proto::DescribeMatchRequest,
) -> Result<proto::DescribeMatchResponse, Error> {
    let game = setup(required(request.setup.as_ref(), "setup")?, None)?;
    Ok(proto::DescribeMatchResponse {
        setup: Some(game_setup_message(GameDescription::new(&game))),
        rules: game.rules_message(),
        seat_names: seat_names(&game),
    })
}

/// Returns the legal actions of an actor.
///
/// # Errors
/// Returns an error if the set-up, the position or the actor is not valid.
pub fn list_legal_actions(
    request: &proto::ListLegalActionsRequest,
) -> Result<proto::ListLegalActionsResponse, Error> {
    let typed = request.typed_position.as_ref();
    let (game, state) = read(request.setup.as_ref(), &request.position, typed)?;
    let actor = actor(&game, &state, request.actor.as_ref())?;
    let mut actions = Vec::new();
    if let Some(actor) = actor {
        game.legal_actions(&state, actor, &mut actions);
    }
    Ok(proto::ListLegalActionsResponse {
        actions: actions
            .into_iter()
            .map(|action| action_info(&game, action))
            .collect(),
        actor: actor.map(actor_message),
    })
}

/// Applies actions to a position.
///
/// # Errors
/// Returns an error if the request is not valid, or that names the first illegal action.
pub fn apply_actions(
    request: &proto::ApplyActionsRequest,
) -> Result<proto::ApplyActionsResponse, Error> {
    let typed = request.typed_position.as_ref();
    let (game, state) = read(request.setup.as_ref(), &request.position, typed)?;
    let earlier = earlier_positions(
        &game,
        &request.earlier_positions,
        &request.typed_earlier_positions,
    )?;
    let actor = actor(&game, &state, request.actor.as_ref())?;
    let actor = actor.ok_or_else(|| Error::new(Reason::MatchOver, "the match has ended"))?;
    let (text, actions) = match request.spelled_text.as_str() {
        "" => (String::new(), actions_of(&game, &state, actor, request)?),
        _ => spelled_actions(&game, &state, actor, request)?,
    };
    let mut history = History::with_occurrences(&game, state, &earlier);
    for (i, action) in actions.iter().enumerate() {
        let before = history.state().clone();
        match history.apply(&game, actor, *action) {
            Ok(()) => {}
            Err(_) if i > 0 && is_dropped(&game, &before, actor, &actions[i..]) => break,
            Err(error) => return Err(Error::from(error).with_index(i)),
        }
    }
    Ok(proto::ApplyActionsResponse {
        position: Some(position_info(&game, history.state())),
        text,
    })
}

/// Returns what a viewer may know of a position.
///
/// # Errors
/// Returns an error if the set-up, the position or the viewer is not valid.
pub fn get_view(request: &proto::GetViewRequest) -> Result<proto::GetViewResponse, Error> {
    let typed = request.typed_position.as_ref();
    let position = InputPosition::new(&request.position, typed)?;
    let game = position.game(required(request.setup.as_ref(), "setup")?)?;
    let viewer = viewer(request.viewer.as_ref(), game.seats())?;
    let view = position.view(&game, viewer)?;
    let mut observation = vec![0; game.observation_len()];
    game.write_observation(&view, &mut observation);
    let picture = request.include_picture.then(|| game.picture(&view));
    Ok(proto::GetViewResponse {
        view: Some(game.view_message(&view)),
        text: game.format_view(&view),
        view_hash: game.view_hash(&view),
        observation,
        diagram: game.diagram(&view).to_string(),
        picture: picture
            .as_ref()
            .map_or_else(String::new, Picture::to_string),
        places: picture.as_ref().map_or_else(Vec::new, place_messages),
    })
}

/// Reads a position in the game's notation.
///
/// # Errors
/// Returns an error that says where the text is not a position.
pub fn parse_position(
    request: &proto::ParsePositionRequest,
) -> Result<proto::ParsePositionResponse, Error> {
    let (game, state) = read(request.setup.as_ref(), &request.text, None)?;
    Ok(proto::ParsePositionResponse {
        position: Some(position_info(&game, &state)),
    })
}

/// Returns a position in the game's notation.
///
/// # Errors
/// Returns an error that names the field that is not valid.
pub fn format_position(
    request: &proto::FormatPositionRequest,
) -> Result<proto::FormatPositionResponse, Error> {
    let setup = required(request.setup.as_ref(), "setup")?;
    let position = required(request.position.as_ref(), "position")?;
    let (game, state) = InputPosition::Message(position).read(setup)?;
    let text = game.format_position(&state);
    Ok(proto::FormatPositionResponse { text })
}

/// Reads an action in the game's notation.
///
/// # Errors
/// Returns an error if the text is not an action.
pub fn parse_action(
    request: &proto::ParseActionRequest,
) -> Result<proto::ParseActionResponse, Error> {
    let game = setup(required(request.setup.as_ref(), "setup")?, None)?;
    let action = action_info(&game, game.parse_action(&request.text)?);
    Ok(proto::ParseActionResponse {
        action: Some(action),
    })
}

/// Returns an action in the game's notation.
///
/// # Errors
/// Returns an error if the message is not an action of the game.
pub fn format_action(
    request: &proto::FormatActionRequest,
) -> Result<proto::FormatActionResponse, Error> {
    let game = setup(required(request.setup.as_ref(), "setup")?, None)?;
    let action = game.action(required(request.action.as_ref(), "action")?)?;
    let action = action_info(&game, action);
    Ok(proto::FormatActionResponse {
        action: Some(action),
    })
}

/// Reads the game and position of a request.
fn read(
    setup: Option<&proto::GameSetup>,
    text: &str,
    message: Option<&proto::Position>,
) -> Result<(AnyGame, AnyState), Error> {
    InputPosition::new(text, message)?.read(required(setup, "setup")?)
}

fn position_info(game: &AnyGame, state: &AnyState) -> proto::PositionInfo {
    proto::PositionInfo {
        text: game.format_position(state),
        position: Some(game.position_message(state)),
        hash: game.hash(state),
        turn: Some(turn_message(&game.turn(state))),
    }
}

/// Returns the canonical text and the actions of a text in another spelling.
fn spelled_actions(
    game: &AnyGame,
    state: &AnyState,
    actor: Actor,
    request: &proto::ApplyActionsRequest,
) -> Result<(String, Vec<AnyAction>), Error> {
    if !(request.actions.is_empty() && request.text.is_empty()) {
        let message = "actions, text, spelled_text: more than one is set; set only one of them";
        return Err(Error::new(Reason::BadRequest, message));
    }
    let content = SubmissionContent::new(Vec::new(), request.spelled_text.clone())?;
    let (SubmissionContent::Text(text), Actor::Seat(seat)) = (content, actor) else {
        let action = game.parse_action(trim_ends(&request.spelled_text))?;
        return Ok((game.format_action(action), vec![action]));
    };
    let view = game.view(state, Viewer::Seat(seat));
    Ok(read_turn(game, &view, &text, false)?)
}

/// Reads the actions of a request, which are messages or text.
fn actions_of(
    game: &AnyGame,
    state: &AnyState,
    actor: Actor,
    request: &proto::ApplyActionsRequest,
) -> Result<Vec<AnyAction>, Error> {
    match (
        SubmissionContent::new(request.actions.clone(), request.text.clone())?,
        actor,
    ) {
        (SubmissionContent::Actions(actions), _) => actions.decode(game),
        (
            SubmissionContent::Text(text) | SubmissionContent::StrictText(text),
            Actor::Seat(seat),
        ) => Ok(game.parse_turn(&game.view(state, Viewer::Seat(seat)), &text)?),
        (
            SubmissionContent::Text(text) | SubmissionContent::StrictText(text),
            Actor::Chance | Actor::Referee,
        ) => Ok(vec![game.parse_action(&text)?]),
    }
}

/// Returns `true` if the rest of a submission is dropped because another seat is to act.
fn is_dropped(game: &AnyGame, state: &AnyState, actor: Actor, rest: &[AnyAction]) -> bool {
    let passed_on = match (actor, game.turn(state)) {
        (Actor::Seat(seat), Turn::Decision(ask)) => !ask.seats.contains(seat),
        (Actor::Seat(_), Turn::Chance(_) | Turn::Over(_)) => true,
        (Actor::Chance | Actor::Referee, _) => false,
    };
    passed_on && rest.iter().all(|action| game.ignores_trailing(*action))
}

fn place_messages(picture: &Picture) -> Vec<proto::PicturePlace> {
    let message = |place: &Place| proto::PicturePlace {
        name: place.name.clone(),
        left: place.left,
        top: place.top,
        width: place.width,
        height: place.height,
    };
    picture.places().iter().map(message).collect()
}

/// Replays and verifies the text of a record. Once `should_stop` returns `true` the verification ends soon, with a
/// response that means nothing.
pub fn verify_record(
    text: &str,
    should_stop: &(dyn Fn() -> bool + Sync),
) -> proto::VerifyRecordResponse {
    let differs = |difference: String| proto::VerifyRecordResponse {
        mismatch: difference,
        ..Default::default()
    };
    let record = match Record::from_text(text) {
        Ok(record) => record,
        Err(error) => return differs(error.to_string()),
    };
    let Some(game) = record.header.game_id() else {
        return differs(format!("header: no game is named {}", record.header.game));
    };
    match game.verify_until(&record, should_stop) {
        Ok(verified) => proto::VerifyRecordResponse {
            is_valid: true,
            mismatch: String::new(),
            events_replayed: verified.events,
            choices_checked: verified.choices,
            is_complete: verified.is_complete(),
            stopped_choices: verified.stopped_choices,
            unchecked: verified.unchecked,
            head: verified.head,
        },
        Err(difference @ VerifyError { .. }) => differs(difference.to_string()),
    }
}
