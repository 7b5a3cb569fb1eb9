//! The statements of a change of uploaded versions, which SQLite and PostgreSQL run in the same way.

use super::ColumnValue;
use super::change_statement::{ChangeStatement, audit_statement};
use crate::accounts::QuotaDay;
use crate::error::Reason;
use crate::store::{VersionChange, VersionKey, VersionQuotas, VersionRow, VersionState};

/// Returns the statements of a change, in their order.
pub(crate) fn version_statements(change: &VersionChange) -> Vec<ChangeStatement> {
    match change {
        VersionChange::AddPart {
            content_sha256,
            part,
            content,
            now_micros,
        } => {
            let touch = "INSERT INTO contents (content_sha256, stored_micros) VALUES ($1, $2)
                         ON CONFLICT (content_sha256) DO UPDATE SET stored_micros = $2";
            let sql =
                "INSERT INTO content_parts (content_sha256, part, content) VALUES ($1, $2, $3)
                       ON CONFLICT DO NOTHING";
            let values = vec![
                content_sha256.as_str().into(),
                (*part).into(),
                ColumnValue::Bytes(content.clone()),
            ];
            vec![
                ChangeStatement::new(
                    touch,
                    vec![content_sha256.as_str().into(), (*now_micros).into()],
                ),
                ChangeStatement::new(sql, values),
            ]
        }
        VersionChange::RemoveUnused { before_micros } => {
            let unused =
                "content_sha256 IN (SELECT content_sha256 FROM contents WHERE stored_micros < $1
                AND NOT EXISTS (SELECT 1 FROM bot_versions
                                WHERE bot_versions.content_sha256 = contents.content_sha256))";
            let values = vec![(*before_micros).into()];
            vec![
                ChangeStatement::new(
                    format!("DELETE FROM content_parts WHERE {unused}"),
                    values.clone(),
                ),
                ChangeStatement::new(format!("DELETE FROM contents WHERE {unused}"), values),
            ]
        }
        VersionChange::Add(row, quotas, entry) => {
            let mut statements = add(row, *quotas);
            statements.push(audit_statement(entry));
            statements
        }
        VersionChange::Lease {
            version,
            from,
            to,
            host,
            now_micros,
            until_micros,
        } => {
            let sql = "UPDATE bot_versions SET state = $1, host = $2, leased_until_micros = $3
                       WHERE bot = $4 AND number = $5 AND state = $6 AND leased_until_micros <= $7";
            let values = vec![
                to.number().into(),
                host.as_str().into(),
                (*until_micros).into(),
                version.bot.as_str().into(),
                version.number.into(),
                from.number().into(),
                (*now_micros).into(),
            ];
            vec![leased(sql, values, version)]
        }
        VersionChange::RenewPlaying { host, until_micros } => {
            let sql =
                "UPDATE bot_versions SET leased_until_micros = $1 WHERE host = $2 AND state = $3";
            let values = vec![
                (*until_micros).into(),
                host.as_str().into(),
                VersionState::Playing.number().into(),
            ];
            vec![ChangeStatement::new(sql, values)]
        }
        VersionChange::Report {
            version,
            host,
            state,
            reason,
            log,
        } => {
            let sql = "UPDATE bot_versions SET state = $1, reason = $2, log = $3, host = NULL, leased_until_micros = 0
                       WHERE bot = $4 AND number = $5 AND state = $6 AND host = $7";
            let values = vec![
                state.number().into(),
                reason.as_str().into(),
                log.as_str().into(),
                version.bot.as_str().into(),
                version.number.into(),
                VersionState::Building.number().into(),
                host.as_str().into(),
            ];
            vec![leased(sql, values, version)]
        }
        VersionChange::AddProcessorTimes(day, times) => {
            let statements = times.iter();
            let statements = statements.map(|(bot, nanos)| add_processor_time(*day, bot, *nanos));
            statements.collect()
        }
        VersionChange::Replace(version) => {
            let sql = "UPDATE bot_versions SET state = $1, host = NULL, leased_until_micros = 0
                       WHERE bot = $2 AND number = $3 AND state = $4";
            let values = vec![
                VersionState::Replaced.number().into(),
                version.bot.as_str().into(),
                version.number.into(),
                VersionState::Playing.number().into(),
            ];
            vec![leased(sql, values, version)]
        }
        VersionChange::Pause { version, host } => {
            let sql = "UPDATE bot_versions SET state = $1, host = NULL, leased_until_micros = 0
                       WHERE bot = $2 AND number = $3 AND state = $4 AND host = $5";
            let values = vec![
                VersionState::Checked.number().into(),
                version.bot.as_str().into(),
                version.number.into(),
                VersionState::Playing.number().into(),
                host.as_str().into(),
            ];
            vec![ChangeStatement::new(sql, values)]
        }
        VersionChange::Release { version, host } => {
            let sql = "UPDATE bot_versions SET leased_until_micros = 0 WHERE bot = $1 AND number = $2 AND host = $3";
            let values = vec![
                version.bot.as_str().into(),
                version.number.into(),
                host.as_str().into(),
            ];
            vec![ChangeStatement::new(sql, values)]
        }
    }
}

