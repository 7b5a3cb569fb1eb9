//! Reading owners, bots, sign-up codes, tokens and the audit log.

use super::{ReadResult, SqlReader, SqlRow, query_all, query_opt};
use crate::accounts::QuotaDay;
use crate::store::{
    AuditFilter, AuditRow, BotRow, IdentityRow, OwnerRow, SignUpCodeRow, StoredBot, TokenRow,
};

/// Number of bots that one statement finds.
const NAMES_PER_READ: usize = 100;

const OWNERS: &str =
    "SELECT name, created_micros, token_sha256, token_expires_micros, ban_reason, max_bots, max_concurrent_matches,
        max_processor_secs, max_searches
    FROM owners";

const BOTS: &str =
    "SELECT bots.name, bots.created_micros, bots.token_sha256, bots.token_expires_micros, games,
        bots.max_concurrent_matches, owner, owners.name, owners.created_micros, owners.token_sha256,
        owners.token_expires_micros, ban_reason, max_bots, owners.max_concurrent_matches, max_processor_secs,
        max_searches
    FROM bots LEFT JOIN owners ON owners.name = bots.owner";

fn owner_row(row: &mut SqlRow) -> ReadResult<OwnerRow> {
    let name = row.column()?;
    owner_columns(row, name)
}

fn owner_columns(row: &mut SqlRow, name: String) -> ReadResult<OwnerRow> {
    Ok(OwnerRow {
        name,
        created_micros: row.column()?,
        token_sha256: row.column()?,
        token_expires_micros: row.column()?,
        ban_reason: row.column()?,
        max_bots: row.column()?,
        max_concurrent_matches: row.column()?,
        max_processor_secs: row.column()?,
        max_searches: row.column()?,
    })
}

fn stored_bot(row: &mut SqlRow) -> ReadResult<StoredBot> {
    let bot = BotRow {
        name: row.column()?,
        created_micros: row.column()?,
        token_sha256: row.column()?,
        token_expires_micros: row.column()?,
        games: row.json()?,
        max_concurrent_matches: row.column()?,
        owner: row.column()?,
    };
    let owner: Option<String> = row.column()?;
    let owner = owner.map(|name| owner_columns(row, name)).transpose()?;
    Ok(StoredBot { row: bot, owner })
}

/// Reads an owner, or `None` if no owner has this name.
pub(super) async fn owner(
    reader: &mut dyn SqlReader,
    name: String,
) -> ReadResult<Option<OwnerRow>> {
    let sql = format!("{OWNERS} WHERE name = $1");
    query_opt(reader, &sql, vec![name.into()], owner_row).await
}

/// Reads the owner whose token, or the token of whose session, has this hash, or `None` if there is none. The row has the
/// time at which this token expires.
pub(super) async fn owner_by_token(
    reader: &mut dyn SqlReader,
    token_sha256: String,
) -> ReadResult<Option<OwnerRow>> {
    let sql = format!("{OWNERS} WHERE token_sha256 = $1");
    let values = vec![token_sha256.as_str().into()];
    if let Some(found) = query_opt(reader, &sql, values, owner_row).await? {
        return Ok(Some(found));
    }
    let sql = "SELECT owner, expires_micros FROM owner_sessions WHERE token_sha256 = $1";
    let session = |row: &mut SqlRow| Ok((row.column()?, row.column()?));
    let session = query_opt(reader, sql, vec![token_sha256.into()], session).await?;
    let Some((name, expires_micros)) = session else {
        return Ok(None);
    };
    let found = owner(reader, name).await?;
    Ok(found.map(|found| OwnerRow {
        token_expires_micros: Some(expires_micros),
        ..found
    }))
}

/// Reads an identity, or `None` if it is linked to no owner.
pub(super) async fn identity(
    reader: &mut dyn SqlReader,
    issuer: String,
    subject: String,
) -> ReadResult<Option<IdentityRow>> {
    let sql = "SELECT issuer, subject, owner, created_micros FROM identities WHERE issuer = $1 AND subject = $2";
    query_opt(reader, sql, vec![issuer.into(), subject.into()], |row| {
        Ok(IdentityRow {
            issuer: row.column()?,
            subject: row.column()?,
            owner: row.column()?,
            created_micros: row.column()?,
        })
    })
    .await
}

/// Returns the number of identities that are linked to an owner.
pub(super) async fn identity_count(reader: &mut dyn SqlReader, owner: String) -> ReadResult<u32> {
    let sql = "SELECT count(*) FROM identities WHERE owner = $1";
    let count = query_opt(reader, sql, vec![owner.into()], SqlRow::column).await?;
    Ok(count.unwrap_or_default())
}

/// Reads owners with names after `after`, by name.
pub(super) async fn owners(
    reader: &mut dyn SqlReader,
    after: String,
    limit: usize,
) -> ReadResult<Vec<OwnerRow>> {
    let sql = format!("{OWNERS} WHERE name > $1 ORDER BY name LIMIT $2");
    query_all(reader, &sql, vec![after.into(), limit.into()], owner_row).await
}

