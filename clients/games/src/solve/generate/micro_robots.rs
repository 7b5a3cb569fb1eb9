//! Generated positions of Micro Robots.

use std::ops::RangeInclusive;

use botwerk_agents::micro_robots::{Puzzle, PuzzleOptions, Puzzles};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::micro_robots::Side;
use botwerk_engine::{GameId, RootSeed};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::wanted::{WantedArgs, foreign_flag};

/// Arguments for Micro Robots.
#[derive(Debug, Args)]
pub(super) struct SectionArgs {
    /// Side of the printed sections [default: black]
    #[arg(long, requires = "generate")]
    side: Option<PrintedSide>,
}

/// A side of the printed sections.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum PrintedSide {
    Black,
    Copper,
}

impl SectionArgs {
    /// Returns an error if a flag is given.
    pub(super) fn reject(&self) -> Result<(), Failure> {
        match self.side {
            Some(_) => Err(foreign_flag("--side", GameId::MICRO_ROBOTS)),
            None => Ok(()),
        }
    }
}

/// Finds positions and prints them.
pub(super) fn run(
    moves: &RangeInclusive<u32>,
    wanted: &WantedArgs,
    args: &SectionArgs,
    seed: RootSeed,
    output: &mut Output,
) -> Result<(), Failure> {
    let options = PuzzleOptions {
        moves: moves.clone(),
        side: match args.side {
            Some(PrintedSide::Copper) => Side::Copper,
            Some(PrintedSide::Black) | None => Side::Black,
        },
        is_unique: wanted.unique,
    };
    let mut puzzles = Puzzles::new(options, seed);
    wanted.find(
        moves,
        || puzzles.try_next(),
        |number, puzzle| print(number, puzzle, output),
    )
}

fn print(number: u32, puzzle: &Puzzle, output: &mut Output) -> Result<(), Failure> {
    let Puzzle {
        board,
        start,
        target,
        moves,
    } = puzzle;
    let (board, start, target) = (board.to_string(), start.to_string(), target.to_string());
    if output.is_json() {
        output.json(&json!({"id": number, "board": board, "start": start, "target": target}))
    } else {
        output.line(format!("{moves} moves from {start} to {target} on {board}"))
    }
}
