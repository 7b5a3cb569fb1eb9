//! What puzzles are wanted, and the search for them.

use std::ops::RangeInclusive;

use botwerk_engine::GameId;
use clap::Args;

use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;

/// Arguments for puzzles of every game.
#[derive(Debug, Args)]
pub(super) struct WantedArgs {
    /// Minimum number of moves of a solution, such as `12` or `12..14`
    #[arg(long, value_name = "N..M", value_parser = parse_moves)]
    pub(super) moves: RangeInclusive<u32>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Only puzzles with exactly one solution of the minimum number of moves
    #[arg(long)]
    pub(super) unique: bool,
    /// Maximum number of positions that are tried for each puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_tries: u64,
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

impl WantedArgs {
    /// Calls `try_next` until it has returned the wanted number of puzzles, and prints each of them.
    pub(super) fn find<P>(
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
pub(super) fn foreign_flag(flag: &str, game: GameId) -> Failure {
    let message = format!("{flag}: only with --game {game}; omit it");
    Failure::new(Reason::BadArgument, message)
}
