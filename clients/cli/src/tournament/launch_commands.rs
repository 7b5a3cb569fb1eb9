//! The commands of the launched bots of a tournament, and how they are printed.

use std::path::Path;
#[cfg(target_os = "linux")]
use std::path::PathBuf;

use botwerk_client::proto;
use botwerk_engine::{GameId, plain_line};
use botwerk_tournament::configuration::{
    self, Configuration, ConfigurationDraft, EntrantDraft, FieldError, Player, Sandbox,
};
use botwerk_tournament_wire::{launch_command, setup_message};
use proto::entrant::Player as PlayerKind;
use serde_json::json;

use super::description;
use super::setup_differences::setup_differences;
use crate::bot_log::BotLog;
use crate::bot_program::BotProgram;
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::player_argument::unknown;
use crate::sandbox::UncountedArgs;
#[cfg(target_os = "linux")]
use crate::sandbox::{check_counted, check_hidden};
use crate::search_path::is_on_path;
use crate::stdio::{BotSeat, MatchHello, bridge};

/// The commands of the launched bots that are to be started.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct LaunchCommands(Vec<LaunchCommand>);

/// The command of one launched bot.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LaunchCommand {
    /// Name of the entrant.
    pub(super) entrant: String,
    /// The program, with all that it may read.
    pub(super) program: BotProgram,
    /// Whether it speaks the line protocol instead of gRPC.
    pub(super) is_stdio: bool,
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
        let found = tournament.setup.clone().unwrap_or_default();
        let own = configuration.clone();
        let own = match botwerk_tournament_wire::configuration(&found) {
            Ok(stored) => own.with_defaults_beside(&stored),
            Err(_) => own.with_defaults(),
        };
        let own = setup_message(&own);
        if without_added_entrants(&found, &own) != own || has_launched(&found, own.entrants.len()) {
            return Err(difference(&own, &found));
        }
        if description::has_ended(tournament) {
            return Ok(Self::default());
        }
        Ok(Self::before_creation(configuration))
    }

    /// Returns the commands that a tournament names and the user's configuration has for the same entrants, unless it has
    /// ended. All else of its set-up may differ.
    ///
    /// # Errors
    /// Returns each entrant whose command is another one or missing in the configuration, and what to do.
    pub(super) fn by_entrant(
        configuration: &Configuration,
        tournament: &proto::Tournament,
    ) -> Result<Self, String> {
        let configuration = configuration.clone().with_defaults();
        let own = Self::before_creation(&configuration);
        let stored = Self::from_tournament(tournament);
        let is_known = |command: &LaunchCommand| own.0.contains(command);
        if stored.iter().all(is_known) {
            return Ok(stored);
        }
        let found = tournament.setup.clone().unwrap_or_default();
        Err(difference(&setup_message(&configuration), &found))
    }

    /// Returns the commands of a configuration whose tournament is not created yet.
    pub(super) fn before_creation(configuration: &Configuration) -> Self {
        let entrants = configuration.entrants.iter();
        let command = |(entrant, player): (&String, &Player)| {
            Some(LaunchCommand {
                entrant: entrant.clone(),
                program: program(player.launched()?, configuration.sandbox.as_ref()),
                is_stdio: matches!(player, Player::Stdio(_)),
            })
        };
        let commands = entrants.map(|entrant| (&entrant.name, &entrant.player));
        Self(commands.filter_map(command).collect())
    }

    /// Returns the commands that a tournament names, unless it has ended.
    pub(super) fn from_tournament(tournament: &proto::Tournament) -> Self {
        if description::has_ended(tournament) {
            return Self::default();
        }
        let entrants = tournament.setup.iter().flat_map(|setup| &setup.entrants);
        let sandbox = tournament
            .setup
            .as_ref()
            .and_then(|setup| setup.sandbox.clone());
        let sandbox = sandbox.map(botwerk_tournament_wire::sandbox);
        let command = |entrant: &proto::Entrant| {
            let player = entrant.player.as_ref()?;
            Some(LaunchCommand {
                entrant: entrant.name.clone(),
                program: program(&launch_command(command_of(player)?), sandbox.as_ref()),
                is_stdio: matches!(player, PlayerKind::Stdio(_)),
            })
        };
        Self(entrants.filter_map(command).collect())
    }

    /// Starts each program of the line protocol once and waits for its first message, so that a program which never
    /// starts is found before the first match.
    ///
    /// # Errors
    /// Returns what is wrong with a program that does not start.
    pub(crate) async fn check_start(&self, tournament: &proto::Tournament) -> Result<(), Failure> {
        let setup = tournament.setup.as_ref();
        let invitation = proto::Invitation {
            setup: setup.and_then(|setup| setup.setup.clone()),
            ..Default::default()
        };
        let hello = MatchHello::from_invitation(&invitation)?;
        for command in self.iter().filter(|command| command.is_stdio) {
            let (program, hello) = (command.program.clone(), hello.clone());
            let started = tokio::task::spawn_blocking(move || {
                let log = BotLog::kept_only();
                let bot = BotSeat::start(&program, hello, Some(&log))?;
                bot.close();
                Ok::<_, String>(())
            });
            let started = started.await.unwrap_or_else(|error| Err(error.to_string()));
            started.map_err(|message| {
                let message = format!("{}: {message}", plain_line(&command.entrant));
                Failure::new(Reason::BotFailed, message)
            })?;
        }
        Ok(())
    }

    /// Returns `true` if no bot is to be started.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the commands in the order of the entrants.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, LaunchCommand> {
        self.0.iter()
    }

    /// Prints the commands, before they are started.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        for command in self.iter() {
            if output.is_json() {
                let (entrant, player) = (&command.entrant, command.player().to_string());
                output.json(&json!({"starting": {"entrant": entrant, "player": player}}))?;
            } else {
                output.line(format!("starting {}", command.text()))?;
            }
        }
        output.flush()
    }

    /// Checks that the kernel limits all memory of bots in sandboxes, or that the user accepts what it does not.
    ///
    /// # Errors
    /// Returns what this machine does not limit.
    #[cfg(target_os = "linux")]
    pub(super) fn check_counted(&self, accepted: UncountedArgs) -> Result<(), Failure> {
        if self.iter().all(|command| command.program.sandbox.is_none()) {
            return Ok(());
        }
        let checked = check_counted(accepted.uncounted_memory);
        checked.map_err(|message| Failure::new(Reason::BadArgument, message))
    }

    /// Does nothing: there are no sandboxes.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn check_counted(&self, _accepted: UncountedArgs) -> Result<(), Failure> {
        Ok(())
    }

    /// Checks that the sandboxes hide these files and folders.
    ///
    /// # Errors
    /// Returns an error that names the path which exposes one of them.
    #[cfg(target_os = "linux")]
    pub(super) fn check_sandboxes(&self, hidden: &[PathBuf]) -> Result<(), Failure> {
        for LaunchCommand {
            entrant, program, ..
        } in self.iter()
        {
            let Some(sandbox) = &program.sandbox else {
                continue;
            };
            for hidden in hidden {
                check_hidden(&program.argv, sandbox, hidden).map_err(|message| {
                    let message = format!("{}: {message}", plain_line(entrant));
                    Failure::new(Reason::BadArgument, message)
                })?;
            }
        }
        Ok(())
    }
}

