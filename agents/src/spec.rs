//! Naming a player with its settings: `human:mean=12s,error=10`.

use std::fmt;
use std::str::FromStr;

use botwerk_engine::{OptionError, ParseError};

/// A bundled player by name, with settings; the same text in the contract, files and records.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AgentSpec {
    /// The player's name: `solver`.
    pub name: String,
    /// Settings that are not left at their defaults, in the order given.
    pub settings: Vec<(String, String)>,
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.settings.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            write!(f, "{separator}{name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for AgentSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = |at, expected: &str| ParseError::new("agent", text, at, expected);
        let (name, list) = match text.split_once(':') {
            Some((name, list)) => (name, Some(list)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(wrong(0, "a name"));
        }
        let mut settings = Vec::new();
        let mut at = name.len() + 1;
        for setting in list.into_iter().flat_map(|list| list.split(',')) {
            let (key, value) = setting
                .split_once('=')
                .filter(|(key, value)| !key.is_empty() && !value.is_empty())
                .ok_or_else(|| wrong(at, "a setting such as `nodes=20000`"))?;
            settings.push((key.to_owned(), value.to_owned()));
            at += setting.len() + 1;
        }
        Ok(Self {
            name: name.to_owned(),
            settings,
        })
    }
}

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// The game has no player of this name.
    #[error("agent {name}: {game} has none of that name; it has {known}")]
    Unknown {
        /// The name given.
        name: String,
        /// The game.
        game: &'static str,
        /// The names there are.
        known: String,
    },
    /// A setting is not one that the player takes.
    #[error("agent {name}: {error}")]
    Setting {
        /// The player.
        name: String,
        /// What is wrong with the setting.
        error: OptionError,
    },
    /// The text names no player.
    #[error(transparent)]
    Text(#[from] ParseError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_written_as_it_is_read() {
        for text in ["solver", "human:mean=12s", "minimax:nodes=20000,threads=2"] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_broken_spec_is_refused_with_its_place() {
        let wrong = |text: &str| text.parse::<AgentSpec>().unwrap_err();
        assert_eq!(wrong("").at, 0);
        assert_eq!(wrong("human:").at, 6);
        assert_eq!(wrong("human:mean=1s,error").at, 14);
    }
}
