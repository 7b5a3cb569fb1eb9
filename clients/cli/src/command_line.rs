//! The command line of the program: parses it, runs the command, and completes it in shells.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};

#[cfg(not(feature = "mcp"))]
use crate::absent_mcp as mcp;
#[cfg(feature = "parquet")]
use crate::dataset;
use crate::failure::{self, Failure, Reason};
#[cfg(feature = "mcp")]
use crate::mcp;
use crate::output::Output;
use crate::own_command;
use crate::{
    agents, analyze, apply, arena, board, bot, bots, check_bot, conformance, db, demo, games,
    grade, guard, legal, matches, pages, perft, play, puzzle, replay, rerun, sandbox, serve, solve,
    sprt, stats, strength, tournament, tune, vectors, verify, watch, worker,
};

/// The program's name.
const NAME: &str = "botwerk";

/// Plays, solves, checks and measures board games about robots.
#[derive(Debug, Parser)]
#[command(name = NAME, version, arg_required_else_help = true)]
struct Cli {
    /// Print JSON lines instead of text, including errors
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a small tournament of every game on an embedded server, and verify every record
    Demo(demo::DemoArgs),
    /// Serve matches to bots and people until stopped
    Serve(Box<serve::ServeArgs>),
    /// Write the web pages as static files, which show and analyse matches without a server
    Pages(pages::PagesArgs),
    /// Check, shrink or export the database of a server
    Db(db::DbArgs),
    /// Play a match in the terminal
    Play(play::PlayArgs),
    /// Let a language model play: tools of the Model Context Protocol, on standard input or over HTTP
    #[cfg_attr(not(feature = "mcp"), command(hide = true))]
    Mcp(mcp::McpArgs),
    /// Watch live matches on a server
    Watch(watch::WatchArgs),
    /// List the games, or show one with its options and notation
    Games(games::GamesArgs),
    /// List the built-in agents with their settings
    Agents(agents::AgentsArgs),
    /// Compute exact answers: shortest routes, or the values of small boards
    Solve(Box<solve::SolveArgs>),
    /// Find random positions with a given minimum number of moves
    Puzzle(Box<puzzle::PuzzleArgs>),
    /// Search a position with an agent, and print what it expects
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Print the diagram of a position or a map
    Board(board::BoardArgs),
    /// List the legal actions of a position
    Legal(legal::LegalArgs),
    /// Apply actions to a position and print the new one
    Apply(apply::ApplyArgs),
    /// Count the action sequences from a position
    Perft(perft::PerftArgs),
    /// Tune the evaluation weights of an agent by self-play
    Tune(tune::TuneArgs),
    /// Play matches between built-in agents
    Match(matches::MatchArgs),
    /// Play matches between programs or agents with seats swapped, for programs that read the results
    Arena(Box<arena::ArenaArgs>),
    /// Say whether a bot is strong enough, by matches against reference players
    Grade(Box<grade::GradeArgs>),
    /// Measure a built-in agent by many matches, against another one or alone
    Strength(strength::StrengthArgs),
    /// Measure a game by many matches of agents: length, choices, balance, endings, lead, skill
    Stats(stats::StatsArgs),
    /// Run and evaluate tournaments between built-in agents and bots
    Tournament(tournament::TournamentArgs),
    /// Test whether one player is stronger than another, with as few matches as possible
    Sprt(sprt::SprtArgs),
    /// Run a built-in agent as a bot that accepts invitations
    Bot(bot::BotArgs),
    /// Register bots on a server, and list them
    Bots(bots::BotsArgs),
    /// Play matches of tournaments for a server, on this or on another machine
    Worker(worker::WorkerArgs),
    /// Check whether a bot follows the API, and explain its mistakes
    CheckBot(check_bot::CheckBotArgs),
    /// Write conformance vectors: requests about the rules of every game, with their answers
    Vectors(vectors::VectorsArgs),
    /// Check whether a server answers as the conformance vectors say
    Conformance(Box<conformance::ConformanceArgs>),
    /// Verify match records: rules, chance outcomes, races and the agents' choices
    Verify(verify::VerifyArgs),
    /// Show the events and positions of a match record
    Replay(replay::ReplayArgs),
    /// Show a bot what a seat saw in a recorded match, and where it would act differently now
    Rerun(rerun::RerunArgs),
    /// Write what players saw and did in match records to a Parquet file
    #[cfg(feature = "parquet")]
    Dataset(dataset::DatasetArgs),
    /// Print a completion script for a shell
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
    let cli = match Cli::try_parse_from(arguments) {
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
        Command::Play(args) => play::run(args, &mut output),
        Command::Watch(args) => watch::run(args, &mut output),
        Command::Games(args) => games::run(args, &mut output),
        Command::Agents(args) => agents::run(args, &mut output),
        Command::Solve(args) => solve::run(args, &mut output),
        Command::Puzzle(args) => puzzle::run(args, &mut output),
        Command::Analyze(args) => analyze::run(args, &mut output),
        Command::Board(args) => board::run(args, &mut output),
        Command::Legal(args) => legal::run(args, &mut output),
        Command::Apply(args) => apply::run(args, &mut output),
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Tune(args) => tune::run(args, &mut output),
        Command::Match(args) => matches::run(args, &mut output),
        Command::Arena(args) => arena::run(args, &mut output),
        Command::Grade(args) => grade::run(args, &mut output),
        Command::Strength(args) => strength::run(args, &mut output),
        Command::Stats(args) => stats::run(args, &mut output),
        Command::Tournament(args) => tournament::run(args, &mut output),
        Command::Worker(args) => worker::run(args, &mut output),
        Command::Sprt(args) => sprt::run(args, &mut output),
        Command::Bot(args) => bot::run(args, &mut output),
        Command::Bots(args) => bots::run(args, &mut output),
        Command::CheckBot(args) => check_bot::run(args, &mut output),
        Command::Vectors(args) => vectors::run(args, &mut output),
        Command::Conformance(args) => conformance::run(args, &mut output),
        Command::Verify(args) => verify::run(args, &mut output),
        Command::Replay(args) => replay::run(args, &mut output),
        Command::Rerun(args) => rerun::run(args, &mut output),
        #[cfg(feature = "parquet")]
        Command::Dataset(args) => dataset::run(args, &mut output),
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
