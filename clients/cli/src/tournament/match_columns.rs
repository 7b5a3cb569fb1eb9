//! The columns of tables of matches: one row per match.

use botwerk_client::proto;

use super::description::termination;
use crate::table_cell::{CellKind, TableCell, TableColumn};

/// Name of the directory of records, next to the table of matches.
pub(super) const RECORDS: &str = "records";

/// Returns the columns for matches with the given number of seats.
pub(super) fn match_columns(seats: usize) -> Vec<TableColumn> {
    let match_columns = [
        ("index", CellKind::Count),
        ("round", CellKind::Count),
        ("block", CellKind::Count),
        ("match", CellKind::Text),
        ("record", CellKind::Text),
        ("attempts", CellKind::Count),
        ("rated", CellKind::Flag),
        ("voided", CellKind::Flag),
        ("adjudicated", CellKind::Flag),
        ("counts", CellKind::Text),
        ("fingerprint", CellKind::Text),
    ];
    let mut columns: Vec<_> = match_columns
        .map(|(name, kind)| TableColumn::new(name, kind))
        .into();
    for seat in 0..seats {
        let seat_columns = [
            ("entrant", CellKind::Text),
            ("place", CellKind::Count),
            ("termination", CellKind::Text),
            ("illegal_submissions", CellKind::Count),
            ("turns", CellKind::Count),
            ("think_seconds", CellKind::Seconds),
            ("max_think_seconds", CellKind::Seconds),
        ];
        let of_seat = |(name, kind)| TableColumn::new(format!("{name}_{seat}"), kind);
        columns.extend(seat_columns.map(of_seat));
    }
    columns
}

/// Returns the row of a match; `counts` says what its result counts for.
pub(super) fn match_cells(
    pairing: &proto::Pairing,
    counts: Option<&str>,
    seats: usize,
) -> Vec<TableCell> {
    let name = scored_match(pairing);
    let record = name.map(|_| format!("{RECORDS}/{}", record_file(pairing.index)));
    let result = pairing.result.as_ref();
    let fingerprint = result.map(|result| &result.fingerprint);
    let fingerprint = fingerprint.filter(|text| !text.is_empty());
    let mut cells = vec![
        pairing.index.into(),
        pairing.round.into(),
        pairing.block.into(),
        TableCell::from_option(name.map(str::to_owned)),
        TableCell::from_option(record),
        TableCell::Count(pairing.attempts.len() as u64),
        TableCell::from_option(result.map(|result| result.rated)),
        TableCell::from_option(result.map(|result| result.voided)),
        TableCell::from_option(result.map(|result| result.adjudicated)),
        TableCell::from_option(counts.map(str::to_owned)),
        TableCell::from_option(fingerprint.cloned()),
    ];
    for seat in 0..seats {
        cells.push(TableCell::from_option(pairing.entrants.get(seat).cloned()));
        let place = result.and_then(|result| result.places.get(seat));
        cells.push(TableCell::from_option(place.copied()));
        let stats = result.and_then(|result| result.seat_stats.get(seat));
        let missing = || [const { TableCell::Missing }; 5];
        cells.extend(stats.map_or_else(missing, stats_cells));
    }
    cells
}

/// Returns `true` if a match was started or has a result. Others are no rows of a table.
pub(super) fn has_started(pairing: &proto::Pairing) -> bool {
    pairing.result.is_some() || !pairing.attempts.is_empty()
}

/// Returns the name of the scored match, or `None` if none was played.
pub(super) fn scored_match(pairing: &proto::Pairing) -> Option<&str> {
    let scored = pairing.attempts.iter().filter(|attempt| attempt.scored);
    let mut names = scored.map(|attempt| attempt.r#match.as_str());
    names.find(|name| !name.is_empty())
}

/// Returns the file name of a record, by the index of its pairing.
pub(crate) fn record_file(index: u64) -> String {
    format!("{index:06}.bwr")
}

fn stats_cells(stats: &proto::SeatStats) -> [TableCell; 5] {
    let seconds = |nanos: u64| TableCell::Seconds(nanos as f64 / 1e9);
    [
        TableCell::from_option(termination(stats.termination())),
        stats.illegal_submissions.into(),
        stats.turns.into(),
        seconds(stats.think_nanos),
        seconds(stats.max_think_nanos),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{NAME, OTHER, pairing};

    #[test]
    fn scored_attempt_is_the_recorded_one() {
        let mut pairing = pairing(3, &[NAME, OTHER], &[1, 2]);
        let again = proto::Attempt {
            r#match: "matches/again".into(),
            ..pairing.attempts[0].clone()
        };
        pairing.attempts[0].scored = false;
        pairing.attempts.push(again);
        assert_eq!(scored_match(&pairing), Some("matches/again"));
    }
}
