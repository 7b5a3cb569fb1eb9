//! The command line of the program: parses it, runs the command, and completes it in shells.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};

use crate::failure::{self, Failure};
use crate::output::Output;
use crate::{
    agents, analyze, apply, board, bot, check_bot, db, demo, games, legal, matches, perft, play,
    replay, serve, solve, sprt, strength, tournament, tune, verify, watch,
};

/// The program's name.
const NAME: &str = "botwerk";

/// Plays, solves, checks and measures board games about robots.
#[derive(Debug, Parser)]
#[command(name = NAME, version, arg_required_else_help = true)]
struct Cli {
    /// Write JSON lines instead of text, errors included
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let all bundled players meet over a server of this program, and verify every record
    Demo(demo::DemoArgs),
    /// Serve matches to bots and people until told to stop
    Serve(Box<serve::ServeArgs>),
    /// Check, shrink or export the file in which a server keeps matches
    Db(db::DbArgs),
    /// Play a match yourself, at the terminal
    Play(play::PlayArgs),
    /// Look on at matches of a server
    Watch(watch::WatchArgs),
    /// List the games, or show one with its options and notation
    Games(games::GamesArgs),
    /// List the bundled players with their settings
    Agents(agents::AgentsArgs),
    /// Find exact answers: shortest routes, or the values of small boards
    Solve(Box<solve::SolveArgs>),
    /// Let a player search a position, and show what it expects while it does
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Print the picture of a position, or of a map
    Board(board::BoardArgs),
    /// List the legal actions of a position
    Legal(legal::LegalArgs),
    /// Carry out actions and print the new position
    Apply(apply::ApplyArgs),
    /// Count the sequences of actions that follow on a position
    Perft(perft::PerftArgs),
    /// Tune the weights of a player's evaluation by games against itself
    Tune(tune::TuneArgs),
    /// Let bundled players play each other
    Match(matches::MatchArgs),
    /// Compare two bundled players by many matches, every opening played on every seat; or let one
    /// play alone
    Strength(strength::StrengthArgs),
    /// Let bundled players and bots meet as a file says
    Tournament(tournament::TournamentArgs),
    /// Find out whether one player is better than another, with as few matches as it takes
    Sprt(sprt::SprtArgs),
    /// Let a bundled player wait for invitations and play, as a bot of its own
    Bot(bot::BotArgs),
    /// Try a bot of your own on everything that may happen to it, and say what it does wrong
    CheckBot(check_bot::CheckBotArgs),
    /// Play records again and compare: rules, draws, races and the players' choices
    Verify(verify::VerifyArgs),
    /// Show what happened in a record
    Replay(replay::ReplayArgs),
    /// Print a script that completes commands in a shell
    Completions(CompletionsArgs),
}

/// Shell of the completion script.
#[derive(Debug, Args)]
struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Runs the program with these arguments, its own name first, and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = Cli::parse_from(arguments);
    match execute(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure, NAME, cli.json),
    }
}

/// Runs the command and flushes the output.
fn execute(cli: &Cli) -> Result<(), Failure> {
    let mut output = Output::new(cli.json);
    let done = match &cli.command {
        Command::Demo(args) => demo::run(args, &mut output),
        Command::Serve(args) => serve::run(args, &mut output),
        Command::Db(args) => db::run(args, &mut output),
        Command::Play(args) => play::run(args, &mut output),
        Command::Watch(args) => watch::run(args, &mut output),
        Command::Games(args) => games::run(args, &mut output),
        Command::Agents(args) => agents::run(args, &mut output),
        Command::Solve(args) => solve::run(args, &mut output),
        Command::Analyze(args) => analyze::run(args, &mut output),
        Command::Board(args) => board::run(args, &mut output),
        Command::Legal(args) => legal::run(args, &mut output),
        Command::Apply(args) => apply::run(args, &mut output),
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Tune(args) => tune::run(args, &mut output),
        Command::Match(args) => matches::run(args, &mut output),
        Command::Strength(args) => strength::run(args, &mut output),
        Command::Tournament(args) => tournament::run(args, &mut output),
        Command::Sprt(args) => sprt::run(args, &mut output),
        Command::Bot(args) => bot::run(args, &mut output),
        Command::CheckBot(args) => check_bot::run(args, &mut output),
        Command::Verify(args) => verify::run(args, &mut output),
        Command::Replay(args) => replay::run(args, &mut output),
        Command::Completions(args) => print_completions(args, &mut output),
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
