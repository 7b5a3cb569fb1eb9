//! The statements of a change of who may use the server, which SQLite and PostgreSQL run in the same way.

use super::ColumnValue;
use super::change_statement::{ChangeStatement, audit_statement, existing_owner};
use super::identity_statements::{
    add_session, delete_identities, delete_session, end_sessions, link_identity,
    sign_up_with_identity,
};
use crate::error::Reason;
use crate::store::{
    AccountChange, AuditRow, BotRow, MAX_CODES_AND_TOKENS, OwnerRow, SignUpCodeRow,
    SignUpPermission, TokenRow, to_json,
};

/// Returns the statements of a change and its entry in the audit log, in their order.
pub(crate) fn account_statements(change: &AccountChange, entry: &AuditRow) -> Vec<ChangeStatement> {
    let mut statements = change_statements(change);
    statements.push(audit_statement(entry));
    statements
}

fn change_statements(change: &AccountChange) -> Vec<ChangeStatement> {
    match change {
        AccountChange::SignUp(row, permission) => sign_up(row, permission),
        AccountChange::SignUpWithIdentity(row, permission, identity, session) => {
            let signed_up = sign_up(row, permission);
            sign_up_with_identity(signed_up, identity, session)
        }
        AccountChange::LinkIdentity(identity) => link_identity(identity),
        AccountChange::AddSession(session) => add_session(session),
        AccountChange::DeleteSession(token_sha256) => vec![delete_session(token_sha256)],
        AccountChange::RotateOwner(owner, token) => {
            let sql = "UPDATE owners SET token_sha256 = $1, token_expires_micros = $2
                       WHERE name = $3 AND token_sha256 IS NOT NULL";
            let values = vec![
                token.sha256.as_str().into(),
                token.expires_micros.into(),
                owner.as_str().into(),
            ];
            vec![existing_owner(sql, values, owner), end_sessions(owner)]
        }
        AccountChange::SetQuotas(owner, quotas) => {
            let sql = "UPDATE owners SET max_bots = coalesce($1, max_bots),
                              max_concurrent_matches = coalesce($2, max_concurrent_matches),
                              max_processor_secs = coalesce($3, max_processor_secs),
                              max_searches = coalesce($4, max_searches)
                       WHERE name = $5 AND token_sha256 IS NOT NULL";
            let values = vec![
                quotas.bots.into(),
                quotas.concurrent_matches.into(),
                quotas.processor_secs_per_day.into(),
                quotas.searches_per_day.into(),
                owner.as_str().into(),
            ];
            vec![existing_owner(sql, values, owner)]
        }
        AccountChange::SetBan(owner, reason) => {
            let sql =
                "UPDATE owners SET ban_reason = $1 WHERE name = $2 AND token_sha256 IS NOT NULL";
            let values = vec![reason.clone().into(), owner.as_str().into()];
            vec![existing_owner(sql, values, owner), end_sessions(owner)]
        }
        AccountChange::DeleteOwner(owner) => {
            let sql = "UPDATE owners SET token_sha256 = NULL, token_expires_micros = NULL
                       WHERE name = $1 AND token_sha256 IS NOT NULL";
            let versions =
                "DELETE FROM bot_versions WHERE bot IN (SELECT name FROM bots WHERE owner = $1)";
            let bots = "DELETE FROM bots WHERE owner = $1";
            let usage = "DELETE FROM owner_usage WHERE owner = $1";
            let [logs, former_logs] = logs_of_bots("owner", owner);
            vec![
                existing_owner(sql, vec![owner.as_str().into()], owner),
                delete_identities(owner),
                end_sessions(owner),
                logs,
                former_logs,
                ChangeStatement::new(versions, vec![owner.as_str().into()]),
                ChangeStatement::new(bots, vec![owner.as_str().into()]),
                ChangeStatement::new(usage, vec![owner.as_str().into()]),
            ]
        }
        AccountChange::AddBot(row, limit) => add_bot(row, *limit),
        AccountChange::UpdateBot {
            bot,
            games,
            max_concurrent_matches,
        } => {
            let sql = "UPDATE bots SET games = $1, max_concurrent_matches = $2 WHERE name = $3";
            let values = vec![
                to_json(games).into(),
                (*max_concurrent_matches).into(),
                bot.as_str().into(),
            ];
            vec![existing_bot(sql, values, bot)]
        }
        AccountChange::RotateBot {
            bot,
            token,
            held_sha256,
        } => {
            let sql = "UPDATE bots SET token_sha256 = $1, token_expires_micros = $2
                       WHERE name = $3 AND token_sha256 = coalesce($4, token_sha256)";
            let values = vec![
                token.sha256.as_str().into(),
                token.expires_micros.into(),
                bot.as_str().into(),
                held_sha256.clone().into(),
            ];
            match held_sha256 {
                None => vec![existing_bot(sql, values, bot)],
                Some(_) => {
                    let message = format!("bot_token: not the token of the bot `{bot}`");
                    vec![ChangeStatement::new(sql, values).or(Reason::BadToken, message)]
                }
            }
        }
        AccountChange::DeleteBot(bot) => {
            let sql = "DELETE FROM bots WHERE name = $1";
            let versions = "DELETE FROM bot_versions WHERE bot = $1";
            let [logs, former_logs] = logs_of_bots("name", bot);
            vec![
                logs,
                former_logs,
                existing_bot(sql, vec![bot.as_str().into()], bot),
                ChangeStatement::new(versions, vec![bot.as_str().into()]),
            ]
        }
        AccountChange::AddCode(row) => add_code(row),
        AccountChange::DeleteCode(id) => {
            let sql = "DELETE FROM sign_up_codes WHERE id = $1";
            let message = format!("there is no sign-up code {id}");
            vec![ChangeStatement::new(sql, vec![id.as_str().into()]).or(Reason::NotFound, message)]
        }
        AccountChange::AddToken(row) => add_token(row),
        AccountChange::DeleteToken(id) => {
            let sql = "DELETE FROM tokens WHERE id = $1";
            let message = format!("there is no token `{id}`");
            vec![ChangeStatement::new(sql, vec![id.as_str().into()]).or(Reason::NotFound, message)]
        }
        AccountChange::None => Vec::new(),
    }
}

