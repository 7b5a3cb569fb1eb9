//! A match of an arena, as it is printed.

use std::path::PathBuf;

use botwerk_engine::record::Fingerprint;
use serde::Serialize;

use super::arena_folders::ArenaFolders;
use crate::bot_log::BotLog;
use crate::failure::Failure;
use crate::local_match::{LocalMatch, SeatFaultReport};

/// A finished match.
#[derive(Debug, Serialize)]
pub(crate) struct ArenaMatch {
    /// The number of the match, from 0.
    pub(crate) r#match: u64,
    /// The number of its start, from 0.
    pub(crate) block: u64,
    /// The seed, with which `botwerk match` has the same chance outcomes.
    pub(crate) seed: String,
    /// The number of the player on each seat.
    pub(crate) seats: Vec<usize>,
    /// The place of each seat, 1 is best.
    pub(crate) places: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) points: Vec<i32>,
    /// The rule that ended the match.
    pub(crate) rule: String,
    pub(crate) events: usize,
    /// What was played: the same for matches that repeat each other.
    pub(crate) fingerprint: Fingerprint,
    /// The faults for which seats were removed.
    pub(crate) faults: Vec<SeatFaultReport>,
    pub(crate) record: Option<PathBuf>,
    /// What the program of each seat has written to standard error.
    pub(crate) logs: Vec<Option<ArenaLog>>,
}

/// The log of a program in a match.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum ArenaLog {
    /// The end of the log, at most 64 KiB, and less if there are many matches.
    Text { log: String, omitted_bytes: u64 },
    /// The file with it.
    File { file: PathBuf },
}

impl ArenaMatch {
    /// Describes a match and writes its record and logs, where they are wanted.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(super) fn new(
        number: u64,
        seats: Vec<usize>,
        played: LocalMatch,
        folders: &ArenaFolders,
    ) -> Result<Self, Failure> {
        let outcome = played.record.outcome.as_ref();
        let log = |(seat, log): (usize, &Option<BotLog>)| {
            let excerpt = log.as_ref()?.tail(folders.max_log_bytes);
            Some(
                folders
                    .write_log(number, seat, &excerpt)
                    .map(|file| match file {
                        Some(file) => ArenaLog::File { file },
                        None => ArenaLog::Text {
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
            block: number / seats.len() as u64,
            places: outcome.map(|line| line.places.clone()).unwrap_or_default(),
            points: outcome.map(|line| line.points.clone()).unwrap_or_default(),
            rule: outcome.map(|line| line.outcome.clone()).unwrap_or_default(),
            events: played.record.events.len(),
            fingerprint: Fingerprint::of_record(&played.record),
            record: folders.write_record(number, &played.record)?,
            logs: logs.collect::<Result<_, Failure>>()?,
            seed: played.seed,
            faults: played.faults,
            seats,
        })
    }

    /// Returns the fault for which a player had to leave, if it did.
    pub(crate) fn fault_of(&self, player: usize) -> Option<&SeatFaultReport> {
        let seat = self.seat_of(player);
        self.faults.iter().find(|fault| fault.seat == seat)
    }

    /// Returns the seat of a player.
    pub(crate) fn seat_of(&self, player: usize) -> usize {
        let seat = self.seats.iter().position(|other| *other == player);
        seat.unwrap_or_default()
    }
}
