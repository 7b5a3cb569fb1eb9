//! Between the messages of the contract and the types of the engine.
//!
//! Generated types are built and read only here. What is the same for all games stands in this
//! folder's other files; each game has one file of its own.

mod agent;
mod analysis;
mod game;
mod micro_robots;
mod netzwerk;
mod time_control;

pub(crate) use agent::{agent_spec, agent_spec_message, option_specs};
pub(crate) use analysis::analysis_message;
pub(crate) use game::{
    action_info, actor, actor_message, outcome_message, seat, setup, turn_message, viewer,
};
pub(crate) use micro_robots::space_message;
pub(crate) use time_control::{time_control, time_control_message};

use botwerk_agents::Roster;
use botwerk_proto::v1 as proto;

use crate::error::Error;

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
