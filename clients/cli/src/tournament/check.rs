//! `tournament check`: validates a tournament file and shows what would be played.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use botwerk_engine::{Adjudication, RootSeed};
use botwerk_tournament::configuration::{Configuration, Entrant, ParsedFile, TournamentFile};
use botwerk_tournament::format::Rotation;
use botwerk_tournament::{MAX_OPENINGS_BYTES, OpeningOrder, TournamentSeed};
use serde_json::json;

use super::launch_commands::missing_programs;
use super::number::count;
use crate::failure::Failure;
use crate::output::Output;

/// Reads the file and prints the entrants and the number of matches.
pub(super) fn run(path: &Path, output: &mut Output) -> Result<(), Failure> {
    let configuration = read_file(path, output)?.configuration.with_defaults();
    // The number of matches does not depend on the seed.
    let schedule = configuration.schedule(TournamentSeed::new(RootSeed::from_text("")))?;
    let (max, first) = (
        schedule.max_matches(),
        schedule.match_count(&schedule.first_batch()),
    );
    let Configuration {
        name,
        game,
        seats,
        format,
        entrants,
        ..
    } = &configuration;
    if output.is_json() {
        let names: Vec<_> = entrants.iter().map(|entrant| &entrant.name).collect();
        let anchors: Vec<_> = entrants.iter().map(|entrant| entrant.anchor).collect();
        return output.json(&json!({
            "name": name, "game": game.name(), "seats": seats, "format": format.name(),
            "entrants": names, "anchors": anchors, "matches_per_block": schedule.matches_per_block(),
            "openings": configuration.openings.len(), "adjudication": configuration.adjudication,
            "first_round_matches": first, "max_matches": max as u64,
            "opening_turns": configuration.opening_turns, "record_days": configuration.record_days,
            "public_comments": configuration.public_comments, "warning": repeat_warning(&configuration),
        }));
    }
    output.line(format!(
        "{name}: {} in {game} with {seats} seats",
        format.name()
    ))?;
    for entrant in entrants {
        output.line(format!("  {:24} {}", entrant.name, entrant_text(entrant)))?;
    }
    let rotation = match configuration.rotation {
        Rotation::Cyclic if configuration.seats > 2 => {
            "each entrant once on each seat, always between the same entrants"
        }
        Rotation::Cyclic => "each entrant once on each seat",
        Rotation::All => "every order of the entrants",
    };
    if !configuration.openings.is_empty() {
        let order = match configuration.opening_order {
            OpeningOrder::Shuffled => "in an order that follows from the seed",
            OpeningOrder::Sequential => "in their order",
        };
        output.line(format!(
            "{}, {order}",
            count(configuration.openings.len() as u64, "opening")
        ))?;
    }
    if let Some(turns) = configuration.opening_turns.filter(|turns| *turns > 0) {
        let turns = count(turns, "turn");
        output.line(format!(
            "each block starts after {turns} that are sampled from its seed"
        ))?;
    }
    if let Some(warning) = repeat_warning(&configuration) {
        output.line(warning)?;
    }
    if let Some(days) = configuration.record_days {
        output.line(record_rule(days))?;
    }
    if configuration.public_comments {
        output.line("comments of players are shown to all after the matches of their block")?;
    }
    for rule in adjudication_rules(configuration.adjudication) {
        output.line(rule)?;
    }
    let block = schedule.matches_per_block();
    output.line(format!("blocks of {block} matches: {rotation}"))?;
    if let Some(limits) = configuration.league() {
        let end = match limits.max_matches() {
            Some(matches) => format!("at most {matches} matches in total"),
            None => "no end before it is cancelled".into(),
        };
        return output.line(format!("rounds that are paired one by one, {end}"));
    }
    if u128::from(first) == max {
        output.line(format!("{first} matches"))
    } else {
        output.line(format!(
            "{first} matches in the first round, at most {max} in total"
        ))
    }
}

