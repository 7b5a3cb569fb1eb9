//! `strength`: many matches of a bundled player, against another one or alone, and what they say of
//! how strong it is.

mod archive;
mod players;
mod report;
mod runner;

use std::path::PathBuf;
use std::time::Instant;

use botwerk_agents::Roster;
use botwerk_engine::{Game, with_game};
use clap::Args;

use super::failure::{Failure, Reason};
use super::interrupt::Interrupt;
use super::output::Output;
use super::seed::Seed;
use super::setting::GameArgs;
use archive::Keeping;
use players::Contestants;
use report::{Manner, Report};
use runner::Hall;

/// Who meets whom, how often and from where.
#[derive(Debug, Args)]
pub(super) struct StrengthArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The player whose score is told, such as `minimax:time=100ms`: see `botwerk agents`
    #[arg(long)]
    player: String,
    /// The player that it is compared with, on all other seats; without it the player is alone
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// Seats of a match [default: 2, or 1 without --against]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    seats: Option<u8>,
    /// Number of matches, a multiple of the seats: each opening is played once with the player on
    /// each seat [default: 200, or the next multiple]
    #[arg(long, visible_alias = "games", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
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

/// Matches that are played if nothing is said, unless they are no multiple of the seats.
const USUAL_MATCHES: u64 = 200;

impl StrengthArgs {
    /// Seats of a match: as many as are given, else one for each player that is named.
    fn seats<G: Game>(&self) -> Result<usize, Failure> {
        let named = 1 + usize::from(self.against.is_some());
        let seats = self.seats.map_or(named, usize::from);
        let (game, least) = (G::spec().id, G::spec().min_seats);
        let message = match &self.against {
            Some(against) if seats == 1 => {
                format!("--against {against}: has no seat with --seats 1; leave one of them out")
            }
            None if seats > 1 => {
                format!("--seats {seats}: only one player is named; give --against")
            }
            None if self.seats.is_none() && least > 1 => format!(
                "--player {}: is alone, and {game} takes {least} at least; give --against",
                self.player
            ),
            _ => return Ok(seats),
        };
        Err(Failure::new(Reason::BadArgument, message))
    }

    /// Number of matches, which make whole blocks.
    fn matches(&self, seats: usize) -> Result<u64, Failure> {
        let block = seats as u64;
        let Some(matches) = self.matches else {
            return Ok(USUAL_MATCHES.next_multiple_of(block));
        };
        if matches.is_multiple_of(block) {
            return Ok(matches);
        }
        // Rather more than are asked for, unless there is no such number.
        let near = matches.checked_next_multiple_of(block);
        let near = near.unwrap_or(matches - matches % block);
        let message = format!(
            "--matches {matches}: is no multiple of {seats}; give {near}, as every opening is \
             played {}",
            times(seats)
        );
        Err(Failure::new(Reason::BadArgument, message))
    }
}

/// How often an opening is played: once with the player on each seat.
fn times(seats: usize) -> String {
    match seats {
        1 => "once".into(),
        2 => "twice".into(),
        seats => format!("{seats} times"),
    }
}

/// Plays, verifies and counts; Ctrl-C stops after the matches that are being played.
pub(super) fn run(args: &StrengthArgs, output: &mut Output) -> Result<(), Failure> {
    with_game!(args.game.id()?, G => compare::<G>(args, output))
}

fn compare<G: Roster>(args: &StrengthArgs, output: &mut Output) -> Result<(), Failure> {
    let seats = args.seats::<G>()?;
    let planned = args.matches(seats)?;
    let contestants = Contestants::<G>::new(args, seats)?;
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
    let counts = hall.play(planned, concurrency, &Interrupt::listen())?;
    let manner = Manner {
        planned,
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
