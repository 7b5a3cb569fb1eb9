//! `strength`: measures a built-in agent by many matches, against another one or alone.

mod archive;
mod args;
mod players;
mod report;
mod runner;

use std::time::Instant;

use botwerk_agents::Roster;
use botwerk_engine::with_game;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::seed::Seed;
use archive::RecordArchive;
pub(super) use args::StrengthArgs;
use players::StrengthPlayers;
use report::{RunConditions, StrengthReport};
use runner::StrengthRunner;

/// Plays, verifies and counts the matches. Ctrl-C stops after the matches in progress.
pub(super) fn run(args: &StrengthArgs, output: &mut Output) -> Result<(), Failure> {
    with_game!(args.game.id()?, G => compare::<G>(args, output))
}

fn compare<G: Roster>(args: &StrengthArgs, output: &mut Output) -> Result<(), Failure> {
    let seats = args.seats::<G>()?;
    let planned = args.matches(seats)?;
    let players = StrengthPlayers::<G>::new(args, seats)?;
    let seed = Seed::given_or_random(args.seed.as_deref())?;
    let archive = RecordArchive::new(args.records.as_deref())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = args.concurrency.map_or(cores, usize::from);
    let shares_cores = players.compete_for_cores(concurrency, cores);
    if shares_cores && !output.is_json() {
        eprintln!(
            "botwerk: {concurrency} matches at a time, {} threads each, on {cores} cores: agents \
             with a time limit compete for cores; set --concurrency lower",
            players.threads()
        );
    }
    let started = Instant::now();
    let runner = StrengthRunner {
        players: &players,
        seed: &seed,
        archive: &archive,
    };
    let results = runner.play(planned, concurrency, &Interrupt::listen())?;
    let conditions = RunConditions {
        planned,
        concurrency,
        shares_cores,
        elapsed: started.elapsed(),
    };
    StrengthReport::new(&runner, &results, &conditions).print(output)?;
    if results.rejected.is_empty() {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}
