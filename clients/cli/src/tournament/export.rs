//! `tournament export`: matches, table and records as files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use botwerk_client::proto;
use clap::Args;
use serde_json::json;

use super::description::seats;
use super::figures::Figures;
use super::games::{Games, RECORDS, record_file, scored_match};
use super::source::{Source, SourceArgs};
use crate::connection::block_on;
use crate::failure::{Failure, Reason};
use crate::output::{Output, progress_bar};

const MATCHES_CSV: &str = "games.csv";
const TABLE_JSON: &str = "standings.json";
const TABLE_CSV: &str = "standings.csv";

/// Which tournament, and where to.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The folder to write into, a new or an empty one
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Writes everything that is known of a tournament.
pub(super) fn run(args: &ExportArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let tournament = source.tournament(&name).await?;
        let folder = Folder::new(&args.out)?;
        let games = folder.write_games(&source, &tournament).await?;
        folder.write_standings(&source.standings(&name).await?)?;
        folder.write_records(&source, &games.records).await?;
        let (folder, matches, records) = (args.out.display(), games.matches, games.records.len());
        if output.is_json() {
            return output.json(&json!({
                "tournament": name, "folder": folder.to_string(), "matches": matches,
                "records": records, "files": [MATCHES_CSV, TABLE_JSON, TABLE_CSV],
            }));
        }
        output.line(format!(
            "{folder}: {matches} matches in {MATCHES_CSV}, the table in {TABLE_JSON} and {TABLE_CSV}, \
             {records} records in {RECORDS}"
        ))
    })
}

/// The folder that is written into.
#[derive(Debug)]
struct Folder<'a> {
    path: &'a Path,
}

/// What there is of matches.
#[derive(Debug, Default)]
struct Written {
    matches: u64,
    /// Those that were played to a result, by number and name.
    records: Vec<(u64, String)>,
}

impl<'a> Folder<'a> {
    /// A folder with nothing in it; it is made if need be.
    fn new(path: &'a Path) -> Result<Self, Failure> {
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        let mut entries = fs::read_dir(path).map_err(|error| failed(path, &error))?;
        if entries.next().is_some() {
            let path = path.display();
            let message = format!("{path}: the folder is not empty; name a new one, or empty it");
            return Err(Failure::new(Reason::Unreadable, message));
        }
        Ok(Self { path })
    }

    /// Writes a line a match.
    async fn write_games(
        &self,
        source: &Source,
        tournament: &proto::Tournament,
    ) -> Result<Written, Failure> {
        let mut written = Written::default();
        let path = self.path.join(MATCHES_CSV);
        let failed = |error: io::Error| failed(&path, &error);
        let file = File::create_new(&path).map_err(failed)?;
        let mut games = Games::new(file, seats(tournament)).map_err(failed)?;
        source
            .pairings(&tournament.name, |pairing| {
                written.matches += 1;
                if let Some(name) = scored_match(&pairing) {
                    written.records.push((pairing.index, name.to_owned()));
                }
                games.add(&pairing).map_err(failed)
            })
            .await?;
        games.finish().map_err(failed)?;
        Ok(written)
    }

    /// Writes the table, for programs of both kinds.
    fn write_standings(&self, table: &proto::GetStandingsResponse) -> Result<(), Failure> {
        let figures = Figures::new(table);
        self.write(TABLE_JSON, |file| {
            serde_json::to_writer_pretty(&mut *file, &figures)?;
            file.write_all(b"\n")
        })?;
        self.write(TABLE_CSV, |file| figures.sheet().write_csv(file))
    }

    /// Writes the record of each match.
    async fn write_records(
        &self,
        source: &Source,
        matches: &[(u64, String)],
    ) -> Result<(), Failure> {
        let path = self.path.join(RECORDS);
        fs::create_dir(&path).map_err(|error| failed(&path, &error))?;
        let progress = progress_bar(matches.len() as u64, "records");
        for (index, name) in matches {
            let record = source.record(name).await?;
            let path = path.join(record_file(*index));
            fs::write(&path, record).map_err(|error| failed(&path, &error))?;
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(())
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
    fn nothing_is_written_beside_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("a/new/one");
        Folder::new(&new).unwrap();
        // As often as it is empty.
        Folder::new(&new).unwrap();
        fs::write(new.join("file"), "").unwrap();
        let Err(Failure::Usage { message, .. }) = Folder::new(&new) else {
            panic!("it must be refused");
        };
        assert!(
            message.ends_with("not empty; name a new one, or empty it"),
            "{message}"
        );
    }

    #[test]
    fn the_table_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        Folder::new(folder.path())
            .unwrap()
            .write_standings(&table())
            .unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
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
