//! Reading uploaded versions of bots.

use super::{ColumnValue, ReadFailure, ReadResult, SqlReader, SqlRow, query_all, query_opt};
use crate::store::{ProcessorQuota, VersionCount, VersionKey, VersionRow, VersionState};

const VERSIONS: &str =
    "SELECT bot, number, state, reason, created_micros, content_sha256, bytes, manifest, host,
    leased_until_micros FROM bot_versions";

/// Is true for a version whose owner has used up the processor time of a day: `$1` is the day, `$2` the default in seconds. A
/// host's leases outlast the moment, so that its matches end.
const OUT_OF_TIME: &str =
    "EXISTS (SELECT 1 FROM bots
             JOIN owners ON owners.name = bots.owner
             LEFT JOIN owner_usage ON owner_usage.owner = bots.owner AND owner_usage.day = $1
             WHERE bots.name = bot_versions.bot
             AND coalesce(owner_usage.processor_nanos, 0) >= coalesce(owners.max_processor_secs, $2) * 1000000000)";

/// Returns the state in the next column.
fn state(row: &mut SqlRow) -> ReadResult<VersionState> {
    let number = row.column()?;
    let unknown = || ReadFailure::Corrupt(format!("unknown state {number} of a version"));
    VersionState::from_number(number).ok_or_else(unknown)
}

fn version_row(row: &mut SqlRow) -> ReadResult<VersionRow> {
    Ok(VersionRow {
        bot: row.column()?,
        number: row.column()?,
        state: state(row)?,
        reason: row.column()?,
        created_micros: row.column()?,
        content_sha256: row.column()?,
        bytes: row.column()?,
        manifest: row.column()?,
        host: row.column()?,
        leased_until_micros: row.column()?,
    })
}

/// Reads the versions of a bot, the newest first.
pub(super) async fn versions(
    reader: &mut dyn SqlReader,
    bot: String,
) -> ReadResult<Vec<VersionRow>> {
    let sql = format!("{VERSIONS} WHERE bot = $1 ORDER BY number DESC");
    query_all(reader, &sql, vec![bot.into()], version_row).await
}

/// Reads a version, or `None` if it does not exist.
pub(super) async fn version(
    reader: &mut dyn SqlReader,
    key: VersionKey,
) -> ReadResult<Option<VersionRow>> {
    let sql = format!("{VERSIONS} WHERE bot = $1 AND number = $2");
    let values = vec![key.bot.into(), key.number.into()];
    query_opt(reader, &sql, values, version_row).await
}

/// Reads the log of a version.
pub(super) async fn version_log(reader: &mut dyn SqlReader, key: VersionKey) -> ReadResult<String> {
    let sql = "SELECT log FROM bot_versions WHERE bot = $1 AND number = $2";
    let values = vec![key.bot.into(), key.number.into()];
    let log = query_opt(reader, sql, values, SqlRow::column).await?;
    Ok(log.unwrap_or_default())
}

/// Reads the oldest version that is to be built.
pub(super) async fn version_to_build(
    reader: &mut dyn SqlReader,
    now_micros: i64,
    quota: ProcessorQuota,
) -> ReadResult<Option<VersionRow>> {
    let sql = format!(
        "{VERSIONS} WHERE state IN ({}, {}) AND leased_until_micros <= $3 AND NOT {OUT_OF_TIME}
         ORDER BY created_micros, bot LIMIT 1",
        VersionState::Uploaded.number(),
        VersionState::Building.number()
    );
    let mut values = quota_values(quota);
    values.push(now_micros.into());
    query_opt(reader, &sql, values, version_row).await
}

/// Reads the bots that a host plays and whose owners have no processor time left.
pub(super) async fn bots_out_of_time(
    reader: &mut dyn SqlReader,
    host: String,
    quota: ProcessorQuota,
) -> ReadResult<Vec<String>> {
    let sql = format!(
        "SELECT bot FROM bot_versions WHERE host = $3 AND state = {} AND {OUT_OF_TIME}",
        VersionState::Playing.number()
    );
    let mut values = quota_values(quota);
    values.push(host.into());
    query_all(reader, &sql, values, SqlRow::column).await
}

