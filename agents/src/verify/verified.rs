//! What a verification has checked, and what it could not.

use botwerk_engine::record::{ClockKind, Record, StartOrigin};
use botwerk_engine::{Seat, Seats};

use super::replay_agents::ChangedAgent;

/// How the match of a record ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordEnd {
    /// By the rules, with places.
    Decided,
    /// Without places: its owner ended it, or its seats did not rejoin.
    Aborted,
    /// Not at all: the record is incomplete.
    Missing,
}

/// What a verification checked, and what it could not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Number of events replayed.
    pub events: u64,
    /// Number of choices of reproducible agents that were repeated.
    pub choices: u64,
    /// Number of choices that differ from those of their agents since a clock may have stopped them.
    pub stopped_choices: u64,
    /// How the match ended.
    pub end: RecordEnd,
    /// What no record can prove of this match, as human-readable texts such as `the wall times`.
    pub unchecked: Vec<String>,
    /// The running hash of the last line, which stands for the whole record, as 64 hex digits.
    pub head: String,
}

impl Verified {
    /// Returns `true` unless the match was in progress when the record was made, or the record was cut
    /// off.
    pub fn is_complete(&self) -> bool {
        self.end != RecordEnd::Missing
    }
}

/// Returns how the match of a record ended.
pub(super) fn end(record: &Record) -> RecordEnd {
    match &record.outcome {
        None => RecordEnd::Missing,
        Some(outcome) if outcome.places.is_empty() => RecordEnd::Aborted,
        Some(_) => RecordEnd::Decided,
    }
}

/// Returns what no record can prove of this match. The choices of the `repeated` seats were repeated; the agents of others
/// are `changed`.
pub(super) fn unchecked(
    record: &Record,
    repeated: Seats,
    changed: &[Option<ChangedAgent>],
    stopped_choices: u64,
) -> Vec<String> {
    let header = &record.header;
    let mut unchecked = vec!["the names".to_owned(), "the origin of the seed".to_owned()];
    if header.start_origin == StartOrigin::Given {
        unchecked.push("why the match starts from this position, which was given".to_owned());
    }
    if header.clock == ClockKind::Wall {
        unchecked.push("the wall times, and the time control beyond them".to_owned());
    }
    for (seat, recorded) in Seat::all(header.seats.len()).zip(&header.seats) {
        match &recorded.agent {
            None => unchecked.push(format!("the choices of seat {seat}: no built-in agent")),
            Some(_) if repeated.contains(seat) => {}
            Some(agent) => unchecked.push(match changed[seat.index()] {
                Some(ChangedAgent::Version(version)) => format!(
                    "the choices of seat {seat}: `{agent}` has version {version} here, and may choose otherwise"
                ),
                Some(ChangedAgent::Gone) => {
                    format!("the choices of seat {seat}: `{agent}` is not among the agents here")
                }
                None => format!(
                    "the choices of seat {seat}: a clock or threads decide when `{agent}` stops"
                ),
            }),
        }
    }
    if header.adjudication.is_some() {
        let seats = Seat::all(header.seats.len()).filter(|seat| !repeated.contains(*seat));
        unchecked.extend(seats.map(|seat| format!("the scores that seat {seat} declared")));
    }
    if stopped_choices > 0 {
        unchecked.push(format!(
            "{stopped_choices} choices that a clock may have stopped"
        ));
    }
    for line in &record.events {
        if let Some(termination) = line.termination {
            unchecked.push(format!("event {}: the reason {termination}", line.seq));
        }
    }
    if end(record) == RecordEnd::Aborted {
        unchecked.push("that the match was aborted".to_owned());
    }
    unchecked
}