/// Returns the statements that delete what bots have written in matches; a column of their table has a value. The second
/// one deletes what former versions have stored, without the name of the bot.
fn logs_of_bots(column: &str, value: &str) -> [ChangeStatement; 2] {
    let bots = format!("(SELECT name FROM bots WHERE {column} = $1)");
    let conditions = [
        format!("bot IN {bots}"),
        format!(
            "bot IS NULL AND (match_key, seat) IN (
                 SELECT matches.key, match_players.seat
                 FROM match_players JOIN matches ON matches.id = match_players.match_id
                 WHERE match_players.name IN {bots})"
        ),
    ];
    conditions.map(|condition| {
        let sql = format!("DELETE FROM seat_logs WHERE {condition}");
        ChangeStatement::new(sql, vec![value.into()])
    })
}

fn existing_bot(sql: &'static str, values: Vec<ColumnValue>, bot: &str) -> ChangeStatement {
    let message = format!("there is no bot `{bot}`");
    ChangeStatement::new(sql, values).or(Reason::NotFound, message)
}

/// Locks the row that every database has once, so that what is counted next does not change until the end of the
/// transaction.
fn lock_counts() -> ChangeStatement {
    ChangeStatement::new("UPDATE server SET secret = secret", Vec::new())
}

fn sign_up(row: &OwnerRow, permission: &SignUpPermission) -> Vec<ChangeStatement> {
    let mut statements = match permission {
        SignUpPermission::Code(sha256) => {
            let sql = "UPDATE sign_up_codes SET remaining_uses = remaining_uses - 1
                       WHERE code_sha256 = $1 AND remaining_uses > 0 AND expires_micros > $2";
            let values = vec![sha256.as_str().into(), row.created_micros.into()];
            let message = "code: unknown, used up or expired; ask the organiser for another one";
            vec![ChangeStatement::new(sql, values).or(Reason::BadToken, message)]
        }
        SignUpPermission::Open {
            since_micros,
            limit,
        } => {
            let sql = "UPDATE server SET secret = secret
                       WHERE (SELECT count(*) FROM owners WHERE created_micros > $1) < $2";
            let values = vec![(*since_micros).into(), (*limit).into()];
            let message = format!(
                "{limit} owners have signed up in the last 24 hours, which is the limit (max_sign_ups_per_day); \
                 try it again tomorrow"
            );
            let count = ChangeStatement::new(sql, values).or(Reason::LimitExceeded, message);
            vec![lock_counts(), count]
        }
    };
    // Bots of the operator that were named before there were owners, and that would look like bots of this one.
    let unlike = "UPDATE server SET secret = secret
                  WHERE NOT EXISTS (SELECT 1 FROM bots WHERE name > $1 AND name < $2 AND owner IS NULL)";
    let range = ["/", "0"].map(|end| format!("{}{end}", row.name).into());
    let message = format!(
        "name: `{}` is taken by bots of the operator; choose another name",
        row.name
    );
    statements.push(ChangeStatement::new(unlike, range.into()).or(Reason::NameTaken, message));
    let sql = "INSERT INTO owners (name, created_micros, token_sha256) VALUES ($1, $2, $3)
               ON CONFLICT (name) DO NOTHING";
    let values = vec![
        row.name.as_str().into(),
        row.created_micros.into(),
        row.token_sha256.clone().into(),
    ];
    let message = format!("name: `{}` is taken; choose another name", row.name);
    statements.push(ChangeStatement::new(sql, values).or(Reason::NameTaken, message));
    statements
}

