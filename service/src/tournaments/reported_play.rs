//! Checks that what a worker reports was played by the rules. Everything follows from the events of a match and is compared:
//! its start, chance outcomes, times, outcome and terminations. Only the choices of the agents are taken on trust, which
//! another play of the match checks.

use botwerk_engine::record::{EventLine, Record, Replay, RunningFingerprint};
use botwerk_engine::{AnyGame, GameNotation, Termination};
use botwerk_tournament::SeatStats;

use super::attempt;
use super::in_process::{FinishedMatchRow, PlayedRecord};
use super::tournament::Tournament;
use crate::error::Error;
use crate::ids::MatchId;
use crate::room::MatchSetup;
use crate::store::{AttemptKey, ChunkMatch, WorkerPlay, to_json};

/// Why a reported match is not stored.
#[derive(Debug)]
pub(super) enum PlayFault {
    /// It was not played by the rules; with a human-readable reason.
    Forged(String),
    /// The server cannot check it.
    Unchecked(Error),
}

impl From<Error> for PlayFault {
    fn from(error: Error) -> Self {
        Self::Unchecked(error)
    }
}

/// Returns reported matches as they are stored, each with the match of its chunk and who has played it.
///
/// # Errors
/// Returns an error if one was not played by the rules, or cannot be checked.
pub(super) fn checked_rows(
    tournament: &Tournament,
    reported: Vec<(&ChunkMatch, PlayedRecord, WorkerPlay)>,
) -> Result<Vec<FinishedMatchRow>, PlayFault> {
    let game = attempt::game(&tournament.configuration)?;
    let row = |(one, record, play)| {
        checked_row(tournament, &game, one, record, play).map_err(|fault| of_pairing(fault, one))
    };
    reported.into_iter().map(row).collect()
}

fn of_pairing(fault: PlayFault, one: &ChunkMatch) -> PlayFault {
    match fault {
        PlayFault::Forged(what) => {
            PlayFault::Forged(format!("results: pairing {}: {what}", one.pairing))
        }
        PlayFault::Unchecked(error) => PlayFault::Unchecked(error),
    }
}

fn checked_row(
    tournament: &Tournament,
    game: &AnyGame,
    one: &ChunkMatch,
    mut record: PlayedRecord,
    play: WorkerPlay,
) -> Result<FinishedMatchRow, PlayFault> {
    let forged = |what: &str| PlayFault::Forged(what.to_owned());
    let (_, start) = tournament.source().start(game, one.block)?;
    if record.origin != start.origin || record.start != game.format_position(&start.state) {
        return Err(forged("start: expected the starting position of the block"));
    }
    if record.outcome.places.len() != one.seats.len() {
        return Err(forged("outcome: expected a place for each seat"));
    }
    let mut events = Vec::with_capacity(record.events.len());
    let mut fingerprint = RunningFingerprint::new(&record.start);
    for text in &record.events {
        let line: Option<EventLine> = serde_json::from_str(text).ok();
        // The stored text has no other form than the parsed line.
        let line = line.filter(|line| to_json(line) == *text);
        let line = line.ok_or_else(|| forged("events: expected lines of the record"))?;
        fingerprint.add(&line);
        events.push(line);
    }
    record.fingerprint = Some(fingerprint.finish());
    check_statistics(&record, events.len()).map_err(forged)?;
    let key = AttemptKey {
        tournament: tournament.id.clone(),
        pairing: one.pairing,
        attempt: 1,
    };
    let outcome = record.outcome.clone();
    let id = MatchId::new();
    let mut row = record.into_row(id, tournament, game, one.block, &one.seats, key)?;
    let replayed = Record {
        header: MatchSetup::read(&row.row)?.header,
        events,
        outcome: Some(outcome),
    };
    let replay = Replay::<AnyGame>::from_start(&replayed, game.clone(), start.state.clone());
    let checked = replay.and_then(Replay::run);
    checked.map_err(|error| PlayFault::Forged(error.to_string()))?;
    row.commit.played_by = Some(play);
    Ok(row)
}

/// Checks the statistics of the seats, of which only the measured times do not follow from the events.
fn check_statistics(record: &PlayedRecord, events: usize) -> Result<(), &'static str> {
    let terminations = &record.outcome.terminations;
    if record.seat_stats.len() != record.outcome.places.len() {
        return Err("seat_stats: expected those of each seat");
    }
    for (seat, stats) in record.seat_stats.iter().enumerate() {
        let SeatStats {
            termination,
            illegal_submissions,
            unparsable_submissions,
            turn_times,
        } = stats;
        if *termination != terminations.get(seat).copied().flatten() {
            return Err("seat_stats: expected the terminations of the outcome");
        }
        if *illegal_submissions != u32::from(*termination == Some(Termination::Illegal)) {
            return Err("seat_stats: expected one illegal submission of a seat that left for it");
        }
        if *unparsable_submissions != 0 {
            return Err("seat_stats: expected no texts of built-in agents");
        }
        // Every decision of a seat is followed by an event.
        if turn_times.turns() > events as u64 || !turn_times.is_consistent() {
            return Err("seat_stats: expected the times of the turns that were played");
        }
    }
    Ok(())
}
