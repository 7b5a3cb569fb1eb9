//! Reading matches.

use super::packing_queries::{packed_commit, packed_commits};
use super::{AFTER_ALL_IDS, ReadFailure, ReadResult, SqlReader, SqlRow, query_all, query_opt};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::commit_content::{read_lines, read_submissions};
use crate::store::record_pack::PackedCommit;
use crate::store::{EventPage, MatchFilter, MatchPage, MatchRow, StoredMatch};

/// Number of matches or commits that one statement reads for a page, which may be full before it has that many.
const ROWS_PER_READ: usize = 64;

/// Maximum number of matches of a player that are looked at to find those that a list contains. A page may have fewer than
/// asked for.
const MAX_SCANNED: usize = 1024;

const COLUMNS: &str = "id, request_id, state, created_micros, setup, outcome, head, ended_micros,
    coalesce(packed_events,
             (SELECT event_count FROM commits WHERE match_key = key ORDER BY number DESC LIMIT 1), 0),
    record_deleted_micros";

/// Reads a row of [`COLUMNS`].
fn match_row(row: &mut SqlRow) -> ReadResult<MatchRow> {
    Ok(MatchRow {
        id: row.column()?,
        request_id: row.column()?,
        state: row.column()?,
        created_micros: row.column()?,
        setup: row.column()?,
        outcome: row.column()?,
        head: row.column()?,
        ended_micros: row.column()?,
        events: row.column()?,
        record_deleted_micros: row.column()?,
    })
}

/// Reads everything stored of a match, or `None` if it does not exist.
///
/// A record may be packed or deleted between two statements. Its events are then not found where they were, and are read
/// once more.
pub(crate) async fn load(
    reader: &mut dyn SqlReader,
    id: MatchId,
) -> ReadResult<Option<StoredMatch>> {
    let first = load_once(reader, &id).await?;
    match first {
        Some(stored) if stored.row.events > stored.events.len() as u64 => {
            load_once(reader, &id).await
        }
        first => Ok(first),
    }
}

async fn load_once(reader: &mut dyn SqlReader, id: &MatchId) -> ReadResult<Option<StoredMatch>> {
    let sql = format!(
        "SELECT {COLUMNS}, key, coalesce((SELECT max(number) FROM commits WHERE match_key = key), -1), pack_key
         FROM matches WHERE id = $1"
    );
    let found = query_opt(reader, &sql, vec![id.into()], |row| {
        let read = match_row(row)?;
        Ok((read, row.column()?, row.column()?, row.column()?))
    });
    let Some((row, key, last, pack_key)) = found.await? else {
        return Ok(None);
    };
    let commits = match pack_key {
        Some(pack_key) => packed_commits(reader, key, pack_key).await?,
        None => commits_until(reader, key, last).await?,
    };
    let mut stored = StoredMatch {
        row,
        events: Vec::new(),
        submissions: Vec::new(),
    };
    for commit in commits {
        let lines = read_lines(&commit.events);
        stored.events.extend(lines.map(str::to_owned));
        read_submissions(&commit.submissions, &mut stored.submissions)?;
        let (expected, found) = (commit.event_count, stored.events.len());
        if expected != found as u64 {
            let message = format!("match {id}: expected {expected} events, found {found}");
            return Err(ReadFailure::Corrupt(message));
        }
    }
    Ok(Some(stored))
}

/// Reads the commits of a match up to the last one of its row: later ones would not agree with the state of that.
async fn commits_until(
    reader: &mut dyn SqlReader,
    match_key: i64,
    last: i64,
) -> ReadResult<Vec<PackedCommit>> {
    let sql = "SELECT number, event_count, events, submissions FROM commits
               WHERE match_key = $1 AND number <= $2 ORDER BY number";
    query_all(reader, sql, vec![match_key.into(), last.into()], |row| {
        packed_commit(match_key, row)
    })
    .await
}

/// Which lines of the commits of a match are read.
#[derive(Clone, Copy)]
enum Lines {
    Events,
    Comments,
}

