//! The commands and what they share.

mod agents;
mod analyze;
mod apply;
mod bench;
mod board;
mod bot;
#[cfg(feature = "server")]
mod chaos;
#[cfg(feature = "server")]
mod check_bot;
#[cfg(feature = "server")]
mod child;
mod completions;
mod connection;
mod contest;
#[cfg(feature = "server")]
mod db;
#[cfg(feature = "server")]
mod demo;
pub(crate) mod failure;
mod games;
#[cfg(feature = "server")]
mod host;
mod interrupt;
mod legal;
mod matches;
mod output;
mod paint;
mod perft;
#[cfg(feature = "server")]
mod play;
mod position;
mod progress;
mod record_file;
mod replay;
mod seed;
#[cfg(feature = "server")]
mod serve;
mod setting;
mod solve;
#[cfg(feature = "server")]
mod sprt;
mod strength;
mod tournament;
mod tune;
mod verify;
#[cfg(feature = "server")]
mod wall_clock;
mod watch;

use clap::{Parser, Subcommand};

use failure::Failure;
use output::Output;

/// Plays, solves, checks and measures board games about robots.
#[derive(Debug, Parser)]
#[command(name = "botwerk", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Write JSON lines instead of text, errors included
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let all bundled players meet over a server of this program, and verify every record
    #[cfg(feature = "server")]
    Demo(demo::DemoArgs),
    /// Serve matches to bots and people until told to stop
    #[cfg(feature = "server")]
    Serve(Box<serve::ServeArgs>),
    /// Check, shrink or export the file in which a server keeps matches
    #[cfg(feature = "server")]
    Db(db::DbArgs),
    /// Play a match yourself, at the terminal
    #[cfg(feature = "server")]
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
    #[cfg(feature = "server")]
    Sprt(sprt::SprtArgs),
    /// Let a bundled player wait for invitations and play, as a bot of its own
    Bot(bot::BotArgs),
    /// Try a bot of your own on everything that may happen to it, and say what it does wrong
    #[cfg(feature = "server")]
    CheckBot(check_bot::CheckBotArgs),
    /// Play records again and compare: rules, draws, races and the players' choices
    Verify(verify::VerifyArgs),
    /// Show what happened in a record
    Replay(replay::ReplayArgs),
    /// Measure how fast things are
    Bench(bench::BenchArgs),
    /// Kill a server of this program again and again, and prove that it loses nothing
    #[cfg(feature = "server")]
    Chaos(chaos::ChaosArgs),
    /// Print a script that completes commands in a shell
    Completions(completions::CompletionsArgs),
}

/// Runs what the command line asks for.
pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    let mut output = Output::new(cli.json);
    let done = match &cli.command {
        #[cfg(feature = "server")]
        Command::Demo(args) => demo::run(args, &mut output),
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(args, &mut output),
        #[cfg(feature = "server")]
        Command::Db(args) => db::run(args, &mut output),
        #[cfg(feature = "server")]
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
        #[cfg(feature = "server")]
        Command::Sprt(args) => sprt::run(args, &mut output),
        Command::Bot(args) => bot::run(args, &mut output),
        #[cfg(feature = "server")]
        Command::CheckBot(args) => check_bot::run(args, &mut output),
        Command::Verify(args) => verify::run(args, &mut output),
        Command::Replay(args) => replay::run(args, &mut output),
        Command::Bench(args) => bench::run(args, &mut output),
        #[cfg(feature = "server")]
        Command::Chaos(args) => chaos::run(args, &mut output),
        Command::Completions(args) => completions::run(args, &mut output),
    };
    let flushed = output.flush();
    done.and(flushed)
}