impl LaunchCommand {
    /// Returns the program to start: for one on standard input and output a bot which runs it.
    pub(super) fn started_program(&self) -> BotProgram {
        if self.is_stdio {
            bridge(&self.program)
        } else {
            self.program.clone()
        }
    }

    /// Returns the entrant and its player as one line.
    pub(super) fn text(&self) -> String {
        format!("{}: {}", plain_line(&self.entrant), self.player())
    }

    fn player(&self) -> Player {
        let command = configuration::LaunchCommand::new(self.program.argv.clone());
        if self.is_stdio {
            Player::Stdio(command)
        } else {
            Player::Command(command)
        }
    }
}

/// Returns a command with the sandbox in which it runs.
fn program(command: &configuration::LaunchCommand, sandbox: Option<&Sandbox>) -> BotProgram {
    let with_own_paths = |sandbox: &Sandbox| {
        let mut sandbox = sandbox.clone();
        sandbox.read_paths.extend_from_slice(&command.read_paths);
        sandbox
    };
    BotProgram::new(command.argv.clone(), sandbox.map(with_own_paths))
}

/// Returns the command of a launched bot, or `None`.
fn command_of(player: &PlayerKind) -> Option<&proto::LaunchCommand> {
    match player {
        PlayerKind::LaunchCommand(command) | PlayerKind::Stdio(command) => Some(command),
        PlayerKind::Agent(_) | PlayerKind::Bot(_) => None,
    }
}

