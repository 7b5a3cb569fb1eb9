//! A player on the command line.

use std::path::{Path, is_separator};

use botwerk_agents::GameAgents;
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::{GameId, plain_line};
use botwerk_tournament::configuration::{LaunchCommand, Player, Sandbox, command_text};

use crate::bot_program::BotProgram;
use crate::own_command;
use crate::search_path::is_on_path;

/// Minimum similarity of a text to an agent's name, from 0 to 1, at which the name is suggested.
const SUGGESTED_SIMILARITY: f64 = 0.8;

/// Parses a player, also one that needs a server.
///
/// # Errors
/// Returns an error that starts with the text if that names no player.
pub fn parse_player(text: &str, games: &[GameId]) -> Result<Player, Failure> {
    Player::parse(text, games).map_err(|error| {
        let message = format!("player {:?}: {error}", plain_line(text));
        Failure::new(Reason::BadArgument, message)
    })
}

/// A player as a program that is started, and how it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerProgram {
    /// It speaks the line protocol.
    Stdio(BotProgram),
    /// It calls a server.
    Calling(BotProgram),
}

impl PlayerProgram {
    /// Parses a player that is a program or an agent, for which this program is started again.
    ///
    /// # Errors
    /// Returns an error if the text names no player, or a registered bot.
    pub fn parse(text: &str, sandbox: Option<Sandbox>) -> Result<Self, Failure> {
        let program = |argv| BotProgram::new(argv, sandbox);
        match parse_player(text, &GameId::all())? {
            Player::Stdio(LaunchCommand { argv, .. }) => {
                let program = program(argv);
                check_program(text, &program, &GameId::all())?;
                Ok(Self::Stdio(program))
            }
            Player::Command(LaunchCommand { argv, .. }) => Ok(Self::Calling(program(argv))),
            Player::Agent(agent) => {
                let argv = own_command::with_arguments(&["bot", "run", &agent]);
                Ok(Self::Calling(program(argv)))
            }
            player @ Player::Bot(_) => {
                let message = format!(
                    "{player}: a registered bot, which this command cannot start; name its program"
                );
                Err(Failure::new(Reason::BadArgument, message))
            }
        }
    }
}

/// Checks that the program of a player's text can be started.
///
/// # Errors
/// Returns an error that says what may be meant instead if there is no such executable.
pub fn check_program(text: &str, program: &BotProgram, games: &[GameId]) -> Result<(), Failure> {
    if is_on_path(program.executable()) {
        return Ok(());
    }
    let why = unknown(games, text, program.executable());
    let message = format!("{}: {why}", plain_line(text));
    Err(Failure::new(Reason::UnknownAgent, message))
}

/// Returns why a text is neither an agent of the game nor a program, with what may be meant instead.
pub fn unknown(games: &[GameId], text: &str, executable: &str) -> String {
    let paths = [text, executable];
    let meant = match paths.into_iter().find(|path| Path::new(path).is_file()) {
        Some(path) if path.contains(is_separator) => Some(command_text(&[path.to_owned()])),
        Some(path) => Some(command_text(&[format!("./{path}")])),
        None => {
            let name = text.split(':').next().unwrap_or_default();
            let mut games = games.iter();
            let similar = games.find_map(|game| similar_agent(*game, name));
            similar.map(str::to_owned)
        }
    };
    let meant = meant.map_or_else(String::new, |meant| format!(" (did you mean `{meant}`?)"));
    let (of_game, listing) = match games {
        [game] => (format!(" of {game}"), format!("game show {game}")),
        _ => (String::new(), "game list".to_owned()),
    };
    format!(
        "neither an agent{of_game}{meant} nor a program; `botwerk {listing}` lists the agents, a program is a command such \
         as `./bot`"
    )
}

/// Returns the name of the agent to which a text is most similar, or `None` if it is similar to none.
fn similar_agent(game: GameId, text: &str) -> Option<&'static str> {
    let roster = game.roster();
    let names = roster.iter().map(|info| info.name);
    let similar = names
        .map(|known| (strsim::jaro(text, known), known))
        .filter(|(similarity, _)| *similarity >= SUGGESTED_SIMILARITY)
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    similar.map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_apart_by_how_they_are_asked() {
        let program = |argv: &[&str]| {
            let argv = argv.iter().map(|word| (*word).to_owned()).collect();
            BotProgram::new(argv, None)
        };
        let parse = |text| PlayerProgram::parse(text, None);
        assert_eq!(
            parse("sh 'a b'").unwrap(),
            PlayerProgram::Stdio(program(&["sh", "a b"]))
        );
        assert_eq!(
            parse("grpc:./bot").unwrap(),
            PlayerProgram::Calling(program(&["./bot"]))
        );
        let agent = PlayerProgram::Calling(program(&["bot", "run", "random:think=0s"]));
        assert_eq!(parse("random:think=0s").unwrap(), agent);
        for (text, problem) in [
            ("bot:guest", "bot:guest: a registered bot"),
            ("'", "player \"'\": "),
            (
                "minimx",
                "minimx: neither an agent (did you mean `minimax`?) nor a program; `botwerk game list`",
            ),
        ] {
            let Failure::Usage { message, .. } = parse(text).unwrap_err() else {
                panic!("{text} is rejected with another failure");
            };
            assert!(message.starts_with(problem), "{message}");
        }
    }
}
