//! Bundled players and their settings.

use botwerk_agents::AgentSpec;
use botwerk_engine::OptionSpec;
use botwerk_proto::v1 as proto;

pub(crate) fn agent_spec(message: &proto::AgentSpec) -> AgentSpec {
    let setting = |setting: &proto::AgentSetting| (setting.name.clone(), setting.value.clone());
    AgentSpec {
        name: message.name.clone(),
        settings: message.settings.iter().map(setting).collect(),
    }
}

pub(crate) fn agent_spec_message(spec: &AgentSpec) -> proto::AgentSpec {
    let setting = |(name, value): &(String, String)| proto::AgentSetting {
        name: name.clone(),
        value: value.clone(),
    };
    proto::AgentSpec {
        name: spec.name.clone(),
        settings: spec.settings.iter().map(setting).collect(),
    }
}

pub(crate) fn option_specs(specs: &[OptionSpec]) -> Vec<proto::OptionSpec> {
    let message = |spec: &OptionSpec| proto::OptionSpec {
        name: spec.name.into(),
        rule: spec.rule.into(),
        takes: spec.kind.to_string(),
        default_value: spec.default.into(),
        help: spec.help.into(),
    };
    specs.iter().map(message).collect()
}
