//! `puzzle`: random positions with a given minimum number of moves.

mod micro_robots;
mod ricochet;

use std::ops::RangeInclusive;

use botwerk_engine::GameId;
use clap::Args;

use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::seed::Seed;

/// Arguments of `puzzle`.
#[derive(Debug, Args)]
pub(super) struct PuzzleArgs {
    /// Game: micro-robots or ricochet
    #[arg(long)]
    game: String,
    /// Minimum number of moves of a solution, such as `12` or `12..14`
    #[arg(long, value_name = "N..M", value_parser = parse_moves)]
    moves: RangeInclusive<u32>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Only puzzles with exactly one solution of the minimum number of moves
    #[arg(long)]
    unique: bool,
    /// Maximum number of positions that are tried for each puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_tries: u64,
    /// Seed of the positions [default: random]
    #[arg(long)]
    seed: Option<String>,
    #[command(flatten, next_help_heading = "micro-robots")]
    micro_robots: micro_robots::SectionArgs,
    #[command(flatten, next_help_heading = "ricochet")]
    ricochet: ricochet::PositionArgs,
}

/// Parses `12` or `12..14`; both ends belong to the range.
fn parse_moves(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = || "expected a number of moves from 1, or two such as `12..14`".to_owned();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().map_err(|_| expected());
    let range = number(first)?..=number(last)?;
    if *range.start() == 0 || range.is_empty() {
        return Err(expected());
    }
    Ok(range)
}

/// Finds puzzles and prints them.
pub(super) fn run(args: &PuzzleArgs, output: &mut Output) -> Result<(), Failure> {
    let seed = Seed::given_or_random(args.seed.as_deref())?;
    let game: GameId = args.game.parse()?;
    match game {
        GameId::MicroRobots => {
            args.ricochet.reject()?;
            micro_robots::run(args, seed.root(), output)
        }
        GameId::Ricochet => {
            args.micro_robots.reject()?;
            ricochet::run(args, seed.root(), output)
        }
        GameId::Netzwerk | GameId::Droids => {
            let message = format!("game {game}: no puzzles; expected micro-robots or ricochet");
            Err(Failure::new(Reason::BadArgument, message))
        }
    }
}

impl PuzzleArgs {
    /// Calls `try_next` until it has returned the wanted number of puzzles, and prints each of them.
    fn find<P>(
        &self,
        mut try_next: impl FnMut() -> Option<P>,
        mut print: impl FnMut(u32, &P) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let interrupt = Interrupt::listen();
        for number in 1..=self.count {
            let mut tries = 0;
            let puzzle = loop {
                if interrupt.is_set() {
                    return Ok(());
                }
                if tries == self.max_tries {
                    let (first, last) = (self.moves.start(), self.moves.end());
                    let message = format!(
                        "no puzzle of {first} to {last} moves in {tries} positions; choose other \
                         numbers or set --max-tries"
                    );
                    return Err(Failure::new(Reason::BadArgument, message));
                }
                tries += 1;
                if let Some(puzzle) = try_next() {
                    break puzzle;
                }
            };
            print(number, &puzzle)?;
        }
        Ok(())
    }
}

/// Returns the error of a flag of another game, which would be ignored.
fn foreign_flag(flag: &str, game: GameId) -> Failure {
    let message = format!("{flag}: only with --game {game}; omit it");
    Failure::new(Reason::BadArgument, message)
}