impl Lines {
    /// Returns the query of the numbers and lines of at most `$3` commits of match `$1` after `$2`.
    const fn query(self) -> &'static str {
        match self {
            Self::Events => {
                "SELECT number, events FROM commits
                 WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND number > $2
                 ORDER BY number LIMIT $3"
            }
            Self::Comments => {
                "SELECT number, comment FROM commits
                 WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND number > $2 AND comment IS NOT NULL
                 ORDER BY number LIMIT $3"
            }
        }
    }

    fn of_packed(self, commit: &PackedCommit) -> &str {
        match self {
            Self::Events => &commit.events,
            Self::Comments => &commit.comment,
        }
    }
}

/// Reads the events of a match after a commit.
pub(super) async fn events(
    reader: &mut dyn SqlReader,
    id: MatchId,
    after: i64,
) -> ReadResult<EventPage> {
    lines(reader, Lines::Events, id, after).await
}

/// Reads the comments of a match after a commit.
pub(crate) async fn comments(
    reader: &mut dyn SqlReader,
    id: MatchId,
    after: i64,
) -> ReadResult<EventPage> {
    lines(reader, Lines::Comments, id, after).await
}

/// Reads a page of lines of a match after a commit.
async fn lines(
    reader: &mut dyn SqlReader,
    lines: Lines,
    id: MatchId,
    after: i64,
) -> ReadResult<EventPage> {
    let mut page = EventPage::default();
    let mut last = after;
    // Only a match without commits can be packed.
    let mut may_be_packed = true;
    loop {
        let values = vec![(&id).into(), last.into(), ROWS_PER_READ.into()];
        let rows = reader.query(lines.query(), values).await?;
        let is_last = rows.len() < ROWS_PER_READ;
        for mut row in rows {
            may_be_packed = false;
            last = row.column()?;
            if !page.push(last, &row.column::<String>()?) {
                return Ok(page);
            }
        }
        if is_last && may_be_packed {
            return packed_lines(reader, lines, &id, after).await;
        }
        if is_last {
            return Ok(page);
        }
    }
}

/// Reads lines of a match after a commit, if its record is packed.
async fn packed_lines(
    reader: &mut dyn SqlReader,
    lines: Lines,
    id: &MatchId,
    after: i64,
) -> ReadResult<EventPage> {
    let mut page = EventPage::default();
    let sql = "SELECT key, pack_key FROM matches WHERE id = $1 AND pack_key IS NOT NULL";
    let found = query_opt(reader, sql, vec![id.into()], |row| {
        Ok((row.column()?, row.column()?))
    });
    let Some((key, pack_key)) = found.await? else {
        return Ok(page);
    };
    for commit in packed_commits(reader, key, pack_key).await? {
        let text = lines.of_packed(&commit);
        if commit.number > after && !text.is_empty() && !page.push(commit.number, text) {
            break;
        }
    }
    Ok(page)
}

/// Reads a match without its events, or `None` if it does not exist.
pub(super) async fn find_row(
    reader: &mut dyn SqlReader,
    id: MatchId,
) -> ReadResult<Option<MatchRow>> {
    let sql = format!("SELECT {COLUMNS} FROM matches WHERE id = $1");
    query_opt(reader, &sql, vec![(&id).into()], match_row).await
}

/// Reads the match that a request created, or `None` if it created none.
pub(super) async fn match_by_request_id(
    reader: &mut dyn SqlReader,
    request_id: String,
) -> ReadResult<Option<MatchRow>> {
    let sql = format!("SELECT {COLUMNS} FROM matches WHERE request_id = $1");
    query_opt(reader, &sql, vec![request_id.into()], match_row).await
}

/// Reads a page of matches with ids below `before`, the newest first. No statement reads much more than the page has.
pub(super) async fn list(
    reader: &mut dyn SqlReader,
    filter: MatchFilter,
    limit: usize,
) -> ReadResult<MatchPage> {
    if filter.player.is_some() {
        return list_of_player(reader, filter, limit).await;
    }
    // The number of the state is part of the text, so that its index is used.
    let state = filter.state.map_or_else(String::new, |state| {
        format!("AND state = {}", state.number())
    });
    let sql = format!(
        "SELECT {COLUMNS} FROM matches WHERE id < $1 AND id >= $3 {state} ORDER BY id DESC LIMIT $2"
    );
    let mut page = MatchPage::default();
    let from = filter.from.map_or_else(String::new, Into::into);
    let mut before = filter
        .before
        .map_or_else(|| AFTER_ALL_IDS.to_owned(), Into::into);
    loop {
        // One more shows whether there are more.
        let size = ROWS_PER_READ.min(limit.saturating_sub(page.rows.len()).saturating_add(1));
        let rows = reader
            .query(&sql, vec![before.into(), size.into(), from.clone().into()])
            .await?;
        let is_last = rows.len() < size;
        for mut row in rows {
            if !page.push(match_row(&mut row)?, limit) {
                return Ok(page);
            }
        }
        match page.rows.last() {
            Some(last) if !is_last => before = last.id.to_string(),
            _ => return Ok(page),
        }
    }
}

