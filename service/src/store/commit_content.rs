//! The texts in a commit's row: event lines, submissions and a comment, one per line.

use serde::Deserialize;

use super::compressed_text::compress_text;
use super::{Commit, SubmissionRow};

/// A submission as it is written; numbers are signed as in SQL.
type WrittenSubmission<'a> = (
    u32,
    u32,
    u32,
    &'a str,
    Option<i64>,
    i64,
    i64,
    i64,
    i64,
    i64,
    Option<i32>,
);

/// A submission as it is read.
#[derive(Deserialize)]
struct ReadSubmission(
    u32,
    u32,
    u32,
    String,
    Option<i64>,
    i64,
    i64,
    i64,
    i64,
    i64,
    // Former rows end before the score.
    #[serde(default)] Option<i32>,
);

/// The texts of a commit as they are stored.
#[derive(Debug)]
pub(super) struct CommitContent {
    pub(super) events: Vec<u8>,
    pub(super) submissions: Vec<u8>,
    /// The comment as in a record; `None` if there is none.
    pub(super) comment: Option<Vec<u8>>,
}

impl CommitContent {
    /// Returns the texts of a commit.
    ///
    /// # Errors
    /// Returns an error if a submission cannot be written as JSON.
    pub(super) fn new(commit: &Commit) -> serde_json::Result<Self> {
        let submissions = commit.submissions.iter();
        let submissions: Vec<String> = submissions
            .map(|submission| serde_json::to_string(&written(submission)))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            events: compress_text(&commit.events.join("\n")),
            submissions: compress_text(&submissions.join("\n")),
            comment: commit
                .comment
                .as_ref()
                .map(|comment| compress_text(&comment.to_line())),
        })
    }
}

/// Returns the lines of a text.
pub(super) fn read_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').filter(|line| !line.is_empty())
}

/// Appends the submissions of a text to `into`.
///
/// # Errors
/// Returns an error if a line is not a submission.
pub(super) fn read_submissions(
    text: &str,
    into: &mut Vec<SubmissionRow>,
) -> serde_json::Result<()> {
    for line in read_lines(text) {
        let read: ReadSubmission = serde_json::from_str(line)?;
        into.push(submission_row(read));
    }
    Ok(())
}

fn written(submission: &SubmissionRow) -> WrittenSubmission<'_> {
    (
        submission.seat,
        submission.turn,
        submission.part,
        &submission.content,
        submission.nanos.map(|nanos| nanos as i64),
        submission.charged as i64,
        submission.stalled as i64,
        submission.effort as i64,
        submission.seq as i64,
        submission.view_hash as i64,
        submission.score,
    )
}

fn submission_row(read: ReadSubmission) -> SubmissionRow {
    let ReadSubmission(
        seat,
        turn,
        part,
        content,
        nanos,
        charged,
        stalled,
        effort,
        seq,
        view_hash,
        score,
    ) = read;
    SubmissionRow {
        seat,
        turn,
        part,
        content,
        // Former rows have -1 for no time.
        nanos: nanos.and_then(|nanos| u64::try_from(nanos).ok()),
        charged: charged as u64,
        stalled: stalled as u64,
        effort: effort as u64,
        score,
        seq: seq as u64,
        view_hash: view_hash as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submission_without_a_time_and_a_score_is_read_in_its_present_and_its_former_form() {
        let mut rows = Vec::new();
        let text = "[0,1,0,\"pass\",null,0,0,0,4,5,null]\n[0,1,0,\"pass\",-1,0,0,0,4,5]";
        read_submissions(text, &mut rows).unwrap();
        assert_eq!((rows[0].nanos, &rows[0]), (None, &rows[1]));
        assert_eq!(
            serde_json::to_string(&written(&rows[0])).unwrap(),
            text.lines().next().unwrap()
        );
    }
}
