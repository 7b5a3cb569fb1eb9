//! `bot check`: checks whether a bot follows the API, and explains its mistakes.
//!
//! The bot talks to an embedded server through a relay that forwards and records all frames, and
//! injects faults as the script of each check says.

mod authority;
mod bot_process;
mod check_game;
mod check_timeouts;
mod checks;
mod event;
mod harness;
mod opponent;
mod relay;
mod relay_listener;
mod report;
mod runner;
mod script_error;
mod scripts;
mod tournament;
mod traffic_log;
mod violation;

use std::time::Duration;

use botwerk_command::connection::block_on;
use botwerk_command::embedded_server::{ServerPurpose, StartServer};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::GameId;
use botwerk_launch::player_argument::PlayerProgram;
use botwerk_launch::sandbox::SandboxArgs;
use botwerk_launch::stdio::bridge;
use clap::{Args, ValueEnum};

use bot_process::BotCommand;
use check_game::CheckGame;
use check_timeouts::CheckTimeouts;
use checks::Check;
use report::{Verdict, print_omitted};
use runner::CheckRunner;

/// Arguments of `bot check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Game to play: see `botwerk game list`
    #[arg(long)]
    game: String,
    /// Maximum time for an answer of the bot, in seconds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    turn_limit_secs: u64,
    /// Run only this check; may be repeated
    #[arg(long, value_name = "CHECK")]
    check: Vec<Check>,
    /// Run also the checks of what every client does: see docs/bots.md
    #[arg(long)]
    client: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Player: a program that calls the server, such as `grpc:./bot` or `"grpc:python3 bot.py"`, and finds `BOTWERK_SERVER` and
    /// `BOTWERK_BOT_TOKEN` in its environment; a program such as `./bot`, which speaks the line protocol; or an agent
    player: String,
}

/// Runs the checks one after the other. Fails if a check fails.
///
/// # Errors
/// Returns an error if an argument is invalid, the bot cannot be started or fails a check, or the output cannot be written.
pub fn run(args: &CheckArgs, start: StartServer, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let command = BotCommand::new(
        match PlayerProgram::parse(&args.player, args.sandbox.sandbox())? {
            PlayerProgram::Stdio(program) => bridge(&program),
            PlayerProgram::Calling(program) => program,
        },
    );
    let checks = args.checks();
    block_on(2, async {
        let host = start(ServerPurpose::default()).await?;
        let runner = CheckRunner {
            server: host.connect().await?,
            game: CheckGame::new(game)?,
            timeouts: CheckTimeouts {
                turn: Duration::from_secs(args.turn_limit_secs),
                ..CheckTimeouts::default()
            },
            start: &|environment| command.start(environment),
        };
        let result = tokio::select! {
            result = run_checks(&checks, &runner, output) => result,
            // Dropping the checks ends the bot as well.
            _ = tokio::signal::ctrl_c() => Err(Failure::ReportedInvalid),
        };
        host.stop().await?;
        result
    })
}

async fn run_checks(
    checks: &[Check],
    runner: &CheckRunner<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut result = Ok(());
    for (index, check) in checks.iter().enumerate() {
        let report = runner.run(*check).await?;
        report.print(output)?;
        if report.verdict == Verdict::Failed {
            result = Err(Failure::ReportedNegative);
        }
        if report.is_fatal {
            print_omitted(&checks[index + 1..], output)?;
            break;
        }
    }
    result
}

impl CheckArgs {
    /// Returns the selected checks, in their order.
    fn checks(&self) -> Vec<Check> {
        let is_selected = |check: &Check| {
            if self.check.is_empty() {
                self.client || !check.is_for_clients()
            } else {
                self.check.contains(check)
            }
        };
        let all = Check::value_variants().iter().copied();
        all.filter(is_selected).collect()
    }
}

#[cfg(test)]
mod tests;