fn add_bot(row: &BotRow, limit: Option<u32>) -> Vec<ChangeStatement> {
    let mut statements = Vec::new();
    if let (Some(owner), Some(limit)) = (&row.owner, limit) {
        let lock = "UPDATE owners SET name = name WHERE name = $1 AND token_sha256 IS NOT NULL";
        statements.push(existing_owner(lock, vec![owner.as_str().into()], owner));
        // A statement of its own: it sees the bots that were stored while this one waited for the lock.
        let sql = "UPDATE owners SET name = name
                   WHERE name = $1 AND (SELECT count(*) FROM bots WHERE owner = $1) < $2";
        let values = vec![owner.as_str().into(), limit.into()];
        let message = format!(
            "bots: the owner `{owner}` has {limit} bots, which is its quota; delete one, or ask the operator for more"
        );
        statements.push(ChangeStatement::new(sql, values).or(Reason::QuotaExceeded, message));
    }
    let sql = "INSERT INTO bots (name, created_micros, token_sha256, games, max_concurrent_matches, owner)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO NOTHING";
    let values = vec![
        row.name.as_str().into(),
        row.created_micros.into(),
        row.token_sha256.as_str().into(),
        to_json(&row.games).into(),
        row.max_concurrent_matches.into(),
        row.owner.clone().into(),
    ];
    let message = format!(
        "name: the bot `{}` is registered; use its token, replace it (`botwerk bot rotate`), or choose another name",
        row.name
    );
    statements.push(ChangeStatement::new(sql, values).or(Reason::NameTaken, message));
    statements
}

fn add_code(row: &SignUpCodeRow) -> Vec<ChangeStatement> {
    let count = "UPDATE server SET secret = secret WHERE (SELECT count(*) FROM sign_up_codes) < $1";
    let sql = "INSERT INTO sign_up_codes (id, code_sha256, description, remaining_uses, created_micros, expires_micros)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let SignUpCodeRow {
        id,
        code_sha256,
        description,
        remaining_uses,
        created_micros,
        expires_micros,
    } = row;
    let values = vec![
        id.as_str().into(),
        code_sha256.as_str().into(),
        description.as_str().into(),
        (*remaining_uses).into(),
        (*created_micros).into(),
        (*expires_micros).into(),
    ];
    let message = format!("there are {MAX_CODES_AND_TOKENS} sign-up codes; delete some first");
    vec![
        lock_counts(),
        ChangeStatement::new(count, vec![MAX_CODES_AND_TOKENS.into()])
            .or(Reason::LimitExceeded, message),
        ChangeStatement::new(sql, values),
    ]
}

fn add_token(row: &TokenRow) -> Vec<ChangeStatement> {
    let count = "UPDATE server SET secret = secret WHERE (SELECT count(*) FROM tokens) < $1";
    let sql = "INSERT INTO tokens (id, token_sha256, scope, created_micros, expires_micros)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
    let TokenRow {
        id,
        token_sha256,
        scope,
        created_micros,
        expires_micros,
    } = row;
    let values = vec![
        id.as_str().into(),
        token_sha256.as_str().into(),
        scope.as_str().into(),
        (*created_micros).into(),
        (*expires_micros).into(),
    ];
    let full = format!("there are {MAX_CODES_AND_TOKENS} tokens; delete some first");
    let taken = format!("token_id: there is a token `{id}`; delete it first, or choose another id");
    vec![
        lock_counts(),
        ChangeStatement::new(count, vec![MAX_CODES_AND_TOKENS.into()])
            .or(Reason::LimitExceeded, full),
        ChangeStatement::new(sql, values).or(Reason::NameTaken, taken),
    ]
}
