//! The manifest of a bot: what its program plays, and how it is built and started.

use botwerk_engine::GameId;
use serde::{Deserialize, Serialize};

use crate::ArchiveError;

/// Name of the file, in the folder of the bot.
pub const MANIFEST: &str = "botwerk.toml";

/// Maximum length of a command, in bytes.
const MAX_COMMAND: usize = 1024;

/// What the program of a bot plays, and how it is built and started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name of the game that it plays.
    pub game: String,
    /// The command that plays, as for a shell, in the folder of the bot.
    pub command: String,
    /// The command that builds it there, run by `sh`; `None` if there is nothing to build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// How the command speaks with the server.
    #[serde(default)]
    pub protocol: Protocol,
}

/// How a program speaks with the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// By the line protocol, over standard input and output.
    #[default]
    Lines,
    /// By the API, over gRPC.
    Grpc,
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// Returns an error if a field is missing, unknown or not valid.
    pub fn parse(text: &str) -> Result<Self, ArchiveError> {
        let invalid = |message: String| ArchiveError::Manifest(message);
        let manifest: Self =
            toml::from_str(text).map_err(|error| invalid(error.message().to_owned()))?;
        let game = manifest.game.parse::<GameId>();
        game.map_err(|error| invalid(format!("game: {error}")))?;
        for (field, command) in [
            ("command", Some(&manifest.command)),
            ("build", manifest.build.as_ref()),
        ] {
            let Some(command) = command else { continue };
            if command.trim().is_empty() || command.len() > MAX_COMMAND || command.contains('\0') {
                let message = format!("{field}: expected 1 to {MAX_COMMAND} bytes");
                return Err(invalid(message));
            }
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifest_names_game_and_command() {
        let text =
            "game = \"netzwerk\"\ncommand = \"./bot\"\nbuild = \"make\"\nprotocol = \"grpc\"";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.protocol, Protocol::Grpc);
        assert_eq!(manifest.build.as_deref(), Some("make"));
        for (text, message) in [
            ("command = \"./bot\"", "missing field `game`"),
            ("game = \"chess\"\ncommand = \"./bot\"", "game: "),
            (
                "game = \"netzwerk\"\ncommand = \" \"",
                "command: expected 1 to",
            ),
            (
                "game = \"netzwerk\"\ncommand = \"a\"\nlanguage = \"C\"",
                "unknown field `language`",
            ),
            (
                "game = \"netzwerk\"\ncommand = \"a\"\nprotocol = \"http\"",
                "unknown variant",
            ),
        ] {
            let error = Manifest::parse(text).unwrap_err().to_string();
            assert!(
                error.contains(message) && error.starts_with("botwerk.toml: "),
                "{error}"
            );
        }
    }
}
