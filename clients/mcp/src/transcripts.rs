//! Transcripts: every call of a tool with its answer, as one JSON line each, in one file for each match.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use botwerk_command::failure::Failure;
use serde::Serialize;
use serde_json::Value;

/// The file of the calls that belong to no match.
const CALLS_FILE: &str = "calls.jsonl";

/// A call of a tool, and its answer.
#[derive(Debug, Serialize)]
pub(super) struct ToolCallLine {
    /// When the answer was ready, in microseconds since 1970-01-01 UTC.
    pub(super) time_micros: u64,
    /// The duration of the call, in milliseconds.
    pub(super) millis: u64,
    /// The match, if the call belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) r#match: Option<String>,
    /// The seat in the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u32>,
    /// The name of the tool.
    pub(super) tool: String,
    pub(super) arguments: Value,
    pub(super) is_error: bool,
    /// The text that the model has received.
    pub(super) answer: String,
}

/// The directory of transcripts and records, whose files only their owner can read.
#[derive(Debug)]
pub(super) struct Transcripts {
    directory: PathBuf,
    /// Held while a line is written, so that lines of simultaneous calls are not mixed.
    writing: Mutex<()>,
}

impl Transcripts {
    /// Creates the directory, if it does not exist yet.
    ///
    /// # Errors
    /// Returns an error if it cannot be created, or no file in it.
    pub(super) fn open(directory: &Path) -> Result<Self, Failure> {
        let transcripts = Self {
            directory: directory.to_owned(),
            writing: Mutex::default(),
        };
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let created = builder.recursive(true).create(directory);
        created
            .and_then(|()| transcripts.append(CALLS_FILE).map(drop))
            .map_err(|error| Failure::file(&directory.display().to_string(), &error))?;
        Ok(transcripts)
    }

    /// Appends a call. The line is with the system when this returns: it survives the end of the process.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn write(&self, line: &ToolCallLine) -> io::Result<()> {
        let name = line.r#match.as_deref();
        let name = name.map_or_else(
            || CALLS_FILE.to_owned(),
            |name| format!("{}.jsonl", file_stem(name)),
        );
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.append(&name)?.write_all(&text)
    }

    /// Writes the record of a match, and returns its file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn write_record(&self, match_name: &str, record: &str) -> io::Result<PathBuf> {
        let path = self
            .directory
            .join(format!("{}.bwr", file_stem(match_name)));
        let mut options = private_file();
        options.create(true).write(true).truncate(true);
        options.open(&path)?.write_all(record.as_bytes())?;
        Ok(path)
    }

    fn append(&self, name: &str) -> io::Result<File> {
        let mut options = private_file();
        options.create(true).append(true);
        options.open(self.directory.join(name))
    }
}

/// Returns how files are opened that only their owner can read; on Windows as their directory says.
fn private_file() -> OpenOptions {
    #[cfg_attr(
        not(unix),
        expect(unused_mut, reason = "files have modes on Unix only")
    )]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Returns the name of a match's files: its id, without characters that lead to another directory.
fn file_stem(match_name: &str) -> String {
    let id = match_name.rsplit('/').next().unwrap_or(match_name);
    let plain = id.chars().map(|c| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    });
    plain.take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_matches_lead_to_no_other_directory() {
        assert_eq!(file_stem("matches/0198-ab"), "0198-ab");
        assert_eq!(file_stem("matches/../../etc/passwd"), "passwd");
        assert_eq!(file_stem(".."), "__");
        assert_eq!(file_stem(&"x".repeat(1000)).len(), 100);
    }

    #[test]
    fn a_directory_that_cannot_be_created_is_reported() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let failure = Transcripts::open(&file.path().join("below")).unwrap_err();
        assert!(format!("{failure:?}").contains("below"), "{failure:?}");
    }
}
