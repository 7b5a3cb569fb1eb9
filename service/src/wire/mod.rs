//! Between the messages of the contract and the types of the engine.
//!
//! Generated types are built and read only here. What is the same for all games stands in this
//! folder's other files; each game has one file of its own.

mod bots;
mod droids;
mod encoded;
mod game;
mod matches;
mod micro_robots;
mod netzwerk;
mod position;
mod solver_task;
mod tournaments;

pub(crate) use bots::{bot_message, invitations_response, new_bot};
pub(crate) use botwerk_tournament_wire::{agent_spec, termination_message, time_control_message};
pub(crate) use encoded::{EncodedAction, EncodedPosition, SubmissionContent};
pub(crate) use game::{
    action_info, actor, actor_message, analysis_message, error_message, option_specs,
    outcome_message, seat, setup, turn_message, viewer,
};
pub(crate) use matches::{
    game_setup_message, match_message, match_page, match_page_token, match_state, new_match,
    request_id,
};
pub(crate) use solver_task::SolverTask;
pub(crate) use tournaments::{
    new_tournament, pairings_range, pairings_response, standings_response, tournament_message,
    tournament_state, watch_tournament_response,
};

use botwerk_agents::Roster;
use botwerk_engine::FromSetup;
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::TimeControl;

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

/// Reads how time is limited; an error names the limit that is none.
pub(crate) fn time_control(message: Option<&proto::TimeControl>) -> Result<TimeControl, Error> {
    let control = botwerk_tournament_wire::time_control(message);
    match control.validate().into_iter().next() {
        None => Ok(control),
        Some(fault) => {
            let message = format!("{}: {}", fault.field, fault.message);
            Err(Error::new(Reason::BadRequest, message))
        }
    }
}

/// Reads the task of a request, for the solver of its game.
pub(crate) fn solver_task(request: &proto::SolveRequest) -> Result<Box<dyn SolverTask>, Error> {
    use proto::solve_request::Instance;
    match &request.instance {
        Some(Instance::MicroRobots(task)) => Ok(Box::new(micro_robots::RouteTask::read(task)?)),
        None => Err(Error::new(Reason::BadRequest, "instance: it is missing")),
    }
}

/// A game whose positions and actions have messages.
pub(crate) trait Wire: Roster + FromSetup {
    /// The message of an action.
    fn action_message(action: Self::Action) -> proto::Action;

    /// The action of a message; an error says what is missing or out of range.
    fn action(&self, message: &proto::Action) -> Result<Self::Action, Error>;

    /// The actions of messages; an error says which of them is none.
    fn actions(&self, messages: &[proto::Action]) -> Result<Vec<Self::Action>, Error> {
        let read = |(i, message)| {
            self.action(message)
                .map_err(|error: Error| error.with_index(i))
        };
        messages.iter().enumerate().map(read).collect()
    }

    /// The message of a setup.
    fn setup_message(setup: &Self::Setup) -> proto::Position;

    /// The unchecked setup of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing or outside the contract.
    fn setup_of_message(message: &proto::Position) -> Result<Self::Setup, Error>;

    /// The error of a setup that breaks a rule; it names the field of the message.
    fn setup_error(error: Self::SetupError) -> Error;

    /// The message of a position.
    fn position_message(&self, state: &Self::State) -> proto::Position {
        Self::setup_message(&self.setup(state))
    }

    /// The position of a message.
    ///
    /// # Errors
    /// Returns an error if a field is missing, outside the contract or breaks a rule.
    fn position(&self, message: &proto::Position) -> Result<Self::State, Error> {
        let setup = Self::setup_of_message(message)?;
        self.position_from_setup(&setup).map_err(Self::setup_error)
    }

    /// The message of a view.
    fn view_message(&self, view: &Self::View) -> proto::Position {
        Self::setup_message(&self.view_setup(view))
    }

    /// Number of seats that a position's message is for.
    fn seats_of_message(message: &proto::Position) -> u32;
}
