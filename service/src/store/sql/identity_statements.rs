//! The statements that link identities to owners, and store and end their sessions. Every transaction changes owners first,
//! then identities, then sessions.

use super::change_statement::{ChangeStatement, existing_owner};
use crate::error::Reason;
use crate::store::{IdentityRow, MAX_IDENTITIES, SessionRow};

/// Returns the statements that store a new owner, given those that do so without an identity.
pub(super) fn sign_up_with_identity(
    mut statements: Vec<ChangeStatement>,
    identity: &IdentityRow,
    session: &SessionRow,
) -> Vec<ChangeStatement> {
    statements.push(insert_identity(identity));
    statements.extend(insert_session(session));
    statements
}

/// Returns the statements that link an identity to an owner.
pub(super) fn link_identity(identity: &IdentityRow) -> Vec<ChangeStatement> {
    // A statement of its own: it sees the identities that were stored while the one before it waited for the lock.
    let sql = "UPDATE owners SET name = name
               WHERE name = $1 AND (SELECT count(*) FROM identities WHERE owner = $1) < $2";
    let values = vec![identity.owner.as_str().into(), MAX_IDENTITIES.into()];
    let message = format!(
        "the owner `{}` has {MAX_IDENTITIES} identities, which is the limit; sign in with one of them",
        identity.owner
    );
    let mut statements = lock_usable(&identity.owner);
    statements.push(ChangeStatement::new(sql, values).or(Reason::LimitExceeded, message));
    statements.push(insert_identity(identity));
    statements
}

/// Returns the statements that store a session of an owner.
pub(super) fn add_session(session: &SessionRow) -> Vec<ChangeStatement> {
    let mut statements = lock_usable(&session.owner);
    statements.extend(insert_session(session));
    statements
}

/// Locks an owner that may sign in.
fn lock_usable(owner: &str) -> Vec<ChangeStatement> {
    let lock = "UPDATE owners SET name = name WHERE name = $1 AND token_sha256 IS NOT NULL";
    let unbanned = "UPDATE owners SET name = name WHERE name = $1 AND ban_reason IS NULL";
    let message = format!("the owner `{owner}` is banned");
    vec![
        existing_owner(lock, vec![owner.into()], owner),
        ChangeStatement::new(unbanned, vec![owner.into()]).or(Reason::Banned, message),
    ]
}

fn insert_identity(identity: &IdentityRow) -> ChangeStatement {
    let sql =
        "INSERT INTO identities (issuer, subject, owner, created_micros) VALUES ($1, $2, $3, $4)
               ON CONFLICT (issuer, subject) DO NOTHING";
    let IdentityRow {
        issuer,
        subject,
        owner,
        created_micros,
    } = identity;
    let texts = [issuer, subject, owner].map(|text| text.as_str().into());
    let values = texts.into_iter().chain([(*created_micros).into()]);
    let message = "the identity is linked to another owner; sign in without a token to continue as that owner";
    ChangeStatement::new(sql, values.collect()).or(Reason::NameTaken, message)
}

/// Returns the statements that store a session of a locked owner: those that have expired, and the oldest ones beyond the
/// limit, are deleted.
fn insert_session(session: &SessionRow) -> Vec<ChangeStatement> {
    let SessionRow {
        token_sha256,
        owner,
        created_micros,
        expires_micros,
    } = session;
    let expired = "DELETE FROM owner_sessions WHERE owner = $1 AND expires_micros <= $2";
    let oldest = "DELETE FROM owner_sessions WHERE owner = $1 AND token_sha256 NOT IN (
                      SELECT token_sha256 FROM owner_sessions WHERE owner = $1
                      ORDER BY expires_micros DESC, token_sha256 LIMIT $2)";
    let insert =
        "INSERT INTO owner_sessions (token_sha256, owner, expires_micros) VALUES ($1, $2, $3)";
    let kept = MAX_IDENTITIES - 1;
    vec![
        ChangeStatement::new(
            expired,
            vec![owner.as_str().into(), (*created_micros).into()],
        ),
        ChangeStatement::new(oldest, vec![owner.as_str().into(), kept.into()]),
        ChangeStatement::new(
            insert,
            vec![
                token_sha256.as_str().into(),
                owner.as_str().into(),
                (*expires_micros).into(),
            ],
        ),
    ]
}

/// Returns the statement that ends a session.
pub(super) fn delete_session(token_sha256: &str) -> ChangeStatement {
    let sql = "DELETE FROM owner_sessions WHERE token_sha256 = $1";
    let message = "authorization: expected the token of a session, which SignIn returns";
    ChangeStatement::new(sql, vec![token_sha256.into()]).or(Reason::BadToken, message)
}

/// Returns the statement that ends all sessions of an owner.
pub(super) fn end_sessions(owner: &str) -> ChangeStatement {
    let sql = "DELETE FROM owner_sessions WHERE owner = $1";
    ChangeStatement::new(sql, vec![owner.into()])
}

/// Returns the statement that deletes all identities of an owner.
pub(super) fn delete_identities(owner: &str) -> ChangeStatement {
    let sql = "DELETE FROM identities WHERE owner = $1";
    ChangeStatement::new(sql, vec![owner.into()])
}
