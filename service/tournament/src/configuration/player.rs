//! The players of tournaments and matches, and the text that names one.

use std::fmt::{self, Display, Formatter};

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_engine::{GameId, plain_line};
use serde::{Deserialize, Serialize};

use super::{LaunchCommand, PlayerError};

/// The start of the text of a program that calls a server.
const CALLING: &str = "grpc";

/// The start of the text of a registered bot.
const REGISTERED: &str = "bot";

/// A player, such as that of an entrant.
///
/// ```
/// use botwerk_engine::GameId;
/// use botwerk_tournament::configuration::{LaunchCommand, Player};
///
/// let parse = |text: &str| Player::parse(text, &GameId::all()).unwrap();
/// let command = |words: &[&str]| LaunchCommand::new(words.iter().map(|it| (*it).into()).collect());
/// assert_eq!(parse("random"), Player::Agent("random".into()));
/// assert_eq!(parse("./bot 'a b'"), Player::Stdio(command(&["./bot", "a b"])));
/// assert_eq!(parse("grpc:./bot"), Player::Command(command(&["./bot"])));
/// assert_eq!(parse("bot:guest"), Player::Bot("guest".into()));
/// assert_eq!(parse("./bot 'a b'").to_string(), "./bot 'a b'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A built-in agent with its settings: `minimax:nodes=20000`.
    Agent(String),
    /// A registered bot, by its name.
    Bot(String),
    /// The command line of a launched bot, which connects under the entrant's name.
    Command(LaunchCommand),
    /// The command line of a launched program that speaks the line protocol of `docs/stdio.md`.
    Stdio(LaunchCommand),
}

impl Player {
    /// Returns why a built-in agent cannot play here, if it is to be of a version that this program does not have.
    pub(super) fn missing_version(&self, game: GameId) -> Option<AgentError> {
        let Self::Agent(text) = self else { return None };
        let agent: AgentSpec = text.parse().ok()?;
        agent.version()?;
        let error = game.factory(&agent).err()?;
        matches!(error, AgentError::Version { .. }).then_some(error)
    }

    /// Parses the text of a player:
    ///
    /// - `minimax:nodes=20000`: an agent of one of the games, with its settings, which are not checked
    /// - `./bot` or `python3 "my bots/bot.py"`: a program that speaks the line protocol, with its arguments, divided as by a
    ///   shell, but without variables and patterns. A program of the same name as an agent needs its path or quotes
    /// - `grpc:./bot`: a program that connects to the server
    /// - `bot:NAME`: a registered bot
    ///
    /// # Errors
    /// Returns an error if the text names no program or bot, or a quote has no end.
    pub fn parse(text: &str, games: &[GameId]) -> Result<Self, PlayerError> {
        match text.split_once(':').unwrap_or((text, "")) {
            (REGISTERED, "") => Err(PlayerError::NoBot),
            (REGISTERED, name) => Ok(Self::Bot(name.to_owned())),
            (CALLING, command) => LaunchCommand::parse(command).map(Self::Command),
            (name, _) if is_agent(name, games) => Ok(Self::Agent(text.to_owned())),
            _ => LaunchCommand::parse(text).map(Self::Stdio),
        }
    }

    /// Returns the command of a launched bot, or `None`.
    pub fn launched(&self) -> Option<&LaunchCommand> {
        match self {
            Self::Command(command) | Self::Stdio(command) => Some(command),
            Self::Agent(_) | Self::Bot(_) => None,
        }
    }
}

/// The text from which [`Player::parse`] reads the same player, in one line: blanks take the place of control characters.
impl Display for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Agent(spec) => spec.clone(),
            Self::Bot(name) => format!("{REGISTERED}:{name}"),
            Self::Command(command) => format!("{CALLING}:{command}"),
            Self::Stdio(command) => {
                let text = command.to_string();
                let name = text.split(':').next().unwrap_or_default();
                if [CALLING, REGISTERED].contains(&name) || is_agent(name, &GameId::all()) {
                    let (program, arguments) = text.split_at(text.find(' ').unwrap_or(text.len()));
                    format!("'{program}'{arguments}")
                } else {
                    text
                }
            }
        };
        f.write_str(&plain_line(&text))
    }
}

fn is_agent(name: &str, games: &[GameId]) -> bool {
    let mut games = games.iter();
    games.any(|game| has_agent(*game, name))
}

fn has_agent(game: GameId, name: &str) -> bool {
    game.roster().iter().any(|info| info.name == name)
}

#[cfg(test)]
mod tests;
