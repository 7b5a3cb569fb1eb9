//! Conversions between the messages of the API and the types of the program.
//!
//! Only this module and `rpc` use generated types. Each game has a module of its own.

mod bots;
mod droids;
mod encoded;
mod envs;
mod game;
mod input_position;
mod matches;
mod micro_robots;
mod netzwerk;
mod position;
mod ricochet;
mod solve_request;
mod solver_task;
mod tournaments;

pub(crate) use bots::{
    bot_message, invitations_response, new_bot, seat_log_append, seat_log_message,
};
pub(crate) use botwerk_tournament_wire::{agent_spec, termination_message, time_control_message};
pub(crate) use encoded::{EncodedAction, EncodedPosition, EncodedRules, SubmissionContent};
pub(crate) use envs::{env_message, env_setup, lane_batch, lane_numbers, lane_results};
pub(crate) use game::{
    action_info, actor, actor_message, analysis_message, error_message, observation_field_message,
    option_specs, outcome_message, seat, setup, turn_message, viewer,
};
pub(crate) use input_position::{InputPosition, earlier_positions};
pub(crate) use matches::{
    game_setup_message, match_message, match_page, match_page_token, match_state, new_match,
    request_id, signed_head_message,
};
pub(crate) use solve_request::solver_task;
pub(crate) use solver_task::SolverTask;
pub(crate) use tournaments::{
    added_entrant, encode_final_table, extension, final_standings, new_tournament, pairings_range,
    pairings_response, standings_response, tournament_message, tournament_state,
    tournament_summary, watch_tournament_response,
};

use botwerk_agents::Roster;
use botwerk_engine::Viewer;
use botwerk_engine::clock::TimeControl;
use botwerk_proto::v1 as proto;

use crate::error::{Error, Reason};

/// Default number of items in a response to a list request.
const DEFAULT_PAGE_SIZE: u32 = 50;

/// Maximum number of items in a response to a list request.
const MAX_PAGE_SIZE: u32 = 500;

/// Reads the number of items that a list request asks for; 0 for the default.
pub(crate) fn page_size(requested: u32) -> usize {
    let size = match requested {
        0 => DEFAULT_PAGE_SIZE,
        size => size.min(MAX_PAGE_SIZE),
    };
    size as usize
}

/// Reads a time control.
///
/// # Errors
/// Returns an error that names a limit that is not valid.
pub(crate) fn time_control(message: Option<&proto::TimeControl>) -> Result<TimeControl, Error> {
    let control = botwerk_tournament_wire::time_control(message);
    match control.validate().into_iter().next() {
        None => Ok(control),
        Some(error) => Err(Error::new(Reason::BadRequest, error.to_string())),
    }
}

/// A game whose positions and actions have messages.
pub(crate) trait Wire: Roster {
    /// Returns the message of an action.
    fn action_message(action: Self::Action) -> proto::Action;

    /// Reads the action of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing or out of range.
    fn action(&self, message: &proto::Action) -> Result<Self::Action, Error>;

    /// Reads the actions of messages.
    ///
    /// # Errors
    /// Returns an error that names the first message that is not an action of this game.
    fn actions(&self, messages: &[proto::Action]) -> Result<Vec<Self::Action>, Error> {
        let read = |(i, message)| {
            self.action(message)
                .map_err(|error: Error| error.with_index(i))
        };
        messages.iter().enumerate().map(read).collect()
    }

    /// Returns the message of a setup.
    fn setup_message(setup: &Self::Setup) -> proto::Position;

    /// Reads the unchecked setup of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing or out of range.
    fn setup_of_message(message: &proto::Position) -> Result<Self::Setup, Error>;

    /// Returns the error of a setup that breaks a rule; it names the field of the message.
    fn setup_error(error: Self::SetupError) -> Error;

    /// Returns the message of a position.
    fn position_message(&self, state: &Self::State) -> proto::Position {
        Self::setup_message(&self.setup(state))
    }

    /// Reads the position of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing, out of range or breaks a rule.
    fn position(&self, message: &proto::Position) -> Result<Self::State, Error> {
        let setup = Self::setup_of_message(message)?;
        self.position_from_setup(&setup).map_err(Self::setup_error)
    }

    /// Reads the view of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing, out of range or breaks a rule, as far as the viewer can
    /// tell.
    fn view_of_message(
        &self,
        viewer: Viewer,
        message: &proto::Position,
    ) -> Result<Self::View, Error> {
        let setup = Self::setup_of_message(message)?;
        self.view_from_setup(viewer, &setup)
            .map_err(Self::setup_error)
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
        let message = format!(
            "instance: {} has no solver of positions; use Analyze",
            Self::spec().id
        );
        Err(Error::new(Reason::BadRequest, message))
    }

    /// Returns the message of a view.
    fn view_message(&self, view: &Self::View) -> proto::Position {
        Self::setup_message(&self.view_setup(view))
    }

    /// Returns the number of seats in the message of a position.
    fn seats_of_message(message: &proto::Position) -> u32;
}
