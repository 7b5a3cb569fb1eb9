//! The commands of launched bots, and whether the user has chosen them. What a server or a database says of
//! a tournament may come from a stranger: a command is not started because it is there.

use std::path::PathBuf;

use botwerk_client::proto;
use botwerk_tournament::configuration::{Configuration, Player, TournamentFile};
use botwerk_tournament_wire::setup_message;
use clap::Args;
use proto::entrant::Player as PlayerKind;
use serde_json::json;

use super::check::read_file;
use super::{description, launched_bots};
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Arguments about the commands of a tournament that exists already.
#[derive(Debug, Args)]
pub(super) struct LaunchArgs {
    /// Tournament file, as TOML, whose commands are started; it must be that of the tournament
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Start the commands that the server or the database names, without a tournament file
    #[arg(long, conflicts_with = "file")]
    allow_commands_from_server: bool,
}

/// The origin of the commands that may be started.
pub(super) enum LaunchPermission {
    /// They are those of this file.
    File(PathBuf, Box<TournamentFile>),
    /// They are those of the tournament, which the user allows.
    Tournament,
    /// No command may be started.
    Nothing,
}

/// The commands of the launched bots that are to be started.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct LaunchCommands(Vec<LaunchCommand>);

/// The command of one launched bot.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LaunchCommand {
    /// Name of the entrant.
    pub(super) entrant: String,
    /// The executable and its arguments.
    pub(super) argv: Vec<String>,
}

impl LaunchArgs {
    /// Reads the file, if one is given.
    pub(super) fn permission(&self, output: &mut Output) -> Result<LaunchPermission, Failure> {
        Ok(match &self.file {
            Some(path) => {
                let file = read_file(path, output)?;
                launched_bots::check(&file.configuration)?;
                LaunchPermission::File(path.clone(), Box::new(file))
            }
            None if self.allow_commands_from_server => LaunchPermission::Tournament,
            None => LaunchPermission::Nothing,
        })
    }
}

impl LaunchPermission {
    /// Returns the commands of a tournament that may be started.
    ///
    /// # Errors
    /// Returns an error if the tournament has commands that are not permitted, or if it is not the
    /// tournament of the file.
    pub(super) fn commands(
        &self,
        tournament: &proto::Tournament,
    ) -> Result<LaunchCommands, Failure> {
        if let Self::File(path, file) = self {
            let (name, path) = (&tournament.name, path.display());
            return LaunchCommands::from_configuration(&file.configuration, tournament).map_err(
                |difference| {
                    let message = format!("{name} is not the tournament of {path}: {difference}");
                    Failure::new(Reason::BadArgument, message)
                },
            );
        }
        let commands = LaunchCommands::from_tournament(tournament);
        match (self, commands.0.first()) {
            (Self::Nothing, Some(first)) => {
                let (name, first) = (&tournament.name, first.text());
                let message = format!(
                    "{name} names commands to start, such as {first}; confirm them with --file and \
                     the tournament's file, or start them with --allow-commands-from-server; \
                     `botwerk tournament watch` starts none"
                );
                Err(Failure::new(Reason::BadArgument, message))
            }
            _ => Ok(commands),
        }
    }

    /// Returns the arguments that give this permission, each with a blank before it.
    pub(super) fn arguments(&self) -> String {
        match self {
            Self::File(path, _) => format!(" --file {}", path.display()),
            Self::Tournament => " --allow-commands-from-server".into(),
            Self::Nothing => String::new(),
        }
    }
}

impl LaunchCommands {
    /// Returns the commands of the user's configuration, unless the tournament has ended.
    ///
    /// # Errors
    /// Returns the first difference, and what to do, if the tournament has another set-up.
    pub(crate) fn from_configuration(
        configuration: &Configuration,
        tournament: &proto::Tournament,
    ) -> Result<Self, String> {
        let own = setup_message(&configuration.clone().with_default_turn_limit());
        let found = tournament.setup.clone().unwrap_or_default();
        if found != own {
            return Err(difference(&own, &found));
        }
        if description::has_ended(tournament) {
            return Ok(Self::default());
        }
        let entrants = configuration.entrants.iter();
        let command = |(entrant, player): (&String, &Player)| match player {
            Player::Command(argv) => Some(LaunchCommand {
                entrant: entrant.clone(),
                argv: argv.clone(),
            }),
            Player::Agent(_) | Player::Bot(_) => None,
        };
        let commands = entrants.map(|entrant| (&entrant.name, &entrant.player));
        Ok(Self(commands.filter_map(command).collect()))
    }

    /// Returns the commands that a tournament names, unless it has ended.
    fn from_tournament(tournament: &proto::Tournament) -> Self {
        if description::has_ended(tournament) {
            return Self::default();
        }
        let entrants = tournament.setup.iter().flat_map(|setup| &setup.entrants);
        let command = |entrant: &proto::Entrant| match entrant.player.as_ref()? {
            PlayerKind::LaunchCommand(command) => Some(LaunchCommand {
                entrant: entrant.name.clone(),
                argv: command.argv.clone(),
            }),
            PlayerKind::Agent(_) | PlayerKind::Bot(_) => None,
        };
        Self(entrants.filter_map(command).collect())
    }

    /// Returns `true` if no bot is to be started.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the commands in the order of the entrants.
    pub(super) fn iter(&self) -> impl Iterator<Item = &LaunchCommand> {
        self.0.iter()
    }

    /// Prints the commands, before they are started.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        for command in self.iter() {
            if output.is_json() {
                let LaunchCommand { entrant, argv } = command;
                output.json(&json!({"starting": {"entrant": entrant, "command": argv}}))?;
            } else {
                output.line(format!("starting {}", command.text()))?;
            }
        }
        output.flush()
    }
}

