//! What a commit's row holds: event lines and acts, one a line.

use rusqlite::types::Type;

use crate::store::{Commit, SubmissionRow};

/// An act as it is written down; SQL knows signed numbers only.
type Written<'a> = (u32, u32, u32, &'a str, i64, i64, i64, i64, i64);

/// An act as it is read.
type Read = (u32, u32, u32, String, i64, i64, i64, i64, i64);

/// Texts of a commit, kept to be filled again.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) lines: String,
    pub(super) submissions: String,
}

impl Content {
    /// Writes down a commit in place of the former one.
    pub(super) fn write(&mut self, commit: &Commit) -> Result<(), serde_json::Error> {
        self.lines.clear();
        for line in &commit.events {
            if !self.lines.is_empty() {
                self.lines.push('\n');
            }
            self.lines.push_str(line);
        }
        let mut acts = std::mem::take(&mut self.submissions).into_bytes();
        acts.clear();
        for act in &commit.submissions {
            if !acts.is_empty() {
                acts.push(b'\n');
            }
            serde_json::to_writer(&mut acts, &written(act))?;
        }
        // JSON is UTF-8.
        self.submissions = String::from_utf8(acts).unwrap_or_default();
        Ok(())
    }
}

/// The lines of a commit.
pub(super) fn read_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').filter(|line| !line.is_empty())
}

/// The acts of a commit.
pub(super) fn read_acts(text: &str, into: &mut Vec<SubmissionRow>) -> rusqlite::Result<()> {
    for line in read_lines(text) {
        let read: Read = serde_json::from_str(line).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error))
        })?;
        into.push(act_row(read));
    }
    Ok(())
}

fn written(act: &SubmissionRow) -> Written<'_> {
    (
        act.seat,
        act.turn,
        act.act,
        &act.content,
        act.nanos as i64,
        act.charged as i64,
        act.effort as i64,
        act.seq as i64,
        act.view_hash as i64,
    )
}

fn act_row(read: Read) -> SubmissionRow {
    let (seat, turn, act, content, nanos, charged, effort, seq, view_hash) = read;
    SubmissionRow {
        seat,
        turn,
        act,
        content,
        nanos: nanos as u64,
        charged: charged as u64,
        effort: effort as u64,
        seq: seq as u64,
        view_hash: view_hash as u64,
    }
}
