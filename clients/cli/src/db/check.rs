//! `db check`: checks whether everything in a database is readable and consistent with rules, seeds
//! and agents.

use std::path::Path;

use botwerk_agents::{Verified, verify};
use botwerk_engine::with_game;
use botwerk_service::{Database, DatabaseError};
use serde_json::json;

use super::matches::{for_each_match, name, say};
use super::tournaments::audit;
use crate::failure::{Failure, Reason};
use crate::output::{Output, progress_bar};

/// Counts of the check so far.
#[derive(Debug, Default)]
struct Found {
    matches: u64,
    finished: u64,
    events: u64,
    choices: u64,
    tournaments: u64,
    faults: u64,
}

/// Checks the file and every match in it. Fails if anything is wrong.
pub(super) fn run(file: &Path, output: &mut Output) -> Result<(), Failure> {
    let database = Database::open(file)?;
    let mut found = Found::default();
    for fault in database.integrity_errors()? {
        found.faults += 1;
        say(None, Reason::Damaged, &fault, output)?;
    }
    let progress = progress_bar(database.count()?, "matches");
    for_each_match(&database, |id| {
        found.matches += 1;
        if let Err((reason, why)) = check(&database, id, &mut found) {
            found.faults += 1;
            progress.suspend(|| say(Some(id), reason, &why, output))?;
        }
        progress.inc(1);
        Ok(())
    })?;
    progress.finish_and_clear();
    for tournament in database.tournament_names()? {
        found.tournaments += 1;
        for fault in audit(&database, &tournament)?.faults {
            found.faults += 1;
            let why = format!("{tournament}: {fault}");
            say(None, Reason::Damaged, &why, output)?;
        }
    }
    conclude(file, &found, output)
}

/// Checks one match. The record of a finished match is verified.
fn check(database: &Database, id: &str, found: &mut Found) -> Result<(), (Reason, String)> {
    let kept = database.read(id).map_err(|error| match error {
        DatabaseError::Unusable(why) => (Reason::Unreadable, why),
        DatabaseError::Corrupt(why) => (Reason::Damaged, why),
    })?;
    found.events += kept.record.events.len() as u64;
    if kept.record.outcome.is_none() {
        return Ok(());
    }
    found.finished += 1;
    let game = kept.record.header.game_id();
    let game = game.ok_or_else(|| (Reason::Damaged, "set-up: names no game".into()))?;
    let verified = with_game!(game, G => verify::<G>(&kept.record));
    let Verified { choices, .. } =
        verified.map_err(|difference| (Reason::Differs, format!("differs: {difference}")))?;
    found.choices += choices;
    Ok(())
}

fn conclude(file: &Path, found: &Found, output: &mut Output) -> Result<(), Failure> {
    let Found {
        matches,
        finished,
        events,
        choices,
        tournaments,
        faults,
    } = found;
    let file = name(file);
    if output.is_json() {
        output.json(&json!({
            "file": file,
            "good": *faults == 0,
            "matches": matches,
            "finished": finished,
            "events": events,
            "choices": choices,
            "tournaments": tournaments,
            "faults": faults,
        }))?;
    } else {
        let verdict = match faults {
            0 => "good".to_owned(),
            1 => "1 fault".to_owned(),
            faults => format!("{faults} faults"),
        };
        output.line(format!(
            "{file}: {verdict} ({matches} matches, {finished} of them finished and played again, \
             {events} events, {choices} choices asked again; {tournaments} tournaments added up)"
        ))?;
    }
    if *faults == 0 {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}
