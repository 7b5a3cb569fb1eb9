//! The command `year`: a league of many bots of many owners, through a year of virtual days in a night.
//!
//! Results are added to the file by the writer of the server, in a process of its own that is killed and whose disk is full
//! now and then. Between the months a server opens the file: it plays the matches of the built-in agents, owners sign up,
//! upload and are banned, pages are read, and it is killed as well.

mod calls;
mod full_disk;
mod month;
mod owners;
mod server_months;
mod table;
mod writer;
mod writing;
mod year_args;

use std::time::{SystemTime, UNIX_EPOCH};

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;

use self::month::Month;
use self::server_months::ServerMonths;
use self::table::MonthTable;
pub(crate) use self::writer::{COMMAND as WRITER, WriterArgs, run as run_writer};
use self::writing::Writing;
use self::year_args::MONTHS;
pub(crate) use self::year_args::YearArgs;
use crate::bench::server::block_on_this_thread;
use crate::program::Program;

/// Microseconds of a month of 30 days.
const MONTH_MICROS: i64 = 30 * 24 * 3600 * 1_000_000;

/// Matches before the first month, with which the others are compared.
const FIRST_MATCHES: u64 = 10_000;

/// Plays a year and prints its months.
pub(super) fn run(args: &YearArgs, output: &mut Output) -> Result<(), Failure> {
    if args.bots < args.owners {
        let message = format!(
            "--bots: expected at least --owners ({}), found {}",
            args.owners, args.bots
        );
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let folder = tempfile::tempdir()?;
    let file = args
        .db
        .clone()
        .unwrap_or_else(|| folder.path().join("year.db"));
    if file.exists() {
        let message = format!("--db {}: the file exists; name a new one", file.display());
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let programs = match &args.program[..] {
        [] => vec![Program::linked()?],
        files => files
            .iter()
            .map(|file| Program::file_or_linked(Some(file)))
            .collect::<Result<_, _>>()?,
    };
    if cfg!(debug_assertions) && args.program.is_empty() && !output.is_json() {
        eprintln!("botwerk: figures of a debug build are meaningless; build with --release");
    }
    let mut table = MonthTable::default();
    block_on_this_thread(play(args, &file, &programs, &mut table, output))?;
    table.end(output)
}

async fn play(
    args: &YearArgs,
    file: &std::path::Path,
    programs: &[Program],
    table: &mut MonthTable,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut servers = ServerMonths::create(args, file, programs).await?;
    let mut writing = Writing::new(args, file, servers.league());
    let start = now_micros() - MONTHS as i64 * MONTH_MICROS;
    let first = FIRST_MATCHES.min(args.matches / (MONTHS + 1));
    for number in 0..=args.months {
        let target = first + (args.matches - first) * number / MONTHS;
        let from = start + (number as i64 - 1).max(0) * MONTH_MICROS;
        let mut month = Month {
            number,
            ..Month::default()
        };
        writing.play_month(
            target,
            (from, from + MONTH_MICROS),
            servers.absent(),
            &mut month,
        )?;
        servers.open_month(args, &mut month).await?;
        month.measure_file(file)?;
        table.add(month, output)?;
        output.flush()?;
    }
    if args.check {
        table.faults = Some(servers.check_file()?);
    }
    Ok(())
}

/// Returns the time in microseconds since 1970.
fn now_micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_micros() as i64
}
