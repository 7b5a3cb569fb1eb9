//! `solve --generate`: random positions with a given minimum number of moves.

mod micro_robots;
mod ricochet;
mod wanted;

use std::ops::RangeInclusive;

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::seed::Seed;
use botwerk_engine::GameId;
use clap::Args;
use wanted::WantedArgs;

/// Arguments of `solve --generate`.
#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    wanted: WantedArgs,
    #[command(flatten)]
    micro_robots: micro_robots::SectionArgs,
    #[command(flatten)]
    ricochet: ricochet::PositionArgs,
}

impl GenerateArgs {
    /// Returns the wanted numbers of moves, or `None` if instances are to be solved.
    pub(super) fn moves(&self) -> Option<&RangeInclusive<u32>> {
        self.wanted.moves.as_ref()
    }
}

/// Finds positions whose minimum number of moves is in the range, and prints them.
pub(super) fn run(
    moves: &RangeInclusive<u32>,
    args: &GenerateArgs,
    game: GameId,
    output: &mut Output,
) -> Result<(), Failure> {
    let seed = Seed::given_or_random(args.wanted.generate_seed.as_deref())?.root();
    if game == GameId::MICRO_ROBOTS {
        args.ricochet.reject()?;
        return micro_robots::run(moves, &args.wanted, &args.micro_robots, seed, output);
    }
    if game == GameId::RICOCHET {
        args.micro_robots.reject()?;
        return ricochet::run(moves, &args.wanted, &args.ricochet, seed, output);
    }
    let message = format!("--generate: not with --game {game}; expected micro-robots or ricochet");
    Err(Failure::new(Reason::BadArgument, message))
}
