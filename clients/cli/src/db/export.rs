//! `db export`: writes finished matches to files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use botwerk_engine::Termination;
use botwerk_engine::record::ClockKind;
use botwerk_service::{Database, DatabaseError, DatabaseLocation, StoredRecord};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::matches::{for_each_match, name, print_fault};
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::progress_bar::ProgressBar;
use crate::server_failure::database_failure;

/// Name of the table of all matches.
const TABLE_FILE: &str = "matches.jsonl";

/// Arguments of `db export`.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// Database file, or URL of a PostgreSQL database
    #[arg(value_name = "DATABASE")]
    db: DatabaseLocation,
    /// Directory to write to; created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Export only matches that ended in this state
    #[arg(long)]
    state: Option<StateArg>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StateArg {
    /// With a result
    Over,
    /// Aborted
    Aborted,
}

/// A row of the table.
#[derive(Debug, Serialize)]
struct MatchRow<'a> {
    id: &'a str,
    game: &'a str,
    state: &'static str,
    /// Each seat's agent with its settings, or the name of its player.
    players: Vec<&'a str>,
    places: &'a [u8],
    points: &'a [i32],
    rule: &'a str,
    terminations: Vec<&'static str>,
    events: usize,
    /// Which clock was used: `wall` or `virtual`.
    time: &'static str,
    created_micros: i64,
    /// Charged time of each seat.
    charged_nanos: &'a [u64],
    record: String,
}

/// Exports every match that has ended. Fails if one cannot be read.
pub(super) fn run(args: &ExportArgs, output: &mut Output) -> Result<(), Failure> {
    let database = Database::open(args.db.clone()).map_err(database_failure)?;
    let failed = |path: &Path| {
        let path = name(path);
        move |error: io::Error| Failure::file(&path, &error)
    };
    fs::create_dir_all(&args.out).map_err(failed(&args.out))?;
    let table_path = args.out.join(TABLE_FILE);
    let table = File::create(&table_path).map_err(failed(&table_path))?;
    let mut table = BufWriter::new(table);
    let progress = ProgressBar::new(database.count().map_err(database_failure)?, "matches");
    let (mut written, mut corrupt, mut deleted) = (0_u64, 0_u64, 0_u64);
    for_each_match(&database, |id| {
        progress.inc(1);
        let stored = match database.read_match(id) {
            Ok(stored) => stored,
            Err(DatabaseError::RecordDeleted(_)) => {
                deleted += 1;
                return Ok(());
            }
            Err(DatabaseError::Corrupt(message)) => {
                corrupt += 1;
                return progress
                    .suspend(|| print_fault(Some(id), Reason::Corrupt, &message, output));
            }
            Err(unusable) => return Err(database_failure(unusable)),
        };
        let Some(state) =
            final_state(&stored).filter(|state| args.state.is_none_or(|s| s == *state))
        else {
            return Ok(());
        };
        let path = args.out.join(format!("{id}.bwr"));
        fs::write(&path, stored.to_text()).map_err(failed(&path))?;
        let row = serde_json::to_string(&match_row(&stored, state)).map_err(io::Error::from);
        row.and_then(|row| writeln!(table, "{row}"))
            .map_err(failed(&table_path))?;
        written += 1;
        Ok(())
    })?;
    table.flush().map_err(failed(&table_path))?;
    progress.clear();
    let dir = name(&args.out);
    if output.is_json() {
        let table = name(&table_path);
        let counts = json!({
            "dir": dir, "records": written, "corrupt": corrupt, "deleted": deleted, "table": table,
        });
        output.json(&counts)?;
    } else {
        let missing = match deleted {
            0 => String::new(),
            deleted => format!("; {deleted} deleted by the rules of their tournaments"),
        };
        output.line(format!(
            "{dir}: {written} records and {TABLE_FILE}{missing}"
        ))?;
    }
    if corrupt == 0 {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}

/// Returns how the match ended, or `None` if it is in progress.
fn final_state(stored: &StoredRecord) -> Option<StateArg> {
    let outcome = stored.record.outcome.as_ref()?;
    Some(if outcome.places.is_empty() {
        StateArg::Aborted
    } else {
        StateArg::Over
    })
}

fn match_row(stored: &StoredRecord, state: StateArg) -> MatchRow<'_> {
    let header = &stored.record.header;
    let outcome = stored.record.outcome.as_ref();
    let players = header.seats.iter();
    MatchRow {
        id: &stored.id,
        game: &header.game,
        state: match state {
            StateArg::Over => "over",
            StateArg::Aborted => "aborted",
        },
        players: players
            .map(|seat| seat.agent.as_deref().unwrap_or(&seat.name))
            .collect(),
        places: outcome.map_or(&[], |outcome| &outcome.places),
        points: outcome.map_or(&[], |outcome| &outcome.points),
        rule: outcome.map_or("", |outcome| &outcome.outcome),
        terminations: outcome.map_or_else(Vec::new, |outcome| {
            let seats = outcome.terminations.iter();
            seats
                .map(|seat| seat.map_or("", Termination::name))
                .collect()
        }),
        events: stored.record.events.len(),
        time: match header.clock {
            ClockKind::Wall => "wall",
            ClockKind::Virtual => "virtual",
        },
        created_micros: stored.created_micros,
        charged_nanos: &stored.charged_nanos,
        record: format!("{}.bwr", stored.id),
    }
}