/// Returns the values of [`OUT_OF_TIME`].
fn quota_values(quota: ProcessorQuota) -> Vec<ColumnValue> {
    vec![quota.day.number().into(), quota.default_secs.into()]
}

/// Reads the versions that a host plays.
pub(super) async fn versions_played_by(
    reader: &mut dyn SqlReader,
    host: String,
    limit: usize,
) -> ReadResult<Vec<VersionRow>> {
    let sql = format!(
        "{VERSIONS} WHERE host = $1 AND state = {} ORDER BY bot LIMIT $2",
        VersionState::Playing.number()
    );
    query_all(reader, &sql, vec![host.into(), limit.into()], version_row).await
}

/// Reads the bots that a host plays and that have a newer version to be played.
pub(super) async fn bots_to_replace(
    reader: &mut dyn SqlReader,
    host: String,
) -> ReadResult<Vec<String>> {
    let sql = format!(
        "SELECT bot FROM bot_versions AS own WHERE host = $1 AND state = {}
         AND EXISTS (SELECT 1 FROM bot_versions AS other
                     WHERE other.bot = own.bot AND other.number > own.number AND other.state = {})",
        VersionState::Playing.number(),
        VersionState::Checked.number()
    );
    query_all(reader, &sql, vec![host.into()], SqlRow::column).await
}

/// Reads the versions that a host can begin to play.
pub(super) async fn versions_to_play(
    reader: &mut dyn SqlReader,
    now_micros: i64,
    quota: ProcessorQuota,
    limit: usize,
) -> ReadResult<Vec<VersionRow>> {
    let (checked, playing) = (
        VersionState::Checked.number(),
        VersionState::Playing.number(),
    );
    // Of the checked versions of a bot the newest: the others were overtaken.
    let sql = format!(
        "{VERSIONS} WHERE ((state = {playing} AND leased_until_micros <= $3)
            OR (state = {checked} AND NOT EXISTS (
                SELECT 1 FROM bot_versions AS other WHERE other.bot = bot_versions.bot
                AND (other.state = {playing} OR (other.state = {checked} AND other.number > bot_versions.number)))))
         AND NOT {OUT_OF_TIME}
         ORDER BY created_micros, bot LIMIT $4"
    );
    let mut values = quota_values(quota);
    values.extend([now_micros.into(), limit.into()]);
    query_all(reader, &sql, values, version_row).await
}

/// Reads the versions that hosts play or can begin to play, by bot.
pub(super) async fn usable_versions(
    reader: &mut dyn SqlReader,
    limit: usize,
) -> ReadResult<Vec<VersionRow>> {
    let sql = format!(
        "{VERSIONS} WHERE state IN ({}, {}) ORDER BY bot, number LIMIT $1",
        VersionState::Checked.number(),
        VersionState::Playing.number()
    );
    query_all(reader, &sql, vec![limit.into()], version_row).await
}

/// Counts the versions in each state that has any.
pub(super) async fn version_counts(
    reader: &mut dyn SqlReader,
    now_micros: i64,
) -> ReadResult<Vec<VersionCount>> {
    let sql = "SELECT state, count(*), CAST(sum(bytes) AS BIGINT),
            CAST(sum(CASE WHEN leased_until_micros > $1 THEN 1 ELSE 0 END) AS BIGINT)
        FROM bot_versions GROUP BY state ORDER BY state";
    let count = |row: &mut SqlRow| {
        Ok(VersionCount {
            state: state(row)?,
            versions: row.column()?,
            bytes: row.column()?,
            leased: row.column()?,
        })
    };
    query_all(reader, sql, vec![now_micros.into()], count).await
}

/// Reads a part of a content.
pub(super) async fn content_part(
    reader: &mut dyn SqlReader,
    content_sha256: String,
    part: u32,
) -> ReadResult<Option<Vec<u8>>> {
    let sql = "SELECT content FROM content_parts WHERE content_sha256 = $1 AND part = $2";
    let values = vec![content_sha256.into(), part.into()];
    query_opt(reader, sql, values, SqlRow::column).await
}