/// Prints a warning if players that do not vary their choices would play the same matches again and again.
pub(super) fn print_repeat_warning(
    configuration: &Configuration,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(warning) = repeat_warning(&configuration.clone().with_defaults()) else {
        return Ok(());
    };
    if output.is_json() {
        return output.json(&json!({ "warning": warning }));
    }
    output.line(warning)
}

/// Returns a warning if players that do not vary their choices would play the same matches again and again.
fn repeat_warning(configuration: &Configuration) -> Option<String> {
    let advice = if configuration.can_sample_openings() {
        "set opening_turns, or more openings"
    } else {
        "set more openings"
    };
    configuration.has_fixed_start().then(|| {
        format!(
            "warning: all matches start from the same position; players that do not vary their choices repeat them, \
             and repeats count once for Elo and verdicts: {advice}"
        )
    })
}

fn entrant_text(entrant: &Entrant) -> String {
    let player = &entrant.player;
    match entrant.anchor {
        Some(rating) => format!("{player}, an anchor with rating {rating}"),
        None => player.to_string(),
    }
}

/// Returns the line about the time for which records are kept.
fn record_rule(days: u32) -> String {
    match days {
        0 => "the record of a match is deleted an hour after its start; its result remains".into(),
        days => format!(
            "the record of a match is deleted after {}; its result remains",
            count(days, "day")
        ),
    }
}

/// Returns one line for each rule by which matches end early.
fn adjudication_rules(rules: Option<Adjudication>) -> Vec<String> {
    let rules = rules.unwrap_or_default();
    let resign = rules.resign.map(|rule| {
        let (score, turns) = (rule.score, count(rule.turns, "turn"));
        format!("lost after {turns} of both with scores of -{score} or less and {score} or more")
    });
    let draw = rules.draw.map(|rule| {
        let (score, turns, first) = (rule.score, count(rule.turns, "turn"), rule.min_turn);
        format!(
            "drawn after {turns} of both with scores from -{score} to {score}, from turn {first} on"
        )
    });
    resign.into_iter().chain(draw).collect()
}

/// Maximum size of a file of openings with its comments, in bytes.
const MAX_OPENINGS_FILE: u64 = 4 * MAX_OPENINGS_BYTES as u64;

/// Reads a file of openings.
fn read_openings(path: &Path) -> Result<String, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(failed)?;
    let mut text = String::new();
    let read = file.take(MAX_OPENINGS_FILE + 1).read_to_string(&mut text);
    if read.map_err(failed)? as u64 > MAX_OPENINGS_FILE {
        let path = path.display();
        return Err(format!(
            "{path}: expected at most {MAX_OPENINGS_FILE} bytes"
        ));
    }
    // Editors on some systems begin files with a byte order mark.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Reads a tournament file and the file of openings that it names. Prints all its errors, one per line; a
/// program of a command that does not exist on this machine is one.
pub(super) fn read_file(path: &Path, output: &mut Output) -> Result<TournamentFile, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
    let mut parsed = ParsedFile::parse(&text);
    if let Some(file) = parsed.openings_file() {
        let path = path.parent().unwrap_or(Path::new("")).join(file);
        match read_openings(&path) {
            Ok(text) => parsed.read_openings(&path.display().to_string(), &text),
            Err(message) => parsed.fail_openings(message),
        }
    }
    for error in missing_programs(parsed.draft()) {
        parsed.report(error);
    }
    let errors = match parsed.finish() {
        Ok(file) => return Ok(file),
        Err(errors) => errors,
    };
    for error in &errors {
        if output.is_json() {
            let (line, field, message) = (error.line, &error.field, &error.message);
            let file = error.file.as_ref().unwrap_or(&name);
            output.json(&json!({
                "file": file, "line": line, "field": field, "message": message,
            }))?;
        } else {
            let file = error.file.as_ref().unwrap_or(&name);
            output.line(format!("{file}: {error}"))?;
        }
    }
    Err(Failure::ReportedInvalid)
}
