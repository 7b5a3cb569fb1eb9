//! A finished match, as it is printed.

use std::fs;
use std::path::PathBuf;

use botwerk_agents::strength::Score;
use botwerk_engine::record::Fingerprint;
use serde::Serialize;

use super::local_match::{LocalMatch, SeatFaultReport};
use super::match_folders::MatchFolders;
use super::seat_usage::{SeatTimes, SeatUsage};
use crate::bot_log::BotLog;
use crate::failure::Failure;

/// A finished match.
#[derive(Debug, Serialize)]
pub(super) struct FinishedMatch {
    /// The number of the match, from 0.
    pub(super) r#match: u64,
    /// The number of its start, from 0.
    pub(super) block: u64,
    /// The seed, with which `botwerk match` plays from the same start.
    pub(super) seed: String,
    /// The number of the player on each seat.
    pub(super) seats: Vec<usize>,
    /// The place of each seat, 1 is best.
    pub(super) places: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) points: Vec<i32>,
    /// The rule that ended the match.
    pub(super) rule: String,
    pub(super) events: usize,
    /// What was played: the same for matches that repeat each other.
    pub(super) fingerprint: Fingerprint,
    /// The faults for which seats were removed.
    pub(super) faults: Vec<SeatFaultReport>,
    pub(super) record: Option<PathBuf>,
    /// What the program of each seat has written to standard error.
    pub(super) logs: Vec<Option<ProgramLog>>,
    /// The times of each seat, if they are wanted and were measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) times: Vec<SeatTimes>,
    /// What each seat used; empty if it was not measured.
    #[serde(skip)]
    pub(super) usage: Vec<SeatUsage>,
}

/// What a program has written to standard error in a match.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum ProgramLog {
    /// The end of the log, at most 64 KiB, and less if there are many matches.
    Text { log: String, omitted_bytes: u64 },
    /// The file with it.
    File { file: PathBuf },
}

impl FinishedMatch {
    /// Describes a match and writes its record and logs, where they are wanted.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(super) fn new(
        number: u64,
        block: u64,
        seats: Vec<usize>,
        played: LocalMatch,
        folders: &MatchFolders,
    ) -> Result<Self, Failure> {
        let outcome = played.record.outcome.as_ref();
        let log = |(seat, log): (usize, &Option<BotLog>)| {
            let excerpt = log.as_ref()?.tail(folders.max_log_bytes);
            Some(
                folders
                    .write_log(number, seat, &excerpt)
                    .map(|file| match file {
                        Some(file) => ProgramLog::File { file },
                        None => ProgramLog::Text {
                            log: excerpt.text,
                            omitted_bytes: excerpt.omitted_bytes,
                        },
                    }),
            )
        };
        let logs = played.logs.iter().enumerate();
        let logs = logs.map(|seat| log(seat).transpose());
        Ok(Self {
            r#match: number,
            block,
            places: outcome.map(|line| line.places.clone()).unwrap_or_default(),
            points: outcome.map(|line| line.points.clone()).unwrap_or_default(),
            rule: outcome.map(|line| line.outcome.clone()).unwrap_or_default(),
            events: played.record.events.len(),
            fingerprint: Fingerprint::of_record(&played.record),
            record: folders.write_record(number, &played.record)?,
            logs: logs.collect::<Result<_, Failure>>()?,
            seed: played.seed,
            faults: played.faults,
            times: Vec::new(),
            usage: played.usage,
            seats,
        })
    }

    /// Creates a match without events and files.
    #[cfg(test)]
    pub(super) fn for_test(
        number: u64,
        block: u64,
        seats: Vec<usize>,
        places: Vec<u8>,
        fingerprint: Fingerprint,
    ) -> Self {
        Self {
            r#match: number,
            block,
            seed: String::new(),
            seats,
            places,
            points: Vec::new(),
            rule: String::new(),
            events: 0,
            fingerprint,
            faults: Vec::new(),
            record: None,
            logs: Vec::new(),
            times: Vec::new(),
            usage: Vec::new(),
        }
    }

    /// Removes the files that were written, for a match that does not count.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub(super) fn remove_files(&self) -> Result<(), Failure> {
        let logs = self.logs.iter().filter_map(|log| match log {
            Some(ProgramLog::File { file }) => Some(file),
            _ => None,
        });
        for file in self.record.iter().chain(logs) {
            let failed = |error| Failure::file(&file.display().to_string(), &error);
            fs::remove_file(file).map_err(failed)?;
        }
        Ok(())
    }

    /// Adds the times of the seats to what is printed.
    pub(super) fn print_times(&mut self) {
        self.times = self.usage.iter().map(SeatUsage::times).collect();
    }

    /// Returns the score of a player.
    pub(super) fn score(&self, player: usize) -> Score {
        Score::from_outcome(&self.places, &self.points, self.seat_of(player))
    }

    /// Returns the fault for which a player had to leave, if it did.
    pub(super) fn fault_of(&self, player: usize) -> Option<&SeatFaultReport> {
        let seat = self.seat_of(player);
        self.faults.iter().find(|fault| fault.seat == seat)
    }

    /// Returns the seat of a player.
    pub(super) fn seat_of(&self, player: usize) -> usize {
        let seat = self.seats.iter().position(|other| *other == player);
        seat.unwrap_or_default()
    }
}
