//! A player on the command line: an agent, or a program.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use botwerk_agents::{AgentSpec, Roster};
use botwerk_tournament::configuration::Sandbox;

use super::agent_argument::agent_argument;
use super::bot_program::BotProgram;
use super::command_words;
use super::failure::{Failure, Reason};
use super::search_path::is_on_path;

/// Minimum similarity of a text to an agent's name, from 0 to 1, at which the name is suggested.
const SUGGESTED_SIMILARITY: f64 = 0.8;

/// What plays a seat of a match in this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Player {
    /// A built-in agent.
    Agent(AgentSpec),
    /// A program that speaks the line protocol.
    Program(BotProgram),
}

impl Player {
    /// Parses a player: the name of an agent of the game with its settings, such as `minimax:nodes=2000`, or else the
    /// command of a program, which is divided into words as by a shell and runs in the sandbox.
    ///
    /// # Errors
    /// Returns an error if the text names neither an agent nor an executable, or a bot that needs a server: `grpc:COMMAND`
    /// and `bot:NAME`.
    pub(crate) fn parse<G: Roster>(text: &str, sandbox: Option<&Sandbox>) -> Result<Self, Failure> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if ["grpc", "bot"].contains(&name) {
            return Err(needs_server(name, rest));
        }
        if G::roster().iter().any(|entry| entry.info.name == name) {
            return Ok(Self::Agent(agent_argument::<G>(text)?));
        }
        let program = BotProgram {
            argv: command_words::split(text)?,
            sandbox: sandbox.cloned(),
        };
        if !is_on_path(program.executable()) {
            return Err(unknown::<G>(text, name, program.executable()));
        }
        Ok(Self::Program(program))
    }

    /// Returns the name for records: that of the agent or of the executable.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Agent(spec) => spec.name.clone(),
            Self::Program(program) => {
                let program = program.executable();
                let name = program.rsplit('/').next().unwrap_or(program);
                name.to_owned()
            }
        }
    }

    /// Returns the agent with its settings, or `None` for a program.
    pub(crate) const fn spec(&self) -> Option<&AgentSpec> {
        match self {
            Self::Agent(spec) => Some(spec),
            Self::Program(_) => None,
        }
    }
}

/// The text of which [`Player::parse`] makes the same player.
impl Display for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Program(program) => f.write_str(&command_words::join(&program.argv)),
        }
    }
}

/// Returns the failure for a bot that calls a server.
fn needs_server(prefix: &str, rest: &str) -> Failure {
    let field = match prefix {
        "grpc" => "command",
        _ => "bot",
    };
    let message = format!(
        "{prefix}:{rest}: a bot that calls a server, which this command does not have; name it as `{field}` of an \
         [[entrant]] in a tournament file and play it by `botwerk tournament run FILE`"
    );
    Failure::new(Reason::BadArgument, message)
}

/// Returns the failure for a text that is neither an agent nor a program, with what may be meant instead.
fn unknown<G: Roster>(text: &str, name: &str, executable: &str) -> Failure {
    let names = G::roster().iter().map(|entry| entry.info.name);
    let similar = names
        .map(|known| (strsim::jaro(name, known), known))
        .filter(|(similarity, _)| *similarity >= SUGGESTED_SIMILARITY)
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    let meant = if Path::new(executable).is_file() {
        format!(" (did you mean `./{executable}`?)")
    } else {
        similar.map_or_else(String::new, |(_, known)| {
            format!(" (did you mean `{known}`?)")
        })
    };
    let game = G::spec().id;
    let message = format!(
        "{text}: neither an agent of {game}{meant} nor a program; `botwerk game show GAME` lists the agents, a program is a \
         command such as `./bot`"
    );
    Failure::new(Reason::UnknownAgent, message)
}

#[cfg(test)]
mod tests {
    use botwerk_engine::{GameId, with_game};

    use super::*;

    #[test]
    fn agents_come_before_programs_and_print_as_they_are_parsed() {
        fn check<G: Roster>() {
            for entry in G::roster() {
                let player = Player::parse::<G>(entry.info.name, None).unwrap();
                assert_eq!(player.spec().unwrap().to_string(), entry.info.name);
            }
            for command in ["sh", "sh -c 'exit 3' ''"] {
                let player = Player::parse::<G>(command, None).unwrap();
                assert!(matches!(&player, Player::Program(program) if program.argv[0] == "sh"));
                assert_eq!(player.to_string(), command);
            }
        }
        for game in GameId::ALL {
            with_game!(*game, G => check::<G>());
        }
    }

    #[test]
    fn text_of_no_player_names_both_readings() {
        fn check<G: Roster>() {
            let name = G::roster()[0].info.name;
            let (short, game) = (&name[..name.len() - 1], G::spec().id);
            for (text, message) in [
                (
                    format!("{short}:nodes=9"),
                    format!("neither an agent of {game} (did you mean `{name}`?) nor a program; "),
                ),
                (format!("./{name}"), "nor a program".into()),
                ("Cargo.toml".into(), "(did you mean `./Cargo.toml`?)".into()),
                (format!("{name}:hat=red"), format!("agent {name}: ")),
                (format!("{name}:"), "agent: at byte ".into()),
                ("sh 'x".into(), "has no end".into()),
                ("grpc:./bot".into(), "`command` of an [[entrant]]".into()),
                ("bot:guest".into(), "`bot` of an [[entrant]]".into()),
            ] {
                let failure = Player::parse::<G>(&text, None).unwrap_err();
                let failure = format!("{failure:?}");
                assert!(failure.contains(&message), "{text}: {failure}");
            }
        }
        for game in GameId::ALL {
            with_game!(*game, G => check::<G>());
        }
    }
}
