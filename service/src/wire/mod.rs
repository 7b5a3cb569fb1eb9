//! Between the messages of the contract and the types of the engine.
//!
//! Generated types are built and read only here. What is the same for all games stands in this
//! folder's other files; each game has one file of its own.

mod analysis;
mod droids;
mod encoded;
mod game;
mod matches;
mod micro_robots;
mod netzwerk;
mod options;
mod tournaments;

pub(crate) use analysis::analysis_message;
pub(crate) use botwerk_tournament_wire::{agent_spec, termination_message, time_control_message};
pub(crate) use encoded::{EncodedAction, EncodedPosition, SubmissionContent};
pub(crate) use game::{
    action_info, actor, actor_message, outcome_message, seat, setup, turn_message, viewer,
};
pub(crate) use matches::{game_setup_message, match_message, match_state};
pub(crate) use micro_robots::space_message;
pub(crate) use options::option_specs;
pub(crate) use tournaments::tournament_state;

use botwerk_agents::Roster;
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::TimeControl;

use crate::error::{Error, Reason};

/// Reads how time is limited; an error names the limit that is none.
pub(crate) fn time_control(message: Option<&proto::TimeControl>) -> Result<TimeControl, Error> {
    let control = botwerk_tournament_wire::time_control(message);
    match control.faults().into_iter().next() {
        None => Ok(control),
        Some(fault) => {
            let message = format!("{}: {}", fault.field, fault.message);
            Err(Error::new(Reason::BadRequest, message))
        }
    }
}

/// A game whose positions and actions have messages.
pub(crate) trait Wire: Roster {
    /// The message of an action.
    fn action_message(action: Self::Action) -> proto::Action;

    /// The action of a message; an error says what is missing or out of range.
    fn action(&self, message: &proto::Action) -> Result<Self::Action, Error>;

    /// The actions of messages; an error says which of them is none.
    fn actions(&self, messages: &[proto::Action]) -> Result<Vec<Self::Action>, Error> {
        let read = |(i, message)| self.action(message).map_err(|error: Error| error.at(i));
        messages.iter().enumerate().map(read).collect()
    }

    /// The message of a position.
    fn position_message(&self, state: &Self::State) -> proto::Position;

    /// The position of a message; an error says what is missing or contradicts the rules.
    fn position(&self, message: &proto::Position) -> Result<Self::State, Error>;

    /// Number of seats that a position's message is for.
    fn seats_of_message(message: &proto::Position) -> u32;

    /// The message of a view.
    fn view_message(&self, view: &Self::View) -> proto::Position;
}
