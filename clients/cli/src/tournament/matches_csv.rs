//! The CSV file of all matches of a tournament.

use std::io::{self, Write};

use botwerk_client::proto;

use super::description::termination;
use super::text_table::csv_writer;

/// Name of the directory of records, next to the file of matches.
pub(super) const RECORDS: &str = "records";

/// Writes a CSV file with one row per match.
pub(super) struct MatchesCsv<W: Write> {
    writer: csv::Writer<W>,
    seats: usize,
}

impl<W: Write> MatchesCsv<W> {
    /// Creates the file for matches with the given number of seats, and writes its header.
    pub(super) fn new(writer: W, seats: usize) -> io::Result<Self> {
        let mut writer = csv_writer(writer);
        writer.write_record(columns(seats))?;
        Ok(Self { writer, seats })
    }

    /// Adds a row.
    pub(super) fn add(&mut self, pairing: &proto::Pairing) -> io::Result<()> {
        Ok(self.writer.write_record(cells(pairing, self.seats))?)
    }

    /// Flushes the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns the name of the scored match, or `None` if none was played.
pub(super) fn scored_match(pairing: &proto::Pairing) -> Option<&str> {
    let scored = pairing.attempts.iter().filter(|attempt| attempt.scored);
    let mut names = scored.map(|attempt| attempt.r#match.as_str());
    names.find(|name| !name.is_empty())
}

/// Returns the file name of a record, by the index of its pairing.
pub(super) fn record_file(index: u64) -> String {
    format!("{index:06}.bwr")
}

fn columns(seats: usize) -> Vec<String> {
    let first = [
        "index",
        "round",
        "block",
        "match",
        "record",
        "attempts",
        "rated",
        "voided",
        "adjudicated",
    ];
    let mut columns: Vec<String> = first.map(str::to_owned).into();
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
        columns.extend(seat_columns.map(|column| format!("{column}_{seat}")));
    }
    columns
}

fn cells(pairing: &proto::Pairing, seats: usize) -> Vec<String> {
    let name = scored_match(pairing);
    let record = name.map(|_| format!("{RECORDS}/{}", record_file(pairing.index)));
    let result = pairing.result.as_ref();
    let flag_cell = |cell: fn(&proto::PairingResult) -> bool| {
        result.map_or_else(String::new, |result| cell(result).to_string())
    };
    let mut cells = vec![
        pairing.index.to_string(),
        pairing.round.to_string(),
        pairing.block.to_string(),
        name.unwrap_or_default().to_owned(),
        record.unwrap_or_default(),
        pairing.attempts.len().to_string(),
        flag_cell(|result| result.rated),
        flag_cell(|result| result.voided),
        flag_cell(|result| result.adjudicated),
    ];
    for seat in 0..seats {
        cells.push(pairing.entrants.get(seat).cloned().unwrap_or_default());
        let place = result.and_then(|result| result.places.get(seat));
        cells.push(place.map_or_else(String::new, u32::to_string));
        let stats = result.and_then(|result| result.seat_stats.get(seat));
        cells.extend(stats.map_or_else(Default::default, stats_cells));
    }
    cells
}

fn stats_cells(stats: &proto::SeatStats) -> [String; 5] {
    let seconds = |nanos: u64| (nanos as f64 / 1e9).to_string();
    [
        termination(stats.termination()).unwrap_or_default(),
        stats.illegal_submissions.to_string(),
        stats.turns.to_string(),
        seconds(stats.think_nanos),
        seconds(stats.max_think_nanos),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{NAME, OTHER, pairing};

    fn rows(pairings: &[proto::Pairing]) -> Vec<csv::StringRecord> {
        let mut bytes = Vec::new();
        let mut games = MatchesCsv::new(&mut bytes, 2).unwrap();
        for pairing in pairings {
            games.add(pairing).unwrap();
        }
        games.finish().unwrap();
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.has_headers(false).from_reader(&bytes[..]);
        reader.records().map(Result::unwrap).collect()
    }

    #[test]
    fn match_is_one_row() {
        let mut flagged = pairing(7, &[NAME, OTHER], &[1, 2]);
        let result = flagged.result.as_mut().unwrap();
        result.seat_stats[1].termination = proto::Termination::Flagged as i32;
        result.adjudicated = true;
        let rows = rows(&[flagged]);
        let expected = "index round block match record attempts rated voided adjudicated \
                        entrant_0 place_0 termination_0 illegal_submissions_0 turns_0 think_seconds_0 \
                        max_think_seconds_0 entrant_1 place_1 termination_1 illegal_submissions_1 turns_1 \
                        think_seconds_1 max_think_seconds_1";
        assert_eq!(rows[0], expected.split_whitespace().collect::<Vec<_>>());
        let expected = [
            "7",
            "1",
            "3",
            "matches/7",
            "records/000007.bwr",
            "1",
            "true",
            "false",
            "true", //
            NAME,
            "1",
            "",
            "0",
            "5",
            "1.5",
            "0.7", //
            OTHER,
            "2",
            "flagged",
            "0",
            "5",
            "1.5",
            "0.7",
        ];
        assert_eq!(rows[1], expected.to_vec());
    }

    #[test]
    fn cells_of_unplayed_matches_are_empty() {
        let mut open = pairing(0, &[NAME, OTHER], &[1, 2]);
        (open.result, open.attempts[0].scored) = (None, false);
        let mut forfeit = pairing(1, &[OTHER, NAME], &[2, 1]);
        forfeit.attempts[0].r#match.clear();
        let rows = rows(&[open, forfeit]);
        let cells =
            |row: usize, from: usize| rows[row].iter().skip(from).take(5).collect::<Vec<_>>();
        assert_eq!(cells(1, 3), ["", "", "1", "", ""]);
        assert_eq!(cells(1, 9), [NAME, "", "", "", ""]);
        assert_eq!(cells(2, 3), ["", "", "1", "true", "false"]);
        assert_eq!(cells(2, 9)[..2], [OTHER, "2"]);
    }

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
