//! Who may sign up as an owner.

use clap::ValueEnum;
use serde::Deserialize;

/// Who may sign up as an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignUpPolicy {
    /// No client, not even one with a sign-up code.
    Closed,
    /// Clients with a sign-up code.
    #[default]
    Code,
    /// Clients that have signed in with the OpenID provider, within a limit per day; others with a sign-up code.
    Identity,
    /// Every client, within a limit per day; those with a code beyond it.
    Open,
}