impl LaunchCommand {
    /// Returns the entrant and the command as one line.
    fn text(&self) -> String {
        let entrant = printable(&self.entrant);
        format!("{entrant}: {}", command_text(&self.argv))
    }
}

/// Returns what differs first, and what to do about it.
fn difference(own: &proto::TournamentSetup, found: &proto::TournamentSetup) -> String {
    let is_hidden = |entrant: &proto::Entrant| matches!(&entrant.player, Some(PlayerKind::LaunchCommand(command)) if command.argv.is_empty());
    if found.entrants.iter().any(is_hidden) {
        return "the server shows commands to its operator only; set BOTWERK_ADMIN_TOKEN".into();
    }
    let remedy = "name the file from which it was created";
    let mut pairs = own.entrants.iter().zip(&found.entrants);
    if let Some((own, found)) = pairs.find(|(own, found)| own != found) {
        let (own, found) = (entrant_text(own), entrant_text(found));
        return format!("expected the entrant {own}, found {found}; {remedy}");
    }
    let (expected, entrants) = (own.entrants.len(), found.entrants.len());
    if expected != entrants {
        return format!("expected {expected} entrants, found {entrants}; {remedy}");
    }
    format!("its name, game, format or time control differs; {remedy}")
}

fn entrant_text(entrant: &proto::Entrant) -> String {
    let player = match &entrant.player {
        Some(PlayerKind::LaunchCommand(command)) => command_text(&command.argv),
        Some(PlayerKind::Bot(name)) => format!("bot {}", printable(name)),
        Some(PlayerKind::Agent(agent)) => {
            let spec = botwerk_tournament_wire::agent_spec(agent);
            format!("agent {}", printable(&spec.to_string()))
        }
        None => "nothing".into(),
    };
    format!("{}: {player}", printable(&entrant.name))
}

/// Returns a command as one line. Arguments with other characters than those of file names are quoted, and
/// what could control a terminal is escaped.
fn command_text(argv: &[String]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    let argument = |text: &String| {
        if !text.is_empty() && text.chars().all(is_plain) {
            text.clone()
        } else {
            format!("{text:?}")
        }
    };
    argv.iter().map(argument).collect::<Vec<_>>().join(" ")
}

/// Returns a text that cannot control a terminal.
fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use botwerk_tournament::configuration::parse_file;

    use super::*;

    const FILE: &str = "name = \"a cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\n\
                        [[entrant]]\nagent = \"random\"\n[[entrant]]\nname = \"mine\"\n\
                        command = [\"bot\", \"a b\"]\n";

    fn configuration() -> Configuration {
        parse_file(FILE).unwrap().configuration
    }

    /// The tournament of the file, as an honest server describes it.
    fn tournament(change: impl FnOnce(&mut proto::TournamentSetup)) -> proto::Tournament {
        let mut setup = setup_message(&configuration().with_default_turn_limit());
        change(&mut setup);
        proto::Tournament {
            name: "tournaments/1".into(),
            setup: Some(setup),
            state: proto::TournamentState::Running as i32,
            ..Default::default()
        }
    }

    fn set_command(setup: &mut proto::TournamentSetup, argv: &[&str]) {
        let argv = argv.iter().map(|text| (*text).to_owned()).collect();
        let command = proto::LaunchCommand { argv };
        setup.entrants[1].player = Some(PlayerKind::LaunchCommand(command));
    }

    fn commands(permission: &LaunchPermission, tournament: &proto::Tournament) -> String {
        match permission.commands(tournament) {
            Ok(commands) => commands.iter().map(LaunchCommand::text).collect(),
            Err(Failure::Usage { message, .. }) => message,
            Err(other) => panic!("{other:?}"),
        }
    }

    fn file() -> LaunchPermission {
        let file = parse_file(FILE).unwrap();
        LaunchPermission::File("cup.toml".into(), Box::new(file))
    }

    #[test]
    fn commands_of_the_file_are_started_only_for_its_tournament() {
        let same = tournament(|_| {});
        assert_eq!(commands(&file(), &same), "mine: bot \"a b\"");
        let other = tournament(|setup| set_command(setup, &["rm", "-r", "\u{1b}[2J"]));
        let refused = commands(&file(), &other);
        let expected = "expected the entrant mine: bot \"a b\", found mine: rm -r \"\\u{1b}[2J\"";
        assert!(refused.contains(expected), "{refused}");
        assert!(refused.contains("cup.toml"), "{refused}");
        for (change, expected) in [
            (
                (|setup| set_command(setup, &[])) as fn(&mut proto::TournamentSetup),
                "BOTWERK_ADMIN_TOKEN",
            ),
            (
                |setup| drop(setup.entrants.pop()),
                "expected 2 entrants, found 1",
            ),
            (|setup| setup.virtual_time = true, "time control differs"),
        ] {
            let refused = commands(&file(), &tournament(change));
            assert!(refused.contains(expected), "{refused}");
        }
    }

    #[test]
    fn commands_of_the_tournament_need_permission_until_it_has_ended() {
        let mut running = tournament(|_| {});
        let refused = commands(&LaunchPermission::Nothing, &running);
        assert!(refused.contains("mine: bot"), "{refused}");
        assert!(
            refused.contains("--allow-commands-from-server"),
            "{refused}"
        );
        let allowed = commands(&LaunchPermission::Tournament, &running);
        assert_eq!(allowed, "mine: bot \"a b\"");
        running.state = proto::TournamentState::Over as i32;
        for permission in [
            LaunchPermission::Nothing,
            LaunchPermission::Tournament,
            file(),
        ] {
            assert_eq!(commands(&permission, &running), "");
        }
    }
}
