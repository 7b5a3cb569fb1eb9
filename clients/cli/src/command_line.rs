//! The command line of the program: parses it, runs the command, and completes it in shells.

use std::ffi::OsString;
use std::path::PathBuf;

use botwerk_games::{game, position, solve};
use botwerk_play::{play, watch};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::{Shell, generate};

#[cfg(not(feature = "mcp"))]
use crate::absent_mcp as mcp;
use crate::failure::{self, Failure, Reason};
#[cfg(feature = "mcp")]
use crate::mcp;
use crate::output::Output;
use crate::own_command;
#[cfg(target_os = "linux")]
use crate::sandbox;
use crate::{
    accounts, bot, db, demo, embedded_server, first_page, guard, matches, pages, serve, tournament,
};

/// The program's name.
const NAME: &str = "botwerk";

/// Plays, solves, checks and measures board games about robots.
#[derive(Debug, Parser)]
#[command(name = NAME, version, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Print JSON lines instead of text, including errors
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

impl Cli {
    /// Parses a command line, with the help that groups the commands.
    fn parse_grouped(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut command = first_page::with_groups(Self::command());
        let matches = command.try_get_matches_from_mut(arguments)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a small tournament of every game, and verify every record
    Demo(demo::DemoArgs),
    /// Serve matches to bots and people until stopped
    Serve(Box<serve::ServeArgs>),
    /// Write the web pages as static files, which need no server
    Pages(pages::PagesArgs),
    /// Back up, check, shrink or export the database of a server
    Db(db::DbArgs),
    /// Play a match in the terminal
    Play(play::PlayArgs),
    /// Let a language model play, by the Model Context Protocol
    #[cfg_attr(not(feature = "mcp"), command(hide = true))]
    Mcp(mcp::McpArgs),
    /// Watch live matches on a server
    Watch(watch::WatchArgs),
    /// List, describe and measure the games
    #[command(subcommand)]
    Game(game::GameSubcommand),
    /// Show positions, their legal actions and what follows from them
    #[command(subcommand)]
    Position(position::PositionSubcommand),
    /// Verify, show and analyse records, and compare them with a bot
    #[command(subcommand)]
    Record(botwerk_records::RecordSubcommand),
    /// Compute exact answers: shortest routes, values of small boards
    Solve(Box<solve::SolveArgs>),
    /// Play matches between agents and programs
    Match(Box<matches::MatchArgs>),
    /// Run and evaluate tournaments between built-in agents and bots
    Tournament(tournament::TournamentArgs),
    /// Run, register, list and check bots
    #[command(subcommand)]
    Bot(bot::BotSubcommand),
    /// Sign owners of bots up, set their quotas and ban them
    Owner(accounts::owner::OwnerArgs),
    /// Create and revoke tokens of operators, workers and organisers
    Token(accounts::token::TokenArgs),
    /// Show what operators, organisers and owners have done
    Audit(accounts::audit::AuditArgs),
    /// Play matches of tournaments for a server, on any machine
    Worker(botwerk_worker::WorkerArgs),
    /// Build, check and play uploaded bots for a server, on any machine
    Host(botwerk_host::HostArgs),
    /// Check other servers against conformance vectors, and write these
    #[command(subcommand)]
    Conformance(botwerk_conformance::ConformanceSubcommand),
    /// Print a completion script for a shell
    #[command(hide = true)]
    Completions(CompletionsArgs),
    /// Run a bot, and end it with the program that started it
    #[command(hide = true)]
    Guard(guard::GuardArgs),
    /// Become a bot, inside of its sandbox
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Confine(sandbox::ConfineArgs),
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
struct CompletionsArgs {
    /// Shell to complete commands in
    shell: Shell,
}

/// Runs the program with these arguments, its own name first, and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    run_as(own_command::of_process(&arguments), arguments, Vec::new())
}

/// Runs the program like [`run`] in a process whose own command line does not start it again, such as an
/// interpreter of another language: `command` is the one that does, up to the arguments of `botwerk`, and needs to
/// read `read_paths` in addition to its executable.
pub fn run_as(command: Vec<OsString>, arguments: Vec<OsString>, read_paths: Vec<PathBuf>) -> u8 {
    own_command::remember(command, read_paths);
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let cli = match Cli::parse_grouped(arguments) {
        Ok(cli) => cli,
        // Help and version are no errors.
        Err(error) if wants_json && error.use_stderr() => {
            let message = usage_message(&error);
            let failure = Failure::new(Reason::BadArgument, message);
            return failure::report(&failure, NAME, true);
        }
        Err(error) => error.exit(),
    };
    match execute(&cli) {
        Ok(()) => 0,
        Err(failure) => failure::report(&failure, NAME, cli.json),
    }
}

/// Returns what is wrong with the command line, as one line.
fn usage_message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    let text = text.split("\n\nFor more").next().unwrap_or_default();
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    format!("{line}; see `{NAME} --help`")
}

/// Runs the command and flushes the output.
fn execute(cli: &Cli) -> Result<(), Failure> {
    // Its standard output belongs to the protocol.
    if let Command::Mcp(args) = &cli.command {
        return mcp::run(args, cli.json);
    }
    let mut output = Output::new(cli.json);
    let done = match &cli.command {
        Command::Demo(args) => demo::run(args, &mut output),
        Command::Serve(args) => serve::run(args, &mut output),
        Command::Pages(args) => pages::run(args, &mut output),
        Command::Db(args) => db::run(args, &mut output),
        Command::Play(args) => play::run(args, embedded_server::start, &mut output),
        Command::Watch(args) => watch::run(args, &mut output),
        Command::Game(command) => game::run(command, &mut output),
        Command::Position(command) => position::run(command, &mut output),
        Command::Record(command) => {
            botwerk_records::run(command, embedded_server::start, &mut output)
        }
        Command::Owner(args) => accounts::owner::run(args, &mut output),
        Command::Token(args) => accounts::token::run(args, &mut output),
        Command::Audit(args) => accounts::audit::run(args, &mut output),
        Command::Bot(command) => bot::run(command, &mut output),
        Command::Conformance(command) => {
            botwerk_conformance::run(command, embedded_server::start, &mut output)
        }
        Command::Solve(args) => solve::run(args, &mut output),
        Command::Match(args) => matches::run(args, &mut output),
        Command::Tournament(args) => tournament::run(args, &mut output),
        Command::Worker(args) => botwerk_worker::run(args, &mut output),
        Command::Host(args) => botwerk_host::run(args, &mut output),
        Command::Completions(args) => print_completions(args, &mut output),
        Command::Guard(args) => guard::run(args),
        #[cfg(target_os = "linux")]
        Command::Confine(args) => sandbox::confine(args),
        Command::Mcp(_) => Ok(()),
    };
    let flushed = output.flush();
    done.and(flushed)
}

/// Prints the completion script of a shell.
fn print_completions(args: &CompletionsArgs, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), NAME, &mut script);
    output.line(String::from_utf8_lossy(&script).trim_end())
}
