//! Generated positions of Ricochet Robots.

use std::ops::RangeInclusive;

use botwerk_agents::ricochet::solver::InstanceLine;
use botwerk_agents::ricochet::{Puzzle, PuzzleOptions, Puzzles};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::ricochet::Robot;
use botwerk_engine::{GameId, RootSeed};
use clap::Args;
use serde_json::json;

use super::wanted::{WantedArgs, foreign_flag};

/// Arguments for Ricochet Robots.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Sides of the printed sections, letters from A to D [default: ABCD]
    #[arg(long, value_name = "LETTERS", requires = "generate")]
    sides: Option<String>,
    /// Add the silver robot
    #[arg(long, requires = "generate")]
    silver: bool,
    /// Add the transparent robot
    #[arg(long, requires = "generate")]
    transparent: bool,
    /// Play with the ricochet rule
    #[arg(long, requires = "generate")]
    ricochet_rule: bool,
}

impl PositionArgs {
    /// Returns an error if a flag is given.
    pub(super) fn reject(&self) -> Result<(), Failure> {
        let given = [
            ("--sides", self.sides.is_some()),
            ("--silver", self.silver),
            ("--transparent", self.transparent),
            ("--ricochet-rule", self.ricochet_rule),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => Err(foreign_flag(flag, GameId::RICOCHET)),
            None => Ok(()),
        }
    }

    /// Returns the letters of the sides.
    fn sides(&self) -> Result<String, Failure> {
        let sides = self.sides.as_deref().unwrap_or("ABCD");
        let mut letters: Vec<char> = sides.chars().collect();
        letters.sort_unstable();
        letters.dedup();
        let is_valid = letters.iter().all(|letter| ('A'..='D').contains(letter));
        if letters.is_empty() || !is_valid || letters.len() != sides.chars().count() {
            let message = format!("sides: expected different letters from A to D, found `{sides}`");
            return Err(Failure::new(Reason::BadArgument, message));
        }
        Ok(letters.into_iter().collect())
    }
}

/// Finds positions and prints them. The JSON form is a line for `solve`.
pub(super) fn run(
    moves: &RangeInclusive<u32>,
    wanted: &WantedArgs,
    args: &PositionArgs,
    seed: RootSeed,
    output: &mut Output,
) -> Result<(), Failure> {
    let silver = args.silver.then_some(Robot::Silver);
    let transparent = args.transparent.then_some(Robot::Transparent);
    let robots = Robot::COLOURED.into_iter().chain(silver).chain(transparent);
    let options = PuzzleOptions {
        moves: moves.clone(),
        sides: args.sides()?,
        robots: robots.collect(),
        ricochet_rule: args.ricochet_rule,
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
        arrangement,
        instance,
        cost,
        ..
    } = puzzle;
    if output.is_json() {
        let mut line = InstanceLine::from(instance);
        line.id = json!(number);
        line.moves = Some(*cost);
        return output.json(&json!(line));
    }
    let (robots, target) = (instance.robots(), instance.target());
    output.line(format!("{cost} moves: {arrangement} {robots} {target}"))
}
