//! `puzzle`: random positions with a given minimum number of moves.

mod micro_robots;
mod ricochet;
mod wanted;

use botwerk_engine::GameId;
use clap::Args;
use wanted::WantedArgs;

use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::seed::Seed;

/// Arguments of `puzzle`.
#[derive(Debug, Args)]
pub(super) struct PuzzleArgs {
    /// Game: micro-robots or ricochet
    #[arg(long)]
    game: String,
    #[command(flatten)]
    wanted: WantedArgs,
    /// Seed of the positions [default: random]
    #[arg(long)]
    seed: Option<String>,
    #[command(flatten, next_help_heading = "micro-robots")]
    micro_robots: micro_robots::SectionArgs,
    #[command(flatten, next_help_heading = "ricochet")]
    ricochet: ricochet::PositionArgs,
}

/// Finds puzzles and prints them.
pub(super) fn run(args: &PuzzleArgs, output: &mut Output) -> Result<(), Failure> {
    let seed = Seed::given_or_random(args.seed.as_deref())?;
    let game: GameId = args.game.parse()?;
    match game {
        GameId::MicroRobots => {
            args.ricochet.reject()?;
            micro_robots::run(&args.wanted, &args.micro_robots, seed.root(), output)
        }
        GameId::Ricochet => {
            args.micro_robots.reject()?;
            ricochet::run(&args.wanted, &args.ricochet, seed.root(), output)
        }
        GameId::Netzwerk | GameId::Droids => {
            let message = format!("game {game}: no puzzles; expected micro-robots or ricochet");
            Err(Failure::new(Reason::BadArgument, message))
        }
    }
}
