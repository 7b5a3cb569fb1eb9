//! `check-bot`: whether somebody's bot does what the contract asks of bots, in plain words.
//!
//! The bot talks to a server of this program through a relay that passes every frame on, notes
//! what goes by, and makes trouble by the script of the check.

mod bot_log;
mod bot_process;
mod check;
mod check_game;
mod event;
mod harness;
mod opponent;
mod relay;
mod relay_listener;
mod report;
mod runner;
mod script_error;
mod scripts;
mod timeouts;
mod tournament;
mod violation;

use std::time::Duration;

use botwerk_engine::GameId;
use clap::{Args, ValueEnum};

use super::connection::block_on;
use super::embedded_server::EmbeddedServer;
use super::failure::Failure;
use super::output::Output;
use bot_process::Program;
use check::Check;
use check_game::CheckGame;
use report::Verdict;
use runner::CheckRunner;
use timeouts::CheckTimeouts;

/// Which bot, and what to look at.
#[derive(Debug, Args)]
pub(super) struct CheckBotArgs {
    /// The game to play with it: see `botwerk games`
    #[arg(long)]
    game: String,
    /// The longest that the bot may take for an answer
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    turn_limit_secs: u64,
    /// Make only this check; may be repeated
    #[arg(long, value_name = "CHECK")]
    check: Vec<Check>,
    /// The bot's program with its arguments; it finds `BOTWERK_SERVER` and `BOTWERK_BOT_TOKEN` in
    /// its environment
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Makes the checks one after the other; the exit code tells whether all were passed.
pub(super) fn run(args: &CheckBotArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let program = Program::new(&args.command);
    let checks = args.checks();
    block_on(2, async {
        let host = EmbeddedServer::in_memory().await?;
        let runner = CheckRunner {
            host: &host,
            field: CheckGame::new(game)?,
            timeouts: CheckTimeouts {
                turn: Duration::from_secs(args.turn_limit_secs),
                ..CheckTimeouts::default()
            },
            start: &|environment| program.start(environment),
        };
        let checked = tokio::select! {
            checked = run_checks(&checks, &runner, output) => checked,
            // What has begun is dropped, which ends the bot too.
            _ = tokio::signal::ctrl_c() => Err(Failure::ReportedInvalid),
        };
        host.stop().await?;
        checked
    })
}

async fn run_checks(
    checks: &[Check],
    runner: &CheckRunner<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut all = Ok(());
    for check in checks {
        let report = runner.make(*check).await?;
        report.say(output)?;
        if report.verdict == Verdict::Failed {
            all = Err(Failure::ReportedNegative);
        }
    }
    all
}

impl CheckBotArgs {
    /// The checks that are asked for, in their order.
    fn checks(&self) -> Vec<Check> {
        let asked_for = |check: &Check| self.check.is_empty() || self.check.contains(check);
        let all = Check::value_variants().iter().copied();
        all.filter(asked_for).collect()
    }
}

#[cfg(test)]
mod tests;
