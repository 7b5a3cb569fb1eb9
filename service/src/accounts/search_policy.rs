//! Whose searches a server runs.

use clap::ValueEnum;
use serde::Deserialize;

/// Whose searches a server runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchPolicy {
    /// Those of every client. Without a token they count for no owner.
    #[default]
    Public,
    /// Those of clients with the token of an owner, of its bot, or of the operator.
    Owners,
}
