//! `bot`: runs bots, registers them on a server, and checks them.

mod push;
mod registration;
mod run;
mod show;

use clap::Subcommand;

use super::embedded_server;
use super::failure::Failure;
use super::output::Output;

/// Subcommands of `bot`.
#[derive(Debug, Subcommand)]
pub(super) enum BotSubcommand {
    /// Run a built-in agent or a program as a bot that accepts invitations
    Run(run::RunArgs),
    /// Register a bot and print its token
    Register(registration::RegisterArgs),
    /// List the registered bots
    List(registration::ListArgs),
    /// Show ratings, results, faults and times of the last 200 matches of a bot
    Show(show::ShowArgs),
    /// Upload the folder of a bot, which hosts build, check and play, and wait until it plays
    Push(push::PushArgs),
    /// List the uploaded versions of a bot, or show the log of one
    Versions(push::VersionsArgs),
    /// Issue another token for a bot and revoke the previous one, which `BOTWERK_BOT_TOKEN` may be
    Rotate(registration::RotateArgs),
    /// Delete a bot; its results stay
    Delete(registration::DeleteArgs),
    /// Check whether a bot follows the API, and explain its mistakes
    Check(botwerk_check_bot::CheckArgs),
}

/// Runs the subcommand.
pub(super) fn run(command: &BotSubcommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        BotSubcommand::Run(args) => run::run(args, output),
        BotSubcommand::Register(args) => registration::register(args, output),
        BotSubcommand::List(args) => registration::list(args, output),
        BotSubcommand::Show(args) => show::show(args, output),
        BotSubcommand::Push(args) => push::push(args, output),
        BotSubcommand::Versions(args) => push::versions(args, output),
        BotSubcommand::Rotate(args) => registration::rotate(args, output),
        BotSubcommand::Delete(args) => registration::delete(args, output),
        BotSubcommand::Check(args) => botwerk_check_bot::run(args, embedded_server::start, output),
    }
}