/// Endings of the names of scripts, which interpreters run.
const SCRIPT_ENDINGS: [&str; 12] = [
    ".py", ".js", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua", ".jl", ".sh", ".r", ".jar",
];

/// Returns the first argument of a command that is the path of a script which does not exist.
fn missing_script(argv: &[String]) -> Option<&String> {
    let is_script = |argument: &&String| {
        let lower = argument.to_lowercase();
        let has_ending = SCRIPT_ENDINGS.iter().any(|ending| lower.ends_with(ending));
        has_ending && !argument.starts_with('-') && !argument.contains("://")
    };
    let first = argv.iter().skip(1).find(is_script)?;
    (!Path::new(first).exists()).then_some(first)
}

/// Returns an error for each entrant whose program or script does not exist on this machine.
pub(super) fn missing_programs(draft: &ConfigurationDraft) -> Vec<FieldError> {
    let entrants = draft.entrants.iter().enumerate();
    let error = |(index, entrant): (usize, &EntrantDraft)| {
        let message = missing_program(draft.game, entrant.player.as_ref()?)?;
        Some(FieldError {
            field: format!("entrant[{index}].player"),
            message,
        })
    };
    entrants.filter_map(error).collect()
}

/// Returns what does not exist of the program of a player, or `None`.
fn missing_program(game: Option<GameId>, player: &Player) -> Option<String> {
    let argv = &player.launched()?.argv;
    // A command without a program is invalid on every machine.
    let program = argv.first().filter(|program| !program.is_empty());
    if let Some(program) = program.filter(|program| !is_on_path(program)) {
        return Some(match (player, game) {
            (Player::Stdio(_), Some(game)) => {
                let text = plain_line(&argv.join(" "));
                format!("{text}: {}", unknown(&[game], &text, program))
            }
            _ => format!("{program}: no such program; install it or correct the path"),
        });
    }
    let script = missing_script(argv)?;
    Some(format!(
        "{script}: no such file; correct the path, which starts where you are"
    ))
}

/// Returns a set-up without the entrants that were added to those of another one.
pub(super) fn without_added_entrants(
    found: &proto::TournamentSetup,
    own: &proto::TournamentSetup,
) -> proto::TournamentSetup {
    let mut found = found.clone();
    found.entrants.truncate(own.entrants.len());
    found
}

/// Returns `true` if one of the entrants from a number on is played by a launched bot.
fn has_launched(setup: &proto::TournamentSetup, from: usize) -> bool {
    let mut players = setup.entrants[from..].iter().map(|added| &added.player);
    players.any(|player| player.as_ref().and_then(command_of).is_some())
}

/// Returns what differs, and what to do about it.
fn difference(own: &proto::TournamentSetup, found: &proto::TournamentSetup) -> String {
    let is_hidden = |entrant: &proto::Entrant| {
        let command = entrant.player.as_ref().and_then(command_of);
        command.is_some_and(|command| command.argv.is_empty())
    };
    if found.entrants.iter().any(is_hidden) {
        return "the server shows commands to its operator only; set BOTWERK_ADMIN_TOKEN".into();
    }
    let remedy = "name the file from which it was created";
    format!("{}; {remedy}", setup_differences(own, found))
}
