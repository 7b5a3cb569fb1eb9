//! What positions are wanted, and the search for them.

use std::ops::RangeInclusive;

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::interrupt::Interrupt;
use botwerk_engine::GameId;
use clap::Args;

/// Arguments for generated positions of every game.
#[derive(Debug, Args)]
pub(super) struct WantedArgs {
    /// Generate random positions with this minimum number of moves, such as `12` or `12..14`, instead of solving
    #[arg(long = "generate", id = "generate", value_name = "N..M", value_parser = parse_moves)]
    pub(super) moves: Option<RangeInclusive<u32>>,
    /// Number of positions
    #[arg(long, value_name = "N", requires = "generate", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Only positions with exactly one solution of the minimum number of moves
    #[arg(long, requires = "generate")]
    pub(super) unique: bool,
    /// Maximum number of positions that are tried for each one
    #[arg(long, value_name = "N", requires = "generate", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_tries: u64,
    /// Seed of the positions [default: random]
    #[arg(long, requires = "generate")]
    pub(super) generate_seed: Option<String>,
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
    /// Calls `try_next` until it has returned the wanted number of positions, and prints each of them.
    pub(super) fn find<P>(
        &self,
        moves: &RangeInclusive<u32>,
        mut try_next: impl FnMut() -> Option<P>,
        mut print: impl FnMut(u32, &P) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let interrupt = Interrupt::listen();
        for number in 1..=self.positions {
            let mut tries = 0;
            let position = loop {
                if interrupt.is_set() {
                    return Ok(());
                }
                if tries == self.max_tries {
                    let (first, last) = (moves.start(), moves.end());
                    let message = format!(
                        "no position of {first} to {last} moves among {tries}; choose other numbers or \
                         set --max-tries"
                    );
                    return Err(Failure::new(Reason::BadArgument, message));
                }
                tries += 1;
                if let Some(position) = try_next() {
                    break position;
                }
            };
            print(number, &position)?;
        }
        Ok(())
    }
}

/// Returns the error of a flag of another game, which would be ignored.
pub(super) fn foreign_flag(flag: &str, game: GameId) -> Failure {
    let message = format!("{flag}: only with --game {game}; omit it");
    Failure::new(Reason::BadArgument, message)
}