/// Returns the number of bots of an owner.
pub(super) async fn bot_count(reader: &mut dyn SqlReader, owner: String) -> ReadResult<u32> {
    let sql = "SELECT count(*) FROM bots WHERE owner = $1";
    let count = query_opt(reader, sql, vec![owner.into()], SqlRow::column).await?;
    Ok(count.unwrap_or_default())
}

/// Returns the processor time of the uploaded bots of an owner in a day, in nanoseconds.
pub(super) async fn processor_nanos(
    reader: &mut dyn SqlReader,
    owner: String,
    day: QuotaDay,
) -> ReadResult<u64> {
    let sql = "SELECT processor_nanos FROM owner_usage WHERE owner = $1 AND day = $2";
    let values = vec![owner.into(), day.number().into()];
    let nanos = query_opt(reader, sql, values, SqlRow::column).await?;
    Ok(nanos.unwrap_or_default())
}

/// Reads the bot whose token has this hash, or `None` if no bot has it.
pub(super) async fn bot_by_token(
    reader: &mut dyn SqlReader,
    token_sha256: String,
) -> ReadResult<Option<StoredBot>> {
    let sql = format!("{BOTS} WHERE bots.token_sha256 = $1");
    query_opt(reader, &sql, vec![token_sha256.into()], stored_bot).await
}

/// Reads the bots with these names.
pub(super) async fn bots_named(
    reader: &mut dyn SqlReader,
    names: Vec<String>,
) -> ReadResult<Vec<StoredBot>> {
    let mut bots = Vec::new();
    for names in names.chunks(NAMES_PER_READ) {
        let marks: Vec<String> = (1..=names.len())
            .map(|number| format!("${number}"))
            .collect();
        let sql = format!("{BOTS} WHERE bots.name IN ({})", marks.join(", "));
        let values = names.iter().map(|name| name.as_str().into()).collect();
        bots.extend(query_all(reader, &sql, values, stored_bot).await?);
    }
    Ok(bots)
}

/// Reads bots with names after `after`, by name: of one owner, or all.
pub(super) async fn bots(
    reader: &mut dyn SqlReader,
    owner: Option<String>,
    after: String,
    limit: usize,
) -> ReadResult<Vec<StoredBot>> {
    let condition = if owner.is_some() {
        "AND owner = $3"
    } else {
        ""
    };
    let sql = format!("{BOTS} WHERE bots.name > $1 {condition} ORDER BY bots.name LIMIT $2");
    let mut values = vec![after.into(), limit.into()];
    values.extend(owner.map(Into::into));
    query_all(reader, &sql, values, stored_bot).await
}

/// Reads all sign-up codes, the newest first.
pub(super) async fn sign_up_codes(reader: &mut dyn SqlReader) -> ReadResult<Vec<SignUpCodeRow>> {
    let sql = "SELECT id, code_sha256, description, remaining_uses, created_micros, expires_micros
               FROM sign_up_codes ORDER BY created_micros DESC, id";
    query_all(reader, sql, Vec::new(), |row| {
        Ok(SignUpCodeRow {
            id: row.column()?,
            code_sha256: row.column()?,
            description: row.column()?,
            remaining_uses: row.column()?,
            created_micros: row.column()?,
            expires_micros: row.column()?,
        })
    })
    .await
}

/// Reads all tokens, by id.
pub(super) async fn tokens(reader: &mut dyn SqlReader) -> ReadResult<Vec<TokenRow>> {
    let sql =
        "SELECT id, token_sha256, scope, created_micros, expires_micros FROM tokens ORDER BY id";
    query_all(reader, sql, Vec::new(), |row| {
        Ok(TokenRow {
            id: row.column()?,
            token_sha256: row.column()?,
            scope: row.column()?,
            created_micros: row.column()?,
            expires_micros: row.column()?,
        })
    })
    .await
}

/// Reads entries of the audit log, the newest first.
pub(super) async fn audit_entries(
    reader: &mut dyn SqlReader,
    filter: AuditFilter,
    limit: usize,
) -> ReadResult<Vec<AuditRow>> {
    let AuditFilter {
        before,
        actor,
        subject,
    } = filter;
    let mut values = vec![before.unwrap_or(u64::MAX).into(), limit.into()];
    let mut conditions = String::new();
    for (column, value) in [("actor", actor), ("subject", subject)] {
        if let Some(value) = value {
            values.push(value.into());
            conditions += &format!(" AND {column} = ${}", values.len());
        }
    }
    let sql = format!(
        "SELECT number, at_micros, actor, act, subject, detail FROM audit_log
         WHERE number < $1{conditions} ORDER BY number DESC LIMIT $2"
    );
    query_all(reader, &sql, values, |row| {
        Ok(AuditRow {
            number: row.column()?,
            at_micros: row.column()?,
            actor: row.column()?,
            act: row.column()?,
            subject: row.column()?,
            detail: row.column()?,
        })
    })
    .await
}
