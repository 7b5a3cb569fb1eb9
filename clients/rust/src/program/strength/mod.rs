//! `strength`: many matches of two bundled players, and what they say of how strong they are.

mod contestants;
mod hall;
mod keeping;
mod report;

use std::path::PathBuf;
use std::time::Instant;

use botwerk_agents::Roster;
use botwerk_engine::with_game;
use clap::Args;

use super::failure::{Failure, Reason};
use super::interrupt::Interrupt;
use super::output::Output;
use super::seed::Seed;
use super::setting::GameArgs;
use contestants::Contestants;
use hall::Hall;
use keeping::Keeping;
use report::{Manner, Report};

/// Who meets whom, how often and from where.
#[derive(Debug, Args)]
pub(super) struct StrengthArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The player whose score is told, such as `minimax:time=100ms`: see `botwerk agents`
    #[arg(long)]
    player: String,
    /// The player that it is compared with
    #[arg(long, value_name = "PLAYER")]
    against: String,
    /// Number of matches, even: each opening is played twice, with seats changed
    #[arg(long, visible_alias = "games", value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Turns that are drawn before each match, in games that draw any [default: 2]
    #[arg(long, value_name = "N")]
    opening_turns: Option<u32>,
    /// What openings and all randomness come from: those after the first have the seeds SEED/2,
    /// SEED/3 and so on; without it the system's randomness
    #[arg(long)]
    seed: Option<String>,
    /// A new folder for a record of every match, and a table of them
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Matches that are played at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
}

/// Plays, verifies and counts; Ctrl-C stops after the matches that are being played.
pub(super) fn run(args: &StrengthArgs, output: &mut Output) -> Result<(), Failure> {
    with_game!(args.game.id()?, G => compare::<G>(args, output))
}

fn compare<G: Roster>(args: &StrengthArgs, output: &mut Output) -> Result<(), Failure> {
    if !args.matches.is_multiple_of(2) {
        let message = format!(
            "--matches {}: is odd; give an even number, as every opening is played twice",
            args.matches
        );
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let contestants = Contestants::<G>::new(args)?;
    let seed = Seed::given_or_drawn(args.seed.as_deref())?;
    let keeping = Keeping::new(args.records.as_deref())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = args.concurrency.map_or(cores, usize::from);
    let shares_cores = contestants.share_cores(concurrency, cores);
    if shares_cores && !output.is_json() {
        eprintln!(
            "botwerk: {concurrency} matches at a time, {} threads each, on {cores} cores: players \
             with a limit of time take it from each other; set --concurrency lower",
            contestants.threads()
        );
    }
    let begun = Instant::now();
    let hall = Hall {
        contestants: &contestants,
        seed: &seed,
        keeping: &keeping,
    };
    let counts = hall.play(args.matches, concurrency, &Interrupt::listen())?;
    let manner = Manner {
        planned: args.matches,
        concurrency,
        shares_cores,
        passed: begun.elapsed(),
    };
    Report::new(&hall, &counts, &manner).say(output)?;
    if counts.refused.is_empty() {
        Ok(())
    } else {
        Err(Failure::SaidNo)
    }
}
