//! `tournament export`: writes matches, standings and records to files, or as web pages.

mod html;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use botwerk_client::proto;
use clap::Args;
use serde_json::json;

use self::html::HtmlDir;
use super::description::seats;
use super::match_columns::{RECORDS, has_started, record_file, scored_match};
use super::matches_csv::MatchesCsv;
use super::result_counting::{CountedPairing, ResultCounting};
use super::source::{Source, SourceArgs};
use super::statistics::Statistics;
use crate::connection::block_on;
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::progress_bar::ProgressBar;

const MATCHES_CSV: &str = "matches.csv";
const TABLE_JSON: &str = "standings.json";
const TABLE_CSV: &str = "standings.csv";

/// Arguments of `tournament export`.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Directory for tables and records; must be new or empty
    #[arg(long, value_name = "DIR", required_unless_present = "html")]
    out: Option<PathBuf>,
    /// Directory for web pages with the tournament and its records in them, which a browser opens without a
    /// server; must be new or empty
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
}

/// Writes all files.
pub(super) fn run(args: &ExportArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let tournament = source.tournament(&name).await?;
        let out = args.out.as_deref().map(ExportDir::new).transpose()?;
        let html = args.html.as_deref().map(ExportDir::new).transpose()?;
        if let Some(dir) = out {
            write_files(&dir, &source, &tournament, output).await?;
        }
        match html {
            Some(dir) => write_pages(&dir, &source, &tournament, output).await,
            None => Ok(()),
        }
    })
}

/// Writes tables and records.
async fn write_files(
    dir: &ExportDir<'_>,
    source: &Source,
    tournament: &proto::Tournament,
    output: &mut Output,
) -> Result<(), Failure> {
    let matches_csv = dir.write_matches(source, tournament).await?;
    dir.write_standings(&source.standings(&tournament.name).await?)?;
    let records = dir.write_records(source, &matches_csv.records).await?;
    let files = [MATCHES_CSV, TABLE_JSON, TABLE_CSV];
    let (dir, matches) = (dir.path.display(), matches_csv.matches);
    let sealed = matches_csv.records.len() - records;
    if output.is_json() {
        return output.json(&json!({
            "tournament": tournament.name, "dir": dir.to_string(), "matches": matches,
            "records": records, "sealed_records": sealed, "files": files,
        }));
    }
    output.line(format!(
        "{dir}: {matches} matches in {MATCHES_CSV}, the standings in {TABLE_JSON} and {TABLE_CSV}, \
         {records} records in {RECORDS}"
    ))?;
    print_sealed(sealed, output)
}

/// Writes the web pages.
async fn write_pages(
    dir: &ExportDir<'_>,
    source: &Source,
    tournament: &proto::Tournament,
    output: &mut Output,
) -> Result<(), Failure> {
    let path = dir.path.display();
    let pages = HtmlDir::new(dir.path)?;
    let written = pages.write_tournament(source, tournament).await?;
    if output.is_json() {
        return output.json(&json!({
            "tournament": tournament.name, "html": path.to_string(),
            "records": written.records, "sealed_records": written.sealed_records,
        }));
    }
    output.line(format!(
        "{path}: open {path}/index.html; {} records can be viewed",
        written.records
    ))?;
    print_sealed(written.sealed_records, output)
}

fn print_sealed(records: usize, output: &mut Output) -> Result<(), Failure> {
    if records == 0 {
        return Ok(());
    }
    output.line(format!(
        "{records} records are missing: other matches with their seeds have not ended yet"
    ))
}

/// The directory that is written to.
#[derive(Debug)]
struct ExportDir<'a> {
    path: &'a Path,
}

/// The matches that were written.
#[derive(Debug, Default)]
struct WrittenMatches {
    matches: u64,
    /// Indexes and names of the matches with a record.
    records: Vec<(u64, String)>,
}

impl<'a> ExportDir<'a> {
    /// Opens an empty directory; it is created if it does not exist.
    fn new(path: &'a Path) -> Result<Self, Failure> {
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        let mut entries = fs::read_dir(path).map_err(|error| failed(path, &error))?;
        if entries.next().is_some() {
            let path = path.display();
            let message =
                format!("{path}: the directory is not empty; name a new one, or empty it");
            return Err(Failure::new(Reason::FileError, message));
        }
        Ok(Self { path })
    }

