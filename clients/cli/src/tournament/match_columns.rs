//! The columns of tables of matches: one row per match.

use botwerk_client::proto;

use super::description::termination;

/// Name of the directory of records, next to the table of matches.
pub(super) const RECORDS: &str = "records";

/// Returns the names of the columns for matches with the given number of seats.
pub(super) fn match_columns(seats: usize) -> Vec<String> {
    let match_columns = [
        "index",
        "round",
        "block",
        "match",
        "record",
        "attempts",
        "rated",
        "voided",
        "adjudicated",
        "counts",
        "fingerprint",
    ];
    let mut columns: Vec<_> = match_columns.map(str::to_owned).into();
    for seat in 0..seats {
        let seat_columns = [
            "entrant",
            "place",
            "termination",
            "illegal_submissions",
            "turns",
            "think_seconds",
            "max_think_seconds",
        ];
        columns.extend(seat_columns.map(|name| format!("{name}_{seat}")));
    }
    columns
}

/// Returns the row of a match, with empty cells for what is not known; `counts` says what its result counts for.
pub(super) fn match_cells(
    pairing: &proto::Pairing,
    counts: Option<&str>,
    seats: usize,
) -> Vec<String> {
    let name = scored_match(pairing);
    let record = name.map(|_| format!("{RECORDS}/{}", record_file(pairing.index)));
    let result = pairing.result.as_ref();
    let mut cells = vec![
        pairing.index.to_string(),
        pairing.round.to_string(),
        pairing.block.to_string(),
        cell(name),
        cell(record),
        pairing.attempts.len().to_string(),
        cell(result.map(|result| result.is_rated)),
        cell(result.map(|result| result.is_voided)),
        cell(result.map(|result| result.is_adjudicated)),
        cell(counts),
        cell(result.map(|result| &result.fingerprint)),
    ];
    for seat in 0..seats {
        cells.push(cell(pairing.entrants.get(seat)));
        cells.push(cell(result.and_then(|result| result.places.get(seat))));
        let stats = result.and_then(|result| result.seat_stats.get(seat));
        cells.extend(stats.map_or_else(Default::default, stats_cells));
    }
    cells
}

/// Returns `true` if a match was started or has a result. Others are no rows of a table.
pub(super) fn has_started(pairing: &proto::Pairing) -> bool {
    pairing.result.is_some() || !pairing.attempts.is_empty()
}

/// Returns the name of the scored match, or `None` if none was played.
pub(super) fn scored_match(pairing: &proto::Pairing) -> Option<&str> {
    let scored = pairing.attempts.iter().filter(|attempt| attempt.is_scored);
    let mut names = scored.map(|attempt| attempt.r#match.as_str());
    names.find(|name| !name.is_empty())
}

/// Returns the file name of a record, by the index of its pairing.
pub(crate) fn record_file(index: u64) -> String {
    format!("{index:06}.bwr")
}

fn stats_cells(stats: &proto::SeatStats) -> [String; 5] {
    let seconds = |nanos: u64| (nanos as f64 / 1e9).to_string();
    [
        cell(termination(stats.termination())),
        stats.illegal_submissions.to_string(),
        stats.turns.to_string(),
        seconds(stats.think_nanos),
        seconds(stats.max_think_nanos),
    ]
}

/// Returns the text of a value, or an empty cell.
fn cell(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
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
        pairing.attempts[0].is_scored = false;
        pairing.attempts.push(again);
        assert_eq!(scored_match(&pairing), Some("matches/again"));
    }
}