/// Reads a page of the matches of a player, the newest first. The cost is bounded by the number of matches that are looked
/// at, however few of them the list contains.
async fn list_of_player(
    reader: &mut dyn SqlReader,
    filter: MatchFilter,
    limit: usize,
) -> ReadResult<MatchPage> {
    let player = filter.player.unwrap_or_default();
    // The order of the tables is given: the index of names first. The number of rows of the opponent is one look-up for each
    // match; PostgreSQL may answer EXISTS with all matches of the opponent.
    let sql = format!(
        "SELECT {COLUMNS}, own.seat,
                (SELECT count(*) FROM match_players AS other
                 WHERE other.name = $4 AND other.match_id = own.match_id)
         FROM match_players AS own CROSS JOIN matches
         WHERE own.name = $1 AND own.match_id < $2 AND own.match_id >= $3 AND matches.id = own.match_id
         ORDER BY own.match_id DESC LIMIT {ROWS_PER_READ}"
    );
    let from = filter.from.map_or_else(String::new, Into::into);
    let opponent = player.opponent.clone().unwrap_or_default();
    let mut page = MatchPage::default();
    let mut before = filter
        .before
        .map_or_else(|| AFTER_ALL_IDS.to_owned(), Into::into);
    for _ in 0..MAX_SCANNED / ROWS_PER_READ {
        let values = [&player.name, &before, &from, &opponent];
        let values = values.map(|text| text.clone().into());
        let rows = reader.query(&sql, values.into()).await?;
        let is_last = rows.len() < ROWS_PER_READ;
        for mut row in rows {
            let found = match_row(&mut row)?;
            let (seat, has_opponent): (u32, bool) = (row.column()?, row.column()?);
            before = found.id.to_string();
            let is_listed = filter.state.is_none_or(|state| state == found.state)
                && (has_opponent || player.opponent.is_none())
                && player.admits(&found, seat as usize);
            if is_listed && !page.push(found, limit) {
                return Ok(page);
            }
        }
        if is_last {
            return Ok(page);
        }
    }
    page.next = Some(before.into());
    Ok(page)
}

/// Reads the matches that fulfil a condition, the newest first.
pub(super) async fn unfinished(
    reader: &mut dyn SqlReader,
    condition: String,
) -> ReadResult<Vec<(MatchId, MatchState)>> {
    let sql = format!("SELECT id, state FROM matches WHERE {condition}");
    let decode = |row: &mut SqlRow| Ok((row.column()?, row.column()?));
    let mut unfinished: Vec<(MatchId, _)> = query_all(reader, &sql, Vec::new(), decode).await?;
    // Not by the statement, which would then read all matches in the order of their ids.
    unfinished.sort_unstable_by(|a, b| b.0.cmp(&a.0));
    Ok(unfinished)
}

/// Returns the number of matches.
pub(crate) async fn count_matches(reader: &mut dyn SqlReader) -> ReadResult<u64> {
    let sql = "SELECT count(*) FROM matches";
    let count = query_opt(reader, sql, Vec::new(), SqlRow::column).await?;
    Ok(count.unwrap_or(0))
}

/// Reads the ids of the next matches after one, the oldest first.
pub(crate) async fn match_ids(
    reader: &mut dyn SqlReader,
    after: String,
    limit: usize,
) -> ReadResult<Vec<String>> {
    let sql = "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2";
    query_all(
        reader,
        sql,
        vec![after.into(), limit.into()],
        SqlRow::column,
    )
    .await
}
