//! Records of several old matches, compressed together: what similar matches share is stored once.
use super::compressed_text::{compress_pack, decompress_text};

/// A commit of a match, as it is packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PackedCommit {
    /// The key of its match.
    pub(crate) match_key: i64,
    /// Its number, in the order of the commits of a match.
    pub(crate) number: i64,
    /// Number of the match's events up to and including this commit.
    pub(crate) event_count: u64,
    /// The event lines.
    pub(crate) events: String,
    /// The submissions, as their column has them.
    pub(crate) submissions: String,
    /// The comment, as its column has it; empty for none.
    pub(crate) comment: String,
}

impl PackedCommit {
    /// Returns the size of the texts, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.texts().map(str::len).iter().sum()
    }

    fn texts(&self) -> [&str; 3] {
        [&self.events, &self.submissions, &self.comment]
    }

    fn texts_mut(&mut self) -> [&mut String; 3] {
        [&mut self.events, &mut self.submissions, &mut self.comment]
    }
}

/// A commit in the first line of a pack: key of the match, number, number of events, and the sizes of its texts in bytes.
type Entry = (i64, i64, u64, [usize; 3]);

/// The next matches to be packed, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnpackedRecords {
    /// The id after which they were looked for.
    pub(crate) after: String,
    /// The id of the last match that was looked at. Matches up to it that are not packed now never are.
    pub(crate) last: String,
    /// The commits of the matches, match by match.
    pub(crate) commits: Vec<PackedCommit>,
}

/// A pack that takes the place of commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordPack {
    /// The id after which its matches were looked for.
    pub(crate) after: String,
    /// The id of the last match that was looked at.
    pub(crate) last: String,
    /// The keys of its matches, each with its number of events. The first key is the key of the pack.
    pub(crate) matches: Vec<(i64, u64)>,
    /// The pack as it is stored.
    pub(crate) content: Vec<u8>,
}

impl RecordPack {
    /// Compresses records. Takes a tenth of a second for each megabyte.
    ///
    /// # Errors
    /// Returns an error if what was compressed is not read again as it was.
    pub(crate) fn new(records: &UnpackedRecords) -> Result<Self, String> {
        let UnpackedRecords {
            after,
            last,
            commits,
        } = records;
        let mut matches: Vec<(i64, u64)> = Vec::new();
        for commit in commits {
            match matches.last_mut() {
                Some((key, events)) if *key == commit.match_key => *events = commit.event_count,
                _ => matches.push((commit.match_key, commit.event_count)),
            }
        }
        let content = compress_pack(&pack_text(commits));
        let text = decompress_text(content.clone());
        let read = text.map_err(|bytes| format!("{} bytes that are no text", bytes.len()));
        if read_pack(&read?, |_| true)? != *commits {
            return Err("other records".into());
        }
        Ok(Self {
            after: after.clone(),
            last: last.clone(),
            matches,
            content,
        })
    }
}

/// Returns the text of a pack: a line with the entries as JSON, all events, all submissions, all comments. Texts of one kind
/// that follow each other take less.
fn pack_text(commits: &[PackedCommit]) -> String {
    let entries = commits.iter().map(|commit| -> Entry {
        let sizes = commit.texts().map(str::len);
        (commit.match_key, commit.number, commit.event_count, sizes)
    });
    let mut text = serde_json::json!(entries.collect::<Vec<_>>()).to_string();
    text.push('\n');
    for kind in 0..3 {
        text.extend(commits.iter().map(|commit| commit.texts()[kind]));
    }
    text
}

/// Returns the commits of the wanted matches, given their keys, in their order.
///
/// # Errors
/// Returns what is wrong with the text.
pub(super) fn read_pack(
    text: &str,
    is_wanted: impl Fn(i64) -> bool,
) -> Result<Vec<PackedCommit>, String> {
    let (entries, mut rest) = text.split_once('\n').ok_or("a pack without a first line")?;
    let entries: Vec<Entry> =
        serde_json::from_str(entries).map_err(|error| format!("entries of a pack: {error}"))?;
    let wanted = entries.iter().filter(|(key, ..)| is_wanted(*key));
    let mut commits: Vec<_> = wanted
        .map(|(match_key, number, event_count, _)| PackedCommit {
            match_key: *match_key,
            number: *number,
            event_count: *event_count,
            events: String::new(),
            submissions: String::new(),
            comment: String::new(),
        })
        .collect();
    for kind in 0..3 {
        let mut wanted = commits.iter_mut();
        for (key, _, _, sizes) in &entries {
            let parts = rest.split_at_checked(sizes[kind]);
            let (text, after) = parts.ok_or("a pack that ends early")?;
            rest = after;
            if is_wanted(*key)
                && let Some(commit) = wanted.next()
            {
                text.clone_into(commit.texts_mut()[kind]);
            }
        }
    }
    if !rest.is_empty() {
        return Err(format!("a pack with {} bytes after its end", rest.len()));
    }
    Ok(commits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(match_key: i64, number: i64, event_count: u64) -> PackedCommit {
        PackedCommit {
            match_key,
            number,
            event_count,
            events: format!("{{\"seq\":{event_count},\"action\":\"zwölf\"}}\n").repeat(9),
            submissions: format!("[{number}]"),
            comment: "a plan".repeat(number as usize),
        }
    }

    #[test]
    fn commits_of_one_match_are_read_out_of_a_pack() {
        let commits = vec![commit(7, 0, 9), commit(7, 1, 18), commit(9, 0, 9)];
        let records = UnpackedRecords {
            after: String::new(),
            last: "m".into(),
            commits: commits.clone(),
        };
        let pack = RecordPack::new(&records).unwrap();
        assert_eq!(pack.matches, [(7, 18), (9, 9)]);
        let text = decompress_text(pack.content).unwrap();
        assert!(text.len() > 500);
        let of = |key| read_pack(&text, |found| found == key).unwrap();
        assert_eq!(of(7), commits[..2]);
        assert_eq!(of(9), commits[2..]);
        assert!(of(8).is_empty());
    }

    #[test]
    fn damaged_pack_is_reported() {
        let text = pack_text(&[commit(7, 0, 9)]);
        for damaged in [
            "",
            "[]",
            "[7]\n",
            &text[..text.len() - 1],
            &format!("{text} "),
        ] {
            assert!(read_pack(damaged, |_| true).is_err(), "{damaged}");
        }
    }
}
