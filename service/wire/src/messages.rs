//! Positions and actions of games as messages: each game that has messages of its own implements [`Messages`], and
//! [`Wire`] chooses its implementation for a game that is known when the program runs.

use botwerk_engine::{
    AnyAction, AnyGame, AnyState, AnyView, FromSetup, GameEncoding, GameId, GameNotation,
    GameRules, GameType, Options, SetupError, Viewer, for_each_game,
};
use botwerk_proto::v1 as proto;
use proto::action::Game as ActionKind;
use proto::position::Game as PositionKind;

use crate::error::{Error, Reason};
use crate::position::broken_rule;
use crate::solver_task::SolverTask;

/// A game whose positions and actions have messages of their own.
pub(crate) trait Messages: FromSetup + GameType {
    /// Returns the message of an action.
    fn action_message(action: Self::Action) -> proto::Action;

    /// Reads the action of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing or out of range.
    fn action(&self, message: &proto::Action) -> Result<Self::Action, Error>;

    /// Returns the message of a setup.
    fn setup_message(setup: &Self::Setup) -> proto::Position;

    /// Reads the unchecked setup of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing or out of range.
    fn setup_of_message(message: &proto::Position) -> Result<Self::Setup, Error>;

    /// Returns the path of the message's field that holds a part of a setup.
    fn part_path(part: &Self::SetupPart) -> String {
        part.to_string()
    }

    /// Returns the message of a position.
    fn position_message(&self, state: &Self::State) -> proto::Position {
        Self::setup_message(&self.setup(state))
    }

    /// Returns the message of a view.
    fn view_message(&self, view: &Self::View) -> proto::Position {
        Self::setup_message(&self.view_setup(view))
    }

    /// Returns the message of what the options determine and no action changes, or `None` if positions
    /// contain everything.
    fn rules_message(&self) -> Option<proto::MatchRules> {
        None
    }

    /// Returns the task of solving a position.
    ///
    /// # Errors
    /// Returns an error if the game has no solver of positions, or the solver cannot solve this one.
    fn solver_task(&self, _state: &Self::State) -> Result<Box<dyn SolverTask>, Error> {
        Err(no_solver(Self::ID))
    }

    /// Returns the options of a match that can reach the position of a message, as
    /// [`options_for_position`](GameType::options_for_position) does for a text.
    fn options_for_message(options: Options, message: &proto::Position) -> Options {
        let _ = message;
        options
    }

    /// Returns the number of seats in the message of a position.
    fn seats_of_message(message: &proto::Position) -> u32;
}

/// The messages of a game. Those of a game without messages of its own have the text of the position, or the text and the
/// number of the action.
pub trait Wire {
    /// Returns the message of an action.
    fn action_message(&self, action: AnyAction) -> proto::Action;

    /// Reads the action of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing or out of range.
    fn action(&self, message: &proto::Action) -> Result<AnyAction, Error>;

    /// Reads the actions of messages.
    ///
    /// # Errors
    /// Returns an error that names the first message that is not an action of this game.
    fn actions(&self, messages: &[proto::Action]) -> Result<Vec<AnyAction>, Error> {
        let read = |(i, message)| {
            self.action(message)
                .map_err(|error: Error| error.with_index(i))
        };
        messages.iter().enumerate().map(read).collect()
    }

    /// Returns the message of a position.
    fn position_message(&self, state: &AnyState) -> proto::Position;

    /// Reads the position of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing, out of range or breaks a rule.
    fn position(&self, message: &proto::Position) -> Result<AnyState, Error>;

    /// Returns the message of a view.
    fn view_message(&self, view: &AnyView) -> proto::Position;

    /// Reads the view of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing, out of range or breaks a rule, as far as the viewer can tell.
    fn view_of_message(&self, viewer: Viewer, message: &proto::Position) -> Result<AnyView, Error>;

    /// Returns the message of what the options determine and no action changes, or `None` if positions
    /// contain everything.
    fn rules_message(&self) -> Option<proto::MatchRules>;

    /// Returns the task of solving a position.
    ///
    /// # Errors
    /// Returns an error if the game has no solver of positions, or the solver cannot solve this one.
    fn solver_task(&self, state: &AnyState) -> Result<Box<dyn SolverTask>, Error>;
}

/// Evaluates an expression with a type name bound to a game that has messages, and a value to the game of that type, or
/// another expression for a game without messages.
macro_rules! with_messages {
    ($any:expr, $game:ident: $type:ident => $body:expr, else $none:expr) => {{
        let any: &AnyGame = $any;
        for_each_game! { with_messages [any, $game, $type, $body] }
        $none
    }};
    ([$any:ident, $game:ident, $type:ident, $body:expr]
        $($constant:ident = $name:literal, $module:ident::$each:ident;)+) => {
        $(
            if let Some($game) = $any.get::<botwerk_engine::$module::$each>() {
                type $type = botwerk_engine::$module::$each;
                return $body;
            }
        )+
    };
}

impl Wire for AnyGame {
    fn action_message(&self, action: AnyAction) -> proto::Action {
        with_messages!(self, game: G => {
            let typed = game.action_from_number(action.number());
            typed.map(<G as Messages>::action_message).unwrap_or_default()
        }, else plain_action(self, action))
    }

