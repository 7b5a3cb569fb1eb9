//! Who takes part.

use serde::{Deserialize, Serialize};

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in all tables; no two have the same.
    pub name: String,
    /// Who plays for it.
    pub player: Player,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A bundled player with its settings: `minimax:nodes=20000`.
    Agent(String),
    /// A bot that attends under this name.
    Bot(String),
    /// A program that is started for the tournament and attends under the entrant's name.
    Command(Vec<String>),
}
