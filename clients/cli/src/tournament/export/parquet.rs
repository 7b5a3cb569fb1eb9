//! The Parquet files of an export, next to the others.

use std::path::Path;

use botwerk_client::proto;

use crate::failure::Failure;
use crate::parquet::{DecisionsFile, TableFile};
use crate::record::file::load_record;
use crate::tournament::description::seats;
use crate::tournament::match_columns::{
    RECORDS, has_started, match_cells, match_columns, record_file, scored_match,
};
use crate::tournament::result_counting::{CountedPairing, ResultCounting};
use crate::tournament::source::Source;

/// The same columns as in the CSV file of matches.
const MATCHES: &str = "matches.parquet";

/// The decisions of all records, whose matches are named by their indexes.
const DECISIONS: &str = "decisions.parquet";

/// Writes both files into the directory of an export and returns their names. Without a record there is no
/// file of decisions.
pub(super) async fn write(
    dir: &Path,
    source: &Source,
    tournament: &proto::Tournament,
) -> Result<Vec<&'static str>, Failure> {
    let seats = seats(tournament);
    let mut matches = TableFile::create(&dir.join(MATCHES), match_columns(seats))?;
    let mut decisions = DecisionsFile::new(&dir.join(DECISIONS));
    let mut counting = ResultCounting::new(tournament)?;
    let mut add = |(pairing, counts): CountedPairing| {
        if !has_started(&pairing) {
            return Ok(());
        }
        matches.add(match_cells(&pairing, counts, seats))?;
        let name = format!("{RECORDS}/{}", record_file(pairing.index));
        let path = dir.join(&name);
        // Records of matches whose seed others still play are missing.
        if scored_match(&pairing).is_none() || !path.exists() {
            return Ok(());
        }
        let record = load_record(&path.display().to_string())?;
        decisions.add(&name, pairing.index, &record)
    };
    let add_all = |pairing| counting.add(pairing).into_iter().try_for_each(&mut add);
    source.pairings(&tournament.name, add_all).await?;
    counting.finish().into_iter().try_for_each(add)?;
    matches.finish()?;
    let mut written = vec![MATCHES];
    if decisions.matches > 0 {
        written.push(DECISIONS);
    }
    decisions.finish()?;
    Ok(written)
}
