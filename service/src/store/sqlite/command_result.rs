//! The results of the writer's statements.

use rusqlite::{Connection, ErrorCode};

use super::file::unavailable;
use crate::store::StoreError;

/// The result of one command: `Err` if the whole transaction has failed, `Ok(Err(..))` if only the
/// command is rejected. A rejected command leaves nothing in the file.
pub(super) type CommandResult = rusqlite::Result<Result<(), StoreError>>;

/// Runs several statements and undoes all of them if the command is rejected.
pub(super) fn all_or_none(
    connection: &Connection,
    statements: impl FnOnce() -> CommandResult,
) -> CommandResult {
    execute(connection, "SAVEPOINT change")?;
    let result = statements()?;
    if result.is_err() {
        execute(connection, "ROLLBACK TO change")?;
    }
    execute(connection, "RELEASE change")?;
    Ok(result)
}

/// Runs a statement without parameters.
pub(super) fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

/// Turns the error of a statement into a rejection where only its command is at fault.
pub(super) fn reject_or_fail(result: rusqlite::Result<()>) -> CommandResult {
    match result {
        Ok(()) => Ok(Ok(())),
        Err(error) => reject(error),
    }
}

/// Rejects a command if its own content has caused the error; fails the transaction otherwise.
pub(super) fn reject<T>(error: rusqlite::Error) -> rusqlite::Result<Result<T, StoreError>> {
    let is_own_fault = match error.sqlite_error_code() {
        Some(code) => matches!(
            code,
            ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch
        ),
        // The statement has not reached the file.
        None => true,
    };
    if is_own_fault {
        Ok(Err(unavailable(&error)))
    } else {
        Err(error)
    }
}

/// Returns `true` if a row contradicts a unique or foreign key.
pub(super) fn is_constraint_violation(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
