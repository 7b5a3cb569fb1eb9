//! Conversions between tournaments and the messages of the API.

mod adjudication;
mod match_result;
mod setup;
mod time_control;

pub use adjudication::{adjudication, adjudication_message};
pub use botwerk_wire::{agent_spec, agent_spec_message, termination, termination_message};
pub use match_result::match_result;
pub use setup::{
    configuration, entrant, entrant_message, launch_command, league_limits, sandbox, setup_message,
};
pub use time_control::{time_control, time_control_message};
