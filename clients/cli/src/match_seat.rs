//! What plays a seat of a match on the command line: an agent, or a program.

use std::fmt::{self, Display, Formatter};

use botwerk_agents::{AgentSpec, Roster};
use botwerk_tournament::configuration::Sandbox;

use super::agent_argument::agent_argument;
use super::bot_program::BotProgram;
use super::command_words;
use super::failure::Failure;

/// What precedes the command of a program.
const STDIO: &str = "stdio:";

/// The player of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MatchSeat {
    /// A built-in agent.
    Agent(AgentSpec),
    /// A program that speaks the line protocol.
    Stdio(BotProgram),
}

impl MatchSeat {
    /// Parses an agent with its settings, or `stdio:` and a command as for a shell, whose program runs in the sandbox.
    ///
    /// # Errors
    /// Returns an error if there is no such agent, or no command.
    pub(super) fn parse<G: Roster>(text: &str, sandbox: Option<&Sandbox>) -> Result<Self, Failure> {
        let Some(command) = text.strip_prefix(STDIO) else {
            return Ok(Self::Agent(agent_argument::<G>(text)?));
        };
        Ok(Self::Stdio(BotProgram {
            argv: command_words::split(command)?,
            sandbox: sandbox.cloned(),
        }))
    }

    /// Parses a player like [`Self::parse`]; what starts with `./`, `../` or `/` is a program, too.
    ///
    /// # Errors
    /// Returns an error if there is no such agent, or no command.
    pub(super) fn parse_player<G: Roster>(
        text: &str,
        sandbox: Option<&Sandbox>,
    ) -> Result<Self, Failure> {
        if ["./", "../", "/"]
            .iter()
            .any(|start| text.starts_with(start))
        {
            return Self::parse::<G>(&format!("{STDIO}{text}"), sandbox);
        }
        Self::parse::<G>(text, sandbox)
    }

    /// Returns the name for records: that of the agent or of the executable.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Agent(spec) => spec.name.clone(),
            Self::Stdio(program) => {
                let program = program.executable();
                let name = program.rsplit('/').next().unwrap_or(program);
                name.to_owned()
            }
        }
    }

    /// Returns the agent with its settings, or `None` for a program.
    pub(super) const fn spec(&self) -> Option<&AgentSpec> {
        match self {
            Self::Agent(spec) => Some(spec),
            Self::Stdio(_) => None,
        }
    }
}

impl Display for MatchSeat {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Stdio(program) => write!(f, "{STDIO}{}", command_words::join(&program.argv)),
        }
    }
}