    fn action(&self, message: &proto::Action) -> Result<AnyAction, Error> {
        with_messages!(self, game: G => {
            let action = <G as Messages>::action(game, message)?;
            let number = game.action_number(action);
            self.action_from_number(number).ok_or_else(not_on_board)
        }, else read_plain_action(self, message))
    }

    fn position_message(&self, state: &AnyState) -> proto::Position {
        with_messages!(self, game: G => {
            let state: &<G as GameRules>::State = state.get();
            Messages::position_message(game, state)
        }, else plain_position(self.format_position(state)))
    }

    fn position(&self, message: &proto::Position) -> Result<AnyState, Error> {
        with_messages!(self, game: G => {
            let setup = G::setup_of_message(message)?;
            let state = game.position_from_setup(&setup).map_err(setup_error::<G>)?;
            Ok(AnyState::new(state))
        }, else self.read_position(plain_text(self.id(), message)?).map_err(Error::from))
    }

    fn view_message(&self, view: &AnyView) -> proto::Position {
        with_messages!(self, game: _G => {
            Messages::view_message(game, view.get())
        }, else plain_position(self.format_view(view)))
    }

    fn view_of_message(&self, viewer: Viewer, message: &proto::Position) -> Result<AnyView, Error> {
        with_messages!(self, game: G => {
            let setup = G::setup_of_message(message)?;
            let view = game.view_from_setup(viewer, &setup).map_err(setup_error::<G>)?;
            Ok(AnyView::new(view))
        }, else self.parse_view(viewer, plain_text(self.id(), message)?).map_err(Error::from))
    }

    fn rules_message(&self) -> Option<proto::MatchRules> {
        with_messages!(self, game: _G => Messages::rules_message(game), else None)
    }

    fn solver_task(&self, state: &AnyState) -> Result<Box<dyn SolverTask>, Error> {
        with_messages!(self, game: _G => {
            Messages::solver_task(game, state.get())
        }, else Err(no_solver(self.id())))
    }
}

/// Does the same for a game that is not created yet.
macro_rules! with_messages_of {
    ($id:expr, $type:ident => $body:expr, else $none:expr) => {{
        let id: GameId = $id;
        for_each_game! { with_messages_of [id, $type, $body] }
        $none
    }};
    ([$id:ident, $type:ident, $body:expr]
        $($constant:ident = $name:literal, $module:ident::$each:ident;)+) => {
        $(
            if $id == GameId::$constant {
                type $type = botwerk_engine::$module::$each;
                return $body;
            }
        )+
    };
}

/// Returns the number of seats in the message of a position of this game; 0 if it does not show them.
pub(crate) fn seats_of_message(game: GameId, message: &proto::Position) -> u32 {
    with_messages_of!(game, G => G::seats_of_message(message), else {
        let seats = plain_text(game, message).ok().and_then(|text| game.seats_of_position(text));
        seats.map_or(0, |seats| seats as u32)
    })
}

/// Returns the options of a match that can reach the position of a message of this game.
pub(crate) fn options_for_message(
    game: GameId,
    options: Options,
    message: &proto::Position,
) -> Options {
    with_messages_of!(game, G => G::options_for_message(options, message), else {
        match plain_text(game, message) {
            Ok(text) => game.options_for_position(options, text),
            Err(_) => options,
        }
    })
}

/// Returns the error of a setup that breaks a rule; it names the field of the message.
fn setup_error<G: Messages>(error: SetupError<G::SetupPart>) -> Error {
    broken_rule(G::part_path(&error.part), &error.expected)
}

fn plain_action(game: &AnyGame, action: AnyAction) -> proto::Action {
    let plain = proto::PlainAction {
        number: action.number(),
        text: game.format_action(action),
    };
    proto::Action {
        game: Some(ActionKind::Plain(plain)),
    }
}

fn read_plain_action(game: &AnyGame, message: &proto::Action) -> Result<AnyAction, Error> {
    let Some(ActionKind::Plain(plain)) = &message.game else {
        return Err(not_plain(game.id()));
    };
    if plain.text.is_empty() {
        let action = game.action_from_number(plain.number);
        return action.ok_or_else(|| {
            let message = format!(
                "plain.number: {} is no action of {}",
                plain.number,
                game.id()
            );
            Error::new(Reason::BadRequest, message)
        });
    }
    Ok(game.parse_action(&plain.text)?)
}

fn plain_position(text: String) -> proto::Position {
    let plain = proto::PlainPosition { text };
    proto::Position {
        game: Some(PositionKind::Plain(plain)),
    }
}

fn plain_text(game: GameId, message: &proto::Position) -> Result<&str, Error> {
    match &message.game {
        Some(PositionKind::Plain(plain)) => Ok(&plain.text),
        _ => Err(not_plain(game)),
    }
}

/// Returns the error of an action that only other boards of its game have.
fn not_on_board() -> Error {
    let message = "expected an action on the board of this match";
    Error::new(Reason::BadRequest, message)
}

fn not_plain(game: GameId) -> Error {
    let message = format!("game: expected `plain`, since {game} has no messages of its own");
    Error::new(Reason::BadRequest, message)
}

fn no_solver(game: GameId) -> Error {
    let message = format!("instance: {game} has no solver of positions; use Analyze");
    Error::new(Reason::BadRequest, message)
}
