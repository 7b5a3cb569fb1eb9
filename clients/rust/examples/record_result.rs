//! Verifies a match record and prints its result: `cargo run --example record_result -- FILE`

use std::error::Error;
use std::path::Path;

use botwerk_client::RecordFile;

/// Returns one line per seat: its place, name and points.
pub(crate) fn run(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let file = RecordFile::load(path)?;
    file.verify()?;
    let record = file.record();
    let outcome = record.outcome.as_ref().ok_or("the match is not over")?;
    let mut results: Vec<_> = record
        .header
        .seats
        .iter()
        .zip(&outcome.places)
        .zip(&outcome.points)
        .map(|((seat, place), points)| (*place, format!("{place}. {}: {points}", seat.name)))
        .collect();
    results.sort();
    Ok(results.into_iter().map(|(_, line)| line).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1);
    for line in run(Path::new(&path.ok_or("usage: record_result FILE")?))? {
        println!("{line}");
    }
    Ok(())
}