    /// Writes the CSV file of matches.
    async fn write_matches(
        &self,
        source: &Source,
        tournament: &proto::Tournament,
    ) -> Result<WrittenMatches, Failure> {
        let mut written = WrittenMatches::default();
        let path = self.path.join(MATCHES_CSV);
        let failed = |error: io::Error| failed(&path, &error);
        let file = File::create_new(&path).map_err(failed)?;
        let mut matches_csv = MatchesCsv::new(file, seats(tournament)).map_err(failed)?;
        let mut counting = ResultCounting::new(tournament)?;
        let mut write = |counted: Vec<CountedPairing>| {
            for (pairing, counts) in counted.iter().filter(|(pairing, _)| has_started(pairing)) {
                written.matches += 1;
                if let Some(name) = scored_match(pairing) {
                    written.records.push((pairing.index, name.to_owned()));
                }
                matches_csv.add(pairing, *counts).map_err(failed)?;
            }
            Ok(())
        };
        source
            .pairings(&tournament.name, |pairing| write(counting.add(pairing)))
            .await?;
        write(counting.finish())?;
        matches_csv.finish().map_err(failed)?;
        Ok(written)
    }

    /// Writes the standings as JSON and CSV.
    fn write_standings(&self, table: &proto::GetStandingsResponse) -> Result<(), Failure> {
        let statistics = Statistics::new(table);
        self.write(TABLE_JSON, |file| {
            serde_json::to_writer_pretty(&mut *file, &statistics)?;
            file.write_all(b"\n")
        })?;
        self.write(TABLE_CSV, |file| statistics.text_table().write_csv(file))
    }

    /// Writes the records that may be read; returns their number.
    async fn write_records(
        &self,
        source: &Source,
        matches: &[(u64, String)],
    ) -> Result<usize, Failure> {
        let path = self.path.join(RECORDS);
        fs::create_dir(&path).map_err(|error| failed(&path, &error))?;
        let progress = ProgressBar::new(matches.len() as u64, "records");
        let mut written = 0;
        for (index, name) in matches {
            if let Some(record) = source.record(name).await? {
                let path = path.join(record_file(*index));
                fs::write(&path, record).map_err(|error| failed(&path, &error))?;
                written += 1;
            }
            progress.inc(1);
        }
        progress.clear();
        Ok(written)
    }

    fn write(
        &self,
        name: &str,
        work: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let path = self.path.join(name);
        let written = File::create_new(&path).and_then(|file| {
            let mut file = BufWriter::new(file);
            work(&mut file)?;
            file.flush()
        });
        written.map_err(|error| failed(&path, &error))
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::file(&path.display().to_string(), error)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::tournament::samples::{NAME, table};

    #[test]
    fn non_empty_directory_is_rejected() {
        let dir = tempfile::tempdir().unwrap();
        let new = dir.path().join("a/new/one");
        ExportDir::new(&new).unwrap();
        // An empty directory is accepted again.
        ExportDir::new(&new).unwrap();
        fs::write(new.join("file"), "").unwrap();
        let Err(Failure::Usage { message, .. }) = ExportDir::new(&new) else {
            panic!("the directory must be rejected");
        };
        assert!(
            message.ends_with("not empty; name a new one, or empty it"),
            "{message}"
        );
    }

    #[test]
    fn standings_can_be_read_back() {
        let dir = tempfile::tempdir().unwrap();
        ExportDir::new(dir.path())
            .unwrap()
            .write_standings(&table())
            .unwrap();
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
        let json: Value = serde_json::from_str(&read(TABLE_JSON)).unwrap();
        assert_eq!(json["name"], "a & b");
        assert_eq!(json["standings"][0]["entrant"], NAME);
        let csv = read(TABLE_CSV);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let first = reader.records().next().unwrap().unwrap();
        assert_eq!([&first[0], &first[1]], ["1", NAME]);
        assert!(csv.ends_with("\r\n"), "{csv}");
    }
}
