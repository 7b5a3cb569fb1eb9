//! Whether the commands of a tournament may be started. What a server or a database says of a tournament may
//! come from a stranger: a command is not started because it is there.

use std::path::PathBuf;

use botwerk_client::proto;
use botwerk_tournament::configuration::TournamentFile;
use clap::Args;

use super::check::read_file;
use super::launch_commands::LaunchCommands;
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Arguments about the commands of a tournament that exists already.
#[derive(Debug, Args)]
pub(super) struct LaunchArgs {
    /// Tournament file, as TOML, whose commands are started for the entrants of the same names
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

impl LaunchArgs {
    /// Reads the file, if one is given.
    pub(super) fn permission(&self, output: &mut Output) -> Result<LaunchPermission, Failure> {
        Ok(match &self.file {
            Some(path) => {
                let file = read_file(path, output)?;
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
    /// Returns an error if the tournament has commands that are not permitted or differ from those of the file.
    pub(super) fn commands(
        &self,
        tournament: &proto::Tournament,
    ) -> Result<LaunchCommands, Failure> {
        if let Self::File(path, file) = self {
            let (name, path) = (&tournament.name, path.display());
            let commands = LaunchCommands::by_entrant(&file.configuration, tournament);
            return commands.map_err(|difference| {
                let message =
                    format!("{path} does not have the commands that {name} names: {difference}");
                Failure::new(Reason::BadArgument, message)
            });
        }
        let commands = LaunchCommands::from_tournament(tournament);
        match (self, commands.iter().next()) {
            (Self::Nothing, Some(first)) => {
                let (name, first) = (&tournament.name, first.text());
                let message = format!(
                    "{name} names commands to start, such as {first}; confirm them with --file and \
                     the tournament's file, or start them with --allow-commands-from-server; \
                     `botwerk tournament show --watch` starts none"
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

#[cfg(test)]
mod tests {
    use botwerk_engine::GameId;
    use botwerk_tournament::configuration::parse_file;
    use botwerk_tournament_wire::setup_message;
    use proto::entrant::Player;

    use super::super::launch_commands::LaunchCommand;
    use super::*;

    fn user_file() -> TournamentFile {
        let game = GameId::BUILT_IN[0].name();
        let text = format!(
            "name = \"a cup\"\ngame = \"{game}\"\n[format]\nkind = \"round-robin\"\n[[entrant]]\n\
             player = \"random\"\n[[entrant]]\nname = \"mine\"\nplayer = \"grpc:bot 'a b'\"\n"
        );
        parse_file(&text).unwrap()
    }

    /// The tournament of the file, as an honest server describes it.
    fn tournament(change: impl FnOnce(&mut proto::TournamentSetup)) -> proto::Tournament {
        let mut setup = setup_message(&user_file().configuration.with_defaults());
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
        let command = proto::LaunchCommand {
            argv,
            ..Default::default()
        };
        setup.entrants[1].player = Some(Player::LaunchCommand(command));
    }

    fn commands(permission: &LaunchPermission, tournament: &proto::Tournament) -> String {
        match permission.commands(tournament) {
            Ok(commands) => commands.iter().map(LaunchCommand::text).collect(),
            Err(Failure::Usage { message, .. }) => message,
            Err(other) => panic!("{other:?}"),
        }
    }

    fn file() -> LaunchPermission {
        LaunchPermission::File("cup.toml".into(), Box::new(user_file()))
    }

    #[test]
    fn commands_of_the_file_are_started_for_entrants_with_the_same_commands() {
        let same = tournament(|_| {});
        assert_eq!(commands(&file(), &same), "mine: grpc:bot 'a b'");
        let other = tournament(|setup| set_command(setup, &["rm", "-r", "\u{1b}[2J"]));
        let refused = commands(&file(), &other);
        let expected = "entrant mine: grpc:bot 'a b' in the file, grpc:rm -r ' [2J' stored";
        assert!(refused.contains(expected), "{refused}");
        assert!(refused.contains("cup.toml"), "{refused}");
        for (change, expected) in [
            (
                (|setup| set_command(setup, &[])) as fn(&mut proto::TournamentSetup),
                "BOTWERK_ADMIN_TOKEN",
            ),
            (
                |setup| setup.entrants[1].name = "theirs".into(),
                "entrant theirs: none in the file, grpc:bot 'a b' stored",
            ),
            (
                |setup| setup.sandbox = Some(proto::Sandbox::default()),
                "the stored set-up cannot be read",
            ),
            (|setup| drop(setup.entrants.pop()), ""),
            (
                |setup| setup.uses_virtual_time = true,
                "mine: grpc:bot 'a b'",
            ),
        ] {
            let refused = commands(&file(), &tournament(change));
            assert!(refused.contains(expected), "{refused}");
        }
    }

    #[test]
    fn entrants_that_were_added_start_no_commands() {
        let added = tournament(|setup| {
            let agent = setup.entrants[0].clone();
            setup.entrants.push(agent);
        });
        assert_eq!(commands(&file(), &added), "mine: grpc:bot 'a b'");
        let launched = tournament(|setup| {
            let mut launched = setup.entrants[1].clone();
            launched.name = "theirs".into();
            setup.entrants.push(launched);
        });
        let refused = commands(&file(), &launched);
        assert!(
            refused.contains("entrant theirs: none in the file, grpc:bot 'a b' stored"),
            "{refused}"
        );
    }

    #[test]
    fn commands_of_the_tournament_need_permission_until_it_has_ended() {
        let mut running = tournament(|_| {});
        let refused = commands(&LaunchPermission::Nothing, &running);
        assert!(refused.contains("mine: grpc:bot"), "{refused}");
        assert!(
            refused.contains("--allow-commands-from-server"),
            "{refused}"
        );
        let allowed = commands(&LaunchPermission::Tournament, &running);
        assert_eq!(allowed, "mine: grpc:bot 'a b'");
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
