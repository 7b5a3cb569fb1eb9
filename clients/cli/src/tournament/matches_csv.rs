//! The CSV file of all matches of a tournament.

use std::io::{self, Write};

use botwerk_client::proto;

use super::match_columns::{match_cells, match_columns};
use super::text_table::csv_writer;

/// Writes a CSV file with one row per match.
pub(super) struct MatchesCsv<W: Write> {
    writer: csv::Writer<W>,
    seats: usize,
}

impl<W: Write> MatchesCsv<W> {
    /// Creates the file for matches with the given number of seats, and writes its header.
    pub(super) fn new(writer: W, seats: usize) -> io::Result<Self> {
        let mut writer = csv_writer(writer);
        writer.write_record(match_columns(seats))?;
        Ok(Self { writer, seats })
    }

    /// Adds a row.
    pub(super) fn add(&mut self, pairing: &proto::Pairing, counts: Option<&str>) -> io::Result<()> {
        let cells = match_cells(pairing, counts, self.seats);
        Ok(self.writer.write_record(cells)?)
    }

    /// Flushes the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{NAME, OTHER, pairing};

    fn rows(pairings: &[proto::Pairing]) -> Vec<csv::StringRecord> {
        let mut bytes = Vec::new();
        let mut games = MatchesCsv::new(&mut bytes, 2).unwrap();
        for pairing in pairings {
            games.add(pairing, Some("rated")).unwrap();
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
        result.is_adjudicated = true;
        let rows = rows(&[flagged]);
        let expected = "index round block match record attempts rated voided adjudicated counts fingerprint \
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
            "true",
            "rated",
            "", //
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
        (open.result, open.attempts[0].is_scored) = (None, false);
        let mut forfeit = pairing(1, &[OTHER, NAME], &[2, 1]);
        forfeit.attempts[0].r#match.clear();
        let rows = rows(&[open, forfeit]);
        let cells =
            |row: usize, from: usize| rows[row].iter().skip(from).take(5).collect::<Vec<_>>();
        assert_eq!(cells(1, 3), ["", "", "1", "", ""]);
        assert_eq!(cells(1, 11), [NAME, "", "", "", ""]);
        assert_eq!(cells(2, 3), ["", "", "1", "true", "false"]);
        assert_eq!(cells(2, 11)[..2], [OTHER, "2"]);
    }
}
