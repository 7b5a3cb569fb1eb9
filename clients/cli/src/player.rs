//! A player on the command line: an agent, or a program.

use std::fmt::{self, Display, Formatter};
use std::path::is_separator;

use botwerk_agents::AgentSpec;
use botwerk_engine::GameId;
use botwerk_tournament::configuration::{self, LaunchCommand, Sandbox};

use super::agent_argument::agent_argument;
use super::bot_program::BotProgram;
use super::failure::{Failure, Reason};
use crate::player_argument::{check_program, parse_player};

/// What plays a seat of a match in this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Player {
    /// A built-in agent.
    Agent(AgentSpec),
    /// A program that speaks the line protocol.
    Program(BotProgram),
}

impl Player {
    /// Parses a player that needs no server; a program runs in the sandbox.
    ///
    /// # Errors
    /// Returns an error if the text names neither an agent of the game nor an executable, or a bot that needs a server.
    pub(crate) fn parse(
        game: GameId,
        text: &str,
        sandbox: Option<&Sandbox>,
    ) -> Result<Self, Failure> {
        match parse_player(text, &[game])? {
            configuration::Player::Agent(text) => Ok(Self::Agent(agent_argument(game, &text)?)),
            configuration::Player::Stdio(LaunchCommand { argv, .. }) => {
                let sandbox = sandbox.cloned();
                let program = BotProgram::new(argv, sandbox);
                check_program(text, &program, &[game])?;
                Ok(Self::Program(program))
            }
            player @ (configuration::Player::Command(_) | configuration::Player::Bot(_)) => {
                Err(needs_server(&player))
            }
        }
    }

    /// Returns the name for records: that of the agent or of the executable.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Agent(spec) => spec.name.clone(),
            Self::Program(program) => {
                let program = program.executable();
                let name = program.rsplit(is_separator).next().unwrap_or(program);
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

/// The text from which [`Player::parse`] reads the same player.
impl Display for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Program(program) => {
                let command = LaunchCommand::new(program.argv.clone());
                configuration::Player::Stdio(command).fmt(f)
            }
        }
    }
}

/// Returns the failure for a bot that calls a server.
fn needs_server(player: &configuration::Player) -> Failure {
    let text = player.to_string();
    let line = toml::Value::String(text.clone());
    let message = format!(
        "{text}: a bot that calls a server, which this command does not have; write `player = {line}` in an [[entrant]] \
         of a tournament file and play it by `botwerk tournament run FILE`"
    );
    Failure::new(Reason::BadArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_agents::GameAgents;
    use botwerk_engine::GameId;
    use botwerk_tournament::configuration::command_text;

    #[test]
    fn agents_come_before_programs_and_print_as_they_are_parsed() {
        fn check(game: GameId) {
            for info in game.roster() {
                let player = Player::parse(game, info.name, None).unwrap();
                assert_eq!(player.spec().unwrap().to_string(), info.name);
            }
            for command in ["sh", "sh -c 'exit 3' ''"] {
                let player = Player::parse(game, command, None).unwrap();
                assert!(matches!(&player, Player::Program(program) if program.argv[0] == "sh"));
                assert_eq!(player.to_string(), command);
            }
        }
        for game in &GameId::all() {
            check(*game);
        }
    }

    #[test]
    fn text_of_no_player_names_both_readings() {
        fn check(game: GameId) {
            let name = game.roster()[0].name;
            let (short, game) = (&name[..name.len() - 1], game);
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
                (String::new(), "names no player".into()),
                (
                    "grpc:./bot -v".into(),
                    "write `player = \"grpc:./bot -v\"` in an [[entrant]]".into(),
                ),
                (
                    "bot:guest".into(),
                    "write `player = \"bot:guest\"` in an [[entrant]]".into(),
                ),
            ] {
                let failure = Player::parse(game, &text, None).unwrap_err();
                // Without the escapes of its quotes.
                let failure = format!("{failure:?}").replace('\\', "");
                assert!(failure.contains(&message), "{text}: {failure}");
            }
        }
        for game in &GameId::all() {
            check(*game);
        }
    }
    #[test]
    fn path_with_blanks_needs_quotes() {
        fn check(game: GameId, path: &str) {
            let failure = format!("{:?}", Player::parse(game, path, None).unwrap_err());
            let quoted = command_text(&[path.to_owned()]);
            let meant = format!("(did you mean `{quoted}`?)");
            assert!(failure.contains(&meant), "{failure}");
            let player = Player::parse(game, &quoted, None).unwrap();
            assert_eq!((&*player.name(), player.to_string()), ("my bot.py", quoted));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my bot.py");
        std::fs::write(&path, "").unwrap();
        check(GameId::BUILT_IN[0], path.to_str().unwrap());
    }
}
