//! All matches of a tournament as lines with commas.

use std::io::{self, Write};

use botwerk_client::proto;

use super::description::termination;
use super::text_table::csv_writer;

/// The folder of records, beside the file of matches.
pub(super) const RECORDS: &str = "records";

/// A file with a line a match.
pub(super) struct Games<W: Write> {
    writer: csv::Writer<W>,
    seats: usize,
}

impl<W: Write> Games<W> {
    /// A file of matches of so many seats, with its header.
    pub(super) fn new(to: W, seats: usize) -> io::Result<Self> {
        let mut writer = csv_writer(to);
        writer.write_record(columns(seats))?;
        Ok(Self { writer, seats })
    }

    /// Adds a match.
    pub(super) fn add(&mut self, pairing: &proto::Pairing) -> io::Result<()> {
        Ok(self.writer.write_record(cells(pairing, self.seats))?)
    }

    /// Writes what was not written yet.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The name of the match that counts, if it was played.
pub(super) fn scored_match(pairing: &proto::Pairing) -> Option<&str> {
    let scored = pairing.attempts.iter().filter(|attempt| attempt.scored);
    let mut names = scored.map(|attempt| attempt.r#match.as_str());
    names.find(|name| !name.is_empty())
}

/// The file in which the record of a match is kept, by the match's number.
pub(super) fn record_file(index: u64) -> String {
    format!("{index:06}.bwr")
}

fn columns(seats: usize) -> Vec<String> {
    let first = [
        "index", "round", "block", "match", "record", "attempts", "rated", "void",
    ];
    let mut columns: Vec<String> = first.map(str::to_owned).into();
    for seat in 0..seats {
        let of_seat = [
            "entrant",
            "place",
            "termination",
            "illegal_acts",
            "turns",
            "think_seconds",
        ];
        columns.extend(of_seat.map(|column| format!("{column}_{seat}")));
    }
    columns
}

fn cells(pairing: &proto::Pairing, seats: usize) -> Vec<String> {
    let name = scored_match(pairing);
    let record = name.map(|_| format!("{RECORDS}/{}", record_file(pairing.index)));
    let result = pairing.result.as_ref();
    let of_result = |cell: fn(&proto::PairingResult) -> bool| {
        result.map_or_else(String::new, |result| cell(result).to_string())
    };
    let mut cells = vec![
        pairing.index.to_string(),
        pairing.round.to_string(),
        pairing.block.to_string(),
        name.unwrap_or_default().to_owned(),
        record.unwrap_or_default(),
        pairing.attempts.len().to_string(),
        of_result(|result| result.rated),
        of_result(|result| result.voided),
    ];
    for seat in 0..seats {
        cells.push(pairing.entrants.get(seat).cloned().unwrap_or_default());
        let place = result.and_then(|result| result.places.get(seat));
        cells.push(place.map_or_else(String::new, u32::to_string));
        let conduct = result.and_then(|result| result.seat_stats.get(seat));
        cells.extend(conduct.map_or_else(Default::default, conduct_cells));
    }
    cells
}

fn conduct_cells(conduct: &proto::SeatStats) -> [String; 4] {
    let seconds = conduct.think_nanos as f64 / 1e9;
    [
        termination(conduct.termination()).unwrap_or_default(),
        conduct.illegal_submissions.to_string(),
        conduct.turns.to_string(),
        seconds.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{NAME, OTHER, pairing};

    fn rows(pairings: &[proto::Pairing]) -> Vec<csv::StringRecord> {
        let mut bytes = Vec::new();
        let mut games = Games::new(&mut bytes, 2).unwrap();
        for pairing in pairings {
            games.add(pairing).unwrap();
        }
        games.finish().unwrap();
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.has_headers(false).from_reader(&bytes[..]);
        reader.records().map(Result::unwrap).collect()
    }

    #[test]
    fn a_match_is_a_line() {
        let mut flagged = pairing(7, &[NAME, OTHER], &[1, 2]);
        let result = flagged.result.as_mut().unwrap();
        result.seat_stats[1].termination = proto::Termination::Flagged as i32;
        let rows = rows(&[flagged]);
        let expected = "index round block match record attempts rated void \
                        entrant_0 place_0 termination_0 illegal_acts_0 turns_0 think_seconds_0 \
                        entrant_1 place_1 termination_1 illegal_acts_1 turns_1 think_seconds_1";
        assert_eq!(rows[0], expected.split_whitespace().collect::<Vec<_>>());
        let expected = [
            "7",
            "1",
            "3",
            "matches/7",
            "records/000007.bwr",
            "1",
            "true",
            "false", //
            NAME,
            "1",
            "",
            "0",
            "5",
            "1.5", //
            OTHER,
            "2",
            "flagged",
            "0",
            "5",
            "1.5",
        ];
        assert_eq!(rows[1], expected.to_vec());
    }

    #[test]
    fn what_was_not_played_leaves_its_cells_empty() {
        let mut open = pairing(0, &[NAME, OTHER], &[1, 2]);
        (open.result, open.attempts[0].scored) = (None, false);
        let mut forfeit = pairing(1, &[OTHER, NAME], &[2, 1]);
        forfeit.attempts[0].r#match.clear();
        let rows = rows(&[open, forfeit]);
        let cells =
            |row: usize, from: usize| rows[row].iter().skip(from).take(5).collect::<Vec<_>>();
        assert_eq!(cells(1, 3), ["", "", "1", "", ""]);
        assert_eq!(cells(1, 8), [NAME, "", "", "", ""]);
        assert_eq!(cells(2, 3), ["", "", "1", "true", "false"]);
        assert_eq!(cells(2, 8)[..2], [OTHER, "2"]);
    }

    #[test]
    fn the_attempt_that_counts_is_the_one_that_is_recorded() {
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
