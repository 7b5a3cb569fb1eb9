//! The directory of records, and the table of all matches.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use botwerk_agents::strength::{Score, VerifiedResult};
use botwerk_tournament::format::Pairing;
use serde::Serialize;

use crate::failure::{Failure, Reason};
use crate::local_match::{LocalMatch, SeatFaultReport};

/// Name of the table of all matches.
const TABLE: &str = "matches.jsonl";

/// Writes records to a directory, if one is given.
pub(super) struct RecordArchive(Option<Directory>);

struct Directory {
    path: PathBuf,
    table: File,
}

/// A row of the table.
#[derive(Debug, Serialize)]
pub(super) struct MatchTableRow<'a> {
    /// The match number, from 1.
    r#match: u64,
    record: String,
    seed: &'a str,
    /// The agent of each seat.
    players: Vec<&'a str>,
    places: &'a [u8],
    rule: &'a str,
    /// Points of the measured player.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// Turns, effort and time of each seat.
    turns: Vec<u64>,
    effort: Vec<u64>,
    millis: Vec<f64>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    faults: &'a [SeatFaultReport],
    /// Why verification rejected the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verification_error: Option<String>,
}

impl<'a> MatchTableRow<'a> {
    /// Creates the row of a match whose record is not verified yet.
    pub(super) fn new(number: u64, pairing: &Pairing, local_match: &'a LocalMatch) -> Self {
        let header = &local_match.record.header;
        let outcome = local_match.record.outcome.as_ref();
        let players = header.seats.iter();
        Self {
            r#match: number,
            record: file_name(pairing.index),
            seed: &local_match.seed,
            players: players.filter_map(|seat| seat.agent.as_deref()).collect(),
            places: outcome.map_or(&[], |line| &line.places),
            rule: outcome.map_or("", |line| &line.outcome),
            score: None,
            turns: vec![0; pairing.seats.len()],
            effort: vec![0; pairing.seats.len()],
            millis: local_match
                .times
                .iter()
                .map(|times| times.total().as_secs_f64() * 1000.0)
                .collect(),
            faults: &local_match.faults,
            verification_error: None,
        }
    }

    /// Adds the results of a verified record.
    pub(super) fn add_result(&mut self, result: &VerifiedResult, score: Score) {
        self.score = Some(score.points());
        self.turns.clone_from(&result.turns);
        self.effort.clone_from(&result.effort);
    }
}

fn file_name(index: u64) -> String {
    format!("{:05}.bwr", index + 1)
}

impl RecordArchive {
    /// Creates the directory if it does not exist. It must not contain a table yet.
    pub(super) fn new(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        let table_path = path.join(TABLE);
        let table = File::create_new(&table_path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let table = table_path.display();
                let message = format!("{table} already exists; name a new directory");
                Failure::new(Reason::FileError, message)
            }
            _ => failed(&table_path, &error),
        })?;
        Ok(Self(Some(Directory {
            path: path.to_owned(),
            table,
        })))
    }

    /// Writes the record of the match with this index, from 0.
    pub(super) fn write_record(&self, index: u64, text: &str) -> Result<(), Failure> {
        let Some(directory) = &self.0 else {
            return Ok(());
        };
        let path = directory.path.join(file_name(index));
        fs::write(&path, text).map_err(|error| failed(&path, &error))
    }

    /// Adds a row to the table.
    pub(super) fn write_row(&self, line: &MatchTableRow<'_>) -> Result<(), Failure> {
        let Some(directory) = &self.0 else {
            return Ok(());
        };
        let line = serde_json::to_string(line).map_err(io::Error::from);
        line.and_then(|line| writeln!(&directory.table, "{line}"))
            .map_err(|error| failed(&directory.path.join(TABLE), &error))
    }

    /// Returns the path of the directory.
    pub(super) fn directory(&self) -> Option<String> {
        let directory = self.0.as_ref()?;
        Some(directory.path.display().to_string())
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::file(&path.display().to_string(), error)
}
