//! The commands of launched bots.

use serde::{Deserialize, Serialize};

/// The command line of a launched bot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchCommand {
    /// The executable and its arguments.
    pub argv: Vec<String>,
    /// Files and folders that the bot may read in its sandbox, in addition to those that its command names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_paths: Vec<String>,
}

impl LaunchCommand {
    /// Returns a command that needs no file but those that it names.
    pub fn new(argv: Vec<String>) -> Self {
        Self {
            argv,
            read_paths: Vec::new(),
        }
    }
}
