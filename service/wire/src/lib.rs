//! Games as messages of the API, and its stateless services as functions from request to response.
//!
//! Each game has a module of its own. Nothing here reads a clock, a file or a socket, so that the same
//! code answers in the server and in a web page.

mod agent_spec;
pub mod analysis;
mod analysis_job;
pub mod catalog;
mod droids;
mod encoded;
pub mod error;
mod game;
mod game_description;
mod input_position;
mod micro_robots;
mod netzwerk;
mod position;
mod record_analysis_job;
pub mod replay;
mod ricochet;
pub mod rules;
mod solver_task;
mod termination;

pub use agent_spec::{agent_spec, agent_spec_message};
pub use analysis_job::{AnalysisJob, EncodedAnalysis};
pub use encoded::{EncodedAction, EncodedPosition, EncodedRules, SubmissionContent};
pub use game::{
    action_info, actor, actor_message, analysis_message, error_message, observation_field_message,
    option_specs, outcome_message, required, seat, setup, turn_message, viewer,
};
pub use game_description::{GameDescription, game_setup_message};
pub use input_position::{InputPosition, earlier_positions};
pub use record_analysis_job::{RecordAnalysisJob, SearchTurn, turn_analysis_message};
pub use solver_task::SolverTask;
pub use termination::{termination, termination_message};

use botwerk_agents::{Roster, TurnValue};
use botwerk_engine::{Options, SetupError, Viewer};
use botwerk_proto::v1 as proto;

use error::{Error, Reason};
use position::broken_rule;

/// A game whose positions and actions have messages.
pub trait Wire: Roster + TurnValue {
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

    /// Returns the path of the message's field that holds a part of a setup.
    fn part_path(part: &Self::SetupPart) -> String {
        part.to_string()
    }

    /// Returns the error of a setup that breaks a rule; it names the field of the message.
    fn setup_error(error: SetupError<Self::SetupPart>) -> Error {
        broken_rule(Self::part_path(&error.part), &error.expected)
    }

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

    /// Returns the options of a match that can reach the position of a message, as
    /// [`options_for_position`](botwerk_engine::GameNotation::options_for_position) does for a text.
    fn options_for_message(options: Options, message: &proto::Position) -> Options {
        let _ = message;
        options
    }

    /// Returns the number of seats in the message of a position.
    fn seats_of_message(message: &proto::Position) -> u32;
}
