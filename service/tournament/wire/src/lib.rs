//! Conversions between tournaments and the messages of the API.

mod adjudication;
mod setup;
mod termination;
mod time_control;

pub use adjudication::{adjudication, adjudication_message};
pub use setup::{configuration, entrant, entrant_message, launch_command, sandbox, setup_message};
pub use termination::{termination, termination_message};
pub use time_control::{time_control, time_control_message};

use botwerk_agents::AgentSpec;
use botwerk_proto::v1 as proto;

/// Returns the specification of the built-in agent that a message names.
pub fn agent_spec(message: &proto::AgentSpec) -> AgentSpec {
    let setting = |setting: &proto::AgentSetting| (setting.name.clone(), setting.value.clone());
    AgentSpec {
        name: message.name.clone(),
        settings: message.settings.iter().map(setting).collect(),
    }
}

/// Returns the message for the specification of a built-in agent.
pub fn agent_spec_message(spec: &AgentSpec) -> proto::AgentSpec {
    proto::AgentSpec::new(&spec.name, &spec.settings)
}
