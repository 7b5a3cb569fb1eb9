//! Specifications of agents as messages.

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
