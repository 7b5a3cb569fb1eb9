//! `db check`: checks whether everything in a database is readable and consistent with rules, seeds
//! and agents.

use botwerk_agents::{GameAgents, Verified};
use botwerk_service::{Database, DatabaseError, DatabaseLocation};
use serde_json::json;

use super::matches::{for_each_match, print_fault};
use super::tournaments::audit;
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::progress_bar::ProgressBar;
use crate::server_failure::database_failure;

/// Counts of the check so far.
#[derive(Debug, Default)]
struct CheckCounts {
    matches: u64,
    finished: u64,
    events: u64,
    choices: u64,
    /// Matches whose record was deleted, as their tournament says.
    deleted: u64,
    tournaments: u64,
    faults: u64,
}

/// Checks the database and every match in it. Fails if anything is wrong.
pub(super) fn run(db: &DatabaseLocation, output: &mut Output) -> Result<(), Failure> {
    let database = Database::open(db.clone()).map_err(database_failure)?;
    let mut counts = CheckCounts::default();
    for fault in database.integrity_errors().map_err(database_failure)? {
        counts.faults += 1;
        print_fault(None, Reason::Corrupt, &fault, output)?;
    }
    let progress = ProgressBar::new(database.count().map_err(database_failure)?, "matches");
    for_each_match(&database, |id| {
        counts.matches += 1;
        if let Err((reason, message)) = check(&database, id, &mut counts) {
            counts.faults += 1;
            progress.suspend(|| print_fault(Some(id), reason, &message, output))?;
        }
        progress.inc(1);
        Ok(())
    })?;
    progress.clear();
    for tournament in database.tournament_names().map_err(database_failure)? {
        counts.tournaments += 1;
        for fault in audit(&database, &tournament)?.faults {
            counts.faults += 1;
            let message = format!("{tournament}: {fault}");
            print_fault(None, Reason::Corrupt, &message, output)?;
        }
    }
    print_summary(db, &counts, output)
}

/// Checks one match. The record of a finished match is verified.
fn check(database: &Database, id: &str, counts: &mut CheckCounts) -> Result<(), (Reason, String)> {
    let stored = match database.read_match(id) {
        Ok(stored) => stored,
        Err(DatabaseError::RecordDeleted(_)) => {
            counts.deleted += 1;
            return Ok(());
        }
        Err(DatabaseError::Unusable(message)) => return Err((Reason::FileError, message)),
        Err(DatabaseError::Corrupt(message)) => return Err((Reason::Corrupt, message)),
    };
    counts.events += stored.record.events.len() as u64;
    if stored.record.outcome.is_none() {
        return Ok(());
    }
    counts.finished += 1;
    let game = stored.record.header.game_id();
    let game = game.ok_or_else(|| (Reason::Corrupt, "header: unknown game".into()))?;
    let verified = game.verify(&stored.record);
    let Verified { choices, .. } = verified
        .map_err(|difference| (Reason::VerificationFailed, format!("differs: {difference}")))?;
    counts.choices += choices;
    Ok(())
}

fn print_summary(
    db: &DatabaseLocation,
    counts: &CheckCounts,
    output: &mut Output,
) -> Result<(), Failure> {
    let CheckCounts {
        matches,
        finished,
        events,
        choices,
        deleted,
        tournaments,
        faults,
    } = counts;
    if output.is_json() {
        output.json(&json!({
            "file": db.to_string(),
            "is_valid": *faults == 0,
            "matches": matches,
            "finished": finished,
            "events": events,
            "choices": choices,
            "deleted": deleted,
            "tournaments": tournaments,
            "faults": faults,
        }))?;
    } else {
        let result = match faults {
            0 => "valid".to_owned(),
            1 => "1 fault".to_owned(),
            faults => format!("{faults} faults"),
        };
        let records = match deleted {
            0 => String::new(),
            1 => "; 1 record deleted by the rule of its tournament".to_owned(),
            deleted => format!("; {deleted} records deleted by the rules of their tournaments"),
        };
        output.line(format!(
            "{db}: {result} ({matches} matches, {finished} of them finished and replayed, \
             {events} events, {choices} choices checked; {tournaments} tournaments audited{records})"
        ))?;
    }
    if *faults == 0 {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}
