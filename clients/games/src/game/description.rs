//! Descriptions of options and settings.

use botwerk_engine::OptionSpec;
use comfy_table::{Table, presets};
use serde_json::{Value, json};

/// Returns an option of a game or a setting of an agent as JSON.
pub(super) fn option_json(option: &OptionSpec) -> Value {
    json!({
        "name": option.name,
        "rule": option.rule,
        "default": option.default,
        "accepted_values": option.kind.to_string(),
        "help": option.help,
    })
}

/// Returns a table of options or settings, one per row.
pub fn options_table(options: &[OptionSpec]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["name", "rule", "default", "accepted values", "description"]);
    for option in options {
        let accepted_values = option.kind.to_string();
        table.add_row([
            option.name,
            option.rule,
            option.default,
            &accepted_values,
            option.help,
        ]);
    }
    table
}
