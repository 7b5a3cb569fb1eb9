//! Options and settings.

use botwerk_engine::OptionSpec;
use botwerk_proto::v1 as proto;

pub(crate) fn option_specs(specs: &[OptionSpec]) -> Vec<proto::OptionSpec> {
    let message = |spec: &OptionSpec| proto::OptionSpec {
        name: spec.name.into(),
        rule: spec.rule.into(),
        accepted_values: spec.kind.to_string(),
        default_value: spec.default.into(),
        help: spec.help.into(),
    };
    specs.iter().map(message).collect()
}
