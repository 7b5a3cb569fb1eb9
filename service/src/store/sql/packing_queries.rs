//! Reading which records are packed next, reading packs, and the statements that pack, which SQLite and PostgreSQL run in
//! the same way.

use serde::Deserialize;

use super::change_statement::ChangeStatement;
use super::{ReadFailure, ReadResult, SqlReader, SqlRow, query_all, query_opt};
use crate::error::Reason;
use crate::match_state::MatchState;
use crate::store::record_pack::{PackedCommit, RecordPack, UnpackedRecords, read_pack};

/// Maximum number of matches in a pack. More take less space each, and each of them takes longer to read.
const MAX_MATCHES: usize = 32;

/// Size of the texts of a pack, in bytes, from which no match is added.
const FULL_BYTES: usize = 1 << 20;

/// What is read of the set-up of a match.
#[derive(Deserialize)]
struct Setup {
    #[serde(default)]
    tournament: Option<Place>,
}

#[derive(Deserialize)]
struct Place {
    /// The id of the tournament.
    tournament: String,
}

/// A match that may be packed.
struct Candidate {
    id: String,
    key: i64,
    created_micros: i64,
    /// Whether the match is over and its commits are stored.
    is_complete: bool,
    setup: String,
}

/// Reads the next matches that were created before a time, or `None` if there are none. Records that are kept for a time
/// are left out: they are deleted soon, each at its own time. So is what cannot be read, which is reported when it is asked
/// for.
pub(super) async fn unpacked_records(
    reader: &mut dyn SqlReader,
    before_micros: i64,
) -> ReadResult<Option<UnpackedRecords>> {
    let sql = "SELECT after_id FROM record_packing";
    let after = query_opt(reader, sql, Vec::new(), SqlRow::column::<String>).await?;
    let after = after.ok_or_else(|| ReadFailure::Corrupt("record_packing has no row".into()))?;
    let mut records = UnpackedRecords {
        last: after.clone(),
        after,
        commits: Vec::new(),
    };
    let mut bytes = 0;
    for candidate in candidates(reader, records.after.clone()).await? {
        if candidate.created_micros >= before_micros || bytes >= FULL_BYTES {
            break;
        }
        records.last = candidate.id;
        if candidate.is_complete && is_kept_for_good(reader, &candidate.setup).await? {
            let commits = match commits(reader, candidate.key).await {
                Err(ReadFailure::Corrupt(_)) => continue,
                read => read?,
            };
            bytes += commits.iter().map(PackedCommit::bytes).sum::<usize>();
            records.commits.extend(commits);
        }
    }
    Ok((records.last != records.after).then_some(records))
}

async fn candidates(reader: &mut dyn SqlReader, after: String) -> ReadResult<Vec<Candidate>> {
    let sql = "SELECT id, key, created_micros, state, setup, pack_key, record_deleted_micros
               FROM matches WHERE id > $1 ORDER BY id LIMIT $2";
    query_all(reader, sql, vec![after.into(), MAX_MATCHES.into()], |row| {
        let (id, key, created_micros) = (row.column()?, row.column()?, row.column()?);
        let (state, setup): (MatchState, _) = (row.column()?, row.column()?);
        let (pack, deleted): (Option<i64>, Option<i64>) = (row.column()?, row.column()?);
        Ok(Candidate {
            id,
            key,
            created_micros,
            is_complete: state.has_ended() && pack.is_none() && deleted.is_none(),
            setup,
        })
    })
    .await
}

async fn is_kept_for_good(reader: &mut dyn SqlReader, setup: &str) -> ReadResult<bool> {
    let tournament = match serde_json::from_str::<Setup>(setup) {
        Ok(Setup {
            tournament: Some(Place { tournament }),
        }) => tournament,
        Ok(Setup { tournament: None }) => return Ok(true),
        Err(_) => return Ok(false),
    };
    let sql = "SELECT 1 FROM record_retention
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)";
    let found = query_opt(reader, sql, vec![tournament.into()], |_| Ok(()));
    Ok(found.await?.is_none())
}

async fn commits(reader: &mut dyn SqlReader, match_key: i64) -> ReadResult<Vec<PackedCommit>> {
    let sql = "SELECT number, event_count, events, submissions, comment FROM commits
               WHERE match_key = $1 ORDER BY number";
    query_all(reader, sql, vec![match_key.into()], |row| {
        packed_commit(match_key, row)
    })
    .await
}

/// Reads a row of number, number of events, events, submissions, and the comment if it was asked for.
pub(super) fn packed_commit(match_key: i64, row: &mut SqlRow) -> ReadResult<PackedCommit> {
    Ok(PackedCommit {
        match_key,
        number: row.column()?,
        event_count: row.column()?,
        events: row.column()?,
        submissions: row.column()?,
        comment: row.column::<Option<String>>()?.unwrap_or_default(),
    })
}

/// Reads the commits of a match whose record is packed, in order.
pub(super) async fn packed_commits(
    reader: &mut dyn SqlReader,
    match_key: i64,
    pack_key: i64,
) -> ReadResult<Vec<PackedCommit>> {
    let sql = "SELECT content FROM record_packs WHERE key = $1";
    let values = vec![pack_key.into()];
    let content = query_opt(reader, sql, values, SqlRow::column::<String>);
    let content = content.await?.unwrap_or_default();
    read_pack(&content, |key| key == match_key)
        .map_err(|error| ReadFailure::Corrupt(format!("pack {pack_key} of records: {error}")))
}

/// Returns the statements that put a pack in the place of commits, in their order.
pub(crate) fn packing_statements(pack: &RecordPack) -> Vec<ChangeStatement> {
    let replaced = "another server has packed these records";
    let sql = "UPDATE record_packing SET after_id = $2 WHERE after_id = $1";
    let values = [&pack.after, &pack.last].map(|id| id.as_str().into());
    let mut statements =
        vec![ChangeStatement::new(sql, values.into()).or(Reason::Replaced, replaced)];
    let Some((pack_key, _)) = pack.matches.first() else {
        return statements;
    };
    let values = vec![(*pack_key).into(), pack.content.clone().into()];
    let sql = "INSERT INTO record_packs (key, content) VALUES ($1, $2)";
    statements.push(ChangeStatement::new(sql, values));
    for (key, events) in &pack.matches {
        let sql = "UPDATE matches SET pack_key = $2, packed_events = $3
                   WHERE key = $1 AND pack_key IS NULL AND record_deleted_micros IS NULL";
        let values = vec![(*key).into(), (*pack_key).into(), (*events).into()];
        statements.push(ChangeStatement::new(sql, values).or(Reason::Replaced, replaced));
        let sql = "DELETE FROM commits WHERE match_key = $1";
        statements.push(ChangeStatement::new(sql, vec![(*key).into()]));
    }
    statements
}
