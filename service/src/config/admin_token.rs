//! The admin token: who bears it may make matches and read the metrics.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;

use super::ConfigError;
use crate::token::TokenHash;

/// The shortest token, in characters; 16 random hex digits are 64 bits.
const SHORTEST: usize = 16;

/// An admin token. Only its hash is kept, and `Debug` hides even that.
///
/// It is read from visible characters of ASCII, at least 16 of them, since it travels in a header:
/// `authorization: Bearer TOKEN`.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct AdminToken(TokenHash);

impl AdminToken {
    /// The token that stands alone in a file, blanks and line ends around it left out.
    pub(super) fn from_file(path: &Path) -> Result<Self, ConfigError> {
        let named = |why: &dyn fmt::Display| {
            ConfigError(format!("admin_token_file: {}: {why}", path.display()))
        };
        let text = std::fs::read_to_string(path).map_err(|error| named(&error))?;
        text.trim().parse().map_err(|error| named(&error))
    }

    /// Whether this is the token; the time it takes tells nothing of either.
    pub(crate) fn admits(self, token: &str) -> bool {
        self.0.admits(token)
    }
}

/// Why a text is no admin token; the text itself is not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a token is at least {SHORTEST} visible ASCII characters without blanks; make one with `openssl rand -hex 16`"
)]
pub struct NoAdminToken;

impl FromStr for AdminToken {
    type Err = NoAdminToken;

    fn from_str(text: &str) -> Result<Self, NoAdminToken> {
        let visible = text.chars().all(|c| c.is_ascii_graphic());
        if visible && text.len() >= SHORTEST {
            Ok(Self(TokenHash::of(text)))
        } else {
            Err(NoAdminToken)
        }
    }
}

impl TryFrom<String> for AdminToken {
    type Error = NoAdminToken;

    fn try_from(text: String) -> Result<Self, NoAdminToken> {
        text.parse()
    }
}

impl PartialEq for AdminToken {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0)
    }
}

impl Eq for AdminToken {}

impl fmt::Debug for AdminToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminToken(..)")
    }
}