/// Returns a statement that is rejected if the lease of a version belongs to another host, or its state has changed.
fn leased(sql: &'static str, values: Vec<ColumnValue>, version: &VersionKey) -> ChangeStatement {
    let VersionKey { bot, number } = version;
    let message =
        format!("version {number} of the bot `{bot}` is leased to another host, or was deleted");
    ChangeStatement::new(sql, values).or(Reason::NotFound, message)
}

/// Adds to the processor time of the owner of a bot. A day that is over counts no more, whichever server's clock says so first.
fn add_processor_time(day: QuotaDay, bot: &str, nanos: u64) -> ChangeStatement {
    let sql = "INSERT INTO owner_usage (owner, day, processor_nanos)
               SELECT owner, $2, $3 FROM bots WHERE name = $1 AND owner IS NOT NULL
               ON CONFLICT (owner) DO UPDATE SET
                   processor_nanos = excluded.processor_nanos
                       + CASE WHEN owner_usage.day < excluded.day THEN 0 ELSE owner_usage.processor_nanos END,
                   day = CASE WHEN owner_usage.day < excluded.day THEN excluded.day ELSE owner_usage.day END";
    ChangeStatement::new(sql, vec![bot.into(), day.number().into(), nanos.into()])
}

fn add(row: &VersionRow, quotas: VersionQuotas) -> Vec<ChangeStatement> {
    let bot = || ColumnValue::from(row.bot.as_str());
    let lock = "UPDATE bots SET name = name WHERE name = $1";
    let missing = format!("there is no bot `{}`", row.bot);
    let count = "UPDATE bots SET name = name WHERE name = $1
                 AND (SELECT count(*) FROM bot_versions WHERE bot = $1 AND created_micros > $2) < $3";
    let full = format!(
        "versions: the bot `{}` has {} of the last 24 hours, which is its quota; push the next one once the oldest of these is a day old",
        row.bot, quotas.per_day
    );
    let insert = "INSERT INTO bot_versions (bot, number, state, reason, created_micros, content_sha256, bytes, manifest, log,
                                            leased_until_micros)
                  SELECT name, (SELECT coalesce(max(number), 0) + 1 FROM bot_versions WHERE bot = $1), 1, '',
                         $2, $3, $4, $5, '', 0 FROM bots WHERE name = $1";
    let values = vec![
        bot(),
        row.created_micros.into(),
        row.content_sha256.as_str().into(),
        row.bytes.into(),
        row.manifest.as_str().into(),
    ];
    // What plays is kept however old it is.
    let forget = "DELETE FROM bot_versions WHERE bot = $1 AND state <> $2
                  AND number <= (SELECT max(number) FROM bot_versions WHERE bot = $1) - $3";
    vec![
        ChangeStatement::new(lock, vec![bot()]).or(Reason::NotFound, missing),
        ChangeStatement::new(
            count,
            vec![bot(), quotas.since_micros.into(), quotas.per_day.into()],
        )
        .or(Reason::QuotaExceeded, full),
        ChangeStatement::new(insert, values),
        ChangeStatement::new(
            forget,
            vec![
                bot(),
                VersionState::Playing.number().into(),
                quotas.kept.into(),
            ],
        ),
    ]
}
